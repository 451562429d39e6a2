//! A session between commands: `--session ID` keeps it in the state folder.
//!
//! The file is locked while it is read or written, not while hooks run: a hook
//! may itself call `snaphook fire` with the same session. Whatever is wrong with
//! the file, its folder or the disk keeps no hook from running: then the session
//! begins with an empty memory, and a diagnostic says so.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use snaphook::{Diagnostic, KeptNotice, Session, SessionMemory, SessionNotice, Severity, state};

use crate::os;
use crate::world;

/// The code of what is wrong with a session's file.
pub(crate) const PROBLEM: &str = "session-state";

/// How long another command may hold the file.
const PATIENCE: Duration = Duration::from_secs(2);

/// No session remembers more.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// The file of one session.
pub(crate) struct SessionFile {
    /// `None` if there is no state folder.
    folder: Option<PathBuf>,
    /// What was there when this command began.
    before: OnceLock<SessionMemory>,
    problems: Mutex<Vec<String>>,
}

impl SessionFile {
    pub(crate) fn of(id: &str) -> Self {
        Self {
            folder: world::state_dir().map(|state| state::session_folder(&state, id)),
            before: OnceLock::new(),
            problems: Mutex::default(),
        }
    }

    /// Gives the session what was kept of it; notices are fetched by that.
    pub(crate) fn restore(&self, session: &Session) {
        let kept = self.change(|memory| {
            let kept = memory.clone();
            memory.notices.clear();
            kept
        });
        let kept = kept.unwrap_or_else(|| self.look());
        let _ = self.before.set(kept.clone());
        session.remember(kept);
    }

    /// Gives the stored state to the session, and leaves the file as it is.
    pub(crate) fn show(&self, session: &Session) {
        session.remember(self.look());
    }

    /// Keeps the session, beside what other commands kept meanwhile.
    pub(crate) fn keep(&self, session: &Session, notices: &[SessionNotice]) {
        self.change(|memory| {
            let nothing = SessionMemory::default();
            let before = self.before.get().unwrap_or(&nothing);
            memory.take_changes(before, session.memory());
            memory.notices.extend(notices.iter().map(KeptNotice::from));
        });
    }

    /// Takes the texts for the model that earlier events could not deliver.
    pub(crate) fn take_waiting_context(&self) -> Vec<String> {
        let taken = self.change(|memory| std::mem::take(&mut memory.waiting_context));
        taken.unwrap_or_default()
    }

    /// Keeps texts for the model until an event can deliver them.
    pub(crate) fn add_waiting_context(&self, texts: &[String]) -> bool {
        let add = |memory: &mut SessionMemory| memory.waiting_context.extend_from_slice(texts);
        self.change(add).is_some()
    }

    /// The problems of the file, as diagnostics of an outcome.
    pub(crate) fn problems(&self) -> Vec<Diagnostic> {
        let problems = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        let told = problems.iter().map(|problem| {
            let message = format!(
                "{problem}; hooks run as if the session had just begun; help: make the state \
                folder writable, or fire without --session"
            );
            Diagnostic::new(Severity::Warning, PROBLEM, message)
        });
        told.collect()
    }

    fn note(&self, problem: String) {
        let mut problems = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }

    /// What is there, where nothing can be written.
    fn look(&self) -> SessionMemory {
        let Some(folder) = &self.folder else {
            return SessionMemory::default();
        };
        self.read(&folder.join("session.json")).unwrap_or_default()
    }

    /// Changes the file atomically under its lock. `None` if that fails.
    fn change<T>(&self, change: impl FnOnce(&mut SessionMemory) -> T) -> Option<T> {
        let Some(folder) = &self.folder else {
            self.note(
                "no folder for the session's state: neither HOME nor XDG_STATE_HOME is set"
                    .to_owned(),
            );
            return None;
        };
        let file = folder.join("session.json");
        let run = || -> io::Result<T> {
            os::make_private_folder(folder)?;
            let lock = folder.join("lock");
            is_file_or_new(&lock)?;
            let lock = File::create(lock)?;
            locked(&lock)?;
            let kept = self.read(&file);
            let before = kept.as_ref().map(serde_json::to_vec).transpose();
            let before = before.map_err(io::Error::other)?;
            let mut memory = kept.unwrap_or_default();
            let result = change(&mut memory);
            let after = serde_json::to_vec(&memory).map_err(io::Error::other)?;
            if before.as_ref() == Some(&after) {
                return Ok(result);
            }
            // Beside it, then in its place: a crash leaves the old one.
            let new = folder.join("session.json.new");
            is_file_or_new(&new)?;
            fs::write(&new, after)?;
            fs::rename(new, &file)?;
            Ok(result)
        };
        let ran = run();
        ran.map_err(|error| {
            self.note(format!(
                "failed to save the session in {}: {error}",
                file.display()
            ));
        })
        .ok()
    }

    /// Reads the file. `None` if it cannot be read.
    fn read(&self, file: &Path) -> Option<SessionMemory> {
        let read = || -> io::Result<SessionMemory> {
            is_file_or_new(file)?;
            let mut bytes = Vec::new();
            File::open(file)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
            serde_json::from_slice(&bytes).map_err(io::Error::other)
        };
        match read() {
            Ok(memory) => Some(memory),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                self.note(format!(
                    "failed to read the session in {}: {error}",
                    file.display()
                ));
                None
            }
        }
    }
}

/// Refuses a path that is not a regular file: opening a pipe would wait for ever for its
/// other end.
fn is_file_or_new(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("not a regular file")),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Waits a little for others that hold the lock.
fn locked(lock: &File) -> io::Result<()> {
    let begun = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if begun.elapsed() >= PATIENCE => {
                return Err(io::Error::other("another command is using it"));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}
