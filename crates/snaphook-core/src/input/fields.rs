//! A JSON object that is kept as it was written.
//!
//! Values stay raw text: numbers keep their digits, unknown fields pass
//! through untouched, and a 10 MiB `tool_input` is copied but never parsed
//! unless somebody looks into it. Clones share one copy until one of them is
//! changed: a host may keep an input and hand it out as often as it likes.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::input_error::InputError;
use crate::json::{Json, healed, on_one_line, read_value, repeated_key};

/// An ordered JSON object with raw values. Of a repeated key the last value counts;
/// [`Fields::every`] returns all of them, for code that must not miss one. Cloning
/// is cheap.
#[derive(Debug, Clone, Default)]
pub struct Fields {
    members: Arc<Members>,
    /// What stood before another value of the same key, in its order.
    outdone: Option<Arc<Members>>,
}

type Members = Vec<InputMember>;
type InputMember = (Box<str>, Box<RawValue>);

/// From so many bytes on, a value is a piece of its own.
const LARGE: usize = 16 * 1024;

/// Up to so many keys are compared with each other; more would take too long.
const FEW: usize = 24;

/// Equal fields have equal keys in equal order, with values that are written alike.
impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        let same = |(one, other): (&InputMember, &InputMember)| {
            one.0 == other.0 && one.1.get() == other.1.get()
        };
        self.members.len() == other.members.len()
            && self.members.iter().zip(&*other.members).all(same)
    }
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
            let value = read_value(json).map_err(InputError::NotJson)?;
            return Err(InputError::NotAnObject(kind_of(&value)));
        }
        serde_json::from_str(json).or_else(|error| match healed(json) {
            Cow::Owned(healed) => serde_json::from_str(&healed).map_err(InputError::NotJson),
            Cow::Borrowed(_) => Err(InputError::NotJson(error)),
        })
    }

    /// No fields yet, and room for so many.
    pub(super) fn with_capacity(fields: usize) -> Self {
        Self {
            members: Arc::new(Vec::with_capacity(fields)),
            outdone: None,
        }
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
    #[inline]
    #[must_use]
    pub fn raw(&self, key: &str) -> Option<&RawValue> {
        self.raw_at(self.position(key)?)
    }

    /// The names of its fields.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| &**name)
    }

    /// Every value of a key, in the order in which they stand; one, or none, in
    /// nearly every object.
    pub fn every<'a>(&'a self, key: &str) -> impl Iterator<Item = &'a RawValue> {
        let outdone = self.outdone.iter().flat_map(|members| members.iter());
        outdone
            .chain(&*self.members)
            .filter(move |(name, _)| &**name == key)
            .map(|(_, raw)| &**raw)
    }

    /// A duplicate key here, or in any object inside.
    #[must_use]
    pub fn repeated(&self) -> Option<String> {
        let here = self.outdone.iter().flat_map(|members| members.iter());
        let here = here.map(|(key, _)| key.to_string()).next();
        here.or_else(|| {
            let values = self.members.iter();
            values.filter_map(|(_, raw)| repeated_key(raw.get())).next()
        })
    }

    /// Duplicate keys in this object itself.
    pub fn repeated_here(&self) -> impl Iterator<Item = &str> {
        let outdone = self.outdone.iter().flat_map(|members| members.iter());
        outdone.map(|(key, _)| &**key)
    }

    /// Where the field is.
    pub(super) fn position(&self, key: &str) -> Option<usize> {
        self.members.iter().position(|(name, _)| &**name == key)
    }

    /// The raw text of the field that is there.
    #[inline]
    pub(super) fn raw_at(&self, position: usize) -> Option<&RawValue> {
        self.members.get(position).map(|(_, raw)| &**raw)
    }

    /// A field's string, if it is one. Borrowed where nothing is escaped.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<Cow<'_, str>> {
        text_of(self.raw(key)?)
    }

    /// A field, parsed. `None` if it is absent, or holds something that
    /// cannot be kept (a number too large, nesting too deep).
    #[must_use]
    pub fn value(&self, key: &str) -> Option<Value> {
        read_value(self.raw(key)?.get()).ok()
    }

    /// A field, parsed, that is written as it is here. `None` if it is
    /// absent, or cannot be passed on to the digit.
    #[must_use]
    pub fn json(&self, key: &str) -> Option<Json> {
        Json::read(self.raw(key)?.get()).ok()
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

    /// A field's own fields, if it is an object.
    #[must_use]
    pub fn fields(&self, key: &str) -> Option<Self> {
        Self::parse(self.raw(key)?.get()).ok()
    }

    /// Gives a field another name, in its place. What had that name before
    /// counts as standing before it under the same key. Nothing happens when
    /// there is no such field.
    pub fn rename(&mut self, from: &str, to: &str) {
        if from == to || self.raw(from).is_none() {
            return;
        }
        if let Some(raw) = self.raw(to).map(ToOwned::to_owned) {
            Arc::make_mut(&mut self.members).retain(|(name, _)| &**name != to);
            let outdone = self.outdone.get_or_insert_default();
            Arc::make_mut(outdone).push((to.into(), raw));
        }
        let here = Arc::make_mut(&mut self.members).iter_mut();
        let outdone = self.outdone.iter_mut();
        let outdone = outdone.flat_map(|members| Arc::make_mut(members).iter_mut());
        for (name, _) in here.chain(outdone) {
            if &**name == from {
                *name = to.into();
            }
        }
    }

    /// Changes every value of a key that is an object.
    pub(crate) fn change_every(&mut self, key: &str, mut change: impl FnMut(&mut Self)) {
        let here = Arc::make_mut(&mut self.members).iter_mut();
        let outdone = self.outdone.iter_mut();
        let outdone = outdone.flat_map(|members| Arc::make_mut(members).iter_mut());
        for (_, raw) in here.chain(outdone).filter(|(name, _)| &**name == key) {
            let Ok(mut inner) = Self::parse(raw.get()) else {
                continue;
            };
            change(&mut inner);
            // Written from valid JSON, it is valid JSON.
            if let Ok(changed) = RawValue::from_string(inner.with_every()) {
                *raw = changed;
            }
        }
    }

    /// The object as JSON with every value of every key.
    fn with_every(&self) -> String {
        let outdone = self.outdone.iter().flat_map(|members| members.iter());
        let members = outdone.chain(&*self.members);
        let written = members.map(|(key, raw)| format!("{}:{raw}", Value::from(&**key)));
        format!("{{{}}}", written.collect::<Vec<_>>().join(","))
    }

    /// Takes a field away, with every value that it has.
    pub fn remove(&mut self, key: &str) {
        if self.raw(key).is_some() {
            Arc::make_mut(&mut self.members).retain(|(name, _)| &**name != key);
        }
        if let Some(outdone) = &mut self.outdone {
            Arc::make_mut(outdone).retain(|(name, _)| &**name != key);
        }
    }

    /// Adds what is not there yet.
    pub fn fill(&mut self, others: &Self) {
        for (key, raw) in &*others.members {
            if self.raw(key).is_none() {
                Arc::make_mut(&mut self.members).push((key.clone(), raw.clone()));
            }
        }
    }

    /// Fills in the common fields that are missing: a session id that `session`
    /// makes, a working directory (a relative one starts at `cwd`), and the
    /// transcript's path, which is empty, never an invented one.
    ///
    /// # Errors
    /// When a value cannot be written as JSON.
    pub fn fill_common(
        &mut self,
        session: impl FnOnce() -> String,
        cwd: &Path,
    ) -> Result<(), InputError> {
        let missing =
            |fields: &Self, key: &str| fields.raw(key).is_none_or(|raw| raw.get() == "null");
        if missing(self, "session_id") {
            self.set("session_id", &session())?;
        }
        if missing(self, "transcript_path") {
            self.set("transcript_path", "")?;
        }
        // An empty cwd counts as missing.
        let given = self.text("cwd").unwrap_or_default();
        if given.is_empty() || Path::new(&*given).is_relative() {
            let cwd: PathBuf = cwd.join(&*given).components().collect();
            self.set("cwd", &cwd.to_string_lossy())?;
        }
        Ok(())
    }

    fn set_raw(&mut self, key: &str, raw: Box<RawValue>) {
        let members = Arc::make_mut(&mut self.members);
        match members.iter_mut().find(|(name, _)| &**name == key) {
            Some(member) => member.1 = raw,
            None => members.push((key.into(), raw)),
        }
    }

    /// About how many bytes its line has.
    #[must_use]
    pub fn size(&self) -> usize {
        let members = self.members.iter();
        members
            .map(|(key, raw)| key.len() + raw.get().len() + 8)
            .sum()
    }

    /// The object as one line of JSON, without the line's end.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        // One allocation of the right size: an input may be many megabytes.
        let mut line = Vec::with_capacity(self.size() + 3);
        self.write_pieces(&mut line, |line, raw| line.extend_from_slice(raw));
        line
    }

    /// That line in pieces: large values as they are, and what is between them.
    #[must_use]
    pub fn to_pieces(&self) -> Vec<Cow<'_, [u8]>> {
        let mut pieces = Vec::new();
        let mut between = Vec::new();
        self.write_pieces(&mut between, |between, raw| {
            if raw.len() < LARGE {
                between.extend_from_slice(raw);
            } else {
                pieces.push(Cow::Owned(std::mem::take(between)));
                pieces.push(Cow::Borrowed(raw));
            }
        });
        pieces.push(Cow::Owned(between));
        pieces
    }

    /// Writes keys and punctuation to `line`, and has `value` put each value there.
    fn write_pieces<'a>(
        &'a self,
        line: &mut Vec<u8>,
        mut value: impl FnMut(&mut Vec<u8>, &'a [u8]),
    ) {
        line.push(b'{');
        for (index, (key, raw)) in self.members.iter().enumerate() {
            if index > 0 {
                line.push(b',');
            }
            // A string always has a JSON form, and a Vec always takes it.
            let _ = serde_json::to_writer(&mut *line, &**key);
            line.push(b':');
            value(line, raw.get().as_bytes());
        }
        line.push(b'}');
    }
}

