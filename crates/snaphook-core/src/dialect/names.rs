//! What a dialect calls events and fields. Inside there are only canonical
//! names; what comes in is renamed, and what hooks read is named back.

use std::borrow::Cow;

use super::forms::HookForms;
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
    /// What hooks read and answer, where names alone do not say it.
    pub forms: Option<&'static dyn HookForms>,
}

impl Names {
    /// Nothing is called otherwise.
    pub const CANONICAL: Self = Self {
        events: &[],
        input: &[],
        answer: &[],
        forms: None,
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

    /// The dialect's own name of an event by a name that may be it.
    pub(crate) fn listed_event(&self, name: &str) -> Option<&'static str> {
        find(self.events, |(native, _)| *native == name).map(|(native, _)| native)
    }

    /// An input as it came, under canonical names. `event` is what the caller names.
    ///
    /// # Errors
    /// When a name cannot be written.
    pub fn canonical_input(
        &self,
        mut fields: Fields,
        event: Option<&str>,
    ) -> Result<Fields, InputError> {
        if let Some(forms) = self.forms {
            return forms.canonical_input(fields, event);
        }
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

    /// What a hook reads: an input under the dialect's own names. `native_event` is the
    /// event that the hook is configured for, where several mean the same.
    #[must_use]
    pub fn native_fields<'a>(
        &self,
        input: &'a Input,
        native_event: Option<&str>,
    ) -> Cow<'a, Fields> {
        if let Some(forms) = self.forms {
            return Cow::Owned(forms.native_input(input, native_event));
        }
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

    /// A hook's answer under canonical names, and pairs of a field that was dropped
    /// and what it is called here: where the dialect has a name of its own for a
    /// field, the canonical one is unknown.
    #[must_use]
    pub fn canonical_answer(
        &self,
        answer: Fields,
        event: &Event,
    ) -> (Fields, Vec<(&'static str, &'static str)>) {
        let mut dropped = Vec::new();
        let answer = self.renamed_answer(answer, event, |fields, native, canonical| {
            if fields.every(canonical).any(|raw| raw.get() != "null") {
                fields.remove(canonical);
                dropped.push((canonical, native));
            }
        });
        (answer, dropped)
    }

    /// A hook's answer under canonical names, whichever names it has. Where both
    /// stand, it is as if one stood twice: a deny counts in either.
    #[must_use]
    pub fn answer_in_any_names(&self, answer: Fields, event: &Event) -> Fields {
        self.renamed_answer(answer, event, |_, _, _| {})
    }

    /// A remark about an answer, with the dialect's own names of fields and of the event
    /// in place of the canonical ones.
    #[must_use]
    pub fn remark_in_own_names(&self, remark: &str, event: &Event) -> String {
        let mut remark = remark.to_owned();
        if self.answer.is_empty() {
            return remark;
        }
        let fields = self.answer.iter().copied();
        let own_event = (self.native_event(event.as_str()), event.as_str());
        for (native, canonical) in fields.chain([own_event]) {
            for (before, after) in [("`", "`"), ("\"", "\""), ("`", "."), (".", "`"), (".", ".")] {
                let written = format!("{before}{canonical}{after}");
                remark = remark.replace(&written, &format!("{before}{native}{after}"));
            }
        }
        remark
    }

    /// Renames the fields of an answer, and does before that with each what `prepare`
    /// says: given the fields, the dialect's name and the canonical one.
    fn renamed_answer(
        &self,
        mut answer: Fields,
        event: &Event,
        mut prepare: impl FnMut(&mut Fields, &'static str, &'static str),
    ) -> Fields {
        if self.answer.is_empty() && self.events.is_empty() {
            return answer;
        }
        let mut rename = |fields: &mut Fields| {
            for (native, canonical) in self.answer {
                prepare(fields, native, canonical);
                fields.rename(native, canonical);
            }
        };
        rename(&mut answer);
        answer.change_every(SPECIFIC, |specific| {
            rename(specific);
            let named = specific.text(SPECIFIC_EVENT).map(Cow::into_owned);
            if named.is_some_and(|name| self.canonical_event(&name) == event.as_str()) {
                let _ = specific.set(SPECIFIC_EVENT, event.as_str());
            }
        });
        answer
    }
}

fn find(
    pairs: Pairs,
    is: impl Fn(&(&'static str, &'static str)) -> bool,
) -> Option<(&'static str, &'static str)> {
    pairs.iter().copied().find(|pair| is(pair))
}
