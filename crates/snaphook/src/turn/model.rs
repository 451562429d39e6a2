//! Turns and model calls.

use serde_json::Value;
use snaphook_core::answer::PermissionDecision;
use snaphook_core::input::typed;

use super::hooks::AgentHooks;
use super::told::{Decided, Go, Told};
use crate::session::SessionNotice;

/// What a turn begins with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TurnStarted {
    /// What was said; the text for the model is for this turn only and is not
    /// kept in the conversation.
    pub told: Told,
    /// What background hooks have had to say since the last turn.
    pub notices: Vec<SessionNotice>,
}

/// Whether another model takes over.
#[derive(Debug, Clone)]
pub enum ModelSwitch {
    /// It does.
    Switch(Told),
    /// The user is to be asked, and why.
    Ask(Option<String>, Told),
    /// It does not, and why.
    Refused(String, Told),
}

impl AgentHooks {
    /// A turn of the agent loop begins.
    pub async fn turn_start(&self) -> TurnStarted {
        TurnStarted {
            told: Told::of(self.fire(&typed::TurnStart::new()).await),
            notices: self.session.drain_notices(),
        }
    }

    /// The model is about to be called.
    pub async fn before_model_call(&self) -> Decided {
        Decided::of(self.fire(&typed::BeforeLlmCall::new()).await)
    }

    /// The model answered; the answer is not recorded yet. A failed call is
    /// none of these: see [`AgentHooks::on_error`].
    pub async fn after_model_call(&self, text: &str) -> Told {
        Told::of(self.fire(&typed::AfterLlmCall::new(text)).await)
    }

    /// All tool calls of one model answer are done: objects with `tool_name`,
    /// `tool_input`, `tool_use_id` and `tool_response`. A refusal stops the
    /// loop before the next model call.
    pub async fn tool_batch(&self, tool_calls: Vec<Value>) -> Decided {
        Decided::of(self.fire(&typed::PostToolBatch::new(tool_calls)).await)
    }

    /// Another model is about to take over.
    pub async fn before_model_switch(&self, switch: typed::PreModelSwitch) -> ModelSwitch {
        let Decided { go, told } = Decided::of(self.fire(&switch).await);
        match go {
            Go::Refused(reason) => ModelSwitch::Refused(reason, told),
            Go::On => match told.outcome.permission_decision {
                Some(PermissionDecision::Ask) => {
                    ModelSwitch::Ask(told.outcome.permission_decision_reason.clone(), told)
                }
                _ => ModelSwitch::Switch(told),
            },
        }
    }

    /// Another model took over.
    pub async fn after_model_switch(&self, switch: typed::PostModelSwitch) -> Told {
        Told::of(self.fire(&switch).await)
    }
}
