//! Unix: process groups and signals.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

use rustix::process::{Pid, Resource, Signal};
use snaphook_core::answer::Ended;
use tokio::process::Command;

/// The shell that reads commands.
pub(crate) const POSIX_SHELL: &str = "/bin/sh";

/// Where programs are looked for when the environment does not say.
pub(crate) const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Whether a file can be started.
pub(crate) fn is_executable(file: &Path) -> bool {
    std::fs::metadata(file)
        .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// The group of a child that leads one.
#[derive(Debug, Clone, Copy)]
pub(in crate::process) struct Group(Pid);

/// Makes the child the leader of a group of its own. No `pre_exec` closure:
/// that would make the standard library fork the whole parent instead of
/// using `posix_spawn`.
pub(in crate::process) fn prepare(command: &mut Command) {
    command.process_group(0);
}

impl Group {
    /// The group that the child with this id leads.
    pub(in crate::process) fn of(leader: Option<u32>) -> Option<Self> {
        let id = i32::try_from(leader?).ok()?;
        Pid::from_raw(id).map(Self)
    }

    /// Asks every process of the group to end.
    pub(in crate::process) fn terminate(self) {
        // An error means that nobody is left to ask.
        let _ = rustix::process::kill_process_group(self.0, Signal::TERM);
    }

    /// Ends every process of the group.
    pub(in crate::process) fn kill(self) {
        let _ = rustix::process::kill_process_group(self.0, Signal::KILL);
    }

    /// Whether any process of the group is alive. Only asked after the leader
    /// was waited for: until then its remains count.
    pub(in crate::process) fn is_alive(self) -> bool {
        rustix::process::test_kill_process_group(self.0).is_ok()
    }
}

/// How a child ended.
pub(in crate::process) fn ended(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exit(code),
        (None, signal) => Ended::Signal(signal.unwrap_or_default()),
    }
}

/// How many files this process may have open.
pub(in crate::process) fn file_limit() -> Option<u64> {
    rustix::process::getrlimit(Resource::Nofile).current
}
