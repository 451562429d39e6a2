//! Detects changes of the files that a worker was started from.
//!
//! A running worker has its script in memory. After an edit the next event must run
//! the new script, and no request may run a script that did not exist when the hook
//! was selected.

use std::path::PathBuf;

use crate::process::os::Stamp;

/// Files with the stamps that they had at one moment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct FileStamps(Vec<(PathBuf, Option<Stamp>)>);

impl FileStamps {
    /// Reads the stamps of these files.
    pub(super) fn of(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let look = |file: PathBuf| {
            let stamp = Stamp::of(&file);
            (file, stamp)
        };
        Self(files.into_iter().map(look).collect())
    }

    /// Reads the stamps of these files again.
    pub(super) fn reread(&self) -> Self {
        Self::of(self.0.iter().map(|(file, _)| file.clone()))
    }

    /// Whether the files still have these stamps.
    pub(super) fn are_current(&self) -> bool {
        let same = |(file, stamp): &(PathBuf, Option<Stamp>)| Stamp::of(file) == *stamp;
        self.0.iter().all(same)
    }
}
