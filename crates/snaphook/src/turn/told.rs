//! What every event may say, whatever place it is fired from.

use snaphook_core::outcome::Outcome;

/// What the hooks of one event have to say to the model, the user and the
/// host.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Told {
    /// For the model: what blocked or criticised, in words, then what hooks
    /// add. Nothing, if they said nothing.
    pub for_model: Option<String>,
    /// For the user: messages of hooks, in order.
    pub for_user: Vec<String>,
    /// A hook stops the agent, and why.
    pub stop: Option<String>,
    /// The whole outcome, for a host that records or shows it.
    pub outcome: Outcome,
}

impl Told {
    pub(super) fn of(outcome: Outcome) -> Self {
        let words = outcome.text_for_model();
        let context = outcome.additional_context.iter().cloned();
        let for_model: Vec<String> = words.into_iter().chain(context).collect();
        let mut for_user = outcome.system_messages.clone();
        for_user.extend(outcome.text_for_user());
        Self {
            for_model: (!for_model.is_empty()).then(|| for_model.join("\n")),
            for_user,
            stop: outcome.why_stopped(),
            outcome,
        }
    }
}

/// Whether an operation goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Go {
    /// It does.
    On,
    /// It does not, and why. (The words are in [`Told`], for the model or for
    /// the user, whoever is to hear of it.)
    Refused(String),
}

impl Go {
    pub(super) fn of(outcome: &Outcome) -> Self {
        match outcome.blocked {
            false => Self::On,
            true => Self::Refused(outcome.block_reason.clone().unwrap_or_default()),
        }
    }

    /// Whether it goes on.
    #[must_use]
    pub fn is_on(&self) -> bool {
        *self == Self::On
    }
}

/// Whether an operation goes on, and what was said of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Decided {
    /// Whether it goes on.
    pub go: Go,
    /// What was said.
    pub told: Told,
}

impl Decided {
    pub(super) fn of(outcome: Outcome) -> Self {
        Self {
            go: Go::of(&outcome),
            told: Told::of(outcome),
        }
    }
}
