//! Walks along a path, name by name, and follows symlinks where its user says so.
//!
//! `canonicalize` tells only the end of a path that exists. Anyone who needs the links on
//! the way, or where a file would be made, or has rules of its own for some links,
//! walks. A walker looks at nothing itself.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

/// As many links as systems follow in one path.
pub const MOST_LINKS: usize = 40;

/// More symlinks lead to a path than systems follow, most likely in a circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more than {MOST_LINKS} symlinks on the way")]
pub struct TooManyLinks;

impl From<TooManyLinks> for io::Error {
    fn from(error: TooManyLinks) -> Self {
        Self::other(error)
    }
}

/// A walk along an absolute path.
///
/// ```
/// use std::path::Path;
///
/// use snaphook_files::Walker;
///
/// let mut walker = Walker::new(Path::new("/a/../b/c"));
/// while let Some(entry) = walker.next_entry() {
///     match std::fs::read_link(&entry) {
///         Ok(target) => walker.follow(&target)?,
///         Err(_) => walker.enter(entry),
///     }
/// }
/// assert_eq!(walker.into_path(), Path::new("/b/c"));
/// # Ok::<(), snaphook_files::TooManyLinks>(())
/// ```
#[derive(Debug)]
pub struct Walker {
    /// Has no links in it.
    at: PathBuf,
    /// The names that are left, the next one last.
    ahead: Vec<OsString>,
    links: usize,
}

impl Walker {
    /// Begins at the root of an absolute path.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self::below(Path::new(""), path)
    }

    /// Begins in a folder whose path has no links.
    #[must_use]
    pub fn below(folder: &Path, path: &Path) -> Self {
        let mut walker = Self {
            at: folder.to_owned(),
            ahead: Vec::new(),
            links: 0,
        };
        walker.go(path);
        walker
    }

    /// The path of the next entry; nothing at the end. It is to be [entered](Self::enter),
    /// or [followed](Self::follow) if it is a link.
    pub fn next_entry(&mut self) -> Option<PathBuf> {
        loop {
            let name = self.ahead.pop()?;
            if name != ".." {
                return Some(self.at.join(name));
            }
            self.at.pop();
        }
    }

    /// Goes on from this path.
    pub fn enter(&mut self, entry: PathBuf) {
        self.at = entry;
    }

    /// Goes on where a link leads that is where the walk is.
    ///
    /// # Errors
    /// When there were too many links.
    pub fn follow(&mut self, target: &Path) -> Result<(), TooManyLinks> {
        if self.links == MOST_LINKS {
            return Err(TooManyLinks);
        }
        self.links += 1;
        self.go(target);
        Ok(())
    }

    fn go(&mut self, path: &Path) {
        let is_start =
            |part: &Component<'_>| matches!(part, Component::Prefix(_) | Component::RootDir);
        let start: PathBuf = path.components().take_while(is_start).collect();
        if !start.as_os_str().is_empty() {
            self.at = self.at.join(start);
        }
        let names = path.components().rev();
        let names =
            names.filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
        self.ahead
            .extend(names.map(|part| part.as_os_str().to_owned()));
    }

    /// Whether no name is left.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.ahead.is_empty()
    }

    /// Where the walk is.
    #[must_use]
    pub fn into_path(self) -> PathBuf {
        self.at
    }
}
