//! Where a path leads: every symlink on the way, and what is at its end.
//!
//! `canonicalize` tells only the end. Here the links count too, so that a
//! file that is swapped for a link to an equal one is a change. Nothing is
//! opened: a few `lstat` calls, cheap enough to repeat before every run.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use snaphook_files::{MOST_LINKS, Walker};

use super::script::Link;
use crate::os::ContentStamp;

/// The project's folder.
#[derive(Debug)]
pub(crate) struct Root {
    given: PathBuf,
    real: PathBuf,
    stamp: Option<ContentStamp>,
}

/// Where a path led.
#[derive(Debug)]
pub(crate) struct Trace {
    pub(crate) links: Vec<Link>,
    pub(crate) real: PathBuf,
    pub(crate) end: WalkEnd,
}

/// What is at the end of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WalkEnd {
    File(ContentStamp),
    Folder,
    Missing,
    /// Something that cannot be read, in words.
    Other(String),
}

impl Root {
    pub(crate) fn new(project: &Path) -> Self {
        let real = snaphook_files::canonical(project).unwrap_or_else(|_| project.to_owned());
        Self {
            given: project.to_owned(),
            stamp: stamp(&real),
            real,
        }
    }

    /// Its path without symlinks.
    pub(crate) fn real(&self) -> &Path {
        &self.real
    }

    /// Whether the path that was given still leads to the same folder.
    pub(crate) fn is_same(&self) -> bool {
        match (&self.stamp, stamp(&self.given)) {
            (Some(before), Some(now)) => before.same_file(&now),
            (before, now) => before.is_none() && now.is_none(),
        }
    }

    /// The part of a path below the project, as it is written.
    fn below<'a>(&self, path: &'a Path) -> Option<&'a Path> {
        path.strip_prefix(&self.real)
            .or_else(|_| path.strip_prefix(&self.given))
            .ok()
    }

    /// Whether the path is inside as it is written.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        let mut plain = PathBuf::new();
        for part in path.components() {
            match part {
                Component::ParentDir => {
                    plain.pop();
                }
                part => plain.push(part),
            }
        }
        self.below(&plain).is_some()
    }

    /// The path as people read it: from the project, if it is inside.
    pub(crate) fn shown(&self, path: &Path) -> PathBuf {
        match self.below(path) {
            // Without `.` and doubled slashes.
            Some(below) => below.components().collect(),
            None => path.components().collect(),
        }
    }

    /// Follows an absolute path.
    pub(crate) fn walk(&self, path: &Path) -> Trace {
        let walker = match self.below(path) {
            Some(below) => Walker::below(&self.real, below),
            None => Walker::new(path),
        };
        let mut walk = PathWalk {
            root: self,
            walker,
            links: Vec::new(),
        };
        let end = walk.run();
        Trace {
            links: walk.links,
            real: walk.walker.into_path(),
            end,
        }
    }
}

fn stamp(path: &Path) -> Option<ContentStamp> {
    fs::metadata(path).ok().map(|meta| ContentStamp::of(&meta))
}

struct PathWalk<'a> {
    root: &'a Root,
    walker: Walker,
    links: Vec<Link>,
}

impl PathWalk<'_> {
    fn run(&mut self) -> WalkEnd {
        while let Some(path) = self.walker.next_entry() {
            let meta = match fs::symlink_metadata(&path) {
                Ok(meta) => meta,
                Err(error) => {
                    self.walker.enter(path);
                    return ended(&error);
                }
            };
            if meta.is_symlink() {
                if let Err(end) = self.follow(&path) {
                    return end;
                }
                continue;
            }
            self.walker.enter(path);
            if meta.is_dir() {
                continue;
            }
            return match (self.walker.is_at_end(), meta.is_file()) {
                (false, _) => WalkEnd::Missing,
                (true, true) => WalkEnd::File(ContentStamp::of(&meta)),
                (true, false) => WalkEnd::Other(
                    "it is neither a file nor a folder; name a regular file instead".to_owned(),
                ),
            };
        }
        WalkEnd::Folder
    }

    fn follow(&mut self, path: &Path) -> Result<(), WalkEnd> {
        let target = fs::read_link(path).map_err(|error| ended(&error))?;
        let link = self.root.shown(path);
        let (Some(shown), Some(written)) = (link.to_str(), target.to_str()) else {
            let why = "a symlink on the way to it is not in UTF-8; name the file itself";
            return Err(WalkEnd::Other(why.to_owned()));
        };
        if self.walker.follow(&target).is_err() {
            let why = format!("more than {MOST_LINKS} symlinks lead to it; name the file itself");
            return Err(WalkEnd::Other(why));
        }
        self.links.push(Link {
            path: shown.to_owned(),
            target: written.to_owned(),
        });
        Ok(())
    }
}

fn ended(error: &io::Error) -> WalkEnd {
    match error.kind() {
        io::ErrorKind::NotFound
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::InvalidFilename
        | io::ErrorKind::InvalidInput => WalkEnd::Missing,
        _ => WalkEnd::Other(format!("it cannot be read: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_behind_the_project_with_slashes_is_inside() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("hooks")).unwrap();
        fs::write(folder.path().join("hooks/guard.sh"), "").unwrap();
        let root = Root::new(folder.path());
        // As a shell makes it of `$CLAUDE_PROJECT_DIR/hooks/guard.sh`.
        let path = PathBuf::from(format!("{}/hooks/guard.sh", root.real().display()));
        assert!(root.holds(&path), "{}", path.display());
        assert!(matches!(root.walk(&path).end, WalkEnd::File(_)));
    }

    #[test]
    fn a_path_outside_is_followed_from_the_root_of_its_volume() {
        let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = outside.path().join("guard.sh");
        fs::write(&file, "").unwrap();
        let root = Root::new(inside.path());
        // As it is written, and as the system spells it: `\\?\C:\…` on Windows.
        for path in [fs::canonicalize(&file).unwrap(), file] {
            let trace = root.walk(&path);
            assert!(matches!(trace.end, WalkEnd::File(_)), "{trace:?}");
        }
    }
}
