//! Where a path really leads.
//!
//! Not `canonicalize`, which knows only what is there: a link to a file that is
//! yet to be made leads to where it will be made.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// As many links as the system itself follows.
const MOST_LINKS: usize = 40;

/// The path with every symlink in it followed, also one to what is not there.
/// Of links in a circle only the root is left: they lead nowhere that a rule
/// could speak of.
pub(crate) fn real_path(path: &Path) -> Option<PathBuf> {
    if !path.is_absolute() {
        return None;
    }
    let root = path.ancestors().last()?.to_owned();
    let mut real = root.clone();
    // What is still to go, the next name last.
    let mut ahead: Vec<OsString> = names(path);
    let mut links = 0;
    while let Some(name) = ahead.pop() {
        if name == ".." {
            real.pop();
            continue;
        }
        let next = real.join(&name);
        match std::fs::read_link(&next) {
            Ok(target) => {
                links += 1;
                if links > MOST_LINKS {
                    return Some(root);
                }
                if target.is_absolute() {
                    real = target.ancestors().last()?.to_owned();
                }
                ahead.extend(names(&target));
            }
            Err(_) => real = next,
        }
    }
    Some(real)
}

/// The names of a path, the last first.
fn names(path: &Path) -> Vec<OsString> {
    let names = path.components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    });
    let mut names: Vec<OsString> = names.collect();
    names.reverse();
    names
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_leads_where_a_file_would_be_made() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let at = |name: &str| root.join(name);
        fs::create_dir_all(at("a/b")).unwrap();
        symlink("../out", at("a/to-out")).unwrap();
        symlink(at("a/b"), at("b")).unwrap();
        symlink("round", at("round")).unwrap();
        symlink("a/to-out/deeper", at("chain")).unwrap();
        for (path, real) in [
            ("a/b", "a/b"),
            ("a/new/file", "a/new/file"),
            ("a/to-out", "out"),
            ("a/to-out/x", "out/x"),
            ("b/../x", "a/x"),
            ("chain/x", "out/deeper/x"),
            ("a/./b/../../c", "c"),
        ] {
            assert_eq!(real_path(&at(path)), Some(at(real)), "{path}");
        }
        assert_eq!(real_path(&at("round/x")), Some(PathBuf::from("/")));
        assert_eq!(real_path(Path::new("a")), None);
        assert_eq!(real_path(Path::new("/../..")), Some(PathBuf::from("/")));
    }
}
