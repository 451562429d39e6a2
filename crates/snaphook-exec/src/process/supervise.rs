//! One child from start to end.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use snaphook_core::answer::{ProcessExit, ProcessResult};
use tokio::io::AsyncWriteExt;
use tokio::process::{ChildStdin, Command};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::capture::Capture;
use super::dialogue::{Dialogue, DialogueTask, without_questions};
use super::group::{OwnedChild, Processes};
use super::os;
use super::start::start;
use super::stdin::{PIPE_TAKES, ProcessStdin, in_pieces};
use crate::handler::Environment;
use crate::input_line::InputLine;
use crate::output_sink::{OutputSink, Stream};
use crate::sandbox::SandboxedRun;

/// Bytes of stdout and of stderr that are kept.
pub const OUTPUT_LIMIT: usize = 10 * 1024 * 1024;

/// How long output is still read when the child itself has ended: what it
/// wrote is in the pipe by then, and a grandchild may keep the pipe open
/// forever.
const AFTER_END: Duration = Duration::from_millis(250);

/// A process to start.
#[derive(Debug)]
pub(crate) struct ProcessSpec<'a> {
    /// The program, as a path. (A bare name would make the standard library
    /// fork instead of `posix_spawn`, because the environment is replaced.)
    pub(crate) program: PathBuf,
    /// Its arguments.
    pub(crate) args: Vec<OsString>,
    /// Its whole environment.
    pub(crate) env: Environment<'a>,
    /// Its working directory.
    pub(crate) cwd: PathBuf,
    /// Its standard input.
    pub(crate) stdin: ProcessStdin,
    /// The sandbox that it runs in.
    pub(crate) sandbox: Option<SandboxedRun>,
}

/// Why a process did not start.
#[derive(Debug)]
pub(crate) struct SpawnError(pub(crate) std::io::Error);

/// Starts a process and stays with it to its end. When `stop` is cancelled its
/// group is asked to end, and the result says so; when this future is dropped,
/// too.
///
/// # Errors
/// When it cannot be started.
pub(crate) async fn supervise(
    spec: ProcessSpec<'_>,
    processes: &Processes,
    stop: &CancellationToken,
    sink: Option<OutputSink>,
    dialogue: Option<Dialogue>,
) -> Result<ProcessResult, SpawnError> {
    let asks = dialogue.is_some();
    let (conversation, sink, replies) = match dialogue {
        None => (None, sink, None),
        Some(dialogue) => {
            let (conversation, ends) = DialogueTask::start(dialogue, sink);
            (Some(conversation), Some(ends.sink), Some(ends.replies))
        }
    };
    let sink = sink.as_ref();
    let (input, stdin) = match spec.stdin {
        ProcessStdin::Pipe(input) => (Some(input), Stdio::piped()),
        ProcessStdin::Filled(pipe) => (None, pipe.into()),
        ProcessStdin::File(file) => (None, file.into()),
    };
    let fill = |command: &mut Command| {
        command
            .env_clear()
            .envs(spec.env)
            .current_dir(&spec.cwd)
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
    };
    let started = start(&spec.program, &spec.args, fill, spec.sandbox, processes);
    let (mut child, confinement) = started.map_err(SpawnError)?;
    let stdin = child.stdin.take();
    let mut stdout = Capture::new(child.stdout.take(), Stream::Stdout, OUTPUT_LIMIT);
    let mut stderr = Capture::new(child.stderr.take(), Stream::Stderr, OUTPUT_LIMIT);
    let mut owned = OwnedChild::new(child, processes).confined_by(confinement);

    let (status, stopped) = {
        let mut feeding = std::pin::pin!(feed(stdin, input, replies));
        let mut conversing = std::pin::pin!(async {
            match conversation {
                Some(conversation) => conversation.run().await,
                None => std::future::pending().await,
            }
        });
        let mut talked = false;
        let mut fed = false;
        let mut stopped = false;
        loop {
            let Some(child) = owned.child() else {
                break (None, stopped);
            };
            tokio::select! {
                // The child's end comes before its output, so that the hook does not wait for
                // a pipe that a grandchild holds.
                biased;
                status = child.wait() => break (status.ok(), stopped),
                () = stop.cancelled(), if !stopped => {
                    stopped = true;
                    owned.terminate();
                }
                () = &mut feeding, if !fed => fed = true,
                () = &mut conversing, if !talked => talked = true,
                () = stdout.drain(sink), if !stdout.is_done() => {}
                () = stderr.drain(sink), if !stderr.is_done() => {}
            }
        }
    };
    let ended = if stopped {
        // Members of the group that outlive the leader are the reaper's.
        drop(owned);
        ProcessExit::Cancelled
    } else {
        owned.release();
        status.map_or(ProcessExit::Exit(-1), os::ended)
    };
    let rest = async {
        tokio::join!(stdout.drain(sink), stderr.drain(sink));
    };
    // Of a child that was stopped, only output that is in the pipe already.
    let patience = if stopped { Duration::ZERO } else { AFTER_END };
    let _ = tokio::time::timeout(patience, rest).await;
    let at_end = stdout.is_done() && stderr.is_done();
    let mut stdout = stdout.into_output();
    if asks {
        stdout.text = without_questions(&stdout.text);
    }
    Ok(ProcessResult {
        stdout,
        stderr: stderr.into_output(),
        ended,
        left_behind: !stopped && !at_end,
        shell_failed: false,
    })
}

/// Writes the input, then replies as they come, and closes the pipe. A child
/// that does not read it has not failed: its exit code decides.
async fn feed(
    stdin: Option<ChildStdin>,
    input: Option<Arc<InputLine>>,
    replies: Option<mpsc::Receiver<Vec<u8>>>,
) {
    let (Some(mut stdin), Some(input)) = (stdin, input) else {
        return;
    };
    if input.size() <= PIPE_TAKES {
        let _ = stdin.write_all(input.line()).await;
    } else {
        let fields = input.fields();
        for piece in in_pieces(&fields) {
            if stdin.write_all(&piece).await.is_err() {
                return;
            }
        }
    }
    if let Some(mut replies) = replies {
        let _ = stdin.flush().await;
        while let Some(reply) = replies.recv().await {
            if stdin.write_all(&reply).await.is_err() || stdin.flush().await.is_err() {
                return;
            }
        }
    }
    let _ = stdin.shutdown().await;
}
