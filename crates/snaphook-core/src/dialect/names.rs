//! What a dialect calls events and fields. Inside there are only canonical
//! names; what comes in is renamed, and what hooks read is named back.

use std::borrow::Cow;

use crate::event::Event;
use crate::input::{Fields, Input, InputError};

type Pairs = &'static [(&'static str, &'static str)];

const EVENT: &str = "hook_event_name";
const SPECIFIC: &str = "hookSpecificOutput";
const SPECIFIC_EVENT: &str = "hookEventName";

/// What a dialect calls things: pairs of its own name and the canonical one,
/// `("pre_tool_use", "PreToolUse")`. What has no pair is called the same.
#[derive(Debug, Clone, Copy)]
pub struct Names {
    /// Events.
    pub events: Pairs,
    /// Fields of inputs.
    pub input: Pairs,
    /// Fields of answers: those at the top, `hookSpecificOutput`, and those in
    /// it.
    pub answer: Pairs,
}

impl Names {
    /// Nothing is called otherwise.
    pub const CANONICAL: Self = Self {
        events: &[],
        input: &[],
        answer: &[],
    };

    /// The canonical name of an event.
    #[must_use]
    pub fn canonical_event<'a>(&self, name: &'a str) -> &'a str {
        find(self.events, |(native, _)| *native == name).map_or(name, |(_, canonical)| canonical)
    }

    /// The dialect's own name of an event.
    #[must_use]
    pub fn native_event<'a>(&self, name: &'a str) -> &'a str {
        find(self.events, |(_, canonical)| *canonical == name).map_or(name, |(native, _)| native)
    }

    /// The dialect's own name of an input's field.
    #[must_use]
    pub fn native_field<'a>(&self, name: &'a str) -> &'a str {
        find(self.input, |(_, canonical)| *canonical == name).map_or(name, |(native, _)| native)
    }

    /// An input as it came, under canonical names.
    ///
    /// # Errors
    /// When a name cannot be written.
    pub fn canonical_input(&self, mut fields: Fields) -> Result<Fields, InputError> {
        for (native, canonical) in self.input {
            fields.rename(native, canonical);
        }
        if !self.events.is_empty()
            && let Some(event) = fields.text(EVENT).map(Cow::into_owned)
        {
            fields.set(EVENT, self.canonical_event(&event))?;
        }
        Ok(fields)
    }

    /// What a hook reads: an input under the dialect's own names.
    #[must_use]
    pub fn native_fields<'a>(&self, input: &'a Input) -> Cow<'a, Fields> {
        if self.events.is_empty() && self.input.is_empty() {
            return Cow::Borrowed(input.fields());
        }
        let mut fields = input.fields().clone();
        let native = self.native_event(input.event().as_str());
        // A name is a string: it can be written. The helper commands, which
        // are run for no event, have none.
        if fields.raw(EVENT).is_some() {
            let _ = fields.set(EVENT, native);
        }
        for (native, canonical) in self.input {
            fields.rename(canonical, native);
        }
        Cow::Owned(fields)
    }

    /// A hook's answer under canonical names. Where both names stand, it is as if
    /// one stood twice: a deny counts in either, else the dialect's own.
    #[must_use]
    pub fn canonical_answer(&self, mut answer: Fields, event: &Event) -> Fields {
        if self.answer.is_empty() && self.events.is_empty() {
            return answer;
        }
        self.rename_answer(&mut answer);
        answer.change_every(SPECIFIC, |specific| {
            self.rename_answer(specific);
            let named = specific.text(SPECIFIC_EVENT).map(Cow::into_owned);
            if named.is_some_and(|name| self.canonical_event(&name) == event.as_str()) {
                let _ = specific.set(SPECIFIC_EVENT, event.as_str());
            }
        });
        answer
    }

    fn rename_answer(&self, fields: &mut Fields) {
        for (native, canonical) in self.answer {
            fields.rename(native, canonical);
        }
    }
}

fn find(
    pairs: Pairs,
    is: impl Fn(&(&'static str, &'static str)) -> bool,
) -> Option<(&'static str, &'static str)> {
    pairs.iter().copied().find(|pair| is(pair))
}
