//! The walk over all places: what was found there, in the order in which it merges.

use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;
use snaphook_packs::PackPolicy;

use super::files;
use super::packs::{self, FoundPack};
use super::plugins::{self, Plugin};
use super::policy;
use super::skills::{self, Skill};
use crate::effective::EffectiveSettings;
use crate::finding::Finding;
use crate::load::{LoadError, load};
use crate::places::Places;
use crate::read::{ApprovalsSettings, AuditLogSettings, LoadContext, Settings};
use crate::sources::Sources;

/// A place that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFile {
    /// The scope it would have.
    pub scope: Scope,
    /// The file.
    pub path: PathBuf,
    /// What became of it.
    pub state: FileState,
}

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileState {
    /// It was read and has so many hooks.
    Read {
        /// Hooks in it.
        hooks: usize,
    },
    /// It is not there.
    Absent,
    /// It could not be loaded.
    Failed,
    /// It belongs to a plugin that is switched off.
    Off,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Discovery {
    /// Every place that was looked at, in order.
    pub files: Vec<SettingsFile>,
    /// What was read, in the order in which it merges.
    pub settings: Vec<Settings>,
    /// Files that could not be loaded, and their scopes.
    pub errors: Vec<(Scope, LoadError)>,
    /// What is wrong beside the files' own findings.
    pub findings: Vec<Finding>,
    /// Plugins that are switched on.
    pub plugins: Vec<Plugin>,
    /// Packs of lock files, whether their hooks were read or not.
    pub packs: Vec<FoundPack>,
    /// Skills and agents with hooks; these live while they are active.
    pub skills: Vec<Skill>,
}

/// Looks at all places. `named` are settings that the caller named beside
/// them: they, too, may switch plugins on and off.
#[must_use]
pub fn discover(places: &Places, named: &[Settings], loading: &mut LoadContext) -> Discovery {
    let mut discovery = Discovery::default();
    for found in files::candidates(places, &mut loading.sources) {
        match found {
            Ok((Scope::Managed, path)) => {
                let loaded = load_managed(&path, loading);
                discovery.take(Scope::Managed, &path, loaded, &mut loading.sources);
            }
            Ok((scope, path)) => {
                let loaded = load(&path, scope, loading);
                discovery.take(scope, &path, loaded, &mut loading.sources);
            }
            Err((scope, error)) => {
                let path = error.file().to_owned();
                discovery.fail(scope, &path, error);
            }
        }
    }
    policy::add(places, loading, &mut discovery);
    let effective = EffectiveSettings::of(discovery.settings.iter().chain(named));
    plugins::find(places, &effective, loading, &mut discovery);
    packs::find(places, &effective, loading, &mut discovery);
    skills::find(places, loading, &mut discovery);
    discovery
}

/// What managed and user settings in these places say of the audit log, whatever
/// else is read: neither the words of a project nor the files that a caller names
/// decide what is recorded. A file that cannot be loaded says nothing.
#[must_use]
pub fn audit_log(places: &Places) -> AuditLogSettings {
    own_settings(places).0.audit_log
}

/// What managed and user settings in these places say of approvals, whatever else is
/// read: neither a project nor the files that a caller names decide who may answer.
#[must_use]
pub fn approval_settings(places: &Places) -> ApprovalsSettings {
    let (own, without_policy) = own_settings(places);
    let mut approvals = own.approvals;
    let mut loading = LoadContext::default();
    let candidates = files::candidates(places, &mut loading.sources);
    let cannot_load = candidates.into_iter().any(|candidate| match candidate {
        Ok((scope @ (Scope::Managed | Scope::User), path)) => {
            match load(&path, scope, &mut loading) {
                Ok(_) => false,
                Err(LoadError::Missing(_)) => loading.sources.is_there(&path),
                Err(_) => true,
            }
        }
        Ok(_) => false,
        Err((scope, _)) => matches!(scope, Scope::Managed | Scope::User),
    });
    approvals.is_incomplete = cannot_load || without_policy;
    approvals
}

/// What managed and user settings in these places say, and whether the policy that they
/// name is missing.
fn own_settings(places: &Places) -> (EffectiveSettings, bool) {
    let mut loading = LoadContext::default();
    let mut found = Discovery::default();
    let candidates = files::candidates(places, &mut loading.sources);
    for (scope, path) in candidates.into_iter().flatten() {
        if matches!(scope, Scope::Managed | Scope::User) {
            found.settings.extend(load(&path, scope, &mut loading));
        }
    }
    policy::add(places, &mut loading, &mut found);
    let without_policy = !found.errors.is_empty();
    (EffectiveSettings::of(&found.settings), without_policy)
}

/// Which packs managed and user settings in these places accept: a pack must satisfy each
/// policy. A file that cannot be loaded might have refused it, so that is an error.
///
/// # Errors
/// When one of these files cannot be loaded.
pub fn pack_policies(places: &Places) -> Result<Vec<PackPolicy>, LoadError> {
    let mut loading = LoadContext::default();
    let mut read = Vec::new();
    for candidate in files::candidates(places, &mut loading.sources) {
        let (scope, path) = match candidate {
            Ok(found) => found,
            Err((Scope::Managed | Scope::User, error)) => return Err(error),
            Err(_) => continue,
        };
        if !matches!(scope, Scope::Managed | Scope::User) {
            continue;
        }
        match load(&path, scope, &mut loading) {
            Ok(settings) => read.push(settings),
            Err(LoadError::Missing(_)) if !loading.sources.is_there(&path) => {}
            Err(error) => return Err(error),
        }
    }
    let mut found = Discovery {
        settings: read,
        ..Discovery::default()
    };
    policy::add(places, &mut loading, &mut found);
    match found.errors.pop() {
        Some((_, error)) => Err(error),
        None => Ok(EffectiveSettings::of(&found.settings).packs),
    }
}

/// An organisation writes one file for all of its agents: whatever dialect they
/// speak, managed settings are in canonical words.
fn load_managed(path: &Path, loading: &mut LoadContext) -> Result<Settings, LoadError> {
    as_managed(loading, |loading| load(path, Scope::Managed, loading))
}

/// Reads managed settings, which are in canonical words.
pub(super) fn as_managed(
    loading: &mut LoadContext,
    read: impl FnOnce(&mut LoadContext) -> Result<Settings, LoadError>,
) -> Result<Settings, LoadError> {
    let rules = loading.dialect().rules();
    let mut settings = loading.canonically(read)?;
    for hook in &mut settings.hooks {
        hook.event = rules.event(hook.event.as_str());
    }
    Ok(settings)
}

impl Discovery {
    pub(super) fn take(
        &mut self,
        scope: Scope,
        path: &Path,
        loaded: Result<Settings, LoadError>,
        sources: &mut Sources,
    ) {
        let state = match loaded {
            Ok(settings) => {
                let hooks = settings.hooks.len();
                self.settings.push(settings);
                FileState::Read { hooks }
            }
            // A link that leads nowhere was meant to lead to something.
            Err(LoadError::Missing(_)) if !sources.is_there(path) => FileState::Absent,
            Err(error) => return self.fail(scope, path, error),
        };
        self.note(scope, path, state);
    }

    pub(super) fn fail(&mut self, scope: Scope, path: &Path, error: LoadError) {
        self.errors.push((scope, error));
        self.note(scope, path, FileState::Failed);
    }

    pub(super) fn note(&mut self, scope: Scope, path: &Path, state: FileState) {
        self.files.push(SettingsFile {
            scope,
            path: path.to_owned(),
            state,
        });
    }
}
