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
    /// Nothing where there is no state folder.
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

    /// Gives the session what was kept of it, and leaves everything as it is.
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

    /// What is wrong with it, as an outcome tells it.
    pub(crate) fn problems(&self) -> Vec<Diagnostic> {
        let problems = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        let told = problems.iter().map(|problem| {
            let message = format!(
                "{problem}; help: hooks run as if the session had just begun; make the state folder one that can be written, or fire without --session"
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

    /// Changes the file under its lock, in one step; nothing where that cannot be.
    fn change<T>(&self, change: impl FnOnce(&mut SessionMemory) -> T) -> Option<T> {
        let Some(folder) = &self.folder else {
            self.note("there is no state folder to keep the session in: neither HOME nor XDG_STATE_HOME is set".to_owned());
            return None;
        };
        let file = folder.join("session.json");
        let run = || -> io::Result<T> {
            os::make_private_folder(folder)?;
            let lock = folder.join("lock");
            is_file_or_new(&lock)?;
            let lock = File::create(lock)?;
            locked(&lock)?;
            let mut memory = self.read(&file).unwrap_or_default();
            let result = change(&mut memory);
            // Beside it, then in its place: a crash leaves the old one.
            let new = folder.join("session.json.new");
            is_file_or_new(&new)?;
            fs::write(&new, serde_json::to_vec(&memory).map_err(io::Error::other)?)?;
            fs::rename(new, &file)?;
            Ok(result)
        };
        let ran = run();
        ran.map_err(|error| {
            self.note(format!(
                "the session cannot be kept in {}: {error}",
                file.display()
            ));
        })
        .ok()
    }

    /// What the file holds; nothing where it cannot be read.
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
                    "the session in {} cannot be read: {error}",
                    file.display()
                ));
                None
            }
        }
    }
}

/// Refuses what is there and no file: opening a pipe would wait for somebody at
/// its other end, for ever.
fn is_file_or_new(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(io::Error::other("it is no file")),
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
                return Err(io::Error::other("another command holds it"));
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}
