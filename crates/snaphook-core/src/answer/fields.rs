//! Takes fields out of a JSON object one by one and notes what does not fit.
//! `null` is the same as absent. Of a duplicate key the strictest word
//! counts, and of anything else the last value.

use serde_json::Value;
use serde_json::value::RawValue;

use super::read::AnswerProblem;
use crate::input::Fields;
use crate::json::{Json, read_value};

/// A JSON object being read.
pub(super) struct FieldReader<'a, 'p> {
    object: &'a Fields,
    prefix: &'static str,
    problems: &'p mut Vec<AnswerProblem>,
}

impl<'a, 'p> FieldReader<'a, 'p> {
    pub(super) fn new(
        object: &'a Fields,
        prefix: &'static str,
        problems: &'p mut Vec<AnswerProblem>,
    ) -> Self {
        Self {
            object,
            prefix,
            problems,
        }
    }

    /// Whether the field is there and not `null`.
    pub(super) fn has(&self, key: &str) -> bool {
        self.every(key).next().is_some()
    }

    /// Every value of the field that is not `null`.
    fn every(&self, key: &str) -> impl DoubleEndedIterator<Item = &'a RawValue> + use<'a> {
        let every = self.object.every(key).filter(|raw| raw.get() != "null");
        every.collect::<Vec<_>>().into_iter()
    }

    /// The field, decoded. What no value can hold is a problem of this field
    /// alone.
    pub(super) fn get(&mut self, key: &str) -> Option<Value> {
        let raw = self.every(key).next_back()?;
        self.decoded(key, raw)
    }

    /// Every value of the field, decoded.
    fn get_every(&mut self, key: &str) -> Vec<Value> {
        let every = self.every(key);
        every.filter_map(|raw| self.decoded(key, raw)).collect()
    }

    fn decoded(&mut self, key: &str, raw: &RawValue) -> Option<Value> {
        let value = read_value(raw.get()).ok();
        if value.is_none() {
            self.problem(key, "a value that can be kept", UNKEEPABLE);
        }
        value
    }

    /// The field, decoded, to be passed on to the digit.
    pub(super) fn json(&mut self, key: &str) -> Option<Json> {
        let raw = self.every(key).next_back()?;
        let json = Json::read(raw.get());
        if let Err(error) = &json {
            let why = match error.is_data() {
                true => error.to_string(),
                false => UNKEEPABLE.to_owned(),
            };
            self.problem(key, "a value that can be kept", why);
        }
        json.ok()
    }

    fn problem(&mut self, key: &str, expected: impl Into<String>, found: impl Into<String>) {
        self.problems.push(AnswerProblem {
            field: format!("{}{key}", self.prefix),
            expected: expected.into(),
            found: found.into(),
        });
    }

    fn misfit(&mut self, key: &str, expected: impl Into<String>, found: &Value) {
        self.problem(key, expected, describe(found));
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

    /// False wherever one of its values is.
    pub(super) fn flag_unless_false(&mut self, key: &str) -> Option<bool> {
        let mut flag = None;
        for value in self.get_every(key) {
            match value {
                Value::Bool(value) => flag = Some(value && flag != Some(false)),
                other => self.misfit(key, "true or false", &other),
            }
        }
        flag
    }

    pub(super) fn object(&mut self, key: &str) -> Option<Json> {
        let json = self.json(key)?;
        if !json.is_object() {
            self.misfit(key, "an object", &json);
            return None;
        }
        Some(json)
    }

    /// Every value of the field as an object whose own fields are decoded one by
    /// one.
    pub(super) fn every_object(&mut self, key: &str) -> Vec<Fields> {
        let mut objects = Vec::new();
        for raw in self.every(key) {
            match Fields::parse(raw.get()) {
                Ok(fields) => objects.push(fields),
                Err(_) => {
                    if let Some(other) = self.decoded(key, raw) {
                        self.misfit(key, "an object", &other);
                    }
                }
            }
        }
        objects
    }

    pub(super) fn list(&mut self, key: &str) -> Option<Vec<Value>> {
        match self.json(key)?.into_value() {
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

    /// One of these words, as its index: the strictest that is there.
    pub(super) fn word(&mut self, key: &str, words: &[&str]) -> Option<usize> {
        let mut known = Vec::new();
        for value in self.get_every(key) {
            let text = value.as_str();
            match text.and_then(|text| words.iter().position(|word| *word == text)) {
                Some(index) => known.push(index),
                None => self.misfit(key, one_of(words), &value),
            }
        }
        // Of equal ones the last.
        known
            .into_iter()
            .max_by_key(|index| strictness(words[*index]))
    }
}

const UNKEEPABLE: &str = "a number too large, or nesting too deep";

/// How much the words of decisions forbid.
fn strictness(word: &str) -> u8 {
    match word {
        "deny" | "block" | "decline" => 3,
        "defer" | "cancel" => 2,
        "ask" => 1,
        _ => 0,
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

fn describe(value: &Value) -> String {
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
