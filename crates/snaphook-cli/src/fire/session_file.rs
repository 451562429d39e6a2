//! A session between commands: `--session ID` keeps it in the state folder.
//!
//! The file is locked while it is read or written, not while hooks run: a hook
//! may itself call `snaphook fire` with the same session.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use snaphook::{KeptNotice, Session, SessionMemory, SessionNotice, state};

use crate::error::CommandError;
use crate::os;
use crate::world;

/// The file of one session.
pub(crate) struct SessionFile {
    folder: PathBuf,
    /// What was there when this command began.
    before: OnceLock<SessionMemory>,
}

impl SessionFile {
    pub(crate) fn of(id: &str) -> Result<Self, CommandError> {
        let state_dir = world::state_dir().ok_or_else(|| {
            CommandError::new("there is no state folder to keep the session in")
                .help("set HOME or XDG_STATE_HOME")
        })?;
        Ok(Self {
            folder: state::session_folder(&state_dir, id),
            before: OnceLock::new(),
        })
    }

    /// Gives the session what was kept of it; notices are fetched by that.
    pub(crate) fn restore(&self, session: &Session) -> Result<(), CommandError> {
        let kept = self.change(|memory| {
            let kept = memory.clone();
            memory.notices.clear();
            kept
        })?;
        let _ = self.before.set(kept.clone());
        session.remember(kept);
        Ok(())
    }

    /// Gives the session what was kept of it, and leaves everything as it is.
    pub(crate) fn show(&self, session: &Session) -> Result<(), CommandError> {
        let kept = self.change(|memory| memory.clone())?;
        session.remember(kept);
        Ok(())
    }

    /// Keeps the session, beside what other commands kept meanwhile.
    pub(crate) fn keep(
        &self,
        session: &Session,
        notices: &[SessionNotice],
    ) -> Result<(), CommandError> {
        self.change(|memory| {
            let nothing = SessionMemory::default();
            let before = self.before.get().unwrap_or(&nothing);
            memory.take_changes(before, session.memory());
            memory.notices.extend(notices.iter().map(KeptNotice::from));
        })
    }

    /// Changes the file under its lock, in one step.
    fn change<T>(&self, change: impl FnOnce(&mut SessionMemory) -> T) -> Result<T, CommandError> {
        let file = self.folder.join("session.json");
        let run = || -> io::Result<T> {
            os::make_private_folder(&self.folder)?;
            let lock = File::create(self.folder.join("lock"))?;
            lock.lock()?;
            let mut memory = match fs::read(&file) {
                Ok(bytes) => serde_json::from_slice(&bytes).map_err(io::Error::other)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => SessionMemory::default(),
                Err(error) => return Err(error),
            };
            let result = change(&mut memory);
            // Beside it, then in its place: a crash leaves the old one.
            let new = self.folder.join("session.json.new");
            fs::write(&new, serde_json::to_vec(&memory).map_err(io::Error::other)?)?;
            fs::rename(new, &file)?;
            Ok(result)
        };
        run().map_err(|error| {
            CommandError::new(format!("{}: {error}", file.display()))
                .help("the session cannot be kept; remove the file, or fire without --session")
        })
    }
}
