//! The switches of a dialect.

use super::names::Names;
use crate::event::{CUSTOM, EVENTS, Event, EventSpec, UnknownEvent, nearest};
use crate::hook::Hook;
use crate::input::{Fields, Input, InputError};
use crate::matching::{GroupMatcher, Matcher, MatcherError};
use crate::permission::UpdateKind;

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
pub enum OnceRule {
    /// After its first success.
    AfterSuccess,
    /// After its first run, whatever came of it.
    AfterRun,
}

/// When stdout is JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StdoutJson {
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
    pub json: StdoutJson,
    /// What JSON means beside another exit code.
    pub other_exits: OtherExits,
    /// Whether `continue: false` blocks the event, with `stopReason` as the
    /// reason.
    pub stop_blocks: bool,
    /// The kinds of permission updates that are known; others are dropped, and
    /// noted.
    pub permission_updates: &'static [&'static str],
}

/// A matcher as a dialect reads it.
#[derive(Debug)]
pub struct DialectMatcher {
    /// What it accepts.
    pub matcher: Result<Matcher, MatcherError>,
    /// A permission rule that the matcher brings with it: `Bash(git:*)`.
    pub condition: Option<String>,
}

impl DialectMatcher {
    /// A matcher that brings no rule.
    #[must_use]
    pub fn plain(matcher: Result<Matcher, MatcherError>) -> Self {
        Self {
            matcher,
            condition: None,
        }
    }
}

/// Everything in which a dialect differs, as far as pure logic goes. What is
/// the same as in the default dialect comes from [`CANONICAL`]:
/// `Rules { names: MINE, ..CANONICAL }`.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// Its events: a row for each, under its canonical name.
    pub events: &'static [EventSpec],
    /// The row that every other name shares.
    pub custom: &'static EventSpec,
    /// What it calls events and fields otherwise.
    pub names: Names,
    /// How it reads a matcher: given the row of an event that matches on
    /// something, and the matcher's text.
    pub matcher: fn(&EventSpec, &str) -> DialectMatcher,
    /// Its ladder.
    pub answers: AnswerRules,
    /// When a hook with `once` is used up.
    pub once: OnceRule,
    /// How hooks run, unless the host says otherwise.
    pub strategy: Strategy,
    /// Whether what background hooks say reaches the host. What wakes the model
    /// always does.
    pub notices: bool,
    /// Whether a language model may answer with a whole answer, not only with
    /// yes or no.
    pub model_answers: bool,
    /// What the variables that hooks get begin with: every one is set under
    /// each of these (`CLAUDE_PROJECT_DIR`).
    pub variables: &'static [&'static str],
}

/// The rules of the default dialect.
pub static CANONICAL: Rules = Rules {
    events: EVENTS,
    custom: &CUSTOM,
    names: Names::CANONICAL,
    matcher: |spec, text| DialectMatcher::plain(GroupMatcher::read(spec, text)),
    answers: AnswerRules {
        json: StdoutJson::Braces,
        other_exits: OtherExits::FieldsApply,
        stop_blocks: false,
        permission_updates: &UpdateKind::WORDS,
    },
    once: OnceRule::AfterSuccess,
    strategy: Strategy::Together,
    notices: true,
    model_answers: false,
    variables: &["CLAUDE_", "SNAPHOOK_"],
};

impl Rules {
    /// The event of this name, the dialect's own or the canonical one. A name
    /// that the dialect does not have is a custom event, not an error.
    ///
    /// ```
    /// use snaphook_core::dialect::CANONICAL;
    ///
    /// assert!(!CANONICAL.event("PreToolUse").is_custom());
    /// assert!(CANONICAL.event("Deploy").is_custom());
    /// ```
    #[must_use]
    pub fn event(&self, name: &str) -> Event {
        let name = self.names.canonical_event(name);
        Event::of(self.events, self.custom, name)
    }

    /// The dialect's own name of an event, as hooks are configured for it, where hooks
    /// read inputs of a form of their own.
    #[must_use]
    pub fn native_event(&self, name: &str) -> Option<&'static str> {
        self.names.forms?;
        self.names.listed_event(name)
    }

    /// For a custom event that nearly spells a known one, as the dialect writes it:
    /// that it most likely is a slip.
    #[must_use]
    pub fn misspelling(&self, event: &Event) -> Option<UnknownEvent> {
        let near = self.near(event)?;
        Some(UnknownEvent::new(event.as_str(), Some(near)))
    }

    /// For a custom event: the name, as the dialect writes it, that it nearly
    /// spells, if there is one.
    #[must_use]
    pub fn near(&self, event: &Event) -> Option<&'static str> {
        // Comparing with every name takes longer than a whole dispatch.
        if !event.is_custom() {
            return None;
        }
        let known = self.events.iter();
        let known = known.map(|row| self.names.native_event(row.name));
        nearest(event.as_str(), known)
    }

    /// An input as it comes from the dialect's own world. The event may be left
    /// out where the fields name it.
    ///
    /// # Errors
    /// When no event is named, or two different ones.
    pub fn input(&self, event: Option<&str>, fields: Fields) -> Result<Input, InputError> {
        let fields = self.names.canonical_input(fields, event)?;
        match event {
            Some(event) => Input::for_event(self.event(event), fields),
            None => Ok(self.adopt_input(Input::from_fields(fields)?)),
        }
    }

    /// Gives an input in canonical words the row that its event has here.
    #[must_use]
    pub fn adopt_input(&self, input: Input) -> Input {
        if self.has_adopted(&input) {
            return input;
        }
        let event = self.event(input.event().as_str());
        input.on(event)
    }

    /// Whether the event of an input has its row from here already.
    #[inline]
    #[must_use]
    pub fn has_adopted(&self, input: &Input) -> bool {
        let event = input.event();
        event.is_from(self.events) && !event.is_custom()
    }

    /// Gives a hook in canonical words what its event and its matcher mean
    /// here.
    pub fn adopt(&self, hook: &mut Hook) {
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
        let read = match self.names.forms {
            Some(forms) => forms.matcher(spec, words),
            None => (self.matcher)(spec, words),
        };
        (
            GroupMatcher::compiled_as(text, read.matcher),
            read.condition,
        )
    }
}
