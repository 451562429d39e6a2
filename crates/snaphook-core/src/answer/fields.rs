//! Takes fields out of a JSON object one by one and notes what does not fit.
//! `null` is the same as absent.

use serde_json::{Map, Value};

use super::read::Problem;
use crate::input::Fields;

/// A JSON object being read.
pub(super) struct FieldReader<'a, 'p> {
    object: &'a Fields,
    prefix: &'static str,
    problems: &'p mut Vec<Problem>,
}

impl<'a, 'p> FieldReader<'a, 'p> {
    pub(super) fn new(
        object: &'a Fields,
        prefix: &'static str,
        problems: &'p mut Vec<Problem>,
    ) -> Self {
        Self {
            object,
            prefix,
            problems,
        }
    }

    /// Whether the field is there and not `null`.
    pub(super) fn has(&self, key: &str) -> bool {
        self.object.raw(key).is_some_and(|raw| raw.get() != "null")
    }

    /// The field, decoded. What no value can hold is a problem of this field
    /// alone.
    pub(super) fn get(&mut self, key: &str) -> Option<Value> {
        if !self.has(key) {
            return None;
        }
        let value = self.object.value(key);
        if value.is_none() {
            self.problems.push(Problem {
                field: format!("{}{key}", self.prefix),
                expected: "a value that can be kept".to_owned(),
                found: "a number too large, or nesting too deep".to_owned(),
            });
        }
        value
    }

    fn misfit(&mut self, key: &str, expected: impl Into<String>, found: &Value) {
        self.problems.push(Problem {
            field: format!("{}{key}", self.prefix),
            expected: expected.into(),
            found: described(found),
        });
    }

    pub(super) fn text(&mut self, key: &str) -> Option<String> {
        match self.get(key)? {
            Value::String(text) => Some(text),
            other => {
                self.misfit(key, "a string", &other);
                None
            }
        }
    }

    pub(super) fn flag(&mut self, key: &str) -> Option<bool> {
        match self.get(key)? {
            Value::Bool(flag) => Some(flag),
            other => {
                self.misfit(key, "true or false", &other);
                None
            }
        }
    }

    pub(super) fn object(&mut self, key: &str) -> Option<Map<String, Value>> {
        match self.get(key)? {
            Value::Object(object) => Some(object),
            other => {
                self.misfit(key, "an object", &other);
                None
            }
        }
    }

    /// An object whose own fields are decoded one by one.
    pub(super) fn fields(&mut self, key: &str) -> Option<Fields> {
        let raw = self.object.raw(key).filter(|raw| raw.get() != "null")?;
        match Fields::parse(raw.get()) {
            Ok(fields) => Some(fields),
            Err(_) => {
                // What it is instead, without decoding it.
                self.object(key);
                None
            }
        }
    }

    pub(super) fn list(&mut self, key: &str) -> Option<Vec<Value>> {
        match self.get(key)? {
            Value::Array(list) => Some(list),
            other => {
                self.misfit(key, "a list", &other);
                None
            }
        }
    }

    pub(super) fn texts(&mut self, key: &str) -> Option<Vec<String>> {
        let list = self.list(key)?;
        let mut texts = Vec::with_capacity(list.len());
        for item in list {
            let Value::String(text) = item else {
                self.misfit(key, "a list of strings", &item);
                return None;
            };
            texts.push(text);
        }
        Some(texts)
    }

    /// One of these words, as its index.
    pub(super) fn word(&mut self, key: &str, words: &[&str]) -> Option<usize> {
        let value = self.get(key)?;
        let index = value
            .as_str()
            .and_then(|text| words.iter().position(|word| *word == text));
        if index.is_none() {
            self.misfit(key, one_of(words), &value);
        }
        index
    }
}

fn one_of(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("\"{word}\"")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn described(value: &Value) -> String {
    match value {
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        other => {
            let mut text = other.to_string();
            if text.chars().count() > 40 {
                text = text.chars().take(39).collect();
                text.push('…');
            }
            text
        }
    }
}
