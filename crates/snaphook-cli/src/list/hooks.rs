//! The hooks of the list: configured ones, and those of skills and agents, with who
//! vouches for each and who disabled it.

use std::sync::Arc;

use serde_json::Value;
use snaphook::Engine;
use snaphook::hook::Hook;

use crate::show;

/// A hook of the list.
pub(crate) struct ListedHook {
    pub(crate) hook: Arc<Hook>,
    /// Who vouches for it.
    pub(crate) trust: &'static str,
    /// Who disabled it, if it does not say so itself.
    pub(super) disabled_by: Option<String>,
}

impl ListedHook {
    pub(crate) fn to_json(&self) -> Value {
        let mut json = show::hook_json(&self.hook);
        json["trust"] = self.trust.into();
        if let Some(by) = &self.disabled_by {
            json["disabledBy"] = by.clone().into();
        }
        json
    }
}

/// Configured hooks, and those of skills and agents, which run while these are
/// active.
pub(crate) fn all(engine: &Engine) -> Vec<ListedHook> {
    let now = engine.snapshot();
    let of_skills: Vec<Arc<Hook>> = now
        .skills()
        .iter()
        .flat_map(|skill| skill.settings.hooks.iter().cloned().map(Arc::new))
        .collect();
    // Whoever is not active is not judged; a person wants to know all the same.
    let questions = match of_skills.is_empty() {
        true => Vec::new(),
        false => engine.trust_questions(),
    };
    let standing = |hook: &Hook| {
        let asked = questions
            .iter()
            .find(|question| question.hook.id == hook.id);
        let standing = asked.map(|question| &question.standing);
        now.standing(&hook.id).or(standing)
    };
    let listed = |hook: Arc<Hook>| ListedHook {
        trust: show::trust_word(standing(&hook), &hook),
        disabled_by: now.disabled_by(&hook),
        hook,
    };
    let configured = now.configured().iter().cloned();
    configured.chain(of_skills).map(listed).collect()
}
