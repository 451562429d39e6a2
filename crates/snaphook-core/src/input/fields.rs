//! A JSON object that is kept as it was written.
//!
//! Values stay raw text: numbers keep their digits, unknown fields pass
//! through untouched, and a 10 MiB `tool_input` is copied but never parsed
//! unless somebody looks into it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::compact::on_one_line;
use super::surrogates::healed;
use super::typed::{Common, TypedInput};
use crate::event::{Event, MatchesOn};

/// An ordered JSON object with raw values. Of a key that stands twice, the
/// last value counts.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    members: Vec<(Box<str>, Box<RawValue>)>,
}

/// Why an input could not be taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// It is not JSON.
    #[error("the input is not JSON: {0}")]
    NotJson(#[source] serde_json::Error),
    /// It is JSON, but not an object.
    #[error("the input must be a JSON object, but it is {0}")]
    NotAnObject(&'static str),
    /// It names no event.
    #[error("the input has no `hook_event_name`")]
    NoEvent,
    /// It names another event than the caller.
    #[error("the input's `hook_event_name` is `{found}`, but the event is `{expected}`")]
    OtherEvent {
        /// What the caller named.
        expected: String,
        /// What the input names.
        found: String,
    },
    /// `hook_event_name` is not a string.
    #[error("the input's `hook_event_name` must be a string")]
    EventNotText,
    /// A value could not be written as JSON.
    #[error("the field `{field}` cannot be written as JSON: {source}")]
    NotSerialisable {
        /// The field.
        field: String,
        /// Why.
        source: serde_json::Error,
    },
}

impl Fields {
    /// Reads a JSON object.
    ///
    /// # Errors
    /// When the text is not JSON, or is JSON but not an object.
    pub fn parse(json: &str) -> Result<Self, InputError> {
        let json = json.trim_start_matches('\u{feff}').trim();
        if !json.starts_with('{') {
            // Tell "not JSON" from "JSON, but a list".
            let value: Value = serde_json::from_str(json).map_err(InputError::NotJson)?;
            return Err(InputError::NotAnObject(kind_of(&value)));
        }
        serde_json::from_str(json).or_else(|error| match healed(json) {
            Cow::Owned(healed) => serde_json::from_str(&healed).map_err(InputError::NotJson),
            Cow::Borrowed(_) => Err(InputError::NotJson(error)),
        })
    }

    /// Takes a JSON value.
    ///
    /// # Errors
    /// When it is not an object.
    pub fn from_value(value: &Value) -> Result<Self, InputError> {
        let Value::Object(map) = value else {
            return Err(InputError::NotAnObject(kind_of(value)));
        };
        let mut fields = Self::default();
        for (key, value) in map {
            fields.set(key, value)?;
        }
        Ok(fields)
    }

    /// The raw text of a field. A `null` is there, too.
    #[must_use]
    pub fn raw(&self, key: &str) -> Option<&RawValue> {
        self.members
            .iter()
            .find(|(name, _)| &**name == key)
            .map(|(_, raw)| &**raw)
    }

    /// A field's string, if it is one. Borrowed where nothing is escaped.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<Cow<'_, str>> {
        let json = self.raw(key)?.get();
        if let Some(inner) = json
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'))
            && !inner.contains('\\')
        {
            return Some(Cow::Borrowed(inner));
        }
        serde_json::from_str::<String>(&healed(json))
            .ok()
            .map(Cow::Owned)
    }

    /// A field, parsed. Nothing when it is absent, or holds something that
    /// cannot be kept (a number too large, nesting too deep).
    #[must_use]
    pub fn value(&self, key: &str) -> Option<Value> {
        serde_json::from_str(&healed(self.raw(key)?.get())).ok()
    }

    /// Sets a field, in its place if it is there, else at the end.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn set<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), InputError> {
        let raw = serde_json::value::to_raw_value(value).map_err(|source| {
            InputError::NotSerialisable {
                field: key.to_owned(),
                source,
            }
        })?;
        self.set_raw(key, raw);
        Ok(())
    }

    /// Takes a field away.
    pub fn remove(&mut self, key: &str) {
        self.members.retain(|(name, _)| &**name != key);
    }

    fn set_raw(&mut self, key: &str, raw: Box<RawValue>) {
        match self.members.iter_mut().find(|(name, _)| &**name == key) {
            Some(member) => member.1 = raw,
            None => self.members.push((key.into(), raw)),
        }
    }

    /// Drops all but the last value of keys that stand several times.
    fn drop_repeated(&mut self) {
        // Few keys are cheaper to compare; many would take quadratic time.
        let mut last: HashMap<&str, usize> = HashMap::with_capacity(self.members.len());
        for (index, (key, _)) in self.members.iter().enumerate() {
            last.insert(key, index);
        }
        if last.len() < self.members.len() {
            let kept: HashSet<usize> = last.into_values().collect();
            let mut index = 0;
            self.members.retain(|_| {
                index += 1;
                kept.contains(&(index - 1))
            });
        }
    }

    /// The object as one line of JSON, without the line's end.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        let size: usize = self
            .members
            .iter()
            .map(|(key, raw)| key.len() + raw.get().len() + 8)
            .sum();
        // One allocation of the right size: an input may be many megabytes.
        let mut line = Vec::with_capacity(size + 3);
        line.push(b'{');
        for (index, (key, raw)) in self.members.iter().enumerate() {
            if index > 0 {
                line.push(b',');
            }
            // A string always has a JSON form, and a Vec always takes it.
            let _ = serde_json::to_writer(&mut line, &**key);
            line.push(b':');
            line.extend_from_slice(raw.get().as_bytes());
        }
        line.push(b'}');
        line
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;

        impl<'de> Visitor<'de> for FieldsVisitor {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Fields::default();
                while let Some((key, raw)) = map.next_entry::<Cow<'de, str>, Box<RawValue>>()? {
                    let raw = match on_one_line(raw.get()) {
                        Some(line) => {
                            RawValue::from_string(line).map_err(serde::de::Error::custom)?
                        }
                        None => raw,
                    };
                    fields.members.push((key.into(), raw));
                }
                fields.drop_repeated();
                Ok(fields)
            }
        }

        deserializer.deserialize_map(FieldsVisitor)
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.members.len()))?;
        for (key, raw) in &self.members {
            map.serialize_entry(&**key, raw)?;
        }
        map.end()
    }
}

