//! The end of a turn.

use snaphook_core::input::typed;
use snaphook_core::outcome::Outcome;

use super::hooks::AgentHooks;
use super::told::Told;

/// Whether an agent that wants to end its turn may.
#[derive(Debug, Clone)]
pub enum Ending {
    /// It may.
    Stop(Told),
    /// It must go on: the text is the model's next instruction.
    GoOn {
        /// Who sent it back and why, in words for the model.
        text: String,
        /// What was said.
        told: Told,
    },
}

impl Ending {
    pub(super) fn of(outcome: Outcome) -> Self {
        let blocked = outcome.blocked;
        let told = Told::of(outcome);
        match &told.for_model {
            Some(text) if blocked => Self::GoOn {
                text: text.clone(),
                told,
            },
            _ => Self::Stop(told),
        }
    }

    /// Whether the agent must go on.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        matches!(self, Self::GoOn { .. })
    }
}

impl AgentHooks {
    /// The agent is about to end its turn. `stop_hook_active` is told to hooks
    /// when the agent only goes on because one sent it back; after so many in a
    /// row (`stopHookBlockCap`) it may stop all the same.
    pub async fn stop(&self, last_message: Option<&str>) -> Ending {
        let mut stop = typed::Stop::new(self.is_sent_back());
        stop.last_assistant_message = last_message.map(str::to_owned);
        let ending = Ending::of(self.fire(&stop).await);
        self.set_sent_back(ending.goes_on());
        ending
    }

    /// The turn ended because of an error: `rate_limit`, `server_error` and so
    /// on; `unknown` if nobody knows.
    pub async fn stop_failure(&self, failure: typed::StopFailure) -> Told {
        self.set_sent_back(false);
        Told::of(self.fire(&failure).await)
    }
}
