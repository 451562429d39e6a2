//! From a script to the files beside it that it loads.

use std::path::{Path, PathBuf};

use super::content::read_whole;
use super::find::{PathKind, ScriptSearch};
use super::references::{References, ScriptLanguage, Sibling};
use crate::Digest;
use crate::shown::plain;

/// Larger files are not looked into.
const LARGEST: u64 = 16 * 1024 * 1024;
/// More scripts than this are not looked into.
const MOST_FOLLOWED: usize = 512;

/// What is known of a file that trust covers, beyond its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Detail {
    pub(crate) kind: ScriptLanguage,
    /// The word by which its text says that it looks beside itself.
    pub(crate) needs_place: Option<String>,
    /// The files beside it that it loads.
    pub(crate) loads: Vec<String>,
}

/// A file that was found and not looked into yet.
pub(super) struct UnreadFile {
    pub(super) path: PathBuf,
    pub(super) real: PathBuf,
    pub(super) sha256: Digest,
    /// Whether the folder that it is in is covered as a whole.
    pub(super) in_folder: bool,
}

impl ScriptSearch<'_> {
    /// Looks into every file that was found, and into those that it leads to.
    pub(super) fn follow_all(&mut self) {
        let mut followed = 0;
        while let Some(unread) = self.unread.pop() {
            followed += 1;
            let detail = match followed <= MOST_FOLLOWED {
                true => self.follow(&unread),
                false => Detail {
                    kind: ScriptLanguage::Other,
                    needs_place: Some("too many files".to_owned()),
                    loads: Vec::new(),
                },
            };
            let shown = self.shown(&unread.path);
            if let Some(word) = &detail.needs_place
                && !unread.in_folder
                && detail.kind != ScriptLanguage::Program
            {
                self.uncovered.push(format!(
                    "{} finds files through {}: these files are not checked",
                    plain(&shown),
                    plain(word)
                ));
            }
            self.details.insert(shown, detail);
        }
    }

    fn follow(&mut self, unread: &UnreadFile) -> Detail {
        let name = unread.path.to_string_lossy();
        let mut detail = Detail {
            kind: ScriptLanguage::Data,
            needs_place: None,
            loads: Vec::new(),
        };
        let bytes = match read_whole(&unread.real, LARGEST) {
            Ok(bytes) if Digest::of(&bytes) == unread.sha256 => bytes,
            _ => {
                detail.needs_place = Some("its size".to_owned());
                return detail;
            }
        };
        detail.kind = ScriptLanguage::of(&name, &bytes);
        let references = References::of(detail.kind, &bytes);
        detail.needs_place = references.needs_place;
        if references.reads_package && self.has_package(&unread.path) {
            detail.needs_place.get_or_insert("package.json".to_owned());
        }
        // They are not among those that the copy is complete with.
        for name in &references.in_project {
            let path: PathBuf = self.root.real().join(name).components().collect();
            self.look(&path);
        }
        for sibling in &references.siblings {
            self.load(unread, sibling, &mut detail);
        }
        detail
    }

    /// Looks for a file beside a script.
    fn load(&mut self, from: &UnreadFile, sibling: &Sibling, detail: &mut Detail) {
        let Some(folder) = from.path.parent() else {
            return;
        };
        // What a script reads it may as well write: only code is covered.
        let data = ScriptLanguage::of(&sibling.name, b"") == ScriptLanguage::Data;
        if detail.kind == ScriptLanguage::Shell && data {
            detail.needs_place.get_or_insert(sibling.name.clone());
            return;
        }
        for candidate in &sibling.candidates {
            let path = folder.join(candidate);
            let path: PathBuf = path.components().collect();
            match (self.look(&path), candidate.ends_with('/')) {
                (PathKind::Script, false) => {
                    detail.loads.push(self.shown(&path));
                    return;
                }
                (PathKind::Folder, true) => {
                    let files = self.cover_folder(&path, &format!("loads {}", sibling.name));
                    match files {
                        Some(files) => detail.loads.extend(files),
                        None => {
                            detail.needs_place.get_or_insert(sibling.name.clone());
                        }
                    }
                    return;
                }
                _ => {}
            }
        }
        if sibling.sure {
            detail.needs_place.get_or_insert(sibling.name.clone());
        }
    }

    /// Whether a `package.json` above a file, inside of the project, says how it
    /// is read.
    fn has_package(&self, path: &Path) -> bool {
        let inside = |folder: &&Path| self.root.holds(folder);
        let mut folders = path.ancestors().skip(1).take_while(inside);
        folders.any(|folder| folder.join("package.json").exists())
    }
}
