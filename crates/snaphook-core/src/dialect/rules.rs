//! The switches of a dialect.

use super::names::Names;
use crate::event::{CUSTOM, EVENTS, Event, EventSpec};
use crate::hook::Hook;
use crate::matching::{GroupMatcher, Matcher, MatcherError};

/// How the hooks of one event run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strategy {
    /// All start together; groups with `"sequential": true` run in a row.
    #[default]
    Together,
    /// One after the other, in configured order, each on the input as the
    /// ones before it rewrote it. A block ends the row.
    InSequence,
    /// One after the other, each on the input as it came. A block ends the row.
    OneByOne,
}

/// When a hook with `once` is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Once {
    /// After its first success.
    AfterSuccess,
    /// After its first run, whatever came of it.
    AfterRun,
}

/// When stdout is JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Json {
    /// When it starts with `{` and ends with `}`.
    Braces,
    /// When it starts with `{`.
    OpeningBrace,
}

/// What JSON on stdout means beside an exit code other than 0 and 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherExits {
    /// Its fields apply.
    FieldsApply,
    /// The hook failed, and nothing it says counts.
    Fail,
}

/// The switches of the ladder.
#[derive(Debug, Clone, Copy)]
pub struct AnswerRules {
    /// When stdout is JSON.
    pub json: Json,
    /// What JSON means beside another exit code.
    pub other_exits: OtherExits,
    /// Whether `continue: false` blocks the event, with `stopReason` as the
    /// reason.
    pub stop_blocks: bool,
    /// The kinds of permission updates that are known; others are ignored.
    pub permission_updates: &'static [&'static str],
}

/// A matcher as a dialect reads it.
#[derive(Debug)]
pub struct ReadMatcher {
    /// What it accepts.
    pub matcher: Result<Matcher, MatcherError>,
    /// A permission rule that the matcher brings with it: `Bash(git:*)`.
    pub condition: Option<String>,
}

impl ReadMatcher {
    /// A matcher that brings no rule.
    #[must_use]
    pub fn plain(matcher: Result<Matcher, MatcherError>) -> Self {
        Self {
            matcher,
            condition: None,
        }
    }
}

/// Everything in which a dialect differs, as far as pure logic goes.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Whether these are the canonical rules themselves.
    pub canonical: bool,
    /// Its events, by their canonical names.
    pub events: &'static [EventSpec],
    /// The row that every other name shares.
    pub custom: &'static EventSpec,
    /// Its own names of events, and of fields.
    pub names: Names,
    /// How it reads a matcher of an event that matches on something.
    pub matcher: fn(&EventSpec, &str) -> ReadMatcher,
    /// Its ladder.
    pub answers: AnswerRules,
    /// When a hook with `once` is used up.
    pub once: Once,
    /// How hooks run, unless the host says otherwise.
    pub strategy: Strategy,
    /// Whether what background hooks say reaches the host.
    pub notices: bool,
    /// Whether a language model may answer with a whole answer, not only with
    /// yes or no.
    pub model_answers: bool,
    /// What its variables begin with: `CLAUDE_`.
    pub variables: &'static [&'static str],
}

/// The rules of the default dialect.
pub static CANONICAL: Rules = Rules {
    canonical: true,
    events: EVENTS,
    custom: &CUSTOM,
    names: Names::CANONICAL,
    matcher: |spec, text| ReadMatcher::plain(GroupMatcher::read(spec, text)),
    answers: AnswerRules {
        json: Json::Braces,
        other_exits: OtherExits::FieldsApply,
        stop_blocks: false,
        permission_updates: &[
            "addRules",
            "replaceRules",
            "removeRules",
            "setMode",
            "addDirectories",
            "removeDirectories",
        ],
    },
    once: Once::AfterSuccess,
    strategy: Strategy::Together,
    notices: true,
    model_answers: false,
    variables: &["CLAUDE_", "SNAPHOOK_"],
};

impl Rules {
    /// The event of this canonical name. A name that the dialect does not have
    /// is a custom event, not an error.
    #[must_use]
    pub fn event(&self, name: &str) -> Event {
        Event::of(self.events, self.custom, self.canonical, name)
    }

    /// Makes a hook that was written in canonical words one of this dialect:
    /// its event's row, and what its matcher means.
    pub fn adopt(&self, hook: &mut Hook) {
        if self.canonical {
            return;
        }
        hook.event = self.event(hook.event.as_str());
        let text = hook.matcher.text().cloned();
        let (matcher, brought) = self.group_matcher(hook.event.spec(), text.as_deref());
        hook.matcher = matcher;
        if hook.condition.is_none() {
            hook.condition = brought.map(Into::into);
        }
    }

    /// Compiles a matcher by the rules of its event, and the rule it brings.
    #[must_use]
    pub fn group_matcher(
        &self,
        spec: &EventSpec,
        text: Option<&str>,
    ) -> (GroupMatcher, Option<String>) {
        let Some(words) = text.filter(|_| spec.matches()) else {
            return (GroupMatcher::compiled_as(text, Ok(Matcher::All)), None);
        };
        let read = (self.matcher)(spec, words);
        (
            GroupMatcher::compiled_as(text, read.matcher),
            read.condition,
        )
    }
}
