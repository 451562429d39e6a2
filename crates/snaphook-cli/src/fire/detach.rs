//! `--detach`: background hooks outlive the command.
//!
//! The command starts itself once more, as a supervisor in a process group of
//! its own, and hands it the event. The supervisor runs the hooks, prints what
//! the command would print, says so on the socket that is its stdin, lets go
//! of stdout and stderr, and stays until the last background hook is done: it
//! is the one that enforces their timeouts.

use std::ffi::OsString;
use std::io::Write;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode, Stdio};

use rustix::process::{Pid, Signal};
use snaphook::{CancellationToken, Input};
use tokio::io::AsyncReadExt;

use super::interrupt::Interrupt;
use crate::error::CommandError;

/// Hands the event to a supervisor; returns when the event is over.
pub(super) async fn hand_over(input: &Input) -> Result<ExitCode, CommandError> {
    let failed = |error: std::io::Error| {
        CommandError::new(format!("failed to start the supervisor: {error}"))
            .help("run it without --detach")
    };
    // Before the supervisor starts: from then on an interrupt must reach it.
    let interrupt = Interrupt::listen();
    let (mut ours, theirs) = UnixStream::pair().map_err(failed)?;
    let program = std::env::current_exe().map_err(failed)?;
    let child = Command::new(program)
        .args(supervisor_args())
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .process_group(0)
        .spawn()
        .map_err(failed)?;
    let group = Pid::from_child(&child);
    ours.write_all(&input.fields().to_line())
        .and_then(|()| ours.shutdown(std::net::Shutdown::Write))
        .and_then(|()| ours.set_nonblocking(true))
        .map_err(failed)?;
    let mut ours = tokio::net::UnixStream::from_std(ours).map_err(failed)?;

    let cancel = CancellationToken::new();
    let status = async {
        tokio::select! {
            status = ours.read_u8() => Some(status),
            () = cancel.cancelled() => None,
        }
    };
    match interrupt.or_end_of(status, &cancel).await {
        (Some(Ok(status)), _) => Ok(ExitCode::from(status)),
        (Some(Err(_)), _) => Err(CommandError::new(
            "the supervisor of --detach ended without an outcome",
        )
        .help("run it without --detach to see the output of the hooks")),
        (None, _) => {
            // It passes this on to its hooks.
            let _ = rustix::process::kill_process_group(group, Signal::TERM);
            Err(CommandError::new("interrupted; the hooks were stopped"))
        }
    }
}

/// Runs the command with these arguments as a supervisor: said before anything that might end
/// the options.
fn supervisor_args() -> Vec<OsString> {
    let mut args: Vec<_> = std::env::args_os().skip(1).collect();
    let fire = args
        .iter()
        .position(|arg| arg == "fire")
        .map_or(0, |at| at + 1);
    args.insert(fire, "--supervised".into());
    args
}

/// Tells the command that the event is over, and lets go of its output.
pub(super) fn detach_output(status: u8) {
    let released = || -> std::io::Result<()> {
        let nowhere = std::fs::File::options()
            .read(true)
            .write(true)
            .open("/dev/null")?;
        rustix::stdio::dup2_stdout(&nowhere)?;
        rustix::stdio::dup2_stderr(&nowhere)?;
        let mut command = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
        command.write_all(&[status])
    };
    // The command has ended, so there is no one to report an error to.
    let _ = released();
}