/// The input of one event: its fields, and the event they belong to.
#[derive(Debug, Clone)]
pub struct Input {
    event: Event,
    fields: Fields,
}

impl Input {
    /// Takes any JSON object that names its event in `hook_event_name`.
    ///
    /// # Errors
    /// When it is not a JSON object or names no event.
    ///
    /// ```
    /// use snaphook_core::input::Input;
    ///
    /// let input = Input::parse(r#"{"hook_event_name": "Stop", "mine": 1.50}"#)?;
    /// assert_eq!(input.event().as_str(), "Stop");
    /// assert_eq!(input.fields().to_line(), br#"{"hook_event_name":"Stop","mine":1.50}"#);
    /// # Ok::<(), snaphook_core::input::InputError>(())
    /// ```
    pub fn parse(json: &str) -> Result<Self, InputError> {
        Self::from_fields(Fields::parse(json)?)
    }

    /// Takes fields that name their event.
    ///
    /// # Errors
    /// When they name none.
    pub fn from_fields(fields: Fields) -> Result<Self, InputError> {
        let name = event_named(&fields)?.ok_or(InputError::NoEvent)?;
        let event = Event::resolve(&name);
        Ok(Self { event, fields })
    }

    /// Takes fields for `event`, which they need not name.
    ///
    /// # Errors
    /// When they name another event.
    pub fn for_event(event: Event, mut fields: Fields) -> Result<Self, InputError> {
        match event_named(&fields)? {
            Some(found) if found != event.as_str() => Err(InputError::OtherEvent {
                expected: event.as_str().to_owned(),
                found: found.into_owned(),
            }),
            Some(_) => Ok(Self { event, fields }),
            None => {
                fields.set("hook_event_name", event.as_str())?;
                Ok(Self { event, fields })
            }
        }
    }

