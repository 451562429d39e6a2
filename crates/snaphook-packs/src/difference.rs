//! What an update changes: hooks, rights and files.

use crate::lock::{LockedHook, LockedPack};
use crate::tree::{PackTree, TreeEntry};

/// What is different between the pack that is locked and the one that would be.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct PackDifference {
    /// Hooks that were added, removed or changed.
    pub hooks: Vec<HookChange>,
    /// Files that are new.
    pub files_added: Vec<TreeEntry>,
    /// Files that are gone.
    pub files_removed: Vec<TreeEntry>,
    /// Files whose bytes or mode are others: before and now.
    pub files_changed: Vec<(TreeEntry, TreeEntry)>,
}

/// A change of a hook.
#[derive(Debug, Clone, PartialEq)]
pub enum HookChange {
    /// It is new.
    Added(Box<LockedHook>),
    /// It is gone.
    Removed(Box<LockedHook>),
    /// Its definition is another one.
    Changed {
        /// As it was.
        before: Box<LockedHook>,
        /// As it would be.
        now: Box<LockedHook>,
    },
}

impl HookChange {
    /// The rights that the hook gains by it.
    #[must_use]
    pub fn rights_gained(&self) -> Vec<&'static str> {
        match self {
            Self::Removed(_) => Vec::new(),
            Self::Added(hook) => hook.rights.named().map(|(name, _)| name).to_vec(),
            Self::Changed { before, now } => now.rights.gained_since(&before.rights),
        }
    }

    /// Whether a guard is gone by it, or is none any more.
    #[must_use]
    pub fn loses_guard(&self) -> bool {
        match self {
            Self::Added(_) => false,
            Self::Removed(hook) => hook.guard,
            Self::Changed { before, now } => before.guard && !now.guard,
        }
    }
}

impl PackDifference {
    /// Compares two versions of a pack. The tree of the old one may be gone.
    #[must_use]
    pub fn between(
        before: &LockedPack,
        old: Option<&PackTree>,
        now: &LockedPack,
        new: &PackTree,
    ) -> Self {
        let mut difference = Self {
            hooks: hooks(&before.hooks, &now.hooks),
            ..Self::default()
        };
        let Some(old) = old else {
            return difference;
        };
        for entry in new.entries() {
            match old.entry(&entry.path) {
                None => difference.files_added.push(entry.clone()),
                Some(known) if known != entry => {
                    difference
                        .files_changed
                        .push((known.clone(), entry.clone()));
                }
                Some(_) => {}
            }
        }
        let gone = old
            .entries()
            .iter()
            .filter(|entry| new.entry(&entry.path).is_none());
        difference.files_removed = gone.cloned().collect();
        difference
    }

    /// Whether nothing is different.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The hooks that are not in both lists as they are; a hook of the same event and name
/// that is in both with another definition was changed.
fn hooks(before: &[LockedHook], now: &[LockedHook]) -> Vec<HookChange> {
    let mut gone: Vec<&LockedHook> = before.iter().collect();
    let mut new: Vec<&LockedHook> = Vec::new();
    for hook in now {
        match gone.iter().position(|known| *known == hook) {
            Some(at) => {
                gone.remove(at);
            }
            None => new.push(hook),
        }
    }
    let mut changes = Vec::new();
    for hook in new {
        let same = |known: &&LockedHook| known.name == hook.name && known.event == hook.event;
        changes.push(match gone.iter().position(same) {
            Some(at) => HookChange::Changed {
                before: Box::new(gone.remove(at).clone()),
                now: Box::new(hook.clone()),
            },
            None => HookChange::Added(Box::new(hook.clone())),
        });
    }
    changes.extend(
        gone.into_iter()
            .cloned()
            .map(Box::new)
            .map(HookChange::Removed),
    );
    changes
}
