//! What a word means as a path.

use crate::{Gap, Piece, Word};

/// A path, as far as a word says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PathTarget {
    /// This one.
    Path(String),
    /// All that fit this glob, which has nothing else in it that is not known.
    Glob(String),
    /// Most likely this one: a line may set `HOME` and `PWD`.
    Likely(String),
    /// Nobody knows.
    Unknown,
}

impl PathTarget {
    pub(super) fn of(word: &Word, source: &str) -> Self {
        if let Some(path) = word.known() {
            return Self::Path(path.to_owned());
        }
        let written = source.get(word.range()).unwrap_or_default();
        match (glob(word, written), likely(word, written)) {
            (Some(glob), _) => Self::Glob(glob),
            (None, Some(likely)) => Self::Likely(likely),
            (None, None) => Self::Unknown,
        }
    }

    /// This path within a folder, under its own name.
    pub(super) fn within(&self, folder: &PathTarget) -> Self {
        let named = |path: &String| {
            let path = path.trim_end_matches('/');
            path.rsplit('/').next().unwrap_or(path).to_owned()
        };
        self.map(named).below(folder)
    }

    /// This path, starting from a folder.
    pub(super) fn below(&self, folder: &PathTarget) -> Self {
        let (path, globs) = match self {
            Self::Path(path) | Self::Likely(path) if path.starts_with(['/', '~']) => {
                return self.clone();
            }
            Self::Path(path) | Self::Likely(path) => (path, false),
            Self::Glob(glob) if glob.starts_with('/') => return self.clone(),
            Self::Glob(glob) => (glob, true),
            Self::Unknown => return Self::Unknown,
        };
        let join = |folder: &str| format!("{}/{path}", folder.trim_end_matches('/'));
        match folder {
            // A character of a folder's name that a glob has a use for is rare
            // enough to leave it to a person.
            Self::Path(folder) if globs && folder.contains(['*', '?', '[', '\\']) => Self::Unknown,
            Self::Path(folder) if folder == "/" && globs => Self::Glob(format!("/{path}")),
            Self::Path(folder) if globs => Self::Glob(join(folder)),
            Self::Path(folder) if folder == "/" => Self::Path(format!("/{path}")),
            Self::Path(folder) => Self::Path(join(folder)),
            Self::Likely(folder) if !globs => Self::Likely(join(folder)),
            Self::Glob(folder) if globs || !path.contains(['*', '?', '[', '\\']) => {
                Self::Glob(join(folder))
            }
            _ => Self::Unknown,
        }
    }

    fn map(&self, change: impl Fn(&String) -> String) -> Self {
        match self {
            Self::Path(path) => Self::Path(change(path)),
            Self::Likely(path) => Self::Likely(change(path)),
            Self::Glob(glob) => Self::Glob(change(glob)),
            Self::Unknown => Self::Unknown,
        }
    }
}

/// The glob that a word is, where its gaps are wildcards and nothing is quoted.
fn glob(word: &Word, written: &str) -> Option<String> {
    if written.contains(['$', '`', '\'', '"', '\\', '{', '}', '(', '~', '<', '>']) {
        return None;
    }
    let mut rest = written;
    for piece in word.pieces().iter().rev() {
        rest = match piece {
            Piece::Text(text) => rest.strip_suffix(text.as_str())?,
            Piece::Gap(Gap::Many) if rest.ends_with(['*', '?']) => &rest[..rest.len() - 1],
            Piece::Gap(Gap::Many) if rest.ends_with(']') => &rest[..rest.find('[')?],
            Piece::Gap(_) => return None,
        };
    }
    Some(written[rest.len()..].to_owned())
}

/// What `~/x`, `$HOME/x` and `$PWD/x` most likely mean, as a path that starts
/// from the home folder or the cwd.
fn likely(word: &Word, written: &str) -> Option<String> {
    let rest = match word.pieces() {
        [Piece::Gap(Gap::One | Gap::Many)] => "",
        [Piece::Gap(Gap::One | Gap::Many), Piece::Text(rest)] if rest.starts_with('/') => rest,
        _ => return None,
    };
    let written: String = written.replace('"', "");
    let name = written.strip_suffix(rest)?;
    let start = match name.rsplit('=').next().unwrap_or(name) {
        "~" | "$HOME" | "${HOME}" => "~",
        "~+" | "$PWD" | "${PWD}" => ".",
        _ => return None,
    };
    Some(format!("{start}{rest}"))
}
