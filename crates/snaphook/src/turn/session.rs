//! The beginning and the end of a session.

use snaphook_core::input::typed;
use snaphook_core::outcome::Outcome;

use super::hooks::AgentHooks;
use super::messages::HookMessages;

/// What hooks give a session to begin with.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SessionStartReply {
    /// What was said; the text for the model begins the conversation.
    pub messages: HookMessages,
    /// A first message to send for the user.
    pub initial_user_message: Option<String>,
    /// A title for the session.
    pub session_title: Option<String>,
    /// Files and folders to watch; an empty list watches none.
    pub watch_paths: Option<Vec<String>>,
    /// Read the skills again.
    pub reload_skills: bool,
}

impl SessionStartReply {
    pub(super) fn of(outcome: Outcome) -> Self {
        Self {
            initial_user_message: outcome.initial_user_message.clone(),
            session_title: outcome.session_title.clone(),
            watch_paths: outcome.watch_paths.clone(),
            reload_skills: outcome.reload_skills,
            messages: HookMessages::of(outcome),
        }
    }
}

impl AgentHooks {
    /// The session begins, or is taken up again: `startup`, `resume`, `clear`,
    /// `fork`. (After a compaction, [`AgentHooks::compacted`] does it.)
    ///
    /// ```
    /// # async fn run(hooks: snaphook::turn::AgentHooks) {
    /// use snaphook::input::typed::SessionStart;
    /// let started = hooks.session_start(SessionStart::new("startup").model("opus")).await;
    /// let first_words = started.messages.text_for_model;
    /// # }
    /// ```
    pub async fn session_start(&self, start: typed::SessionStart) -> SessionStartReply {
        SessionStartReply::of(self.fire(&start).await)
    }

    /// The session ends: `clear`, `resume`, `logout`, `prompt_input_exit` or
    /// `other`. Nothing can keep it.
    pub async fn session_end(&self, reason: &str) -> HookMessages {
        HookMessages::of(self.fire(&typed::SessionEnd::new(reason)).await)
    }

    /// The project is set up (`init`) or maintained (`maintenance`).
    pub async fn setup(&self, trigger: &str) -> HookMessages {
        HookMessages::of(self.fire(&typed::Setup::new(trigger)).await)
    }
}
