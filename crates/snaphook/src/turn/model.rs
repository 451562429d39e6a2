//! Turns and model calls.

use serde_json::Value;
use snaphook_core::answer::PermissionDecision;
use snaphook_core::input::typed;
use snaphook_core::json::Json;

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

/// Whether the model is called.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ModelCalled {
    /// Whether it is.
    pub go: Go,
    /// What was said.
    pub told: Told,
    /// The request to send instead.
    pub updated_request: Option<Json>,
}

/// Whether a model's answer is recorded.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ModelAnswered {
    /// Whether it is. A refusal withholds it: nobody sees it, and no tool of it
    /// is called.
    pub go: Go,
    /// What was said.
    pub told: Told,
    /// The answer to record instead; where a guard failed, a line that says so.
    pub updated_response: Option<Json>,
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
    pub async fn before_model_call(&self) -> ModelCalled {
        self.before_model_call_as(typed::BeforeLlmCall::new()).await
    }

    /// The same with the request, which hooks may rewrite.
    pub async fn before_model_call_as(&self, call: typed::BeforeLlmCall) -> ModelCalled {
        let outcome = self.fire(&call).await;
        ModelCalled {
            go: Go::of(&outcome),
            updated_request: outcome.updated_request.clone(),
            told: Told::of(outcome),
        }
    }

    /// The model answered; the answer is not recorded yet. A failed call is
    /// none of these: see [`AgentHooks::on_error`].
    pub async fn after_model_call(&self, text: &str) -> ModelAnswered {
        self.after_model_call_as(typed::AfterLlmCall::new(text))
            .await
    }

    /// The same with the whole response, which hooks may rewrite.
    pub async fn after_model_call_as(&self, answer: typed::AfterLlmCall) -> ModelAnswered {
        let outcome = self.fire(&answer).await;
        ModelAnswered {
            go: Go::of(&outcome),
            updated_response: outcome.updated_response.clone(),
            told: Told::of(outcome),
        }
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
