//! From what a command runs to the files that are covered for it.

use std::path::{Path, PathBuf};

use super::find::{PathKind, ScriptSearch};
use super::marks::{GLOB, unmarked};
use super::probe::{ExpectedPath, Probe, listing};
use super::runs::{Run, RunTarget};
use super::script::{ScriptState, TrustedScript};
use crate::shown::plain;

impl ScriptSearch<'_> {
    pub(super) fn cover(&mut self, run: &Run) {
        let what = format!("runs `{}`", run.what);
        match &run.target {
            RunTarget::Entry(names) => {
                for name in names {
                    for path in self.paths_of(name) {
                        match self.look(&path) {
                            PathKind::Folder => self.cover_named_folder(&path, &what),
                            PathKind::Script => {}
                            PathKind::Missing | PathKind::Elsewhere => continue,
                        }
                        self.forget_missing(names);
                        return;
                    }
                }
            }
            RunTarget::Folder(name) => {
                for path in self.paths_of(name) {
                    if self.look(&path) == PathKind::Folder {
                        self.cover_named_folder(&path, &what);
                    }
                }
            }
            RunTarget::Glob(pattern) => self.cover_matches(pattern, &what),
            RunTarget::Operand(name) => {
                for path in self.paths_of(name) {
                    if self.look(&path) == PathKind::Folder {
                        self.not_covered(&what, &path);
                    }
                }
            }
            RunTarget::Uncovered(why) => self.uncovered.push(format!("{}: {why}", plain(&what))),
        }
    }

    /// A name that leads to a file with an extension is not missing.
    fn forget_missing(&mut self, names: &[String]) {
        let paths: Vec<PathBuf> = names.iter().flat_map(|name| self.paths_of(name)).collect();
        let shown: Vec<String> = paths.iter().map(|path| self.shown(path)).collect();
        let missing = |script: &TrustedScript| {
            script.state == ScriptState::Missing
                && script.links.is_empty()
                && shown.contains(&script.path)
        };
        self.scripts.retain(|script| !missing(script));
    }

    /// The paths that a word may spell, from every folder.
    fn paths_of(&self, text: &str) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        for path in self.values.spelled(text) {
            match path.is_absolute() {
                true => paths.push(path),
                false => paths.extend(self.bases.iter().map(|base| base.join(&path))),
            }
        }
        paths
    }

    /// Covers a folder, unless it is the whole project, which changes all the time.
    fn cover_named_folder(&mut self, folder: &Path, what: &str) {
        if self.root.walk(folder).real == self.root.real() {
            self.not_covered(what, folder);
        } else {
            self.cover_folder(folder, what);
        }
    }

    fn not_covered(&mut self, what: &str, folder: &Path) {
        let folder = match self.shown(folder) {
            shown if shown.is_empty() => "the project".to_owned(),
            shown => format!("the folder {}", plain(&shown)),
        };
        self.uncovered.push(format!(
            "{}: the files of {folder} are not checked",
            plain(what)
        ));
    }

    /// Covers the files that a pattern matches, if it is one of names in a folder.
    fn cover_matches(&mut self, pattern: &str, what: &str) {
        let (folder, names) = pattern.rsplit_once('/').unwrap_or((".", pattern));
        let folders = match folder.contains(GLOB) {
            true => Vec::new(),
            false => self.paths_of(folder),
        };
        let mut found = false;
        for folder in folders {
            if self.look(&folder) != PathKind::Folder {
                continue;
            }
            let Some(matching) = listing(&folder, Some(names)) else {
                continue;
            };
            found = true;
            for name in &matching {
                let path = folder.join(name);
                if self.look(&path) == PathKind::Folder {
                    self.not_covered(what, &path);
                }
            }
            let links = self.root.walk(&folder).links;
            self.probes.push(Probe {
                path: folder,
                links,
                expected: ExpectedPath::Listing {
                    names: matching,
                    pattern: Some(names.to_owned()),
                },
            });
        }
        if !found {
            self.uncovered.push(format!(
                "{}: the files that {} matches are not checked",
                plain(what),
                plain(&unmarked(pattern))
            ));
        }
    }
}
