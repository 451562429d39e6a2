//! Every file below a folder, level by level: a large folder deep inside does
//! not hide what lies beside it. Symlinks are not followed.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;

/// Entries that are looked at before it gives up.
const MOST_ENTRIES: usize = 50_000;

/// The inside of a repository: large, and nothing that anybody wrote.
const PASSED_OVER: &str = ".git";

/// The files below a folder.
pub(super) struct FileWalk<'a> {
    folders: VecDeque<PathBuf>,
    files: VecDeque<PathBuf>,
    seen: usize,
    stop: &'a CancellationToken,
    /// There is more than it looked at.
    pub(super) cut: bool,
}

impl<'a> FileWalk<'a> {
    pub(super) fn below(folder: &Path, stop: &'a CancellationToken) -> Self {
        Self {
            folders: VecDeque::from([folder.to_owned()]),
            files: VecDeque::new(),
            seen: 0,
            stop,
            cut: false,
        }
    }

    /// Looks into the next folder. One that cannot be read has nothing in it.
    fn open(&mut self, folder: &Path) {
        let Ok(entries) = folder.read_dir() else {
            return;
        };
        let (mut folders, mut files) = (Vec::new(), Vec::new());
        for entry in entries.flatten() {
            self.seen += 1;
            if self.seen > MOST_ENTRIES {
                self.cut = true;
                break;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && entry.file_name() != PASSED_OVER => {
                    folders.push(entry.path());
                }
                Ok(kind) if kind.is_file() => files.push(entry.path()),
                _ => {}
            }
        }
        folders.sort();
        files.sort();
        self.folders.extend(folders);
        self.files.extend(files);
    }
}

impl Iterator for FileWalk<'_> {
    type Item = PathBuf;

    fn next(&mut self) -> Option<PathBuf> {
        loop {
            if self.stop.is_cancelled() {
                return None;
            }
            if let Some(file) = self.files.pop_front() {
                return Some(file);
            }
            if self.cut {
                return None;
            }
            let folder = self.folders.pop_front()?;
            self.open(&folder);
        }
    }
}