/// Takes out all but the last value of keys that occur several times.
fn take_outdone(members: &mut Members) -> Members {
    let few = members.len() <= FEW;
    let again = |(index, (key, _)): (usize, &(Box<str>, _))| {
        members[index + 1..].iter().any(|(later, _)| later == key)
    };
    if few && !members.iter().enumerate().any(again) {
        return Members::new();
    }
    let mut last: HashMap<&str, usize> = HashMap::with_capacity(members.len());
    for (index, (key, _)) in members.iter().enumerate() {
        last.insert(key, index);
    }
    if last.len() == members.len() {
        return Members::new();
    }
    let kept: HashSet<usize> = last.into_values().collect();
    let all = std::mem::take(members).into_iter().enumerate();
    let (last, outdone): (Vec<_>, Vec<_>) = all.partition(|(index, _)| kept.contains(index));
    members.extend(last.into_iter().map(|(_, member)| member));
    outdone.into_iter().map(|(_, member)| member).collect()
}

/// The string that a value is, if it is one.
#[inline]
pub(super) fn text_of(raw: &RawValue) -> Option<Cow<'_, str>> {
    if let Some(text) = plain_text_of(raw) {
        return Some(Cow::Borrowed(text));
    }
    serde_json::from_str::<String>(&healed(raw.get()))
        .ok()
        .map(Cow::Owned)
}

