//! Writing the decided changes: each file under the lock of its folder, whole, and only if
//! nobody changed it since. If one of them fails, those before it are taken back.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use snaphook_files::{Access, FolderLock, folder_of, is_missing, replace};

use super::draft::{Draft, PlannedChange};
use super::ledger::{FileRecord, Ledger, digest};
use super::read::read_text;
use crate::error::InstallError;
use crate::os;

/// Locks are held for the time of one small write.
const PATIENCE: Duration = Duration::from_secs(30);

/// Writes the changes and records what was there before.
///
/// # Errors
/// When a file cannot be locked or written, or was changed meanwhile. Then every file is
/// as it was.
pub fn apply(draft: Draft) -> Result<(), InstallError> {
    let changes: Vec<PlannedChange> = draft.changes().cloned().collect();
    if changes.is_empty() {
        return Ok(());
    }
    let ledger = draft.ledger;
    let state = ledger.file().map(folder_of).map(Path::to_owned);
    if let Some(state) = &state {
        fs::create_dir_all(state).map_err(|error| InstallError::io("make", state, error))?;
    }
    let _lock = state.as_deref().map(lock).transpose()?;
    // Others may have written it since it was read.
    let mut ledger = Ledger::read(ledger.file().map(Path::to_owned));
    let mut done: Vec<(&PlannedChange, Vec<PathBuf>)> = Vec::new();
    for change in &changes {
        match write(change) {
            Ok(made) => done.push((change, made)),
            Err(error) => {
                take_back(&done);
                return Err(error);
            }
        }
    }
    for (change, made) in &done {
        record(&mut ledger, change, made);
    }
    if let Err(error) = ledger.write() {
        take_back(&done);
        return Err(error);
    }
    Ok(())
}

fn lock(folder: &Path) -> Result<FolderLock, InstallError> {
    FolderLock::wait(folder, PATIENCE).map_err(|error| InstallError::io("lock", folder, error))
}

/// Makes a folder and those above it; gives those that were made, the outermost first.
fn make_folders(folder: &Path) -> Result<Vec<PathBuf>, InstallError> {
    let missing = folder.ancestors().take_while(|folder| !folder.exists());
    let mut missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
    missing.reverse();
    fs::create_dir_all(folder).map_err(|error| InstallError::io("make", folder, error))?;
    Ok(missing)
}

fn write(change: &PlannedChange) -> Result<Vec<PathBuf>, InstallError> {
    let path = &change.path;
    let failed = |error| InstallError::io("write", path, error);
    let folder = folder_of(path);
    let made = make_folders(folder)?;
    let written = || {
        let _lock = lock(folder)?;
        if read_text(path)? != change.before {
            return Err(InstallError::ChangedMeanwhile(path.clone()));
        }
        let Some(after) = &change.after else {
            return fs::remove_file(path).map_err(failed);
        };
        let old = match fs::metadata(path) {
            Ok(old) => {
                // Who may not write a file could still put another one there.
                File::options().write(true).open(path).map_err(failed)?;
                Some(old)
            }
            Err(error) if is_missing(&error) => None,
            Err(error) => return Err(failed(error)),
        };
        let access = old.as_ref().map_or(Access::Usual, Access::Like);
        replace(path, after.as_bytes(), access).map_err(failed)?;
        match change.executable {
            true => os::make_executable(path).map_err(failed),
            false => Ok(()),
        }
    };
    match written() {
        Ok(()) => Ok(made),
        Err(error) => {
            remove_folders(&made);
            Err(error)
        }
    }
}

/// Removes folders that have nothing in them, the innermost first.
fn remove_folders(folders: &[PathBuf]) {
    for folder in folders.iter().rev() {
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
}

fn take_back(done: &[(&PlannedChange, Vec<PathBuf>)]) {
    for (change, made) in done.iter().rev() {
        let undo = || -> io::Result<()> {
            match &change.before {
                Some(text) => {
                    let old = fs::metadata(&change.path);
                    let access = old.as_ref().map_or(Access::Usual, Access::Like);
                    replace(&change.path, text.as_bytes(), access)
                }
                None => fs::remove_file(&change.path),
            }
        };
        // The first failure is what the caller is told.
        let _ = undo();
        remove_folders(made);
    }
}

fn record(ledger: &mut Ledger, change: &PlannedChange, made: &[PathBuf]) {
    let path = &change.path;
    let untouched = change
        .before
        .as_deref()
        .is_some_and(|before| ledger.is_untouched(path, before));
    let known = ledger.files.remove(path).unwrap_or_default();
    let mut owners = known.owners;
    let mut original = known.original;
    if !untouched {
        original = change
            .owners
            .first()
            .and_then(|first| first.original.clone());
    }
    for owned in &change.owners {
        owners.retain(|owner| *owner != owned.owner);
        if owned.installed {
            owners.push(owned.owner.clone());
        }
    }
    let folders = [known.folders, made.to_vec()].concat();
    match &change.after {
        Some(after) if !owners.is_empty() => {
            let record = FileRecord {
                owners,
                original,
                written: digest(after),
                folders,
            };
            ledger.files.insert(path.clone(), record);
        }
        Some(_) => {}
        None => remove_folders(&folders),
    }
}
