//! A path → the folders in which it is decided what it leads to.
//!
//! These are what must be watched for a file that is not there yet, whose
//! folder may be replaced, or that a link leads to.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use snaphook_files::Walker;

/// An entry of a folder that exists, without links in its path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct RealPlace {
    pub(crate) folder: PathBuf,
    pub(crate) name: OsString,
}

/// What a path leads to, and where that is decided.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Resolution {
    /// The name without links; `None` if the file does not exist.
    pub(crate) real: Option<PathBuf>,
    pub(crate) places: Vec<RealPlace>,
}

/// Follows an absolute path, component by component.
pub(crate) fn resolve(path: &Path) -> Resolution {
    let mut resolved = Resolution::default();
    let mut walker = Walker::new(path);
    while let Some(entry) = walker.next_entry() {
        let Ok(meta) = entry.symlink_metadata() else {
            resolved.add_with_folder(&entry);
            return resolved;
        };
        if meta.is_symlink() {
            resolved.add(&entry);
            let target = std::fs::read_link(&entry).ok();
            if target.is_none_or(|target| walker.follow(&target).is_err()) {
                return resolved;
            }
            continue;
        }
        if walker.is_at_end() {
            resolved.add_with_folder(&entry);
        }
        walker.enter(entry);
    }
    resolved.real = Some(walker.into_path());
    resolved
}

impl Resolution {
    fn add(&mut self, entry: &Path) {
        if let (Some(folder), Some(name)) = (entry.parent(), entry.file_name()) {
            self.places.push(RealPlace {
                folder: folder.to_owned(),
                name: name.to_owned(),
            });
        }
    }

    /// The folder itself may be replaced by another.
    fn add_with_folder(&mut self, entry: &Path) {
        if let Some(folder) = entry.parent() {
            self.add(folder);
        }
        self.add(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(folder: &Path, name: &str) -> RealPlace {
        RealPlace {
            folder: folder.to_owned(),
            name: name.into(),
        }
    }

    #[test]
    fn a_file_is_decided_in_its_folder_and_a_folder_in_its_own() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        std::fs::write(root.join("a/b/c"), "").unwrap();
        let found = resolve(&root.join("a/b/c"));
        assert_eq!(found.real, Some(root.join("a/b/c")));
        assert_eq!(
            found.places,
            [place(&root.join("a"), "b"), place(&root.join("a/b"), "c")]
        );
    }

    #[test]
    fn what_is_missing_is_decided_where_it_begins_to_be() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("a")).unwrap();
        let found = resolve(&root.join("a/b/c/d"));
        assert_eq!(found.real, None);
        assert_eq!(
            found.places,
            [place(&root, "a"), place(&root.join("a"), "b")]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_places_of_their_own() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        std::fs::create_dir_all(root.join("real/deep")).unwrap();
        std::os::unix::fs::symlink("real", root.join("folder")).unwrap();
        std::os::unix::fs::symlink("../../other/file", root.join("real/deep/link")).unwrap();
        let found = resolve(&root.join("folder/deep/link"));
        assert_eq!(found.real, None);
        let parent = place(
            root.parent().unwrap(),
            root.file_name().unwrap().to_str().unwrap(),
        );
        assert_eq!(
            found.places,
            [
                place(&root, "folder"),
                place(&root.join("real/deep"), "link"),
                parent,
                place(&root, "other"),
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_circle_of_links_leads_nowhere() {
        let temp = tempfile::tempdir().unwrap();
        let root = temp.path().canonicalize().unwrap();
        std::os::unix::fs::symlink("two", root.join("one")).unwrap();
        std::os::unix::fs::symlink("one", root.join("two")).unwrap();
        assert_eq!(resolve(&root.join("one")).real, None);
    }
}
