//! A JSON value that is passed on to the digit.
//!
//! A [`Value`] holds numbers of 64 bits: `18446744073709551617`, `1.10` and `1e5`
//! come out of it as others than they went in. A tool that runs with another
//! number than hooks have seen was not guarded.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Number, Value};

use super::read::read_value;
use super::repeated::{end_of_string, repeated_key};
use super::same::say_the_same;
use super::{healed, on_one_line};

/// A value to look into, which is written as it was read.
///
/// ```
/// use snaphook_core::json::Json;
///
/// let input = Json::read(r#"{"id": 18446744073709551617}"#)?;
/// assert!(input["id"].is_number());
/// assert_eq!(input.to_string(), r#"{"id": 18446744073709551617}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Json {
    value: Value,
    /// As it was written, where the value alone would be written otherwise.
    text: Option<Box<RawValue>>,
}

impl Json {
    /// Parses a text.
    ///
    /// # Errors
    /// If it is not valid JSON, exceeds what a value can hold (a number too large,
    /// nesting too deep), or repeats a key: another parser might take the other
    /// value.
    pub fn read(json: &str) -> Result<Self, serde_json::Error> {
        let value = read_value(json)?;
        if let Some(key) = repeated_key(json) {
            let why = format!("duplicate key `{key}` in one object");
            return Err(serde::de::Error::custom(why));
        }
        let text = match has_inexact_number(json) {
            true => {
                // As the value has it: not every reader takes half a pair.
                let json = healed(json);
                let json = json.trim();
                let line = on_one_line(json).unwrap_or_else(|| json.to_owned());
                Some(RawValue::from_string(line)?)
            }
            false => None,
        };
        Ok(Self { value, text })
    }

    /// The value by itself: numbers that it cannot hold exactly are rounded.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.value
    }

    /// As it was written, where the value alone would be written otherwise.
    pub(super) fn text(&self) -> Option<&str> {
        self.text.as_deref().map(RawValue::get)
    }

    /// The value by itself.
    #[must_use]
    pub fn as_value(&self) -> &Value {
        &self.value
    }
}

impl Default for Json {
    fn default() -> Self {
        Value::Null.into()
    }
}

impl Deref for Json {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}

/// From a value, or whatever becomes one.
impl<T: Into<Value>> From<T> for Json {
    fn from(value: T) -> Self {
        Self {
            value: value.into(),
            text: None,
        }
    }
}

/// As JSON.
impl std::fmt::Display for Json {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.text {
            Some(text) => f.write_str(text.get()),
            None => self.value.fmt(f),
        }
    }
}

/// Compares numbers digit for digit; the order of keys and blanks do not matter.
impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        match (&self.text, &other.text) {
            (None, None) => self.value == other.value,
            _ => say_the_same(&self.to_string(), &other.to_string()),
        }
    }
}

impl Eq for Json {}

impl PartialEq<Value> for Json {
    fn eq(&self, other: &Value) -> bool {
        match &self.text {
            None => self.value == *other,
            Some(text) => say_the_same(text.get(), &other.to_string()),
        }
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.text {
            Some(text) => text.serialize(serializer),
            None => self.value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::read(raw.get()).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Json {
    fn inline_schema() -> bool {
        Value::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        Value::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Value::json_schema(generator)
    }
}

/// Whether some number would be written otherwise than it is here.
fn has_inexact_number(json: &str) -> bool {
    let bytes = json.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => match end_of_string(bytes, at) {
                Some(end) => at = end,
                None => return true,
            },
            b'-' | b'0'..=b'9' => {
                let rest = &bytes[at..];
                let is_part =
                    |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
                let end = rest.iter().position(|byte| !is_part(byte));
                let end = at + end.unwrap_or(rest.len());
                if !is_exact(&json[at..end]) {
                    return true;
                }
                at = end;
            }
            _ => at += 1,
        }
    }
    false
}

fn is_exact(number: &str) -> bool {
    let is_short = number.len() <= 18 && number.bytes().all(|byte| byte.is_ascii_digit());
    is_short || serde_json::from_str::<Number>(number).is_ok_and(|read| read.to_string() == number)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Json;

    #[test]
    fn numbers_are_written_as_they_were_read() {
        for number in [
            "18446744073709551617",
            "-9223372036854775809",
            "1.0",
            "1.10",
            "1e5",
            "1E+5",
            "-0",
            "-0.0",
            "0.1",
            "3.141592653589793238462643383279",
            "123456789012345678901234567890.5",
            "7",
        ] {
            let text = format!(r#"{{"b":[{number}],"a":"1e5 \" 1.0"}}"#);
            let json = Json::read(&text).unwrap();
            assert_eq!(json.to_string(), text);
            assert_eq!(serde_json::to_string(&json).unwrap(), text);
            assert_eq!(serde_json::from_str::<Json>(&text).unwrap(), json);
            assert!(json["b"][0].is_number());
        }
    }

    #[test]
    fn another_digit_is_another_value() {
        let read = |text: &str| Json::read(text).unwrap();
        let id = read(r#"{"id":18446744073709551617,"a":1}"#);
        assert_ne!(id, read(r#"{"id":18446744073709551616,"a":1}"#));
        assert_ne!(id, read(r#"{"id":1.8446744073709552e19,"a":1}"#));
        assert_eq!(id, read(r#"{ "a": 1, "id": 18446744073709551617 }"#));
        assert_ne!(read("1.0"), read("1"));
        assert_eq!(read(r#"{"a":1,"b":"\u0078"}"#), json!({"b": "x", "a": 1}));
        assert_eq!(read("[1.10,\"x\"]"), read("[1.10, \"\\u0078\"]"));
        assert_ne!(read("[1.10]"), json!([1.1]));
    }

    #[test]
    fn a_key_twice_is_not_taken() {
        assert!(Json::read(r#"{"a":{"command":"ls","command":"rm"}}"#).is_err());
        assert!(Json::read(r#"{"command":"ls","comm\u0061nd":"rm"}"#).is_err());
    }

    #[test]
    fn what_is_written_is_one_line() {
        let json = Json::read("{\n \"a\": 1.0\n}").unwrap();
        assert_eq!(json.to_string(), r#"{"a":1.0}"#);
    }
}
