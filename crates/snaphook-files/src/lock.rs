//! A lock on a folder.
//!
//! A lock file beside what it guards would turn up in `git status` of every
//! project; one in a state folder does not hold against a process that has
//! another state folder (a container, another `XDG_STATE_HOME`). The folder's
//! own inode is there already, is the same for everybody, and the system
//! unlocks it when its holder dies.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use crate::os;

/// Between two tries. Locks are held for the time of one small write.
const PAUSE: Duration = Duration::from_millis(2);

/// A folder that this process, and in it this holder, has for itself among all
/// who lock it so. Unlocked when it is dropped.
#[derive(Debug)]
pub struct FolderLock {
    _folder: File,
}

impl FolderLock {
    /// Locks a folder. It waits for others as long as they get something done,
    /// but at most so long when nothing happens in the folder: anyone who can read
    /// it can lock it, and need not let go.
    ///
    /// # Errors
    /// When the folder cannot be opened or locked; of the kind
    /// [`TimedOut`](io::ErrorKind::TimedOut) when others did not let go.
    pub fn wait(path: &Path, patience: Duration) -> io::Result<Self> {
        let mut start = Instant::now();
        let mut seen = None;
        loop {
            let folder = os::open_to_lock(path)?;
            // Every file that is put into the folder changes this.
            let now = fs::metadata(path)?.modified().ok();
            if now != seen {
                start = Instant::now();
                seen = now;
            }
            match folder.try_lock() {
                // While this waited, another folder may have taken its place.
                Ok(()) if os::is_still(&folder, path)? => return Ok(Self { _folder: folder }),
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            if start.elapsed() >= patience {
                let words = "another process has it locked";
                return Err(io::Error::new(io::ErrorKind::TimedOut, words));
            }
            // The system has no lock with a time limit.
            thread::sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_nothing_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let none = Duration::ZERO;
        let first = FolderLock::wait(folder.path(), none).unwrap();
        let error = FolderLock::wait(folder.path(), none).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        drop(first);
        drop(FolderLock::wait(folder.path(), none).unwrap());
        // On Windows the lock is held on a hidden file, which stays.
        let left = if cfg!(windows) { 1 } else { 0 };
        assert_eq!(folder.path().read_dir().unwrap().count(), left);
    }

    #[test]
    fn a_folder_that_is_not_there_cannot_be_locked() {
        let folder = tempfile::tempdir().unwrap();
        let error = FolderLock::wait(&folder.path().join("no"), Duration::ZERO).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