/// Reads a JSON string in which nothing is escaped, without a copy.
pub(super) fn plain_text_of(raw: &RawValue) -> Option<&str> {
    let text = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('\\')).then_some(text)
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
                let mut members = Members::with_capacity(12);
                while let Some((key, raw)) = map.next_entry::<Cow<'de, str>, Box<RawValue>>()? {
                    let raw = match on_one_line(raw.get()) {
                        Some(line) => {
                            RawValue::from_string(line).map_err(serde::de::Error::custom)?
                        }
                        None => raw,
                    };
                    members.push((key.into(), raw));
                }
                let outdone = take_outdone(&mut members);
                Ok(Fields {
                    members: Arc::new(members),
                    outdone: (!outdone.is_empty()).then(|| Arc::new(outdone)),
                })
            }
        }

        deserializer.deserialize_map(FieldsVisitor)
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.members.len()))?;
        for (key, raw) in &*self.members {
            map.serialize_entry(&**key, raw)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_key_that_stands_twice_the_last_counts() {
        let fields = Fields::parse(r#"{"a": 1, "b": 2, "a": 3}"#).unwrap();
        assert_eq!(fields.to_line(), br#"{"b":2,"a":3}"#);
        let every: Vec<_> = fields.every("a").map(RawValue::get).collect();
        assert_eq!(every, ["1", "3"]);
        assert_eq!(fields.repeated().as_deref(), Some("a"));
    }

    #[test]
    fn a_field_under_two_names_stands_twice() {
        let mut fields = Fields::parse(r#"{"new": 1, "old": 2, "b": 3}"#).unwrap();
        assert_eq!(fields.repeated(), None);
        fields.rename("old", "new");
        assert_eq!(fields.to_line(), br#"{"new":2,"b":3}"#);
        let every: Vec<_> = fields.every("new").map(RawValue::get).collect();
        assert_eq!(every, ["1", "2"]);
        fields.remove("new");
        assert_eq!(fields.every("new").count(), 0);
        assert_eq!(fields.repeated(), None);
    }

    #[test]
    fn the_pieces_of_a_line_are_the_line() {
        let large = "x".repeat(LARGE);
        let json = format!(r#"{{"a":1,"b":"{large}","c":"{large}","d":{{"e":2}}}}"#);
        for (json, pieces) in [("{}", 1), (r#"{"a":1,"b":2}"#, 1), (&json, 5)] {
            let fields = Fields::parse(json).unwrap();
            assert_eq!(fields.to_pieces().len(), pieces);
            assert_eq!(fields.to_pieces().concat(), json.as_bytes());
            assert_eq!(fields.to_line(), json.as_bytes());
        }
    }

    #[test]
    fn half_a_surrogate_pair_is_read_and_passed_on_as_it_is() {
        let fields = Fields::parse(r#"{"a": "x\ud800"}"#).unwrap();
        assert_eq!(fields.text("a").as_deref(), Some("x\u{fffd}"));
        assert_eq!(fields.to_line(), br#"{"a":"x\ud800"}"#);
    }
}
