//! What the model and the user are told, in the event's own words, so that
//! hosts need not invent them.

use super::entry::Status;
use super::result::Outcome;

/// The reason where a hook stops the agent and gives none. Some agents go on where a reason
/// is empty.
pub const STOP_WITHOUT_REASON: &str = "a hook stopped the agent";

impl Outcome {
    /// Why the agent stops, if a hook stops it. Never empty.
    #[must_use]
    pub fn why_stopped(&self) -> Option<String> {
        let reason = || {
            let reason = self.stop_reason.clone();
            reason.filter(|reason| !reason.trim().is_empty())
        };
        (!self.go_on).then(|| reason().unwrap_or_else(|| STOP_WITHOUT_REASON.to_owned()))
    }

    /// What the model is told about blocks and feedback: of each, the event,
    /// the hook and the reason. `None` if the model is not told. Context
    /// that hooks add is in [`MergedEffects::additional_context`](super::MergedEffects::additional_context).
    ///
    /// A block of an event that only concerns the user (a stopped prompt) is
    /// in [`Outcome::text_for_user`].
    #[must_use]
    pub fn text_for_model(&self) -> Option<String> {
        if !self.spec.told.model {
            return None;
        }
        self.block_text()
    }

    /// The text for the user where a block concerns the user alone.
    #[must_use]
    pub fn text_for_user(&self) -> Option<String> {
        if self.spec.told.model {
            return None;
        }
        self.block_text()
    }

    fn block_text(&self) -> Option<String> {
        let line = |name: &str, reason: &str| {
            format!("{}: {} {name}: {reason}", self.event, self.spec.told.words)
        };
        let mut lines: Vec<String> = self
            .blocks
            .iter()
            .map(|block| line(&block.name, &block.reason))
            .collect();
        if lines.is_empty()
            && let Some(reason) = &self.block_reason
        {
            lines.push(format!("{}: {reason}", self.event));
        }
        lines.extend(
            self.feedback_from
                .iter()
                .map(|said| line(&said.name, &said.text)),
        );
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// A line per hook for the user, as compaction shows them: completed or
    /// failed, with its output. Functions by which the host looks on have none.
    #[must_use]
    pub fn lines_for_user(&self) -> Vec<String> {
        self.hooks
            .iter()
            .filter(|entry| entry.participated())
            .map(|entry| {
                let (word, output) = match entry.status {
                    Status::Success => ("completed", entry.stdout.as_deref()),
                    Status::Blocked => ("blocked", entry.stderr.as_deref()),
                    Status::Background => ("goes on in the background", None),
                    _ => ("failed", entry.error.as_deref()),
                };
                match output.map(str::trim).filter(|output| !output.is_empty()) {
                    Some(output) => format!("{} {word}: {output}", entry.name),
                    None => format!("{} {word}", entry.name),
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Event;

    #[test]
    fn a_stop_always_has_a_reason() {
        let mut outcome = Outcome::go_on(&Event::resolve("Stop"));
        assert_eq!(outcome.why_stopped(), None);
        outcome.go_on = false;
        for (given, told) in [
            (None, STOP_WITHOUT_REASON),
            (Some(" \n"), STOP_WITHOUT_REASON),
            (Some("it is late"), "it is late"),
        ] {
            outcome.stop_reason = given.map(str::to_owned);
            assert_eq!(outcome.why_stopped().as_deref(), Some(told));
        }
    }
}
