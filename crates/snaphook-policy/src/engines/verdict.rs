//! What policies say of an event, as an answer that the event understands.

use serde_json::Value;
use snaphook_core::answer::{Answer, Response};
use snaphook_core::event::EventSpec;

use super::language::PolicyError;
use crate::decision::PolicyDecision;

/// What policies say of one event.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PolicyVerdict {
    pub(super) decision: Option<PolicyDecision>,
    /// The reasons of the decision.
    pub(super) reasons: Vec<String>,
    /// The agent stops, and why.
    pub(super) halt: Option<String>,
    /// Text for the model.
    pub(super) context: Vec<String>,
    /// The tool input to use instead.
    pub(super) updated_input: Option<Value>,
    /// An answer in the words of hooks, to be read as that of a command is.
    pub(super) own_words: Option<Value>,
}

impl PolicyVerdict {
    /// Adds a decision. The stricter one counts, with its reasons.
    pub(super) fn decide(&mut self, decision: PolicyDecision, reasons: Vec<String>) {
        match Some(decision).cmp(&self.decision) {
            std::cmp::Ordering::Greater => {
                self.decision = Some(decision);
                self.reasons = reasons;
            }
            std::cmp::Ordering::Equal => self.reasons.extend(reasons),
            std::cmp::Ordering::Less => {}
        }
    }

    /// Whether it holds something back: then doubt about the rest changes nothing.
    pub(super) fn denies(&self) -> bool {
        self.decision == Some(PolicyDecision::Deny) || self.halt.is_some()
    }

    /// The response of the hook. `certain`: the meaning of the whole call is.
    pub(super) fn response(
        self,
        spec: &EventSpec,
        event: &str,
        certain: bool,
    ) -> Result<Response, PolicyError> {
        if let Some(own_words) = self.own_words {
            return Ok(Response::Text(own_words.to_string()));
        }
        let allowed = self.decision == Some(PolicyDecision::Allow);
        // As for rules that allow: doubt allows nothing.
        let decision = self.decision.filter(|_| certain || !allowed);
        let reason = match self.reasons.is_empty() {
            true => "by policy".to_owned(),
            false => self.reasons.join("\n"),
        };
        let mut answer = match decision {
            None => Answer::default(),
            Some(decision) => decision
                .answer(spec, event, &reason)
                .map_err(|error| PolicyError::Evaluation(error.to_string()))?,
        };
        if let Some(why) = self.halt {
            answer.stop = true;
            answer.stop_reason = Some(why);
        }
        if !self.context.is_empty() {
            answer.additional_context = Some(self.context.join("\n"));
        }
        answer.updated_input = self.updated_input.map(Into::into);
        Ok(match answer == Answer::default() {
            true => Response::Silence,
            false => Response::Answer(Box::new(answer)),
        })
    }
}
