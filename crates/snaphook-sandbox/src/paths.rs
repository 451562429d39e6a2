//! Paths as settings write them, and which of them lie in which. Text only: nothing here
//! looks at a disk.

use std::path::{Component, Path, PathBuf};

/// The path that a text means: absolute, from `~`, or from the project.
pub(crate) fn resolve(text: &str, home: Option<&Path>, project: Option<&Path>) -> Option<PathBuf> {
    let text = text.strip_suffix("/**").unwrap_or(text);
    let path = match text.strip_prefix('~') {
        Some("") => home?.to_owned(),
        Some(rest) => home?.join(rest.strip_prefix('/')?),
        None if text.is_empty() => return Some(PathBuf::from("/")),
        None => match Path::new(text).is_absolute() {
            true => PathBuf::from(text),
            false => project?.join(text),
        },
    };
    Some(plain(&path))
}

/// The path without `.` and `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// Of two lists of paths, those places that both open.
pub(crate) fn in_both(one: &[PathBuf], other: &[PathBuf]) -> Vec<PathBuf> {
    let mut both = Vec::new();
    for a in one {
        for b in other {
            let inner = match (a.starts_with(b), b.starts_with(a)) {
                (true, _) => a,
                (_, true) => b,
                _ => continue,
            };
            push(&mut both, inner.clone());
        }
    }
    both
}

/// Adds a path that is not there yet.
pub(crate) fn push(paths: &mut Vec<PathBuf>, path: PathBuf) {
    if !paths.contains(&path) {
        paths.push(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_home_and_from_the_project() {
        let at = |text| resolve(text, Some(Path::new("/home/u")), Some(Path::new("/w/p")));
        assert_eq!(at("~"), Some("/home/u".into()));
        assert_eq!(at("~/.ssh/"), Some("/home/u/.ssh".into()));
        assert_eq!(at("."), Some("/w/p".into()));
        assert_eq!(at("src/../docs/**"), Some("/w/p/docs".into()));
        assert_eq!(at("../other"), Some("/w/other".into()));
        assert_eq!(at("/etc/x"), Some("/etc/x".into()));
        assert_eq!(at("~root/x"), None);
        assert_eq!(resolve("~/x", None, None), None);
    }

    #[test]
    fn only_what_both_open_is_open() {
        let paths = |texts: &[&str]| texts.iter().map(PathBuf::from).collect::<Vec<_>>();
        let both = in_both(&paths(&["/a", "/b/c"]), &paths(&["/a/x", "/b", "/d"]));
        assert_eq!(both, paths(&["/a/x", "/b/c"]));
    }
}
