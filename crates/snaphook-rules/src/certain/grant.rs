//! What of a line needs no rule: read-only commands on paths inside the working
//! directories and, in the mode `acceptEdits`, edits there.

use std::path::Path;

use serde_json::{Value, json};

use super::effects::{FileEffect, FilePath, GLOB, LinkPlace};
use super::needs::NeededCommand;
use crate::Subject;
use crate::folder_tree::{EntryKind, FolderTree, Visit};
use crate::protected::is_protected;
use crate::written_path::{Paths, WrittenPath};

/// What needs no rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grant {
    /// Everything needs one.
    Nothing,
    /// Reading inside the working directories does not.
    Reads,
    /// Reading and editing there do not, but for files that later run by themselves.
    Edits,
}

/// A grant for one line, and where the line has put links so far.
pub(super) struct LineGrant<'s, 'a> {
    grant: Grant,
    subject: &'s Subject<'a>,
    working: Vec<&'a Path>,
    placed: Vec<Vec<String>>,
    anywhere: bool,
    /// A command ran of which nobody knows what it made.
    unknown_ran: bool,
}

impl<'s, 'a> LineGrant<'s, 'a> {
    pub(super) fn new(grant: Grant, subject: &'s Subject<'a>) -> Self {
        LineGrant {
            grant,
            subject,
            working: subject.working(),
            placed: Vec::new(),
            anywhere: false,
            unknown_ran: false,
        }
    }

    pub(super) fn subject(&self) -> &'s Subject<'a> {
        self.subject
    }

    /// Whether there is nothing that needs no rule.
    pub(super) fn is_nothing(&self) -> bool {
        self.grant == Grant::Nothing
    }

    /// Whether a command with this effect needs no rule.
    pub(super) fn covers(&self, effect: &FileEffect) -> bool {
        (effect.writes.is_empty() || self.grant == Grant::Edits)
            && !(effect.repository
                && (self.in_bare_repository() || self.subject.git_runs().is_some()))
            && !(effect.chosen_by_project && self.project_chooses_programs())
            && !(effect.follows_links && effect.reads.iter().any(|path| self.holds_link(path)))
            && effect.reads.iter().all(|path| self.may_read(path))
            && effect.writes.iter().all(|path| self.may_write(path))
            && (effect.carries.is_empty() || self.carries_nothing_protected(effect))
    }

    /// Whether folders that are put elsewhere are known to hold no file that would
    /// later run by itself.
    fn carries_nothing_protected(&self, effect: &FileEffect) -> bool {
        let tree = FolderTree::of(self.subject);
        let targets: Vec<Vec<String>> = effect
            .carried_to
            .iter()
            .filter_map(|path| self.names(&path.text()))
            .flatten()
            .collect();
        !self.unknown_ran
            && effect.carries.iter().all(|path| {
                let pattern = path.pattern();
                let globbed = pattern.contains(GLOB);
                let known = pattern.split(GLOB).next().unwrap_or_default();
                let start = match (globbed, known.rsplit_once('/')) {
                    (false, _) => known,
                    (true, Some(("", _))) => "/",
                    (true, Some((folder, _))) => folder,
                    (true, None) => ".",
                };
                let starts = self.names(start).unwrap_or_default();
                let holds_none = |start: &Vec<String>| match tree.kind(start) {
                    EntryKind::File => true,
                    EntryKind::Missing | EntryKind::Unknown => false,
                    EntryKind::Folder => {
                        let mut clean = true;
                        let complete = tree.walk(start, |path, _| {
                            let below = &path[start.len()..];
                            // A glob names nothing that begins with a dot.
                            let hidden = below[0].starts_with('.');
                            if globbed && below.len() == 1 && hidden {
                                return Visit::Past;
                            }
                            let mut there = targets.iter().map(|to| [to, below].concat());
                            clean &= !is_protected(path) && !there.any(|path| is_protected(&path));
                            if clean { Visit::Into } else { Visit::Stop }
                        });
                        clean && complete
                    }
                };
                !starts.is_empty() && starts.iter().all(holds_none)
            })
    }

