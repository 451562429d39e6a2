//! Taking secrets out of texts and JSON.

use serde_json::Value;

use super::assigned::take_out_assigned;
use super::commands::take_out_of_commands;
use super::json_in::{JsonIn, redact_json_in};
use super::kubernetes::take_out_of_manifests;
use super::named::SecretNames;
use super::scan::Suspects;
use super::walk::ValueWalk;

/// Texts with JSON within texts with JSON that are looked into.
const DEEPEST: usize = 8;

/// What is taken out.
#[derive(Debug, Clone, Default)]
pub struct Redaction {
    only_certain: bool,
    pub(super) names: SecretNames,
}

impl Redaction {
    /// Only what can be nothing but a secret: nothing that is not a secret changes.
    #[must_use]
    pub fn certain() -> Self {
        Self {
            only_certain: true,
            names: SecretNames::default(),
        }
    }

    /// Also what probably is one: passwords in URLs and headers, and the values
    /// of fields whose names say so.
    #[must_use]
    pub fn thorough() -> Self {
        Self {
            only_certain: false,
            names: SecretNames::usual(),
        }
    }

    /// Also the values of these fields, wherever they are. A name with a dot is
    /// a path from the root: `tool_input.content`.
    #[must_use]
    pub fn fields<T: AsRef<str>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        for name in names {
            self.names.add(name.as_ref());
        }
        self
    }

    /// Takes secrets out of a text, and of JSON in it; how many there were.
    pub fn text(&self, text: &mut String) -> usize {
        let suspects = Suspects::of(text, self.only_certain);
        self.text_within(text, suspects, 0)
    }

    /// Takes secrets out of every text in a value, names of members too; how
    /// many there were.
    pub fn value(&self, value: &mut Value) -> usize {
        self.value_within(value, 0)
    }

    /// Takes secrets out of JSON that is nested in `depth` texts.
    fn value_within(&self, value: &mut Value, depth: usize) -> usize {
        // As it is written here no letter of a key is escaped: what is in no
        // part of it is nowhere.
        let suspects = Suspects::of(&value.to_string(), self.only_certain);
        if suspects.is_empty() && self.names.is_empty() {
            return 0;
        }
        ValueWalk::new(self, suspects, depth).all(value)
    }

    /// Takes what is suspected out of a text.
    pub(super) fn text_within(&self, text: &mut String, suspects: Suspects, depth: usize) -> usize {
        let found = suspects.take_out(text);
        // Who must be certain goes on to use the text: it is not written anew.
        if self.names.is_empty() {
            return found;
        }
        let mut json = match depth == DEEPEST {
            true => JsonIn::default(),
            false => redact_json_in(text, |value| self.value_within(value, depth + 1)),
        };
        let mut found = found + json.found;
        if self.names.has_usual() {
            found += take_out_of_commands(&self.names, text, &mut json.done);
            if json.done.is_empty() {
                found += take_out_of_manifests(text);
            }
        }
        found + take_out_assigned(&self.names, text, &json)
    }
}
