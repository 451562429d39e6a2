//! Starts a process in a group of its own, in a sandbox or not.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use snaphook_sandbox::Confinement;
use tokio::process::{Child, Command};

use super::group::Processes;
use super::os;
use crate::sandbox::SandboxedRun;

/// Starts a program; `fill` gives the command all but its arguments.
pub(super) fn start(
    program: &Path,
    args: &[OsString],
    fill: impl FnOnce(&mut Command),
    sandbox: Option<SandboxedRun>,
    processes: &Processes,
) -> io::Result<(Child, Option<Confinement>)> {
    let fill = |command: &mut Command| {
        fill(command);
        os::prepare(command);
    };
    match sandbox {
        None => {
            let mut command = Command::new(program);
            command.args(args);
            fill(&mut command);
            Ok((command.spawn()?, None))
        }
        Some(sandbox) => {
            let (child, confinement) = sandbox.spawn(program, args, fill, processes.reaping())?;
            Ok((child, Some(confinement)))
        }
    }
}
