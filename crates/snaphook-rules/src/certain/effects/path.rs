//! The paths among the words of a command.

use super::super::line::{CertainPiece, CertainWord};

/// Stands for a glob in a pattern. The grammar knows no control characters.
pub(crate) const GLOB: char = '\0';

/// A path as a line names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct FilePath {
    /// The path, a leading `~` for the home folder, `\0` for globs.
    pattern: String,
    /// The word begins with a glob: the name of a file may come to an option.
    begins_with_glob: bool,
}

impl FilePath {
    pub(in super::super) fn literal(path: &str) -> FilePath {
        FilePath {
            pattern: path.to_owned(),
            begins_with_glob: false,
        }
    }

    /// The path that a word names; `None` if it could lead up by a glob
    /// (`.*` matches `..`), or holds what is only known at run time.
    pub(super) fn of(word: &CertainWord) -> Option<FilePath> {
        let mut pattern = String::new();
        for piece in word.pieces() {
            match piece {
                CertainPiece::Text(text) => pattern.push_str(text),
                CertainPiece::Home => pattern.push('~'),
                CertainPiece::Glob => pattern.push(GLOB),
                CertainPiece::Expansion { .. } => return None,
            }
        }
        let mut seen = false;
        for name in pattern.split('/') {
            if name.contains(GLOB) {
                seen = true;
                if name.starts_with('.') {
                    return None;
                }
            } else if seen && name == ".." {
                return None;
            }
        }
        Some(FilePath {
            begins_with_glob: pattern.starts_with(GLOB),
            pattern,
        })
    }

    /// This path below a folder that the line changed to.
    pub(in super::super) fn at(&self, pattern: String) -> FilePath {
        FilePath {
            pattern,
            begins_with_glob: self.begins_with_glob,
        }
    }

    /// The folder in which the name of a file could come to an option.
    pub(in super::super) fn option_folder(&self) -> Option<&str> {
        let (before, _) = self.pattern.split_once(GLOB)?;
        self.begins_with_glob.then_some(match before {
            "" => ".",
            folder => folder,
        })
    }

    pub(in super::super) fn pattern(&self) -> &str {
        &self.pattern
    }

    /// The path, with `*` for every glob.
    pub(in super::super) fn text(&self) -> String {
        self.pattern.replace(GLOB, "*")
    }

    /// The last name of this path, below a folder.
    pub(super) fn below(&self, folder: &FilePath) -> FilePath {
        let path = self.pattern.trim_end_matches('/');
        let name = path.rsplit('/').next().unwrap_or(path);
        FilePath::literal(&format!("{}/{name}", folder.pattern.trim_end_matches('/')))
    }

    /// The path with something added to its last name.
    pub(super) fn with_suffix(&self, suffix: &str) -> FilePath {
        self.at(format!("{}{suffix}", self.pattern))
    }
}

/// Whether a word holds a glob.
pub(super) fn has_glob(word: &CertainWord) -> bool {
    word.pieces().contains(&CertainPiece::Glob)
}
