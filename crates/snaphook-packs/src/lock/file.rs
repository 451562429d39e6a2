//! The lock file: read strictly, written whole. Two writers take turns, and a writer that
//! is killed leaves the old file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use snaphook_files::{Access, FolderLock, folder_of, replace};

use super::entry::LockedPack;
use crate::name::check_pack_name;
use crate::source::{PackSource, check_rev, is_commit, is_digest};
use crate::tree::check_path;

/// The name of the lock file, in a project and in the user's folder.
pub const LOCK_FILE: &str = "snaphook.lock";

/// The version of the format that this program reads and writes.
const VERSION: u32 = 1;

/// How long a writer waits for others that get nothing done.
const PATIENCE: Duration = Duration::from_secs(30);

/// The packs of a project or of a user.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PackLock {
    /// The version of the format.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    pub version: u32,
    /// The packs, sorted by name.
    pub packs: Vec<LockedPack>,
}

impl Default for PackLock {
    fn default() -> Self {
        Self {
            version: VERSION,
            packs: Vec::new(),
        }
    }
}

/// Why a lock file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// The file cannot be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It is not a lock file.
    #[error("{}: not a lock file: {message}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// It was written by another version of the program.
    #[error("{}: version {version} of the lock file; this program reads version {VERSION}", .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version.
        version: u64,
    },
    /// A pack in it has something that no pack can have.
    #[error("{}: the pack `{}`: {message}", .path.display(), .name.escape_default())]
    Pack {
        /// The file.
        path: PathBuf,
        /// The pack.
        name: String,
        /// What is wrong.
        message: String,
    },
}

impl PackLock {
    /// Reads the lock file; no packs where there is none.
    ///
    /// # Errors
    /// When it is there and cannot be used.
    pub fn load(path: &Path) -> Result<Self, LockError> {
        match std::fs::read(path) {
            Ok(bytes) => Self::parse(path, &bytes),
            // A link that leads nowhere was meant to lead to something.
            Err(error)
                if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() =>
            {
                Ok(Self::default())
            }
            Err(source) => Err(LockError::Io {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// Reads the bytes of a lock file; `path` is named in errors.
    ///
    /// # Errors
    /// When they are not a lock file, or something in it could not have been written by
    /// this program.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Self, LockError> {
        let syntax = |message: String| LockError::Syntax {
            path: path.to_owned(),
            message,
        };
        #[derive(Deserialize)]
        struct Head {
            version: u64,
        }
        let head: Head =
            serde_json::from_slice(bytes).map_err(|error| syntax(error.to_string()))?;
        if head.version != u64::from(VERSION) {
            return Err(LockError::Version {
                path: path.to_owned(),
                version: head.version,
            });
        }
        let lock: Self =
            serde_json::from_slice(bytes).map_err(|error| syntax(error.to_string()))?;
        for (number, pack) in lock.packs.iter().enumerate() {
            let wrong = |message: String| LockError::Pack {
                path: path.to_owned(),
                name: pack.name.clone(),
                message,
            };
            check_pack(pack).map_err(wrong)?;
            let before = &lock.packs[..number];
            if before
                .iter()
                .any(|other| other.name.eq_ignore_ascii_case(&pack.name))
            {
                return Err(wrong("it is there twice".to_owned()));
            }
        }
        Ok(lock)
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> String {
        // What it holds always has a JSON form.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The pack of a name.
    #[must_use]
    pub fn pack(&self, name: &str) -> Option<&LockedPack> {
        self.packs.iter().find(|pack| pack.name == name)
    }

    /// Puts a pack in, in the place of the one of its name.
    pub fn put(&mut self, pack: LockedPack) {
        self.packs.retain(|known| known.name != pack.name);
        self.packs.push(pack);
        self.packs.sort_by(|one, other| one.name.cmp(&other.name));
    }

    /// Changes the lock file: reads it, lets `change` change it, and writes it whole,
    /// while no other writer does.
    ///
    /// # Errors
    /// When the file cannot be read, locked or written, or `change` fails.
    pub fn change<T, E: From<LockError>>(
        path: &Path,
        change: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let failed = |source| LockError::Io {
            path: path.to_owned(),
            source,
        };
        let folder = folder_of(path);
        std::fs::create_dir_all(folder).map_err(failed)?;
        let real = snaphook_files::real_path(path).map_err(failed)?;
        let held = FolderLock::wait(folder_of(&real), PATIENCE).map_err(failed)?;
        let mut lock = Self::load(&real)?;
        let before = lock.clone();
        let result = change(&mut lock)?;
        if lock != before || !real.exists() {
            replace(&real, lock.text().as_bytes(), Access::Usual).map_err(failed)?;
        }
        drop(held);
        Ok(result)
    }
}

/// Everything in a lock file may come from anybody who can change the project.
fn check_pack(pack: &LockedPack) -> Result<(), String> {
    check_pack_name(&pack.name).map_err(|error| error.to_string())?;
    let source = PackSource::parse(&pack.source).map_err(|error| error.to_string())?;
    if let Some(path) = &pack.path {
        check_path(path).map_err(|error| format!("its path: {error}"))?;
    }
    match (&source, &pack.rev, &pack.commit) {
        (PackSource::Archive(_), Some(rev), None) if is_digest(rev) => {}
        (PackSource::Archive(_), ..) => return Err("an archive has its digest as `rev`".to_owned()),
        (PackSource::Folder(_), None, None) => {}
        (PackSource::Folder(_), ..) => return Err("a folder has no revision".to_owned()),
        (PackSource::Git(_), rev, Some(commit)) if is_commit(commit) => {
            if let Some(rev) = rev {
                check_rev(rev).map_err(|error| error.to_string())?;
            }
        }
        (PackSource::Git(_), ..) => return Err("it has no whole commit".to_owned()),
    }
    for hook in &pack.hooks {
        check_path(&hook.file).map_err(|error| format!("the file of a hook: {error}"))?;
    }
    Ok(())
}
