//! Skills and agents: their hooks live while they are active.

use std::path::Path;

use snaphook_core::hook::{HookId, Scope};
use snaphook_settings::{Finding, LoadError, load_skill};
use snaphook_trust::TrustState;

use super::handle::Session;
use super::hooks::SessionHook;

/// What an active skill or agent brought into a session.
#[derive(Debug)]
#[non_exhaustive]
pub struct Activation {
    /// Its name.
    pub name: String,
    /// Its hooks, by the ids they have in this session. Hand them to
    /// [`Session::deactivate`] when it is done.
    pub hooks: Vec<HookId>,
    /// Hooks among them that are skipped until a person trusts them, and where
    /// they stand.
    pub untrusted: Vec<(HookId, TrustState)>,
    /// What is wrong in its front matter.
    pub findings: Vec<Finding>,
}

/// Why a skill or an agent could not be made active.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ActivateError {
    /// Its file cannot be read, or its front matter is not YAML.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The scope has no front matter.
    #[error("only skills and agents have hooks in front matter, not `{0}` settings")]
    Scope(&'static str),
}

impl Session {
    /// Makes a skill (`Scope::Skill`) or an agent (`Scope::Agent`) active: the
    /// hooks in the front matter of its file run until it is deactivated, or
    /// the session ends. Nothing, if it has none.
    ///
    /// They run after configured hooks, get the file's folder as
    /// `CLAUDE_PLUGIN_ROOT`, and are trusted, disabled and switched off as
    /// configured hooks are. An agent's `Stop` is `SubagentStop`: make it
    /// active in the subagent's own session.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn activate(&self, scope: Scope, file: &Path) -> Result<Option<Activation>, ActivateError> {
        if !matches!(scope, Scope::Skill | Scope::Agent) {
            return Err(ActivateError::Scope(scope.as_str()));
        }
        let engine = self.engine().snapshot_data();
        let Some(skill) = load_skill(file, scope, &mut engine.loading())? else {
            return Ok(None);
        };
        let mut settings = skill.settings;
        engine.renumber_rows(&mut settings.hooks);
        for hook in &mut settings.hooks {
            engine.trust.note_owner(hook);
        }
        let mut judged = engine.trust.judge(&mut settings.hooks);
        let mut activated = Activation {
            name: skill.name,
            hooks: Vec::with_capacity(settings.hooks.len()),
            untrusted: Vec::new(),
            findings: settings.findings,
        };
        for hook in settings.hooks {
            let standing = judged.standings.remove(&hook.id);
            let watch = judged.watches.remove(&hook.id);
            let trusted = hook.trusted;
            let hook = SessionHook::of_settings(hook, &engine, standing.clone(), watch);
            let id = self.push(hook);
            if let Some(standing) = standing.filter(|_| !trusted) {
                activated.untrusted.push((id.clone(), standing));
            }
            activated.hooks.push(id);
        }
        Ok(Some(activated))
    }

    /// Ends what was made active: its hooks run no more.
    pub fn deactivate(&self, activated: &Activation) {
        for hook in &activated.hooks {
            self.remove_hook(hook);
        }
    }
}
