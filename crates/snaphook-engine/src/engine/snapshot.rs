//! What a host may ask about the settings that an engine works on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arc_swap::Guard;
use snaphook_core::Diagnostic;
use snaphook_core::event::Event;
use snaphook_core::hook::{Hook, HookId};
use snaphook_exec::HandlerSettings;
use snaphook_sandbox::SandboxRights;
use snaphook_settings::{
    EffectiveSettings, Finding, LoadError, SettingsFile, Skill, Sources, SwitchedOff,
};
use snaphook_trust::TrustState;

use super::handle::Engine;
use super::snapshot_data::SnapshotData;

/// What the settings of an engine said at one moment. It never changes; the
/// engine goes on with another when its settings do.
///
/// Cloning gives another handle to the same snapshot.
#[derive(Clone)]
pub struct Snapshot(Arc<SnapshotData>);

impl Snapshot {
    pub(crate) fn data(&self) -> &SnapshotData {
        &self.0
    }

    /// Every configured hook, also those that are switched off, in the order
    /// in which they merge.
    #[must_use]
    pub fn configured(&self) -> &[Arc<Hook>] {
        &self.0.configured
    }

    /// Whether any hook could run on this event. Exact about what is switched
    /// off and what is not trusted; a matcher or a condition may still say no.
    #[must_use]
    pub fn has(&self, event: &Event) -> bool {
        self.0.set.has(event)
    }

    /// What the loader found wrong in the settings.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.0.findings
    }

    /// Everything that keeps a configured hook from doing what it says: what
    /// the loader found (hints aside), files that could not be loaded, hooks
    /// that this build cannot run.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.0.diagnostics.all()
    }

    /// Settings files that could not be loaded at all.
    #[must_use]
    pub fn load_errors(&self) -> &[LoadError] {
        &self.0.loaded.errors
    }

    /// What the settings say beside their hooks, and where.
    #[must_use]
    pub fn settings(&self) -> &EffectiveSettings {
        &self.0.loaded.effective
    }

    /// Every switch that keeps hooks from running: of the settings, and of the
    /// host.
    #[must_use]
    pub fn switched_off(&self) -> &[SwitchedOff] {
        &self.0.loaded.switched_off
    }

    /// Who disabled a hook by its name or id; `None` if nobody did.
    #[must_use]
    pub fn disabled_by(&self, hook: &Hook) -> Option<String> {
        self.0.loaded.disabled_by(hook)
    }

    /// Every place where settings were looked for, in order.
    #[must_use]
    pub fn files(&self) -> &[SettingsFile] {
        &self.0.loaded.files
    }

    /// Returns every file that the settings come from, or would come from if it were
    /// there.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.0.loaded.sources
    }

    /// The settings files that the host named, as it named them.
    pub fn named_files(&self) -> impl Iterator<Item = PathBuf> {
        self.0.named_files().map(Path::to_owned)
    }

    /// Skills and agents that were found and have hooks. These run while they
    /// are active (see [`Session::activate`](crate::Session::activate)).
    #[must_use]
    pub fn skills(&self) -> &[Skill] {
        &self.0.loaded.skills
    }

    /// Where a hook is that a person must trust; `None` for one that needs
    /// nobody's trust.
    #[must_use]
    pub fn trust_state(&self, hook: &HookId) -> Option<&TrustState> {
        self.0.judged.standings.get(hook)
    }

    /// What a hook may reach; `None` if it runs in no sandbox.
    #[must_use]
    pub fn sandbox_rights(&self, hook: &Hook) -> Option<SandboxRights> {
        let data = &self.0;
        let of_skills = self.skills().iter().flat_map(|skill| &skill.settings.hooks);
        let mut hooks = data.configured.iter().map(|hook| &**hook).chain(of_skills);
        // A server or a status line is asked about as a hook is, and is none.
        let defaults = match hooks.any(|own| own.id == hook.id) {
            true => &data.handler_settings,
            false => &HandlerSettings::default(),
        };
        let policy = snaphook_exec::sandbox_policy(defaults, hook, &data.surroundings);
        policy.map(|policy| policy.rights())
    }
}

impl std::fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Snapshot")
            .field("hooks", &self.0.configured.len())
            .finish_non_exhaustive()
    }
}

/// What the settings say now. Anyone who asks several things that must fit
/// together takes a [`Snapshot`] and asks that.
impl Engine {
    /// What the settings say now, held fast.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot(Guard::into_inner(self.snapshot_data()))
    }

    /// [`Snapshot::configured`] of now.
    #[must_use]
    pub fn configured(&self) -> Arc<[Arc<Hook>]> {
        Arc::clone(&self.snapshot_data().configured)
    }

    /// [`Snapshot::findings`] of now.
    #[must_use]
    pub fn findings(&self) -> Arc<[Finding]> {
        Arc::clone(&self.snapshot_data().findings)
    }

    /// [`Snapshot::diagnostics`] of now.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.snapshot_data().diagnostics.all()
    }

    /// [`Snapshot::load_errors`] of now.
    #[must_use]
    pub fn load_errors(&self) -> Arc<[LoadError]> {
        Arc::clone(&self.snapshot_data().loaded.errors)
    }

    /// [`Snapshot::settings`] of now.
    #[must_use]
    pub fn settings(&self) -> Arc<EffectiveSettings> {
        Arc::clone(&self.snapshot_data().loaded.effective)
    }

    /// [`Snapshot::switched_off`] of now.
    #[must_use]
    pub fn switched_off(&self) -> Arc<[SwitchedOff]> {
        Arc::clone(&self.snapshot_data().loaded.switched_off)
    }

    /// [`Snapshot::disabled_by`] of now.
    #[must_use]
    pub fn disabled_by(&self, hook: &Hook) -> Option<String> {
        self.snapshot_data().loaded.disabled_by(hook)
    }

    /// [`Snapshot::files`] of now.
    #[must_use]
    pub fn files(&self) -> Arc<[SettingsFile]> {
        Arc::clone(&self.snapshot_data().loaded.files)
    }

    /// [`Snapshot::skills`] of now.
    #[must_use]
    pub fn skills(&self) -> Arc<[Skill]> {
        Arc::clone(&self.snapshot_data().loaded.skills)
    }

    /// [`Snapshot::trust_state`] of now.
    #[must_use]
    pub fn trust_state(&self, hook: &HookId) -> Option<TrustState> {
        self.snapshot_data().judged.standings.get(hook).cloned()
    }
}
