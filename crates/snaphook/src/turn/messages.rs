//! The reply of hooks to an event: messages for the model and the user, and whether
//! the operation proceeds.

use snaphook_core::outcome::Outcome;

/// The messages of the hooks of one event, for the model, the user and the host.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HookMessages {
    /// For the model: the reason of a block or the feedback, then the context that
    /// hooks add.
    pub text_for_model: Option<String>,
    /// For the user: the messages of hooks, in configured order.
    pub texts_for_user: Vec<String>,
    /// Why the agent must stop, if a hook stops it.
    pub stop: Option<String>,
    /// The whole outcome, for a host that records or shows it.
    pub outcome: Outcome,
}

impl HookMessages {
    pub(super) fn of(outcome: Outcome) -> Self {
        let words = outcome.text_for_model();
        let context = outcome.additional_context.iter().cloned();
        let text_for_model: Vec<String> = words.into_iter().chain(context).collect();
        let mut texts_for_user = outcome.system_messages.clone();
        texts_for_user.extend(outcome.text_for_user());
        Self {
            text_for_model: (!text_for_model.is_empty()).then(|| text_for_model.join("\n")),
            texts_for_user,
            stop: outcome.why_stopped(),
            outcome,
        }
    }
}

/// Whether an operation proceeds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventDecision {
    /// The operation proceeds.
    Proceed,
    /// A hook blocks the operation, with this reason. [`HookMessages`] has the text for
    /// the model or the user.
    Blocked(String),
}

impl EventDecision {
    pub(super) fn of(outcome: &Outcome) -> Self {
        match outcome.blocked {
            false => Self::Proceed,
            true => Self::Blocked(outcome.block_reason.clone().unwrap_or_default()),
        }
    }

    /// Whether the operation proceeds.
    #[must_use]
    pub fn proceeds(&self) -> bool {
        *self == Self::Proceed
    }
}

/// The decision about an operation, and the messages of the hooks.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EventReply {
    /// Whether the operation proceeds.
    pub decision: EventDecision,
    /// The messages of the hooks.
    pub messages: HookMessages,
}

impl EventReply {
    pub(super) fn of(outcome: Outcome) -> Self {
        Self {
            decision: EventDecision::of(&outcome),
            messages: HookMessages::of(outcome),
        }
    }
}
