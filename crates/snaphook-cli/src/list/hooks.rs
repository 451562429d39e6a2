//! Collects the hooks of the list: configured ones and those of skills and agents, each
//! with its trust and with what disabled it.

use std::sync::Arc;

use serde_json::Value;
use snaphook::Engine;
use snaphook::hook::Hook;

use crate::show;

/// A hook of the list.
pub(crate) struct ConfiguredHook {
    pub(crate) hook: Arc<Hook>,
    /// Who vouches for it.
    pub(crate) trust: &'static str,
    /// Who disabled it, if it does not say so itself.
    pub(super) disabled_by: Option<String>,
    /// What it may reach, if it starts a process.
    pub(super) rights: Option<Value>,
    /// What it may reach in a sandbox, in words.
    pub(super) sandbox: Option<String>,
}

impl ConfiguredHook {
    pub(crate) fn to_json(&self) -> Value {
        let mut json = show::hook_json(&self.hook);
        json["trust"] = self.trust.into();
        if let Some(rights) = &self.rights {
            json["sandbox"] = rights.clone();
        }
        if let Some(by) = &self.disabled_by {
            json["disabledBy"] = by.clone().into();
        }
        json
    }
}

/// Configured hooks, and those of skills and agents, which run while these are
/// active.
pub(crate) fn all(engine: &Engine) -> Vec<ConfiguredHook> {
    let now = engine.snapshot();
    let of_skills: Vec<Arc<Hook>> = now
        .skills()
        .iter()
        .flat_map(|skill| skill.settings.hooks.iter().cloned().map(Arc::new))
        .collect();
    // Hooks of inactive skills have no trust state yet, but the list shows one.
    let questions = match of_skills.is_empty() {
        true => Vec::new(),
        false => engine.trust_questions(),
    };
    let standing = |hook: &Hook| {
        let asked = questions
            .iter()
            .find(|question| question.hook.id == hook.id);
        let standing = asked.map(|question| &question.standing);
        now.trust_state(&hook.id).or(standing)
    };
    let listed = |hook: Arc<Hook>| ConfiguredHook {
        trust: show::trust_word(standing(&hook), &hook),
        disabled_by: now.disabled_by(&hook),
        rights: show::rights_json(engine, &hook),
        sandbox: now.sandbox_rights(&hook).map(|rights| rights.line()),
        hook,
    };
    let configured = now.configured().iter().cloned();
    configured.chain(of_skills).map(listed).collect()
}
