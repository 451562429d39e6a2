//! Runs a hook of type `rule`: the answer is made when the settings are loaded, and a
//! call only copies it.

use std::sync::Arc;

use snaphook_core::hook::Hook;
use snaphook_exec::{Function, Handler, HandlerFactory, MakeError};

use super::definition::RuleDef;

/// Makes handlers for hooks of type `rule`.
#[derive(Debug, Clone, Copy, Default)]
pub struct RuleFactory;

impl HandlerFactory for RuleFactory {
    fn make(&self, hook: &Hook) -> Result<Arc<dyn Handler>, MakeError> {
        let Some(def) = hook.handler.get::<RuleDef>() else {
            return Err(MakeError::other_kind(RuleDef::KIND, hook));
        };
        let reason = match &def.reason {
            Some(reason) => reason.clone(),
            None => default_reason(hook, def),
        };
        let answer = def
            .decision
            .answer(hook.event.spec(), hook.event.as_str(), &reason)
            .map_err(MakeError::unusable)?;
        Ok(Arc::new(Function::new(move |_| {
            std::future::ready(answer.clone())
        })))
    }
}

/// What is said where the settings give no reason: the condition that held.
fn default_reason(hook: &Hook, def: &RuleDef) -> String {
    let verb = match def.decision.word() {
        "deny" => "denied",
        "ask" => "to be asked about",
        _ => "allowed",
    };
    match &hook.condition {
        Some(condition) => format!("{verb} by the rule `{condition}`"),
        None => format!("{verb} by the rule {}", hook.name),
    }
}
