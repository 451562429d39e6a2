//! Which files, and which hooks, are others than before.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::hook::{Hook, HookId, Scope};
use snaphook_settings::{FileState, HeldContent, LoadError};

use crate::engine::{ChangedHook, FileChange, ReloadReport, SettingsRead, SnapshotData};

/// A file that is another than before.
#[derive(Debug)]
pub(super) struct ChangedSource {
    pub(super) path: PathBuf,
    pub(super) scope: Scope,
    /// What counted so far.
    pub(super) before: HeldContent,
    /// What it holds now.
    pub(super) now: HeldContent,
    /// Why it cannot be loaded.
    pub(super) broken: Option<String>,
}

impl ChangedSource {
    pub(super) fn kind(&self) -> FileChange {
        match (&self.before, &self.now) {
            (HeldContent::Absent, _) => FileChange::Added,
            (_, HeldContent::Absent) => FileChange::Removed,
            _ => FileChange::Changed,
        }
    }
}

/// Every file that holds something else than what counts so far, in the order
/// of scopes.
pub(super) fn changed_files(old: &SnapshotData, read: &SettingsRead) -> Vec<ChangedSource> {
    let before = old.loaded.sources.read_files();
    let now = read.sources.read_files();
    let mut changes = Vec::new();
    for (path, source) in before {
        let content = match now.get(path) {
            Some(source) => source.content.clone(),
            None => match listing_failed(path, read) {
                true => HeldContent::Unreadable("".into()),
                // Nobody looks for it any more: its plugin was switched off.
                false if path.symlink_metadata().is_ok() => continue,
                false => HeldContent::Absent,
            },
        };
        add(
            &mut changes,
            path,
            source.scope,
            &source.content,
            content,
            read,
        );
    }
    for (path, source) in now {
        // A plugin that was off is on now: the file itself is what it was.
        let was_off = |file: &snaphook_settings::SettingsFile| {
            file.path == *path && file.state == FileState::Off
        };
        if !before.contains_key(path) && !old.loaded.files.iter().any(was_off) {
            let content = source.content.clone();
            add(
                &mut changes,
                path,
                source.scope,
                &HeldContent::Absent,
                content,
                read,
            );
        }
    }
    changes.sort_by(|one, other| (one.scope, &one.path).cmp(&(other.scope, &other.path)));
    changes
}

fn add(
    changes: &mut Vec<ChangedSource>,
    path: &Path,
    scope: Scope,
    before: &HeldContent,
    now: HeldContent,
    read: &SettingsRead,
) {
    if *before == now {
        return;
    }
    changes.push(ChangedSource {
        path: path.to_owned(),
        scope,
        before: before.clone(),
        now,
        broken: error_about(path, read).map(ToString::to_string),
    });
}

/// Why a file, or the folder it was found in, cannot be used.
fn error_about<'a>(path: &Path, read: &'a SettingsRead) -> Option<&'a LoadError> {
    let errors = read.errors.iter().map(|(_, error)| error);
    // A policy that is not in force is no fault of the file that names it.
    let errors = errors.filter(|error| !matches!(error, LoadError::Policy { .. }));
    errors
        .filter(|error| path.starts_with(error.file()))
        .max_by_key(|error| error.file().as_os_str().len())
}

fn listing_failed(path: &Path, read: &SettingsRead) -> bool {
    error_about(path, read).is_some_and(|error| error.file() != path)
}

/// Which hooks came, went and changed.
pub(super) fn compare_hooks(old: &[Arc<Hook>], new: &[Arc<Hook>], told: &mut ReloadReport) {
    fn by_id(hooks: &[Arc<Hook>]) -> HashMap<&HookId, &Hook> {
        hooks.iter().map(|hook| (&hook.id, &**hook)).collect()
    }
    let (before, after) = (by_id(old), by_id(new));
    let gone = old.iter().filter(|hook| !after.contains_key(&hook.id));
    told.removed = gone.map(|hook| ChangedHook::from(&**hook)).collect();
    for hook in new {
        match before.get(&hook.id) {
            None => told.added.push(ChangedHook::from(&**hook)),
            Some(before) if !same_options(before, hook) => {
                told.changed.push(ChangedHook::from(&**hook));
            }
            Some(_) => {}
        }
    }
}

/// Whether two hooks of the same id are the same in everything that matters;
/// that they are in another line does not.
fn same_options(one: &Hook, other: &Hook) -> bool {
    one.name == other.name
        && one.handler == other.handler
        && one.condition == other.condition
        && one.when == other.when
        && one.timeout == other.timeout
        && one.on_failure == other.on_failure
        && one.status_message == other.status_message
        && one.description == other.description
        && one.once == other.once
        && one.background == other.background
        && one.enabled == other.enabled
        && one.trusted == other.trusted
        && one.row.is_some() == other.row.is_some()
        && one.source.scope == other.source.scope
        && one.source.file == other.source.file
        && one.source.origin == other.source.origin
}

/// Everything that was read counts as it was read, so that what hooks were
/// asked about is what is put in.
pub(super) fn as_read(read: &SettingsRead) -> BTreeMap<PathBuf, HeldContent> {
    let files = read.sources.read_files().iter();
    files
        .map(|(path, source)| (path.clone(), source.content.clone()))
        .collect()
}