    /// Builds an input from its typed form.
    ///
    /// # Errors
    /// When a value in it has no JSON form (a map with keys that are no strings).
    ///
    /// ```
    /// use snaphook_core::input::{Common, Input, typed::PreToolUse};
    /// use serde_json::json;
    ///
    /// let common = Common::new("session-1", "/work");
    /// let call = PreToolUse::new("Bash", json!({"command": "ls"}), "call-1");
    /// let input = Input::new(&common, &call)?;
    /// assert_eq!(input.fields().text("tool_name").as_deref(), Some("Bash"));
    /// # Ok::<(), snaphook_core::input::InputError>(())
    /// ```
    pub fn new<T: TypedInput>(common: &Common, typed: &T) -> Result<Self, InputError> {
        let mut fields = Fields::default();
        common.write(T::EVENT, &mut fields)?;
        typed.write(&mut fields)?;
        Ok(Self {
            event: Event::resolve(T::EVENT),
            fields,
        })
    }

    /// Its event.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Its fields.
    #[must_use]
    pub fn fields(&self) -> &Fields {
        &self.fields
    }

    /// The same input with one field changed: how a hook in a row sees what
    /// the hooks before it rewrote.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn with(&self, key: &str, value: &Value) -> Result<Self, InputError> {
        let mut changed = self.clone();
        changed.fields.set(key, value)?;
        Ok(changed)
    }

    /// The value that matchers of this event are tested against.
    #[must_use]
    pub fn match_value(&self) -> MatchValue<'_> {
        let (field, missing) = match self.event.spec().matches_on {
            MatchesOn::Nothing => return MatchValue::Missing,
            MatchesOn::Tool(name) | MatchesOn::BaseName(name) => (name, None),
            MatchesOn::Field { name, missing, .. } => (name, missing),
        };
        let text = match (self.fields.raw(field), self.fields.text(field)) {
            (_, Some(text)) => Some(text).filter(|text| !text.is_empty()),
            (None, None) => None,
            (Some(raw), None) if raw.get() == "null" => None,
            (Some(_), None) => return MatchValue::Unreadable(field),
        };
        let value = match self.event.spec().matches_on {
            MatchesOn::BaseName(_) => text.and_then(base_name),
            _ => text,
        };
        value
            .or(missing.map(Cow::Borrowed))
            .map_or(MatchValue::Missing, MatchValue::Text)
    }
}

/// What matchers are tested against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MatchValue<'a> {
    /// This text.
    Text(Cow<'a, str>),
    /// The event has no such field, or it is absent or empty: only match-all
    /// matchers match.
    Missing,
    /// The field holds something else than a string, so nobody can know:
    /// guards run.
    Unreadable(&'static str),
}

impl MatchValue<'_> {
    /// The text, if there is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Missing | Self::Unreadable(_) => None,
        }
    }
}

fn event_named(fields: &Fields) -> Result<Option<Cow<'_, str>>, InputError> {
    match fields.raw("hook_event_name") {
        None => Ok(None),
        Some(raw) if raw.get() == "null" => Ok(None),
        Some(_) => match fields.text("hook_event_name") {
            Some(name) if !name.is_empty() => Ok(Some(name)),
            Some(_) => Ok(None),
            None => Err(InputError::EventNotText),
        },
    }
}

