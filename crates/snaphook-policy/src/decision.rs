//! What rules and policies decide, as the answer that an event understands. The
//! event table says which decisions have an effect; one without any is an error, so
//! that nobody takes a rule for a guard that it cannot be.

use snaphook_core::answer::Answer;
use snaphook_core::event::{EventSpec, OnBlock, OutputFields};

/// A decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PolicyDecision {
    /// Go on without asking.
    Allow,
    /// Ask a person.
    Ask,
    /// Deny the call, or block the event.
    Deny,
}

/// A decision that has no effect on an event.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{}` has no effect on {event}{}", decision.word(), help(*decision))]
pub struct DecisionError {
    /// The decision.
    pub decision: PolicyDecision,
    /// The event.
    pub event: String,
}

impl PolicyDecision {
    /// The words of settings.
    pub const WORDS: &'static [&'static str] = &["deny", "ask", "allow"];

    /// The decision that a word means.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "allow" => Some(Self::Allow),
            "ask" => Some(Self::Ask),
            "deny" => Some(Self::Deny),
            _ => None,
        }
    }

    /// Its word.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }

    /// The answer that makes the decision on an event.
    ///
    /// # Errors
    /// When the decision has no effect there.
    pub fn answer(
        self,
        spec: &EventSpec,
        event: &str,
        reason: &str,
    ) -> Result<Answer, DecisionError> {
        let decides = spec.output.contains(OutputFields::PERMISSION)
            && spec.permission_words.contains(&self.word());
        let answers_request = spec.output.contains(OutputFields::DECISION) && self != Self::Ask;
        let blocks = !matches!(
            spec.on_block,
            OnBlock::Nothing | OnBlock::Notice | OnBlock::OnlyGuardsDeny
        );
        match self {
            Self::Deny if decides || answers_request => Ok(Answer::deny(reason)),
            Self::Deny if blocks => Ok(Answer::block(reason)),
            Self::Ask if decides => Ok(Answer::ask(reason)),
            Self::Allow if decides || answers_request => {
                let mut answer = Answer::allow();
                answer.permission_reason = Some(reason.to_owned());
                Ok(answer)
            }
            _ => Err(DecisionError {
                decision: self,
                event: event.to_owned(),
            }),
        }
    }
}

fn help(decision: PolicyDecision) -> &'static str {
    match decision {
        PolicyDecision::Deny => {
            "; help: put it on an event that can be blocked, such as PreToolUse"
        }
        PolicyDecision::Ask | PolicyDecision::Allow => "; help: put it on PreToolUse",
    }
}

#[cfg(test)]
mod tests {
    use snaphook_core::event::Event;

    use super::*;

    fn answer(decision: PolicyDecision, event: &str) -> Result<Answer, DecisionError> {
        let event = Event::resolve(event);
        decision.answer(event.spec(), event.as_str(), "why")
    }

    #[test]
    fn an_event_gets_an_answer_that_it_understands() {
        assert_eq!(
            answer(PolicyDecision::Deny, "PreToolUse"),
            Ok(Answer::deny("why"))
        );
        assert_eq!(
            answer(PolicyDecision::Deny, "Stop"),
            Ok(Answer::block("why"))
        );
        assert_eq!(
            answer(PolicyDecision::Deny, "PostToolUse"),
            Ok(Answer::block("why"))
        );
        assert_eq!(
            answer(PolicyDecision::Ask, "PreToolUse"),
            Ok(Answer::ask("why"))
        );
        for (decision, event) in [
            (PolicyDecision::Ask, "Stop"),
            (PolicyDecision::Ask, "PermissionRequest"),
            (PolicyDecision::Allow, "UserPromptSubmit"),
            (PolicyDecision::Deny, "Notification"),
            (PolicyDecision::Deny, "SessionStart"),
        ] {
            let error = answer(decision, event).unwrap_err();
            assert!(error.to_string().contains(event), "{error}");
        }
    }
}
