//! The files of a copy, in their places, and the digest that it is kept by.

use std::path::{Component, Path};

use serde_json::json;

use crate::{Digest, canonical};

/// As many files are copied at most.
pub(super) const MOST_FILES: usize = 512;
/// As many bytes are copied at most, of all files together.
pub(crate) const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// One file of a copy.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TreeFile {
    /// Its path from the project, and from the copy's folder.
    pub(crate) path: String,
    pub(crate) sha256: Digest,
    pub(crate) executable: bool,
}

/// All files of a copy, sorted by their paths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Tree {
    files: Vec<TreeFile>,
}

impl Tree {
    /// `None` if one of the files has no place in a copy.
    pub(crate) fn of(mut files: Vec<TreeFile>) -> Option<Self> {
        files.sort();
        files.dedup();
        let placed = files.len() <= MOST_FILES && files.iter().all(|file| is_inside(&file.path));
        let twice = files.windows(2).any(|pair| pair[0].path == pair[1].path);
        (placed && !twice && !files.is_empty()).then_some(Self { files })
    }

    pub(crate) fn files(&self) -> &[TreeFile] {
        &self.files
    }

    pub(crate) fn digest(&self) -> Digest {
        let files = self.files.iter();
        canonical::digest(&json!({
            "copy": 1,
            "files": files.map(|file| json!([file.path, file.sha256, file.executable])).collect::<Vec<_>>(),
        }))
    }
}

/// Whether a path stays inside of the folder that it starts from.
fn is_inside(path: &str) -> bool {
    let mut parts = Path::new(path).components().peekable();
    parts.peek().is_some() && parts.all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str, executable: bool) -> TreeFile {
        TreeFile {
            path: path.to_owned(),
            sha256: Digest::of(text.as_bytes()),
            executable,
        }
    }

    #[test]
    fn a_path_out_of_the_copy_is_refused() {
        for path in ["../x", "/x", "a/../../x", "", "a/./../.."] {
            assert_eq!(Tree::of(vec![file(path, "", false)]), None, "{path}");
        }
        assert_eq!(Tree::of(Vec::new()), None);
        assert_eq!(
            Tree::of(vec![file("a", "1", false), file("a", "2", false)]),
            None
        );
    }

    #[test]
    fn the_digest_is_of_places_contents_and_modes() {
        let digest = |files| Tree::of(files).unwrap().digest();
        let one = digest(vec![file("a", "1", false), file("b", "2", true)]);
        assert_eq!(
            one,
            digest(vec![file("b", "2", true), file("a", "1", false)])
        );
        assert_ne!(
            one,
            digest(vec![file("a", "1", false), file("b", "2", false)])
        );
        assert_ne!(
            one,
            digest(vec![file("a", "2", false), file("b", "1", true)])
        );
        assert_ne!(one, digest(vec![file("a", "1", false)]));
    }
}
