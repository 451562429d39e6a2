//! From the words of a hook to the files they lead to.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use snaphook_core::hook::Hook;

use super::content::{self, ContentError, FileContent};
use super::follow::{Detail, UnreadFile};
use super::marks::{Values, mark};
use super::names::{NamedPath, NamedPaths};
use super::probe::{ExpectedPath, Probe};
use super::script::{ScriptState, TrustedScript};
use super::walk::{Root, Trace, WalkEnd};
use crate::TrustPlace;

/// More paths than this are not looked at, and the hook cannot be trusted.
const MOST_PATHS: usize = 16 * 1024;
/// More bytes than this, in all files together, are not read, and the hook cannot be
/// trusted.
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// What a hook names, as it was found.
#[derive(Debug)]
pub(crate) struct FoundScripts {
    pub(crate) scripts: Vec<TrustedScript>,
    /// Why not all of it was looked at.
    pub(crate) unseen: Option<String>,
    /// What the hook runs or reads and nobody looks at, in words.
    pub(crate) uncovered: Vec<String>,
    /// What is known of each file, by its path.
    pub(crate) details: BTreeMap<String, Detail>,
    /// Every path that was looked at and could come to matter.
    pub(crate) probes: Vec<Probe>,
    pub(crate) root: Root,
}

/// Looks for the files inside the project that a hook names; and inside of
/// `ground`, a folder elsewhere that it runs in.
pub(crate) fn find(hook: &Hook, place: &TrustPlace<'_>, ground: Option<&Path>) -> FoundScripts {
    let root = Root::new(place.project);
    let ground = ground.map(Root::new);
    let values = Values {
        project: root.real(),
        home: place.home,
        origin: hook.source.origin.as_deref().map(|origin| &*origin.root),
    };
    let names = NamedPaths::of(hook, &values);
    let mut search = ScriptSearch {
        root: &root,
        ground: ground.as_ref(),
        values: &values,
        bases: Vec::new(),
        looked: HashMap::new(),
        read: HashMap::new(),
        bytes_left: MOST_BYTES,
        scripts: Vec::new(),
        probes: Vec::new(),
        unseen: names.unseen.clone(),
        uncovered: Vec::new(),
        details: BTreeMap::new(),
        unread: Vec::new(),
        in_folder: false,
    };
    if !place.project.is_absolute() {
        search.unseen = Some("the project's folder is not given by an absolute path".to_owned());
    } else {
        search.start_from(&names);
        names.words.iter().for_each(|name| search.name(name));
        for run in &names.runs {
            // What cannot be trusted anyway need not be looked at further.
            if search.unseen.is_none() {
                search.cover(run);
            }
        }
        for folder in hook.handler.definition().folders() {
            search.cover_policies(&folder);
        }
        if search.unseen.is_none() {
            search.follow_all();
        }
    }
    let ScriptSearch {
        mut scripts,
        probes,
        unseen,
        mut uncovered,
        details,
        ..
    } = search;
    scripts.sort();
    scripts.dedup();
    uncovered.sort();
    uncovered.dedup();
    FoundScripts {
        scripts,
        unseen,
        uncovered,
        details,
        probes,
        root,
    }
}

pub(super) struct ScriptSearch<'a> {
    pub(super) root: &'a Root,
    /// What is in this folder counts as if it was in the project.
    ground: Option<&'a Root>,
    pub(super) values: &'a Values<'a>,
    /// The folders that relative paths start from.
    pub(super) bases: Vec<PathBuf>,
    looked: HashMap<PathBuf, PathKind>,
    read: HashMap<PathBuf, Result<FileContent, ContentError>>,
    bytes_left: u64,
    pub(super) scripts: Vec<TrustedScript>,
    pub(super) probes: Vec<Probe>,
    unseen: Option<String>,
    pub(super) uncovered: Vec<String>,
    pub(super) details: BTreeMap<String, Detail>,
    /// Files that were found and not looked into yet.
    pub(super) unread: Vec<UnreadFile>,
    /// Whether the files that are found are those of a folder.
    pub(super) in_folder: bool,
}

/// What a look at a path gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathKind {
    Script,
    Folder,
    /// There is nothing, inside the project.
    Missing,
    /// It is outside.
    Elsewhere,
}

