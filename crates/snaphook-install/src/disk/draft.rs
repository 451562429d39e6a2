//! Changes of files that were decided and are not written yet. Later changes see the
//! earlier ones.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use snaphook_files::real_path;

use super::ledger::Ledger;
use super::read::read_text;
use crate::error::InstallError;

/// A file that is to be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlannedChange {
    /// The file, behind any symlink.
    pub path: PathBuf,
    /// Its text now; none if it is not there.
    pub before: Option<String>,
    /// Its text then; none: it goes.
    pub after: Option<String>,
    /// Whether it is a script that must be started.
    pub executable: bool,
    /// For whom it is changed, and what the text would be without that.
    pub(crate) owners: Vec<OwnedChange>,
}

/// A change for one agent and scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnedChange {
    pub(crate) owner: String,
    /// Whether entries come; else they go.
    pub(crate) installed: bool,
    /// The text without what is ours.
    pub(crate) original: Option<String>,
}

/// Decided changes.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    pub(crate) ledger: Ledger,
    files: BTreeMap<PathBuf, PlannedChange>,
}

impl Draft {
    /// No changes yet.
    #[must_use]
    pub fn new(ledger: Ledger) -> Self {
        Self {
            ledger,
            files: BTreeMap::new(),
        }
    }

    /// The files that would be changed.
    pub fn changes(&self) -> impl Iterator<Item = &PlannedChange> {
        let files = self.files.values();
        files.filter(|change| change.before != change.after)
    }

    /// Makes several changes, or none of them.
    ///
    /// # Errors
    /// The error of the changes.
    pub fn attempt<T>(
        &mut self,
        changes: impl FnOnce(&mut Self) -> Result<T, InstallError>,
    ) -> Result<T, InstallError> {
        let before = self.files.clone();
        let done = changes(self);
        if done.is_err() {
            self.files = before;
        }
        done
    }

    /// The text of a file after the changes so far.
    pub(crate) fn text(&mut self, path: &Path) -> Result<Option<String>, InstallError> {
        Ok(self.file(path)?.after.clone())
    }

    /// The file behind any symlink.
    pub(crate) fn real(&mut self, path: &Path) -> Result<PathBuf, InstallError> {
        Ok(self.file(path)?.path.clone())
    }

    /// Decides what a file is to hold. `original` is its text without what is ours.
    pub(crate) fn write(
        &mut self,
        path: &Path,
        after: Option<String>,
        executable: bool,
        change: OwnedChange,
    ) -> Result<(), InstallError> {
        let file = self.file(path)?;
        file.after = after;
        file.executable |= executable;
        file.owners.push(change);
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Result<&mut PlannedChange, InstallError> {
        let real = real_path(path).map_err(|error| InstallError::io("find", path, error))?;
        if !self.files.contains_key(&real) {
            let before = read_text(path)?;
            let change = PlannedChange {
                path: real.clone(),
                after: before.clone(),
                before,
                executable: false,
                owners: Vec::new(),
            };
            self.files.insert(real.clone(), change);
        }
        let missing = || InstallError::ChangedMeanwhile(path.to_owned());
        self.files.get_mut(&real).ok_or_else(missing)
    }
}
