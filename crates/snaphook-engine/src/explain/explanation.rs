//! What an explanation consists of.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use snaphook_core::event::EventName;
use snaphook_core::hook::Hook;
use snaphook_rules::facts::SubValue;

/// What would happen on one input.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Explanation {
    /// The event.
    pub event: EventName,
    /// The value that matchers were tested against.
    pub value: Option<String>,
    /// The commands that conditions see, where the call is of a shell.
    pub commands: Option<Vec<SeenCommand>>,
    /// What of the line cannot be read, and why: it may run anything.
    pub unknown: Option<String>,
    /// Every configured hook, in the order in which they merge, and then those
    /// that the session has added.
    pub hooks: Vec<HookExplanation>,
}

/// One command that was found in a shell's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenCommand {
    /// The command; unknown parts are `…`.
    pub text: String,
    /// The part of the line it came from.
    pub part: String,
    /// That part, in bytes.
    pub range: Range<usize>,
    /// The wrappers it was found behind.
    pub via: Vec<String>,
}

/// What would become of one hook.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HookExplanation {
    /// The hook.
    pub hook: Arc<Hook>,
    /// Why it would not run; `None` if it would.
    pub why_not: Option<NotRunReason>,
    /// What there is to say about a hook that would run.
    pub note: Option<String>,
    /// The value of each part of its `when`, the whole first.
    pub values: Vec<SubValue>,
}

impl HookExplanation {
    /// Whether it would run.
    #[must_use]
    pub fn runs(&self) -> bool {
        self.why_not.is_none()
    }
}

/// The first reason why a hook would not run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotRunReason {
    /// It is for another event.
    OtherEvent(EventName),
    /// Hooks of its scope are switched off; by what.
    SwitchedOff(String),
    /// This hook is switched off; by whom, where it does not say so itself.
    Disabled(Option<String>),
    /// Nobody has trusted it; what is known of that.
    Untrusted(String),
    /// Its matcher says no; the words that decided it.
    Matcher(String),
    /// It has an `if` on an event that evaluates none.
    ConditionNever,
    /// Its condition says no; the words that decided it.
    Condition(String),
    /// Its expression is not true.
    When(String),
    /// It was to run once in this session, and has.
    Once,
    /// It is the same as another hook, which runs; where that is defined.
    Duplicate(String),
}

impl NotRunReason {
    /// A stable word for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::OtherEvent(_) => "event",
            Self::SwitchedOff(_) => "switchedOff",
            Self::Disabled(_) => "disabled",
            Self::Untrusted(_) => "untrusted",
            Self::Matcher(_) => "matcher",
            Self::ConditionNever | Self::Condition(_) => "if",
            Self::When(_) => "when",
            Self::Once => "once",
            Self::Duplicate(_) => "duplicate",
        }
    }
}

impl fmt::Display for NotRunReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherEvent(event) => write!(f, "it is for {event}"),
            Self::SwitchedOff(by) => write!(f, "hooks are switched off by {by}"),
            Self::Untrusted(words) => f.write_str(words),
            Self::Disabled(None) => f.write_str("it is disabled"),
            Self::Disabled(Some(by)) => write!(f, "it is disabled by {by}"),
            Self::Matcher(words) | Self::Condition(words) | Self::When(words) => f.write_str(words),
            Self::ConditionNever => {
                f.write_str("it has an `if`, and conditions are only evaluated on tool events")
            }
            Self::Once => f.write_str("it runs once in a session, and has run"),
            Self::Duplicate(place) => write!(f, "it is a duplicate of {place}"),
        }
    }
}
