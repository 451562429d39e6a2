//! Questions of MCP servers to the user.

use snaphook_core::answer::ElicitationAction;
use snaphook_core::input::typed;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;

use super::hooks::AgentHooks;
use super::messages::HookMessages;

/// What hooks answer in the user's place.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ElicitationReply {
    /// Accept, decline or cancel; `None`: the user is asked, or the user's
    /// answer stands.
    pub action: Option<ElicitationAction>,
    /// What to accept with.
    pub content: Option<Json>,
    /// The messages of the hooks.
    pub messages: HookMessages,
}

impl ElicitationReply {
    fn of(outcome: Outcome) -> Self {
        let elicited = outcome.elicitation.clone();
        Self {
            action: elicited.as_ref().map(|elicited| elicited.action),
            content: elicited.and_then(|elicited| elicited.content),
            messages: HookMessages::of(outcome),
        }
    }
}

impl AgentHooks {
    /// An MCP server asks the user for something.
    pub async fn elicitation(&self, question: typed::Elicitation) -> ElicitationReply {
        ElicitationReply::of(self.fire(&question).await)
    }

    /// The user answered an MCP server; hooks may change the answer.
    pub async fn elicitation_result(&self, answer: typed::ElicitationResult) -> ElicitationReply {
        ElicitationReply::of(self.fire(&answer).await)
    }
}
