//! Lines that only read, beside files that would make more of them: names that are
//! options, links that lead out, files that choose which program runs.
#![cfg(test)]

mod folders;

use std::path::{Path, PathBuf};

use folders::{Folders, PlainRepository};
use serde_json::json;
use snaphook_rules::{
    Aliases, FolderEntry, NoLinks, PathRoots, RealPath, Subject, line_effect, uncovered,
};

const CWD: &str = "/nonexistent/repo";

/// A project with these files; a name that ends with `@` is a link to `/etc`.
struct Project(&'static [&'static str]);

impl RealPath for Project {
    fn real_path(&self, path: &Path) -> Option<PathBuf> {
        self.0.iter().find_map(|name| {
            let link = Path::new(CWD).join(name.strip_suffix('@')?);
            Some(Path::new("/etc").join(path.strip_prefix(link).ok()?))
        })
    }

    fn git_runs(&self, _folder: &Path) -> Option<String> {
        None
    }

    fn entries(&self, folder: &Path) -> Option<Vec<FolderEntry>> {
        let inside = folder.strip_prefix(CWD).ok()?;
        let mut found: Vec<FolderEntry> = Vec::new();
        for path in self.0 {
            let Ok(rest) = Path::new(path).strip_prefix(inside) else {
                continue;
            };
            let mut names = rest.iter();
            let Some(name) = names.next().and_then(|name| name.to_str()) else {
                continue;
            };
            let is_folder = names.next().is_some();
            let plain = name.trim_end_matches('@');
            if found.iter().all(|entry| entry.name != plain) {
                found.push(FolderEntry {
                    name: plain.to_owned(),
                    is_link: !is_folder && plain != name,
                    is_folder,
                });
            }
        }
        Some(found)
    }
}

fn reads(project: &'static [&'static str], line: &str) -> bool {
    let (aliases, input) = (Aliases::default(), json!({ "command": line }));
    let project = Project(project);
    let places = PathRoots {
        home: Some(Path::new(CWD)),
        real_path: &project,
        ..PathRoots::at(Path::new(CWD))
    };
    line_effect(&[], &Subject::new("Bash", &input, &aliases, &places)).reads
}

#[test]
fn a_glob_may_come_to_no_option() {
    for line in [
        "wc *",
        "wc */etc/passwd",
        "grep x *",
        "cd sub && wc *",
        "md5sum *",
    ] {
        assert!(reads(&["a", "sub/b"], line), "{line}");
    }
    for line in ["wc *", "wc */etc/passwd", "grep x *", "md5sum *"] {
        for name in ["-R", "--files0-from=/etc/passwd"] {
            let project: &'static [&'static str] = match name {
                "-R" => &["a", "-R"],
                _ => &["a", "--files0-from=/etc/passwd"],
            };
            assert!(!reads(project, line), "{line} beside {name}");
        }
    }
    assert!(!reads(&["sub/-R"], "cd sub && grep x *"));
    assert!(reads(&["a", "-R"], "grep x ./*"));
    assert!(reads(&["a", "-R"], "grep x a*"));
}

#[test]
fn folders_that_are_compared_hold_no_links() {
    assert!(reads(&["a/x", "b/x"], "diff a b"));
    assert!(!reads(&["a/x@", "b/x"], "diff a b"));
    assert!(!reads(&["a/x", "b/.x@"], "diff -q a b"));
    assert!(reads(&["a/x@", "b/x"], "diff -r --no-dereference a b"));
}

#[test]
fn a_quoted_tilde_is_a_name() {
    assert!(reads(&["a"], "cat ~/a"));
    for line in ["cat '~/passwd'", "cat \\~/passwd", "grep -f '~/passwd' a"] {
        assert!(!reads(&["a", "~@"], line), "{line}");
    }
}

#[test]
fn a_version_is_that_of_a_program_which_the_project_does_not_choose() {
    for line in ["cargo --version", "rustc -V", "node --version"] {
        assert!(reads(&["a"], line), "{line}");
        assert!(!reads(&["rust-toolchain.toml"], line), "{line}");
        assert!(!reads(&[".tool-versions"], line), "{line}");
    }
    assert!(reads(&["rust-toolchain"], "git --version"));
}

#[test]
fn what_xargs_runs_is_never_only_read() {
    for line in ["ls | xargs echo", "ls | xargs", "ls | xargs -I{} echo {}"] {
        assert!(!reads(&["a"], line), "{line}");
    }
}

#[test]
fn git_runs_nothing_that_the_repository_names() {
    let (aliases, input) = (Aliases::default(), json!({ "command": "git status -s" }));
    let runs = |host: &dyn RealPath| {
        let places = PathRoots {
            real_path: host,
            ..PathRoots::at(Path::new(CWD))
        };
        let subject = Subject::new("Bash", &input, &aliases, &places);
        let why = uncovered(&[], &subject).unwrap_or_default();
        (line_effect(&[], &subject).reads, why)
    };
    assert!(runs(&PlainRepository).0);
    let host = Folders::of(&[]).with_git_running("`core.fsmonitor` in .git/config");
    let (reads, why) = runs(&host);
    assert!(!reads);
    assert_eq!(
        why,
        "`git status -s` could run a program: `core.fsmonitor` in .git/config"
    );
    // Where nobody knows, nothing is taken for granted.
    assert!(!runs(&NoLinks).0);
}
