//! Windows: job objects, and a shell that somebody installed.
//!
//! What has no like here: a process cannot be asked to end, so it is ended at
//! once; there are no signals; the memory of a worker is not looked at.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, PipeReader};
use std::os::windows::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::{Arc, Mutex, PoisonError};

use snaphook_core::answer::ProcessExit;
use tokio::process::{Child, Command};
use win32job::{ExtendedLimitInfo, Job};

use super::git_bash;

/// Where programs are looked for when the environment does not say.
pub(crate) const DEFAULT_PATH: &str = r"C:\Windows\System32;C:\Windows";

/// Endings that a program's name may lack.
const ENDINGS: [&str; 4] = ["exe", "com", "cmd", "bat"];

/// No window of its own, and a Ctrl-C at the host's console is not for it.
const FLAGS: u32 = 0x0800_0000 | 0x0000_0200;

/// The message for a machine without a POSIX shell.
pub(crate) const NO_SHELL: &str = "this hook needs a POSIX shell: install Git for Windows, or give \
     the hook `\"shell\": \"powershell\"`";

/// The shell that reads commands: that of Git for Windows, or another on the
/// PATH. `bash` in the system's own folder is not one: it leads into a virtual
/// machine that has other paths.
pub(crate) fn posix_shell<'a>(var: impl Fn(&str) -> Option<&'a OsStr>) -> Option<PathBuf> {
    let installed = ["ProgramFiles", "ProgramW6432", "LocalAppData"]
        .iter()
        .filter_map(|name| var(name))
        .flat_map(|folder| {
            let folder = Path::new(folder);
            [r"Git\bin\bash.exe", r"Programs\Git\bin\bash.exe"].map(|file| folder.join(file))
        });
    let on_path = std::env::split_paths(var("PATH").unwrap_or_default())
        .filter(|folder| !is_of_the_system(folder))
        .flat_map(|folder| ["bash.exe", "sh.exe"].map(|name| folder.join(name)));
    installed.chain(on_path).find(|file| is_executable(file))
}

fn is_of_the_system(folder: &Path) -> bool {
    let folder = folder.to_string_lossy().to_ascii_lowercase();
    folder.contains(r"\windows\") || folder.contains(r"\windowsapps")
}

/// Whether a file can be started.
pub(crate) fn is_executable(file: &Path) -> bool {
    file.is_file()
}

/// The files that a path may mean: endings may be left out.
pub(crate) fn spellings(file: PathBuf) -> impl Iterator<Item = PathBuf> {
    let bare = file.extension().is_none();
    let endings = ENDINGS.iter().filter(move |_| bare);
    let with_endings: Vec<_> = endings.map(|ending| file.with_extension(ending)).collect();
    with_endings.into_iter().chain([file])
}

/// A variable of an environment. Case makes no difference to the system.
pub(crate) fn variable<'a>(env: &'a HashMap<OsString, OsString>, name: &str) -> Option<&'a OsStr> {
    let same = |(key, _): &(&OsString, &OsString)| key.eq_ignore_ascii_case(name);
    env.iter().find(same).map(|(_, value)| value.as_os_str())
}

/// How the shell writes a path, where it differs from the system.
pub(crate) fn shell_path(path: &str) -> Option<String> {
    let written = git_bash::posix_path(path);
    (written != path).then_some(written)
}

/// Whether a program is a script that only a shell can start.
pub(crate) fn is_shell_script(program: &Path) -> bool {
    git_bash::is_shell_script(program)
}

/// Whether two names are the same variable's.
pub(crate) fn same_variable(one: &OsStr, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// The job that a child and whatever it starts belong to.
#[derive(Debug, Clone)]
pub(in crate::process) struct Group(Arc<Mutex<Option<Job>>>);

/// Nothing shows up on the screen.
pub(in crate::process) fn prepare(command: &mut Command) {
    command.creation_flags(FLAGS);
}

impl Group {
    /// Puts a child that has just been started into a job of its own. What it
    /// starts from now on belongs to the job, too.
    pub(in crate::process) fn of(child: &Child) -> Option<Self> {
        let process = child.raw_handle()?;
        let job = Job::create().ok()?;
        job.assign_process(process as isize).ok()?;
        Some(Self(Arc::new(Mutex::new(Some(job)))))
    }

    /// Ends every process of the job: there is no way to ask.
    pub(in crate::process) fn terminate(&self) {
        self.kill();
    }

    /// Ends every process of the job.
    pub(in crate::process) fn kill(&self) {
        let job = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(job) = job {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            // Closed with this limit, the job takes its processes along.
            let _ = job.set_extended_limit_info(&limits);
        }
    }

    /// Whether any process of the job is alive.
    pub(in crate::process) fn is_alive(&self) -> bool {
        let job = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let processes = job
            .as_ref()
            .and_then(|job| job.query_process_id_list().ok());
        processes.is_some_and(|processes| !processes.is_empty())
    }
}

/// How a child ended.
pub(in crate::process) fn ended(status: ExitStatus) -> ProcessExit {
    ProcessExit::Exit(status.code().unwrap_or(-1))
}

/// There are no signals.
pub(crate) fn is_from_outside(_signal: i32) -> bool {
    false
}

/// A pipe that holds its input before anybody reads: how much one takes cannot be
/// known here, so each has its writer.
///
/// # Errors
/// Always.
pub(in crate::process) fn filled_pipe(_: &[u8]) -> io::Result<PipeReader> {
    Err(ErrorKind::Unsupported.into())
}

/// There is no limit worth asking for.
pub(in crate::process) fn file_limit() -> Option<u64> {
    None
}

/// What tells a file from what it was before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    size: u64,
    written: u64,
    created: u64,
}

impl Stamp {
    /// Reads the stamp of the file at this path, behind any symlinks.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        let meta = std::fs::metadata(path).ok()?;
        Some(Self {
            size: meta.file_size(),
            written: meta.last_write_time(),
            created: meta.creation_time(),
        })
    }
}

/// Not asked for.
pub(crate) fn resident(_process: u32) -> Option<u64> {
    None
}
