//! Unix: process groups and signals.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, PipeReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use rustix::pipe::PIPE_BUF;
use rustix::process::{Pid, Resource, Signal};
use snaphook_core::answer::Ended;
use tokio::io::Interest;
use tokio::process::{Child, ChildStdin, Command};

/// What to say where there is no shell.
pub(crate) const NO_SHELL: &str = "there is no /bin/sh";

/// The shell that reads commands.
pub(crate) fn posix_shell<'a>(_var: impl Fn(&str) -> Option<&'a OsStr>) -> Option<PathBuf> {
    Some(PathBuf::from("/bin/sh"))
}

/// Where programs are looked for when the environment does not say.
pub(crate) const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Whether a file can be started.
pub(crate) fn is_executable(file: &Path) -> bool {
    std::fs::metadata(file)
        .is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// The files that a path may mean.
pub(crate) fn spellings(file: PathBuf) -> impl Iterator<Item = PathBuf> {
    std::iter::once(file)
}

/// A variable of an environment.
pub(crate) fn variable<'a>(env: &'a HashMap<OsString, OsString>, name: &str) -> Option<&'a OsStr> {
    env.get(OsStr::new(name)).map(OsString::as_os_str)
}

/// Whether two names are the same variable's.
pub(crate) fn same_variable(one: &OsStr, other: &str) -> bool {
    one == other
}

/// The group of a child that leads one.
#[derive(Debug, Clone)]
pub(in crate::process) struct Group(Pid);

/// Makes the child the leader of a group of its own. No `pre_exec` closure:
/// that would make the standard library fork the whole parent instead of
/// using `posix_spawn`.
pub(in crate::process) fn prepare(command: &mut Command) {
    command.process_group(0);
}

impl Group {
    /// The group that this child leads.
    pub(in crate::process) fn of(leader: &Child) -> Option<Self> {
        let id = i32::try_from(leader.id()?).ok()?;
        Pid::from_raw(id).map(Self)
    }

    /// Asks every process of the group to end.
    pub(in crate::process) fn terminate(&self) {
        // An error means that nobody is left to ask.
        let _ = rustix::process::kill_process_group(self.0, Signal::TERM);
    }

    /// Ends every process of the group.
    pub(in crate::process) fn kill(&self) {
        let _ = rustix::process::kill_process_group(self.0, Signal::KILL);
    }

    /// Whether any process of the group is alive. Only asked after the leader
    /// was waited for: until then its remains count.
    pub(in crate::process) fn is_alive(&self) -> bool {
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

/// Whether a signal is one that others send, and no program gets by a fault of
/// its own.
pub(crate) fn is_from_outside(signal: i32) -> bool {
    let sent = [Signal::HUP, Signal::INT, Signal::KILL, Signal::TERM];
    sent.iter().any(|sent| sent.as_raw() == signal)
}

/// How many files this process may have open.
pub(in crate::process) fn file_limit() -> Option<u64> {
    rustix::process::getrlimit(Resource::Nofile).current
}

/// What tells a file from what it was before: any write or replacement changes
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    file: (u64, u64),
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    /// The stamp of what is at this path, behind any symlinks.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::metadata(path).ok()?;
        Some(Self {
            file: (meta.dev(), meta.ino()),
            size: meta.size(),
            modified: (meta.mtime(), meta.mtime_nsec()),
            changed: (meta.ctime(), meta.ctime_nsec()),
        })
    }
}

/// The writing end of a pipe, which can be tried without waiting.
pub(crate) type PipeWriter = tokio::net::unix::pipe::Sender;

/// A child's stdin as such an end.
pub(crate) fn pipe_writer(stdin: ChildStdin) -> io::Result<PipeWriter> {
    PipeWriter::from_owned_fd(stdin.into_owned_fd()?)
}

/// A pipe with these bytes in it, and nobody to write more: a child that reads it
/// never waits, and nobody waits for the child.
///
/// # Errors
/// When the system has no pipe that takes them all.
pub(in crate::process) fn filled_pipe(bytes: &[u8]) -> io::Result<PipeReader> {
    let (reader, mut writer) = io::pipe()?;
    // An empty pipe has room for so many, always.
    if bytes.len() > PIPE_BUF {
        rustix::io::ioctl_fionbio(&writer, true)?;
    }
    writer.write_all(bytes)?;
    Ok(reader)
}

/// Waits until nobody can read from a pipe any more.
pub(crate) async fn closed(pipe: &PipeWriter) {
    let _ = pipe.ready(Interest::ERROR).await;
}

/// Bytes of memory that a process and its children hold; nothing where the
/// system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn resident(process: u32) -> Option<u64> {
    /// A worker behind a shell or two is enough.
    const GENERATIONS: usize = 3;
    const MOST: usize = 64;
    let page = rustix::param::page_size() as u64;
    let pages = |id: u32| -> Option<u64> {
        let statm = std::fs::read_to_string(format!("/proc/{id}/statm")).ok()?;
        statm.split_whitespace().nth(1)?.parse().ok()
    };
    let mut total = pages(process)?;
    let mut generation = vec![process];
    for _ in 0..GENERATIONS {
        let children: Vec<u32> = generation
            .iter()
            .filter_map(|id| std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok())
            .flat_map(|ids| {
                let ids = ids.split_whitespace().filter_map(|id| id.parse().ok());
                ids.collect::<Vec<u32>>()
            })
            .take(MOST)
            .collect();
        total += children.iter().filter_map(|id| pages(*id)).sum::<u64>();
        generation = children;
    }
    Some(total * page)
}

/// Other systems have no cheap way to ask.
#[cfg(not(target_os = "linux"))]
pub(crate) fn resident(_process: u32) -> Option<u64> {
    None
}
