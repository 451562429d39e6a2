//! Turns and model calls.

use serde_json::Value;
use snaphook_core::answer::PermissionDecision;
use snaphook_core::input::typed;
use snaphook_core::json::Json;

use super::hooks::AgentHooks;
use super::messages::{EventDecision, EventReply, HookMessages};
use snaphook_engine::SessionNotice;

/// What a turn begins with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TurnStartReply {
    /// What was said; the text for the model is for this turn only and is not
    /// kept in the conversation.
    pub messages: HookMessages,
    /// What background hooks have had to say since the last turn.
    pub notices: Vec<SessionNotice>,
}

/// Whether the model is called.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ModelCallReply {
    /// Whether it is.
    pub decision: EventDecision,
    /// The messages of the hooks.
    pub messages: HookMessages,
    /// The request to send instead.
    pub updated_request: Option<Json>,
}

/// Whether a model's answer is recorded.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ModelAnswerReply {
    /// Whether it is. A block withholds it: nobody sees it, and none of its
    /// tools is called.
    pub decision: EventDecision,
    /// The messages of the hooks.
    pub messages: HookMessages,
    /// The answer to record instead; where a guard failed, a line that says so.
    pub updated_response: Option<Json>,
}

/// Whether another model takes over.
#[derive(Debug, Clone)]
pub enum ModelSwitchReply {
    /// It does.
    Switch(HookMessages),
    /// The user is to be asked, and why.
    Ask(Option<String>, HookMessages),
    /// It does not, and why.
    Blocked(String, HookMessages),
}

impl AgentHooks {
    /// A turn of the agent loop begins.
    pub async fn turn_start(&self) -> TurnStartReply {
        TurnStartReply {
            messages: HookMessages::of(self.fire(&typed::TurnStart::new()).await),
            notices: self.session.drain_notices(),
        }
    }

    /// The model is about to be called.
    pub async fn before_model_call(&self) -> ModelCallReply {
        self.before_model_call_as(typed::BeforeLlmCall::new()).await
    }

    /// The model is about to be called with this request, which hooks may rewrite.
    pub async fn before_model_call_as(&self, call: typed::BeforeLlmCall) -> ModelCallReply {
        let outcome = self.fire(&call).await;
        ModelCallReply {
            decision: EventDecision::of(&outcome),
            updated_request: outcome.updated_request.clone(),
            messages: HookMessages::of(outcome),
        }
    }

    /// The model answered; the answer is not recorded yet. A failed call is
    /// none of these: see [`AgentHooks::on_error`].
    pub async fn after_model_call(&self, text: &str) -> ModelAnswerReply {
        self.after_model_call_as(typed::AfterLlmCall::new(text))
            .await
    }

    /// The model gave this response, which hooks may rewrite.
    pub async fn after_model_call_as(&self, answer: typed::AfterLlmCall) -> ModelAnswerReply {
        let outcome = self.fire(&answer).await;
        ModelAnswerReply {
            decision: EventDecision::of(&outcome),
            updated_response: outcome.updated_response.clone(),
            messages: HookMessages::of(outcome),
        }
    }

    /// All tool calls of one model answer are done: objects with `tool_name`,
    /// `tool_input`, `tool_use_id` and `tool_response`. A block stops the
    /// loop before the next model call.
    pub async fn tool_batch(&self, tool_calls: Vec<Value>) -> EventReply {
        EventReply::of(self.fire(&typed::PostToolBatch::new(tool_calls)).await)
    }

    /// Another model is about to take over.
    pub async fn before_model_switch(&self, switch: typed::PreModelSwitch) -> ModelSwitchReply {
        let EventReply { decision, messages } = EventReply::of(self.fire(&switch).await);
        match decision {
            EventDecision::Blocked(reason) => ModelSwitchReply::Blocked(reason, messages),
            EventDecision::Proceed => match messages.outcome.permission_decision {
                Some(PermissionDecision::Ask) => ModelSwitchReply::Ask(
                    messages.outcome.permission_decision_reason.clone(),
                    messages,
                ),
                _ => ModelSwitchReply::Switch(messages),
            },
        }
    }

    /// Another model took over.
    pub async fn after_model_switch(&self, switch: typed::PostModelSwitch) -> HookMessages {
        HookMessages::of(self.fire(&switch).await)
    }
}
