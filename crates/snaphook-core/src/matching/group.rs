//! The matcher of a group of hooks: its text, and what it was compiled to.

use std::sync::Arc;

use super::matcher::{Matcher, MatcherError};
use crate::event::{EventSpec, MatchesOn};

/// A matcher as it was written and as it is used, compiled once and shared by
/// all hooks of its group.
#[derive(Debug, Clone)]
pub struct GroupMatcher {
    text: Option<Arc<str>>,
    compiled: Arc<Result<Matcher, MatcherError>>,
}

impl GroupMatcher {
    /// Compiles a matcher by the rules of its event. An event that matches on
    /// nothing accepts any matcher and ignores it.
    #[must_use]
    pub fn new(spec: &EventSpec, text: Option<&str>) -> Self {
        Self::compiled_as(text, Self::read(spec, text.unwrap_or_default()))
    }

    /// Reads a matcher by the rules of its event.
    ///
    /// # Errors
    /// When it is a regular expression that does not compile.
    pub fn read(spec: &EventSpec, text: &str) -> Result<Matcher, MatcherError> {
        match spec.matches_on {
            MatchesOn::Nothing => Ok(Matcher::All),
            MatchesOn::Tool(_) => Matcher::parse(text, false),
            MatchesOn::BaseName(_) => Matcher::parse(text, true),
            MatchesOn::Field { narrow, .. } => Matcher::parse(text, narrow),
        }
    }

    /// A matcher that somebody else has read.
    #[must_use]
    pub fn compiled_as(text: Option<&str>, compiled: Result<Matcher, MatcherError>) -> Self {
        Self {
            text: text.map(Into::into),
            compiled: Arc::new(compiled),
        }
    }

    /// The matcher of a group that has none.
    #[must_use]
    pub fn all() -> Self {
        Self {
            text: None,
            compiled: Arc::new(Ok(Matcher::All)),
        }
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> Option<&Arc<str>> {
        self.text.as_ref()
    }

    /// What it was compiled to.
    ///
    /// # Errors
    /// When it is a regular expression that does not compile.
    pub fn compiled(&self) -> Result<&Matcher, &MatcherError> {
        self.compiled.as_ref().as_ref()
    }
}
