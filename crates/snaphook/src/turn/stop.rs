//! The end of a turn.

use snaphook_core::input::typed;
use snaphook_core::outcome::Outcome;

use super::hooks::AgentHooks;
use super::messages::HookMessages;

/// Whether an agent that wants to end its turn may.
#[derive(Debug, Clone)]
pub enum TurnEnd {
    /// It may.
    Stop(HookMessages),
    /// It must go on: the text is the model's next instruction.
    Continue {
        /// Who sent it back and why, in words for the model.
        text: String,
        /// The messages of the hooks.
        messages: HookMessages,
    },
}

impl TurnEnd {
    pub(super) fn of(outcome: Outcome) -> Self {
        let blocked = outcome.blocked;
        let messages = HookMessages::of(outcome);
        match &messages.text_for_model {
            Some(text) if blocked => Self::Continue {
                text: text.clone(),
                messages,
            },
            _ => Self::Stop(messages),
        }
    }

    /// Whether the agent must go on.
    #[must_use]
    pub fn must_continue(&self) -> bool {
        matches!(self, Self::Continue { .. })
    }
}

impl AgentHooks {
    /// The agent is about to end its turn. `stop_hook_active` is told to hooks
    /// when the agent only goes on because one sent it back; after so many in a
    /// row (`stopHookBlockCap`) it may stop all the same.
    pub async fn stop(&self, last_message: Option<&str>) -> TurnEnd {
        let mut stop = typed::Stop::new(self.is_sent_back());
        stop.last_assistant_message = last_message.map(str::to_owned);
        let ending = TurnEnd::of(self.fire(&stop).await);
        self.set_sent_back(ending.must_continue());
        ending
    }

    /// The turn ended because of an error: `rate_limit`, `server_error` and so
    /// on; `unknown` if nobody knows.
    pub async fn stop_failure(&self, failure: typed::StopFailure) -> HookMessages {
        self.set_sent_back(false);
        HookMessages::of(self.fire(&failure).await)
    }
}
