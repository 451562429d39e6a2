//! Taking secrets out of texts and JSON.

use serde_json::{Map, Value};

use super::assigned::take_out_assigned;
use super::named::{Named, Names};
use super::scan::Suspects;

/// What is taken out.
#[derive(Debug, Clone, Default)]
pub struct Redaction {
    only_certain: bool,
    names: Names,
}

impl Redaction {
    /// Only what can be nothing but a secret: nothing that is no secret changes.
    #[must_use]
    pub fn certain() -> Self {
        Self {
            only_certain: true,
            names: Names::default(),
        }
    }

    /// Also what probably is one: passwords in URLs and headers, and the values
    /// of fields whose names say so.
    #[must_use]
    pub fn thorough() -> Self {
        Self {
            only_certain: false,
            names: Names::usual(),
        }
    }

    /// Also the values of these fields, wherever they stand. A name with a dot is
    /// a path from the root: `tool_input.content`.
    #[must_use]
    pub fn fields<T: AsRef<str>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        for name in names {
            self.names.add(name.as_ref());
        }
        self
    }

    /// Takes secrets out of a text; how many there were.
    pub fn text(&self, text: &mut String) -> usize {
        Suspects::of(text, self.only_certain).take_out(text) + take_out_assigned(&self.names, text)
    }

    /// Takes secrets out of every text in a value, names of members too; how
    /// many there were.
    pub fn value(&self, value: &mut Value) -> usize {
        // As it is written here no letter of a key is escaped: what is in no
        // part of it is nowhere.
        let suspects = Suspects::of(&value.to_string(), self.only_certain);
        if suspects.is_empty() && self.names.is_empty() {
            return 0;
        }
        let mut walk = Walk {
            suspects,
            names: &self.names,
            found: 0,
        };
        walk.value(value, &mut Vec::new());
        walk.found
    }
}

struct Walk<'a> {
    suspects: Suspects,
    names: &'a Names,
    found: usize,
}

impl Walk<'_> {
    fn value(&mut self, value: &mut Value, path: &mut Vec<&str>) {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                for item in items {
                    self.value(item, path);
                }
            }
            Value::Object(members) => self.object(members, path),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn object(&mut self, members: &mut Map<String, Value>, path: &mut Vec<&str>) {
        let old = std::mem::take(members);
        for (mut key, mut value) in old {
            let mut inner = path.clone();
            inner.push(&key);
            match self.names.find(&key, &inner) {
                Some(Named::Own(name)) if !value.is_null() => {
                    value = Value::String(format!("[redacted: {name}]"));
                    self.found += 1;
                }
                Some(Named::Usual(name)) => self.every_text(&mut value, name),
                _ => self.value(&mut value, &mut inner),
            }
            drop(inner);
            self.text(&mut key);
            members.insert(key, value);
        }
    }

    fn text(&mut self, text: &mut String) {
        self.found += self.suspects.take_out(text) + take_out_assigned(&self.names, text);
    }

    /// Numbers and flags beside a usual name are no secrets: `"token": 5`.
    fn every_text(&mut self, value: &mut Value, name: &str) {
        match value {
            Value::String(text) if !text.is_empty() && !text.starts_with("[redacted: ") => {
                *text = format!("[redacted: {name}]");
                self.found += 1;
            }
            Value::Array(items) => {
                for item in items {
                    self.every_text(item, name);
                }
            }
            Value::Object(members) => {
                for member in members.values_mut() {
                    self.every_text(member, name);
                }
            }
            _ => {}
        }
    }
}
