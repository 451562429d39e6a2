//! Where a path really leads.
//!
//! Not `canonicalize`, which knows only what is there: a link to a file that is
//! yet to be made leads to where it will be made. And what `/proc/self` leads to is
//! that of the tool, not of this process.

use std::path::{Component, Path, PathBuf};

use snaphook_files::Walker;
use snaphook_rules::{FolderEntry, ProcessLink, RealPath, Repository, process_link};

use crate::repository;

/// Follows links as a tool does that works in this folder.
#[derive(Debug)]
pub struct LinksOfTool<'a>(pub &'a Path);

impl RealPath for LinksOfTool<'_> {
    fn real_path(&self, path: &Path) -> Option<PathBuf> {
        follow(path, Some(self.0))
    }

    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        let entries = std::fs::read_dir(folder).ok()?.flatten();
        let entry = |entry: std::fs::DirEntry| {
            let kind = entry.file_type().ok();
            FolderEntry {
                name: entry.file_name().to_string_lossy().into_owned(),
                is_link: kind.is_none_or(|kind| kind.is_symlink()),
                is_folder: kind.is_none_or(|kind| kind.is_dir()),
            }
        };
        Some(entries.map(entry).collect())
    }

    fn git_runs(&self, folder: &Path) -> Option<String> {
        repository::could_run(folder)
    }

    fn repository(&self, folder: &Path) -> Option<Repository> {
        repository::repository(folder)
    }
}

/// Follows links in a path that no tool is to open.
#[must_use]
pub fn follow_links(path: &Path) -> Option<PathBuf> {
    follow(path, None)
}

/// The path with every symlink in it followed, also one to what is not there.
/// Of links in a circle only the root is left: they lead nowhere that a rule
/// could speak of. A link that only another process could follow is the end.
fn follow(path: &Path, cwd: Option<&Path>) -> Option<PathBuf> {
    if !path.is_absolute() {
        return None;
    }
    let root = path.ancestors().last()?.to_owned();
    let mut walker = Walker::new(path);
    while let Some(entry) = walker.next_entry() {
        let target = match (linked_by_process(&entry), cwd) {
            (None, _) => std::fs::read_link(&entry).ok(),
            (Some(ProcessLink::WorkingDirectory), Some(cwd)) => Some(cwd.to_owned()),
            (Some(ProcessLink::Root), _) => Some(root.clone()),
            _ => return Some(entry),
        };
        match target {
            // What leads to this process does not lead to the tool.
            Some(target) if !is_own_process(&entry) => {
                if walker.follow(&target).is_err() {
                    return Some(root);
                }
            }
            _ => walker.enter(entry),
        }
    }
    Some(walker.into_path())
}

fn linked_by_process(path: &Path) -> Option<ProcessLink> {
    let names: Vec<_> = path
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy()),
            _ => None,
        })
        .collect();
    process_link(&names)
}

fn is_own_process(path: &Path) -> bool {
    path == Path::new("/proc/self")
        || path == Path::new("/proc/thread-self")
        || ["/proc/self/fd/", "/proc/thread-self/fd/"]
            .iter()
            .any(|folder| path.starts_with(folder))
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
            assert_eq!(follow_links(&at(path)), Some(at(real)), "{path}");
        }
        assert_eq!(follow_links(&at("round/x")), Some(PathBuf::from("/")));
        assert_eq!(follow_links(Path::new("a")), None);
        assert_eq!(follow_links(Path::new("/../..")), Some(PathBuf::from("/")));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_link_to_the_own_process_is_that_of_the_tool() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        symlink("/proc/self/cwd", root.join("here")).unwrap();
        symlink("/proc/self/root", root.join("top")).unwrap();
        symlink("/proc/self/fd/7", root.join("open")).unwrap();
        symlink("/dev/fd/7", root.join("other")).unwrap();
        let tool = LinksOfTool(Path::new("/srv/app"));
        let real = |path: PathBuf| tool.real_path(&path).unwrap();
        for (path, there) in [
            (root.join("here/.env"), "/srv/app/.env"),
            (root.join("here/../x"), "/srv/x"),
            (root.join("top/srv/x"), "/srv/x"),
            (root.join("open/x"), "/proc/self/fd/7"),
            (root.join("other/x"), "/proc/self/fd/7"),
            ("/proc/self/cwd/.env".into(), "/srv/app/.env"),
            ("/proc/thread-self/cwd/.env".into(), "/srv/app/.env"),
            ("/proc/1/cwd/.env".into(), "/proc/1/cwd"),
            ("/proc/self/environ".into(), "/proc/self/environ"),
        ] {
            assert_eq!(real(path.clone()), Path::new(there), "{path:?}");
        }
    }
}