fn base_name(path: Cow<'_, str>) -> Option<Cow<'_, str>> {
    let cut = |path: &str| {
        let end = path.trim_end_matches(['/', '\\']).len();
        let start = path[..end].rfind(['/', '\\']).map_or(0, |slash| slash + 1);
        start..end
    };
    let range = cut(&path);
    if range.is_empty() {
        return None;
    }
    Some(match path {
        Cow::Borrowed(path) => Cow::Borrowed(&path[range]),
        Cow::Owned(path) => Cow::Owned(path[range].to_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pretty_input_becomes_one_line_and_loses_nothing() {
        let json = "\u{feff}{\n \"hook_event_name\": \"Stop\",\n \"x\": {\n \"n\": 1.00 , \"t\": \"a\\nb\"\n }\n}\n";
        let input = Input::parse(json).unwrap();
        assert_eq!(
            String::from_utf8(input.fields().to_line()).unwrap(),
            r#"{"hook_event_name":"Stop","x":{"n":1.00,"t":"a\nb"}}"#
        );
    }

    #[test]
    fn errors_say_what_the_input_is() {
        let message = |json: &str| Input::parse(json).unwrap_err().to_string();
        assert!(message("nope").starts_with("the input is not JSON"));
        assert!(message("{\"a\": }").starts_with("the input is not JSON"));
        assert_eq!(
            message("[1]"),
            "the input must be a JSON object, but it is a list"
        );
        assert_eq!(message("{}"), "the input has no `hook_event_name`");
        assert_eq!(
            message(r#"{"hook_event_name": 3}"#),
            "the input's `hook_event_name` must be a string"
        );
    }

    #[test]
    fn an_event_given_twice_must_be_the_same() {
        let fields = Fields::parse(r#"{"hook_event_name": "Stop"}"#).unwrap();
        assert!(Input::for_event(Event::resolve("Stop"), fields.clone()).is_ok());
        let error = Input::for_event(Event::resolve("PreCompact"), fields).unwrap_err();
        assert!(matches!(error, InputError::OtherEvent { .. }));
    }

    #[test]
    fn of_a_key_that_stands_twice_the_last_counts() {
        let fields = Fields::parse(r#"{"a": 1, "b": 2, "a": 3}"#).unwrap();
        assert_eq!(fields.to_line(), br#"{"b":2,"a":3}"#);
    }

    #[test]
    fn half_a_surrogate_pair_is_read_and_passed_on_as_it_is() {
        let fields = Fields::parse(r#"{"a": "x\ud800"}"#).unwrap();
        assert_eq!(fields.text("a").as_deref(), Some("x\u{fffd}"));
        assert_eq!(fields.to_line(), br#"{"a":"x\ud800"}"#);
    }

    #[test]
    fn a_value_that_is_no_string_is_not_the_same_as_a_missing_one() {
        let value = |json: &str| match Input::parse(json).unwrap().match_value() {
            MatchValue::Unreadable(field) => field.to_owned(),
            other => format!("{other:?}"),
        };
        assert_eq!(
            value(r#"{"hook_event_name":"PreToolUse","tool_name":5}"#),
            "tool_name"
        );
        assert_eq!(
            value(r#"{"hook_event_name":"PreToolUse","tool_name":null}"#),
            "Missing"
        );
    }

    #[test]
    fn the_match_value_follows_the_table() {
        let value = |json: &str| {
            let input = Input::parse(json).unwrap();
            input.match_value().text().map(str::to_owned)
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            value(r#"{"hook_event_name":"PreToolUse","tool_name":"B\u0061sh"}"#),
            some("Bash")
        );
        assert_eq!(
            value(r#"{"hook_event_name":"PreToolUse","tool_name":""}"#),
            None
        );
        assert_eq!(
            value(r#"{"hook_event_name":"StopFailure"}"#),
            some("unknown")
        );
        assert_eq!(
            value(r#"{"hook_event_name":"FileChanged","file_path":"/p/.envrc/"}"#),
            some(".envrc")
        );
        assert_eq!(
            value(r#"{"hook_event_name":"Deploy","matcher_value":"prod"}"#),
            some("prod")
        );
        assert_eq!(value(r#"{"hook_event_name":"Stop","x":1}"#), None);
    }
}
