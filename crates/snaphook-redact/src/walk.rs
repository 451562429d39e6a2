//! Through a value, to every text in it.

use serde_json::{Map, Value};

use super::key_lines::{begins_key, ends_key};
use super::named::{NameMatch, stands_for};
use super::redaction::Redaction;
use super::scan::Suspects;
use super::spread;
use super::usual::UsualName;

pub(super) struct ValueWalk<'a> {
    redaction: &'a Redaction,
    suspects: Suspects,
    /// How many texts with JSON this is in.
    depth: usize,
    /// How many lists are around what is looked at.
    lists: usize,
    /// An earlier item of a list began a private key.
    in_key: bool,
    found: usize,
}

impl<'a> ValueWalk<'a> {
    pub(super) fn new(redaction: &'a Redaction, suspects: Suspects, depth: usize) -> Self {
        Self {
            redaction,
            suspects,
            depth,
            lists: 0,
            in_key: false,
            found: 0,
        }
    }

    /// Takes everything out; how much there was.
    pub(super) fn all(mut self, value: &mut Value) -> usize {
        self.value(value, &[]);
        self.found
    }

    fn value(&mut self, value: &mut Value, path: &[&str]) {
        match value {
            Value::String(text) => self.item(text),
            Value::Array(items) => {
                self.found += spread::in_list(&self.redaction.names, items, path.last());
                self.lists += 1;
                for item in items.iter_mut() {
                    self.value(item, path);
                }
                self.lists -= 1;
                self.in_key &= self.lists > 0;
                self.lines(items);
            }
            Value::Object(members) => self.object(members, path),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Lines of one text may be in a list, each by itself.
    fn lines(&mut self, items: &mut [Value]) {
        let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
        let Some(texts) = texts.filter(|texts| texts.len() > 1) else {
            return;
        };
        let mut text = texts.join("\n");
        let found = self
            .redaction
            .text_within(&mut text, self.suspects, self.depth);
        let lines: Vec<&str> = text.split('\n').collect();
        if found == 0 || lines.len() != items.len() {
            return;
        }
        for (item, line) in items.iter_mut().zip(lines) {
            *item = line.into();
        }
        self.found += found;
    }

    fn object(&mut self, members: &mut Map<String, Value>, path: &[&str]) {
        self.found += spread::in_object(&self.redaction.names, members);
        let old = std::mem::take(members);
        for (mut key, mut value) in old {
            let inner = [path, &[&*key]].concat();
            let names = &self.redaction.names;
            match names.find(&key, &inner, self.depth > 0) {
                Some(NameMatch::Own(name)) if !value.is_null() => {
                    let instead = format!("[redacted: {name}]");
                    self.found += usize::from(value != instead);
                    value = Value::String(instead);
                }
                Some(NameMatch::Usual(usual)) if !usual.encoded || value.is_string() => {
                    self.every_text(&mut value, usual)
                }
                _ => match stands_for(&key) {
                    Some(field) => self.value(&mut value, &[field]),
                    None => self.value(&mut value, &inner),
                },
            }
            self.text(&mut key);
            members.insert(key, value);
        }
    }

    /// A text that may be one line of a key.
    fn item(&mut self, text: &mut String) {
        if self.in_key {
            self.in_key = !ends_key(text);
            *text = "[redacted: private key]".to_owned();
            self.found += 1;
            return;
        }
        self.in_key = self.lists > 0 && begins_key(text);
        self.text(text);
    }

    fn text(&mut self, text: &mut String) {
        let found = self.redaction.text_within(text, self.suspects, self.depth);
        self.found += found;
    }

    /// Flags beside a usual name are not secrets, and of numbers only what people
    /// type: `"token": 5`.
    fn every_text(&mut self, value: &mut Value, usual: &UsualName) {
        let taken = match value {
            Value::String(text) => {
                !text.is_empty() && !text.starts_with("[redacted: ") && !usual.is_other(text)
            }
            Value::Number(number) => usual.takes_number(&number.to_string()),
            Value::Array(items) => {
                for item in items {
                    self.every_text(item, usual);
                }
                false
            }
            Value::Object(members) => {
                for (mut key, mut value) in std::mem::take(members) {
                    self.every_text(&mut value, usual);
                    self.text(&mut key);
                    members.insert(key, value);
                }
                false
            }
            Value::Null | Value::Bool(_) => false,
        };
        if taken {
            *value = format!("[redacted: {}]", usual.name).into();
            self.found += 1;
        }
    }
}
