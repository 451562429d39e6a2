//! A folder that a hook runs code from, with all that is in it.

use std::path::{Path, PathBuf};

use super::find::{PathKind, ScriptSearch};
use super::marks::mark;
use super::probe::{ExpectedPath, Probe, listing};
use crate::shown::plain;

/// A folder with more files is not covered.
const MOST_FILES: usize = 512;
/// A folder with more bytes is not covered.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// Folders that programs fill by themselves: they are not covered, and that is told.
pub(super) const MADE: [&str; 6] = [
    ".git",
    ".venv",
    "__pycache__",
    "node_modules",
    "target",
    "venv",
];

impl ScriptSearch<'_> {
    /// Covers a folder of which the hook reads every file.
    pub(super) fn cover_policies(&mut self, folder: &str) {
        let text = mark(folder, &[]);
        for path in self.values.spelled(&text) {
            let path = match path.is_absolute() {
                true => path,
                false => self.root.real().join(path),
            };
            match self.look(&path) {
                PathKind::Folder => {
                    self.cover_folder(&path, "reads policies");
                }
                PathKind::Elsewhere => self.uncovered.push(format!(
                    "reads policies: the folder {} is outside of the project and is not checked",
                    plain(&path.to_string_lossy())
                )),
                PathKind::Missing | PathKind::Script => {}
            }
        }
    }

    /// Covers every file of a folder. Gives them, by their paths; `None` if
    /// some of it is not covered, which is told with `what` the hook does.
    pub(super) fn cover_folder(&mut self, folder: &Path, what: &str) -> Option<Vec<String>> {
        let shown = match self.shown(folder) {
            shown if shown.is_empty() => ".".to_owned(),
            shown => shown,
        };
        let Some(content) = FolderContent::of(folder) else {
            self.uncovered.push(format!(
                "{}: the files of the folder {} are not checked: it has more than {MOST_FILES} files or {MOST_BYTES} bytes, or cannot be read",
                plain(what),
                plain(&shown)
            ));
            return None;
        };
        for folder in &content.folders {
            let links = self.root.walk(folder).links;
            if let Some(names) = listing(folder, None) {
                self.probes.push(Probe {
                    path: folder.clone(),
                    links,
                    expected: ExpectedPath::Listing {
                        names,
                        pattern: None,
                    },
                });
            }
        }
        let before = std::mem::replace(&mut self.in_folder, true);
        let mut files = Vec::new();
        for file in &content.files {
            if self.look(file) == PathKind::Script {
                files.push(self.shown(file));
            }
        }
        self.in_folder = before;
        for left in &content.left_out {
            self.uncovered.push(format!(
                "{}: the files of the folder {} are not checked",
                plain(what),
                plain(&self.shown(left))
            ));
        }
        content.left_out.is_empty().then_some(files)
    }
}

/// What is in a folder.
#[derive(Default)]
struct FolderContent {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    left_out: Vec<PathBuf>,
}

impl FolderContent {
    /// `None` if there is too much of it.
    fn of(folder: &Path) -> Option<Self> {
        let mut content = Self::default();
        let mut bytes = 0;
        let mut waiting = vec![folder.to_owned()];
        while let Some(folder) = waiting.pop() {
            for entry in std::fs::read_dir(&folder).ok()? {
                let entry = entry.ok()?;
                let kind = entry.file_type().ok()?;
                let path = entry.path();
                let made = MADE.iter().any(|made| entry.file_name() == *made);
                let leads_to_folder = kind.is_symlink() && path.is_dir();
                if leads_to_folder || (kind.is_dir() && made) {
                    content.left_out.push(path);
                } else if kind.is_dir() {
                    waiting.push(path);
                } else {
                    bytes += entry.metadata().ok()?.len();
                    content.files.push(path);
                }
                let count = content.files.len() + content.folders.len() + waiting.len();
                if count > MOST_FILES || bytes > MOST_BYTES {
                    return None;
                }
            }
            content.folders.push(folder);
        }
        content.files.sort();
        Some(content)
    }
}
