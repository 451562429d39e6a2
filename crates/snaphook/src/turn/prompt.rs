//! What the user says, and what the user sees.

use snaphook_core::input::typed;

use super::hooks::AgentHooks;
use super::messages::{EventDecision, EventReply, HookMessages};

/// Whether a prompt reaches the model.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PromptReply {
    /// Whether it does. Only the user is told the reason of a block.
    pub decision: EventDecision,
    /// What was said; the text for the model goes beside the prompt.
    pub messages: HookMessages,
    /// A title for the session.
    pub session_title: Option<String>,
    /// The prompt is not shown in the conversation.
    pub suppress_original: bool,
    /// The prompt to send instead.
    pub updated_prompt: Option<String>,
}

/// A piece of the model's text as the user sees it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MessageDisplayReply {
    /// What to show.
    pub text: String,
    /// The messages of the hooks.
    pub messages: HookMessages,
}

impl AgentHooks {
    /// The user sent a prompt.
    pub async fn prompt_submitted(&self, prompt: &str) -> PromptReply {
        self.prompt_submitted_as(typed::UserPromptSubmit::new(prompt))
            .await
    }

    /// The user sent a prompt, with the fields that the host sets itself.
    pub async fn prompt_submitted_as(&self, prompt: typed::UserPromptSubmit) -> PromptReply {
        // What the user wants now is no longer what a stop hook wanted.
        self.set_sent_back(false);
        let outcome = self.fire(&prompt).await;
        PromptReply {
            decision: EventDecision::of(&outcome),
            session_title: outcome.session_title.clone(),
            suppress_original: outcome.suppress_original_prompt,
            updated_prompt: outcome.updated_prompt.clone(),
            messages: HookMessages::of(outcome),
        }
    }

    /// A slash command is about to become a prompt.
    pub async fn prompt_expanded(&self, expansion: typed::UserPromptExpansion) -> EventReply {
        EventReply::of(self.fire(&expansion).await)
    }

    /// The agent waits for the user.
    pub async fn on_user_input(&self) -> HookMessages {
        HookMessages::of(self.fire(&typed::OnUserInput::new()).await)
    }

    /// A piece of the model's text is about to be shown.
    pub async fn message_display(&self, piece: typed::MessageDisplay) -> MessageDisplayReply {
        let outcome = self.fire(&piece).await;
        let shown = outcome.display_content.clone();
        MessageDisplayReply {
            text: shown.unwrap_or(piece.delta),
            messages: HookMessages::of(outcome),
        }
    }
}
