//! What the model and the user are told, in the event's own words, so that
//! hosts need not invent them.

use super::entry::Status;
use super::result::Outcome;

impl Outcome {
    /// Why the agent stops, if a hook stops it.
    #[must_use]
    pub fn why_stopped(&self) -> Option<String> {
        let reason = || self.stop_reason.clone();
        (!self.go_on).then(|| reason().unwrap_or_else(|| "a hook stopped the agent".to_owned()))
    }

    /// What the model is told about blocks and feedback: of each, the event,
    /// the hook and the reason. Nothing where the model is not told. Context
    /// that hooks add is in [`Merged::additional_context`](super::Merged::additional_context).
    ///
    /// A block of an event that only concerns the user (a stopped prompt) is
    /// in [`Outcome::text_for_user`].
    #[must_use]
    pub fn text_for_model(&self) -> Option<String> {
        if !self.spec.told.model {
            return None;
        }
        self.told()
    }

    /// The text for the user where a block concerns the user alone.
    #[must_use]
    pub fn text_for_user(&self) -> Option<String> {
        if self.spec.told.model {
            return None;
        }
        self.told()
    }

    fn told(&self) -> Option<String> {
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
            .filter(|entry| entry.took_part())
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