impl ScriptSearch<'_> {
    /// Sets the folders: the hook's own, the project, then those it goes to.
    fn start_from(&mut self, names: &NamedPaths) {
        let project = self.root.real().to_owned();
        if let Some(cwd) = &names.cwd {
            for path in self.values.spelled(&mark(cwd, &[])) {
                self.base(&project.join(path));
            }
        }
        self.base(&project);
        let mut last = None;
        for text in &names.folders {
            for path in self.values.spelled(text) {
                let starts = [self.bases.first(), Some(&project), last.as_ref()];
                let mut folders: Vec<PathBuf> = starts
                    .into_iter()
                    .flatten()
                    .map(|start| start.join(&path))
                    .collect();
                folders.dedup();
                for folder in folders {
                    if self.base(&folder) {
                        last = Some(folder);
                    }
                }
            }
        }
    }

    /// Adds a folder, if it is one.
    fn base(&mut self, path: &Path) -> bool {
        // Where there is none, one look is enough for all that would be in it.
        let is_folder = match self.look(path) {
            PathKind::Folder => true,
            PathKind::Elsewhere => self.root.walk(path).end == WalkEnd::Folder,
            PathKind::Script | PathKind::Missing => false,
        };
        if is_folder && !self.bases.iter().any(|base| base == path) {
            self.bases.push(path.to_owned());
        }
        is_folder
    }

    fn name(&mut self, name: &NamedPath) {
        let mut missing = None;
        let mut found = false;
        for path in self.values.spelled(&name.text) {
            let paths = if path.is_absolute() {
                vec![path]
            } else {
                self.bases.iter().map(|base| base.join(&path)).collect()
            };
            for path in paths {
                match self.look(&path) {
                    PathKind::Script | PathKind::Folder => found = true,
                    PathKind::Missing => missing = missing.or(Some(path)),
                    PathKind::Elsewhere => {}
                }
            }
        }
        if let Some(path) = missing
            && !found
            && name.sure
            && looks_like_a_path(&name.text)
        {
            self.script(&path, Vec::new(), ScriptState::Missing);
        }
    }

    pub(super) fn look(&mut self, path: &Path) -> PathKind {
        if let Some(seen) = self.looked.get(path) {
            return *seen;
        }
        if self.looked.len() == MOST_PATHS {
            self.unseen = Some(format!(
                "its words could mean more than {MOST_PATHS} files; put the command into a script"
            ));
            return PathKind::Elsewhere;
        }
        let trace = self.root.walk(path);
        let seen = self.judge(path, trace);
        self.looked.insert(path.to_owned(), seen);
        seen
    }

    fn judge(&mut self, path: &Path, trace: Trace) -> PathKind {
        let Trace { links, real, end } = trace;
        // A link of the project has a say in where the path leads.
        let linked = links.iter().any(|link| Path::new(&link.path).is_relative());
        let inside = |folder: &Root| folder.holds(path) || folder.holds(&real);
        if !linked && !inside(self.root) && !self.ground.is_some_and(inside) {
            return PathKind::Elsewhere;
        }
        let (seen, expected) = match end {
            WalkEnd::Folder => (PathKind::Folder, ExpectedPath::Folder),
            WalkEnd::Missing if links.is_empty() => (PathKind::Missing, ExpectedPath::Missing),
            WalkEnd::Missing => {
                self.script(path, links.clone(), ScriptState::Missing);
                (PathKind::Script, ExpectedPath::Missing)
            }
            WalkEnd::Other(why) => {
                let state = ScriptState::Unreadable { why };
                self.script(path, links.clone(), state);
                (PathKind::Script, ExpectedPath::Nothing)
            }
            WalkEnd::File(_) => {
                let (state, expected) = match self.content(&real) {
                    Ok(content) => {
                        let sha256 = content.sha256;
                        self.unread.push(UnreadFile {
                            path: path.to_owned(),
                            real: real.clone(),
                            sha256,
                            in_folder: self.in_folder,
                        });
                        (ScriptState::File { sha256 }, ExpectedPath::file(content))
                    }
                    Err(error) => {
                        let why = error.to_string();
                        (ScriptState::Unreadable { why }, ExpectedPath::Nothing)
                    }
                };
                self.script(path, links.clone(), state);
                (PathKind::Script, expected)
            }
        };
        self.probes.push(Probe {
            path: path.to_owned(),
            links,
            expected,
        });
        seen
    }

    fn content(&mut self, real: &Path) -> Result<FileContent, ContentError> {
        if let Some(known) = self.read.get(real) {
            return known.clone();
        }
        let limit = content::LARGEST.min(self.bytes_left);
        let content = content::read(real, limit);
        if let Ok(content) = &content {
            self.bytes_left = self.bytes_left.saturating_sub(content.length);
        }
        self.read.insert(real.to_owned(), content.clone());
        content
    }

    /// The path as it is told: from the project, or from the folder that the
    /// hook runs in.
    fn shown_path(&self, path: &Path) -> PathBuf {
        let ground = self.ground.filter(|_| !self.root.holds(path));
        ground.unwrap_or(self.root).shown(path)
    }

    pub(super) fn shown(&self, path: &Path) -> String {
        self.shown_path(path).to_string_lossy().into_owned()
    }

    fn script(&mut self, path: &Path, links: Vec<super::Link>, state: ScriptState) {
        let shown = self.shown_path(path);
        let state = match shown.to_str() {
            Some(_) => state,
            None => ScriptState::Unreadable {
                why: "its path is not in UTF-8; rename it".to_owned(),
            },
        };
        self.scripts.push(TrustedScript {
            path: shown.to_string_lossy().into_owned(),
            links,
            state,
        });
    }
}

/// Whether a word that names nothing is worth telling a person about. It is
/// no matter of safety: a file that appears is found by its word anyway.
fn looks_like_a_path(text: &str) -> bool {
    text.contains('/')
        && !text.starts_with(['-', '~'])
        && !text.contains("://")
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || !c.is_ascii() || "/._-+@%~,=:".contains(c))
}
