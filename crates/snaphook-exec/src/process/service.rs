//! A process that stays: a server that hooks talk to while the engine lives.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use snaphook_core::answer::ProcessExit;
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

use super::group::{OwnedChild, Processes};
use super::os;
use super::program::{NOT_FOUND, find_program};
use super::start::start;
use crate::sandbox::SandboxedRun;

/// A service to start.
#[derive(Debug, Clone, Default)]
pub struct ServiceSpec {
    /// The program: a path from the folder, or a name on the environment's
    /// `PATH`.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its whole environment.
    pub env: HashMap<OsString, OsString>,
    /// The folder it runs in.
    pub cwd: PathBuf,
}

/// A process that runs, and its three pipes.
#[derive(Debug)]
pub struct Service {
    /// Its standard input.
    pub stdin: ChildStdin,
    /// Its standard output.
    pub stdout: ChildStdout,
    /// Its standard error.
    pub stderr: ChildStderr,
    /// The process itself.
    pub process: ServiceProcess,
}

/// The process of a service, in a group of its own. Dropped, the group is asked
/// to end and, a second later, ended.
#[derive(Debug)]
pub struct ServiceProcess(OwnedChild);

impl ServiceProcess {
    /// Its id, while it runs.
    pub(crate) fn id(&mut self) -> Option<u32> {
        self.0.child()?.id()
    }

    /// Waits for its end. May be dropped and called again.
    pub async fn ended(&mut self) -> Option<ProcessExit> {
        let status = self.0.child()?.wait().await;
        status.ok().map(os::ended)
    }
}

impl Processes {
    /// Starts a process that stays. It takes no turn of those that run at once.
    ///
    /// # Errors
    /// When there is no such program, or it cannot be started.
    pub fn start_service(&self, spec: ServiceSpec) -> io::Result<Service> {
        let path = os::variable(&spec.env, "PATH");
        let program = find_program(Path::new(&spec.program), &spec.cwd, path)
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, NOT_FOUND))?;
        let args: Vec<_> = spec.args.iter().map(OsString::from).collect();
        self.start_in_group(&program, &args, &spec.env, &spec.cwd, None)
    }

    /// Starts a process that stays, of a program that was found before.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start_in_group<'a>(
        &self,
        program: &Path,
        args: &[OsString],
        env: impl IntoIterator<Item = (&'a OsString, &'a OsString)>,
        cwd: &Path,
        sandbox: Option<SandboxedRun>,
    ) -> io::Result<Service> {
        let own = sandbox.as_ref().map(SandboxedRun::variables);
        let fill = |command: &mut Command| {
            command
                .env_clear()
                .envs(env)
                .envs(own.into_iter().flatten())
                .current_dir(cwd)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        };
        let (mut child, confinement) = start(program, args, fill, sandbox, self)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = ServiceProcess(OwnedChild::new(child, self).confined_by(confinement));
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("it has no pipes"));
        };
        Ok(Service {
            stdin,
            stdout,
            stderr,
            process,
        })
    }
}
