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
use snaphook_core::answer::ProcessExit;
use tokio::io::Interest;
use tokio::process::{Child, ChildStdin, Command};

/// The message for a machine without a POSIX shell.
pub(crate) const NO_SHELL: &str = "this hook needs a POSIX shell, and /bin/sh does not exist";

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

/// How the shell writes a path, where it differs from the system.
pub(crate) fn shell_path(_: &str) -> Option<String> {
    None
}

/// Whether a program is a script that only a shell can start.
pub(crate) fn is_shell_script(_: &Path) -> bool {
    false
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
        // An error means that no process of the group is left.
        let _ = rustix::process::kill_process_group(self.0, Signal::TERM);
    }

    /// Ends every process of the group.
    pub(in crate::process) fn kill(&self) {
        let _ = rustix::process::kill_process_group(self.0, Signal::KILL);
    }

    /// Whether any process of the group is alive. A process that has ended and that
    /// its parent has not waited for yet (a zombie) does not count, where the system
    /// tells. Only asked after the leader was waited for.
    pub(in crate::process) fn is_alive(&self) -> bool {
        rustix::process::test_kill_process_group(self.0).is_ok() && !self.has_only_zombies()
    }

    /// Whether the system says that every process of the group has ended.
    #[cfg(target_os = "linux")]
    fn has_only_zombies(&self) -> bool {
        let Some(processes) = group_members(self.0) else {
            return false;
        };
        !processes.is_empty() && processes.iter().all(|state| matches!(state, b'Z' | b'X'))
    }

    /// Other systems reap orphans at once.
    #[cfg(not(target_os = "linux"))]
    fn has_only_zombies(&self) -> bool {
        false
    }
}

/// The states of the processes of a group, as `/proc` has them; `None` if it
/// cannot be read.
#[cfg(target_os = "linux")]
fn group_members(group: Pid) -> Option<Vec<u8>> {
    let group = group.as_raw_nonzero().to_string();
    let processes = std::fs::read_dir("/proc").ok()?.flatten();
    let members = processes.filter_map(|process| {
        let name = process.file_name();
        name.to_str()?.parse::<u32>().ok()?;
        let stat = std::fs::read(process.path().join("stat")).ok()?;
        // The name of the program is in parentheses and may hold anything.
        let end = stat.iter().rposition(|byte| *byte == b')')?;
        let rest = std::str::from_utf8(&stat[end + 1..]).ok()?;
        let mut fields = rest.split_ascii_whitespace();
        let state = *fields.next()?.as_bytes().first()?;
        (fields.nth(1)? == group).then_some(state)
    });
    Some(members.collect())
}

/// How a child ended.
pub(in crate::process) fn ended(status: ExitStatus) -> ProcessExit {
    match (status.code(), status.signal()) {
        (Some(code), _) => ProcessExit::Exit(code),
        (None, signal) => ProcessExit::Signal(signal.unwrap_or_default()),
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

/// Identifies the state of a file: any write or replacement changes
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    file: (u64, u64),
    size: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    /// Reads the stamp of the file at this path, behind any symlinks.
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
    // An empty pipe always has room for this many bytes.
    if bytes.len() > PIPE_BUF {
        rustix::io::ioctl_fionbio(&writer, true)?;
    }
    writer.write_all(bytes)?;
    Ok(reader)
}

/// Waits until the reading end of a pipe is closed.
pub(crate) async fn closed(pipe: &PipeWriter) {
    let _ = pipe.ready(Interest::ERROR).await;
}

/// Bytes of memory that a process and its children hold; `None` if the
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{WaitId, WaitIdOptions, waitid};

    use super::*;

    fn id(child: &std::process::Child) -> Pid {
        Pid::from_child(child)
    }

    #[test]
    fn a_group_with_only_zombies_left_is_gone() {
        let mut leader = Command::new("/bin/sleep")
            .arg("600")
            .process_group(0)
            .spawn()
            .unwrap();
        let group = Group(id(&leader));
        let mut member = Command::new("/bin/sleep")
            .arg("600")
            .process_group(group.0.as_raw_nonzero().get())
            .spawn()
            .unwrap();
        assert!(group.is_alive());
        group.terminate();
        leader.wait().unwrap();
        // It has ended, and nobody takes it away.
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(id(&member)), ended).unwrap();
        assert!(rustix::process::test_kill_process_group(group.0).is_ok());
        assert!(!group.is_alive());
        member.wait().unwrap();
        assert!(!group.is_alive());
    }
}
