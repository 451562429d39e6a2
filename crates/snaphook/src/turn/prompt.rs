//! What the user says, and what the user sees.

use snaphook_core::input::typed;

use super::hooks::AgentHooks;
use super::told::{Decided, Go, Told};

/// Whether a prompt reaches the model.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PromptSubmitted {
    /// Whether it does. A refusal is told to the user alone.
    pub go: Go,
    /// What was said; the text for the model goes beside the prompt.
    pub told: Told,
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
pub struct MessageDisplayed {
    /// What to show.
    pub text: String,
    /// What was said.
    pub told: Told,
}

impl AgentHooks {
    /// The user sent a prompt.
    pub async fn prompt_submitted(&self, prompt: &str) -> PromptSubmitted {
        self.prompt_submitted_as(typed::UserPromptSubmit::new(prompt))
            .await
    }

    /// The same for a prompt of a session that has a title.
    pub async fn prompt_submitted_as(&self, prompt: typed::UserPromptSubmit) -> PromptSubmitted {
        // What the user wants now is no longer what a stop hook wanted.
        self.set_sent_back(false);
        let outcome = self.fire(&prompt).await;
        PromptSubmitted {
            go: Go::of(&outcome),
            session_title: outcome.session_title.clone(),
            suppress_original: outcome.suppress_original_prompt,
            updated_prompt: outcome.updated_prompt.clone(),
            told: Told::of(outcome),
        }
    }

    /// A slash command is about to become a prompt.
    pub async fn prompt_expanded(&self, expansion: typed::UserPromptExpansion) -> Decided {
        Decided::of(self.fire(&expansion).await)
    }

    /// The agent waits for the user.
    pub async fn on_user_input(&self) -> Told {
        Told::of(self.fire(&typed::OnUserInput::new()).await)
    }

    /// A piece of the model's text is about to be shown.
    pub async fn message_display(&self, piece: typed::MessageDisplay) -> MessageDisplayed {
        let outcome = self.fire(&piece).await;
        let shown = outcome.display_content.clone();
        MessageDisplayed {
            text: shown.unwrap_or(piece.delta),
            told: Told::of(outcome),
        }
    }
}
