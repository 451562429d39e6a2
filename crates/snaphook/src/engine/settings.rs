//! What a host may ask about the settings that an engine was made of.

use std::sync::Arc;

use snaphook_core::Diagnostic;
use snaphook_core::hook::{Hook, HookId};
use snaphook_settings::{Effective, Finding, LoadError, SettingsFile, Skill, SwitchedOff};
use snaphook_trust::Standing;

use super::handle::Engine;

impl Engine {
    /// Every configured hook, also those that are switched off, in the order
    /// in which they merge.
    #[must_use]
    pub fn configured(&self) -> &[Arc<Hook>] {
        &self.inner().configured
    }

    /// What the loader found wrong in the settings.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.inner().findings
    }

    /// Everything that keeps a configured hook from doing what it says: what
    /// the loader found (hints aside), files that could not be loaded, hooks
    /// that this build cannot run.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        self.inner().diagnostics.all()
    }

    /// Settings files that could not be loaded at all.
    #[must_use]
    pub fn load_errors(&self) -> &[LoadError] {
        &self.inner().loaded.errors
    }

    /// What the settings say beside their hooks, and where.
    #[must_use]
    pub fn settings(&self) -> &Effective {
        &self.inner().loaded.effective
    }

    /// Every switch that keeps hooks from running: of the settings, and of the
    /// host.
    #[must_use]
    pub fn switched_off(&self) -> &[SwitchedOff] {
        &self.inner().loaded.switched_off
    }

    /// Who disabled a hook by its name or id; nothing when nobody did.
    #[must_use]
    pub fn disabled_by(&self, hook: &Hook) -> Option<String> {
        self.inner().loaded.disabled_by(hook)
    }

    /// Every place where settings were looked for, in order.
    #[must_use]
    pub fn files(&self) -> &[SettingsFile] {
        &self.inner().loaded.files
    }

    /// Skills and agents that were found and have hooks. These run while they
    /// are active (see [`Session::activate`](crate::Session::activate)).
    #[must_use]
    pub fn skills(&self) -> &[Skill] {
        &self.inner().loaded.skills
    }

    /// Where a hook stands that somebody must trust; nothing for one that needs
    /// nobody's trust.
    #[must_use]
    pub fn standing(&self, hook: &HookId) -> Option<&Standing> {
        self.inner().judged.standings.get(hook)
    }
}