    /// Notes where a command puts links.
    pub(super) fn note_placed(&mut self, needed: &NeededCommand) {
        self.unknown_ran |= needed.effect.is_none();
        for placed in &needed.placed {
            match placed {
                LinkPlace::Nowhere => {}
                LinkPlace::Anywhere => self.anywhere = true,
                LinkPlace::At(path) => match self.names(&path.text()) {
                    Some(names) => self.placed.extend(names),
                    None => self.anywhere = true,
                },
            }
        }
        for (_, inner) in &needed.behind {
            self.note_placed(inner);
        }
    }

    pub(super) fn may_read(&self, path: &FilePath) -> bool {
        self.grant != Grant::Nothing && self.all(path, |_| true)
    }

    pub(super) fn may_write(&self, path: &FilePath) -> bool {
        // A file of such a name is an option to a command that is given `*`.
        let is_option = |names: &[String]| names.last().is_some_and(|name| name.starts_with('-'));
        self.grant == Grant::Edits
            && self.all(path, |names| !is_protected(names) && !is_option(names))
    }

    /// Whether all that a path may come to lies inside, and is as it should be.
    fn all(&self, path: &FilePath, holds: impl Fn(&[String]) -> bool) -> bool {
        let expanded = self.subject.expand(path.pattern());
        !self.anywhere
            && !self.could_be_option(path)
            && expanded.is_some_and(|paths| {
                paths.iter().all(|path| {
                    let input = input(path);
                    let inside = self
                        .subject
                        .of_tool("Read", &input)
                        .lies_within(&self.working);
                    let names = self.names(path);
                    inside
                        && names.is_some_and(|names| {
                            let in_place = |names: &Vec<String>| !self.is_placed(names);
                            names.iter().all(|names| in_place(names) && holds(names))
                        })
                })
            })
    }

    /// Whether a glob at the start of a word could come to the name of a file that the
    /// command takes for an option: `wc *` beside a file `--files0-from=x`.
    fn could_be_option(&self, path: &FilePath) -> bool {
        let entries = path
            .option_folder()
            .and_then(|folder| self.subject.entries(folder));
        let mut entries = entries.into_iter().flatten();
        entries.any(|entry| entry.name.starts_with('-'))
    }

    /// Whether the path is a folder with links in it. Links below that are followed
    /// only by options that no table knows.
    fn holds_link(&self, path: &FilePath) -> bool {
        let entries = self.subject.entries(path.pattern());
        entries.into_iter().flatten().any(|entry| entry.is_link)
    }

    /// Whether a file in the folder, or in one around it, may choose the program that
    /// runs by the name of a tool, and name one of the project's.
    fn project_chooses_programs(&self) -> bool {
        const CHOOSERS: [&str; 3] = ["rust-toolchain", "rust-toolchain.toml", ".tool-versions"];
        let places = self.subject.places();
        let mut folders = places.cwd.ancestors();
        folders.any(|folder| {
            let entries = places.real_path.entries(folder);
            let mut entries = entries.into_iter().flatten();
            entries.any(|entry| CHOOSERS.contains(&entry.name.as_str()))
        })
    }

    fn is_placed(&self, names: &[String]) -> bool {
        self.placed.iter().any(|placed| names.starts_with(placed))
    }

    /// The names of a path from the root, as it is written and as it really is.
    fn names(&self, path: &str) -> Option<Vec<Vec<String>>> {
        let input = input(path);
        match self.subject.of_tool("Read", &input).paths() {
            Paths::Known(written) => {
                let all = |WrittenPath { path, real }: &WrittenPath| {
                    let real = real.iter().cloned();
                    std::iter::once(path.clone())
                        .chain(real)
                        .collect::<Vec<_>>()
                };
                Some(written.iter().flat_map(all).collect())
            }
            Paths::None | Paths::Unreadable(_) => None,
        }
    }

    /// Whether git would take the folder, or one around it, for a repository without
    /// `.git`: anyone who may write files there says what git runs.
    fn in_bare_repository(&self) -> bool {
        for folder in self.subject.places().cwd.ancestors() {
            let Some(entries) = self.subject.places().real_path.entries(folder) else {
                continue;
            };
            let has = |name: &str| entries.iter().any(|entry| entry.name == name);
            if has(".git") {
                return false;
            }
            if has("HEAD") && has("objects") && has("refs") {
                return true;
            }
        }
        false
    }
}

fn input(path: &str) -> Value {
    json!({ "file_path": path })
}
