//! An edit on a file that others change, too.
//!
//! Under a lock the file is read anew, changed, and put whole into the old
//! one's place by a rename. So of several writers (threads, processes, other
//! sessions) none undoes what another did, and a reader, who locks nothing,
//! always sees a whole file.
//!
//! What is locked is the folder of the file, by its own descriptor: a lock file
//! in a project would be committed sooner or later, and one in a state folder
//! is not a lock for anyone who has another state folder. See [`FolderLock`].
//!
//! A file that is a symlink stays one: what it leads to is changed. The caller
//! is told which file that was ([`EditedFile::file`]).

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use snaphook_core::hook::Scope;
use snaphook_files::{Access, FolderLock, folder_of, is_missing, real_path, replace};

use super::changes::Edit;
use super::error::EditError;
use crate::format::Format;
use crate::load::read_text;
use crate::sources::Sources;

/// A write takes milliseconds, on a busy disk seconds; anyone who has the lock so
/// long and writes nothing hangs.
const PATIENCE: Duration = Duration::from_secs(120);

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EditedFile {
    /// The file that was meant, behind any symlink.
    pub file: PathBuf,
    /// Whether it was changed; else it was not written.
    pub changed: bool,
    /// Whether it was not there before.
    pub created: bool,
}

impl Edit {
    /// Makes the changes in a file, which is made if need be, with its folder.
    /// When there is nothing to change, nothing is written.
    ///
    /// It waits for others who change files of the same folder, and for the
    /// disk: in asynchronous code, let a thread for blocking work call it.
    ///
    /// # Errors
    /// When the file cannot be read, is not JSON, or has something else where a
    /// change belongs; when it cannot be locked or written. Then it is as it was.
    pub fn apply_to_file(&self, path: &Path) -> Result<EditedFile, EditError> {
        let failed = |what| move |source| io_error(what, path, source);
        if Format::of(path) != Format::Json {
            return Err(EditError::Yaml(path.to_owned()));
        }
        let real = real_path(path).map_err(failed("find"))?;
        let folder = folder_of(&real);
        if !folder.is_dir() {
            // Nobody needs an empty folder.
            if !self.apply(path, None)?.changed {
                return Ok(EditedFile::nothing(real));
            }
            fs::create_dir_all(folder).map_err(|error| io_error("make", folder, error))?;
        }
        let _lock = FolderLock::wait(folder, PATIENCE).map_err(|error| match error.kind() {
            io::ErrorKind::TimedOut => EditError::Locked {
                folder: folder.to_owned(),
            },
            _ => io_error("lock", folder, error),
        })?;
        let old = match fs::metadata(&real) {
            Ok(old) => Some(old),
            Err(error) if is_missing(&error) => None,
            Err(error) => return Err(io_error("read", path, error)),
        };
        let text = match &old {
            Some(_) => {
                let mut once = Sources::default();
                Some(read_text(&real, Format::Json, Scope::User, &mut once)?)
            }
            None => None,
        };
        let applied = self.apply(path, text.as_deref())?;
        if !applied.changed {
            return Ok(EditedFile::nothing(real));
        }
        let access = match &old {
            Some(old) => {
                // Who may not write a file could still put another one there.
                let writable = File::options().write(true).open(&real);
                writable.map_err(failed("write"))?;
                Access::Like(old)
            }
            None => Access::Usual,
        };
        replace(&real, applied.text.as_bytes(), access).map_err(failed("write"))?;
        Ok(EditedFile {
            file: real,
            changed: true,
            created: old.is_none(),
        })
    }
}

impl EditedFile {
    fn nothing(file: PathBuf) -> Self {
        Self {
            file,
            changed: false,
            created: false,
        }
    }
}

fn io_error(what: &'static str, path: &Path, source: io::Error) -> EditError {
    EditError::Io {
        what,
        path: path.to_owned(),
        source,
    }
}
