//! Whether the files that a worker was started from are still the same.
//!
//! A running worker has its script in memory. When the script is edited, the
//! next event must meet the new one; and a request must never meet one that
//! was not there when the hook was chosen.

use std::path::PathBuf;

use crate::process::os::Stamp;

/// Files, and what they were when they were looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Marks(Vec<(PathBuf, Option<Stamp>)>);

impl Marks {
    /// Looks at these files.
    pub(super) fn of(files: impl IntoIterator<Item = PathBuf>) -> Self {
        let look = |file: PathBuf| {
            let stamp = Stamp::of(&file);
            (file, stamp)
        };
        Self(files.into_iter().map(look).collect())
    }

    /// Looks at the same files again.
    pub(super) fn again(&self) -> Self {
        Self::of(self.0.iter().map(|(file, _)| file.clone()))
    }

    /// Whether a second look sees the same.
    pub(super) fn still_hold(&self) -> bool {
        let same = |(file, stamp): &(PathBuf, Option<Stamp>)| Stamp::of(file) == *stamp;
        self.0.iter().all(same)
    }
}
