//! What is below a folder, as far as the host can tell.

use std::collections::VecDeque;

use crate::Subject;
use crate::places::FolderEntry;
use crate::subject::shown;

/// More names than this are not looked at.
const MOST_NAMES: usize = 50_000;

/// What a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Folder,
    File,
    Missing,
    /// The host cannot tell.
    Unknown,
}

/// How a walk goes on from a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Into the folder.
    Into,
    /// To the next path.
    Past,
    /// Nowhere.
    Stop,
}

/// The folders that a call can reach.
pub(crate) struct FolderTree<'t, 's> {
    subject: &'t Subject<'s>,
}

impl<'t, 's> FolderTree<'t, 's> {
    pub(crate) fn of(subject: &'t Subject<'s>) -> Self {
        Self { subject }
    }

    fn entries(&self, folder: &[String]) -> Option<Vec<FolderEntry>> {
        self.subject.entries(&shown(folder))
    }

    /// What a path is, with links followed.
    pub(crate) fn kind(&self, path: &[String]) -> EntryKind {
        if self.entries(path).is_some() {
            return EntryKind::Folder;
        }
        let Some((name, folder)) = path.split_last() else {
            return EntryKind::Unknown;
        };
        let Some(entries) = self.entries(folder) else {
            return match folder.is_empty() {
                true => EntryKind::Unknown,
                // What is below a file or nothing is not there.
                false => match self.kind(folder) {
                    EntryKind::Missing | EntryKind::File => EntryKind::Missing,
                    EntryKind::Folder | EntryKind::Unknown => EntryKind::Unknown,
                },
            };
        };
        match entries.iter().find(|entry| entry.name == *name) {
            None => EntryKind::Missing,
            // One that cannot be opened.
            Some(entry) if entry.is_folder => EntryKind::Unknown,
            Some(entry) if entry.is_link => match self.subject.real(path) {
                Some(real) if real != path => self.kind(&real),
                _ => EntryKind::Unknown,
            },
            Some(_) => EntryKind::File,
        }
    }

    /// Visits all below a folder, near names first; `visit` gets each path and
    /// whether it is a link. Links are not followed. False where not all of it
    /// could be seen.
    pub(crate) fn walk(
        &self,
        folder: &[String],
        mut visit: impl FnMut(&[String], bool) -> Visit,
    ) -> bool {
        let mut left = MOST_NAMES;
        let mut folders = VecDeque::from([folder.to_vec()]);
        let mut complete = true;
        while let Some(folder) = folders.pop_front() {
            let Some(entries) = self.entries(&folder) else {
                complete = false;
                continue;
            };
            for entry in entries {
                if left == 0 {
                    return false;
                }
                left -= 1;
                let mut path = folder.clone();
                path.push(entry.name);
                match visit(&path, entry.is_link) {
                    Visit::Stop => return complete,
                    Visit::Into if entry.is_folder && !entry.is_link => folders.push_back(path),
                    Visit::Into | Visit::Past => {}
                }
            }
        }
        complete
    }
}
