//! Which events are meant.

use crate::record::LoggedDecision;

/// Which events are meant: those that fit everything it says. Of a list any one
/// item will do; an empty list says nothing.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Events by name.
    pub events: Vec<String>,
    /// Tools by name.
    pub tools: Vec<String>,
    /// Hooks that took part or were skipped, by name or id.
    pub hooks: Vec<String>,
    /// What came of it.
    pub decisions: Vec<LoggedDecision>,
    /// Sessions by id.
    pub sessions: Vec<String>,
    /// Roots of projects.
    pub projects: Vec<String>,
    /// Dialects, and who fired: `claude`, `codex`, `serve`.
    pub agents: Vec<String>,
    /// Not before this, in milliseconds since 1970.
    pub since: Option<i64>,
    /// Before this.
    pub until: Option<i64>,
    /// Words, in this order, in the input or in what hooks said; the last may be
    /// the beginning of one.
    pub text: Option<String>,
}

impl Filter {
    /// The text as a query: its words, one after the other. `None` if it has
    /// none.
    pub(super) fn phrase(&self) -> Option<String> {
        let text = self.text.as_deref()?;
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        (!words.is_empty()).then(|| format!("\"{}\" *", words.join(" ")))
    }

    /// Whether it has a text without a single word, which nothing can hold.
    #[must_use]
    pub fn has_no_words(&self) -> bool {
        self.text.is_some() && self.phrase().is_none()
    }
}
