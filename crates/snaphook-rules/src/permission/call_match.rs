//! How a deny or ask rule is met.

use super::rule::PermissionRule;
use crate::Subject;

/// How a deny or ask rule is met.
#[derive(Debug, Clone)]
pub(super) enum CallMatch {
    /// By something that is known to happen.
    Known(String),
    /// It could be, for some values of what is unknown.
    Unclear(String),
}

impl CallMatch {
    pub(super) fn of(rule: &PermissionRule, subject: &Subject<'_>) -> Option<Self> {
        let tested = rule.rule.test_as(rule.behavior, subject);
        let how = || tested.because.how().unwrap_or_default();
        match (tested.known, tested.possible) {
            (true, _) => Some(Self::Known(how())),
            (false, true) => Some(Self::Unclear(how())),
            (false, false) => None,
        }
    }

    pub(super) fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    /// Adds what does it: a redirection, a command.
    pub(super) fn by(self, what: &str) -> Self {
        let words = |how: String| format!("{how}, by {what}");
        match self {
            Self::Known(how) => Self::Known(words(how)),
            Self::Unclear(how) => Self::Unclear(words(how)),
        }
    }

    /// Makes it unclear, for this reason.
    pub(super) fn make_unclear(self, why: &str) -> Self {
        match self {
            Self::Known(how) => Self::Unclear(format!("{how}, but {why}")),
            Self::Unclear(how) => Self::Unclear(how),
        }
    }
}
