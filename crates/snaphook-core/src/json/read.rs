//! Parses a JSON value literally.
//!
//! serde_json's own reader takes an object with one of its private keys for
//! something else: with `{"$serde_json::private::RawValue": "…"}` an attacker could
//! show rules another call than the one that runs.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::healed;

/// The value of this text. Half a surrogate pair is read as U+FFFD.
///
/// # Errors
/// When it is not JSON, or holds something that a value cannot (a number too
/// large, nesting too deep).
pub fn read_value(json: &str) -> Result<Value, serde_json::Error> {
    let read = serde_json::from_str::<PlainValue>(&healed(json));
    read.map(|plain| plain.0)
}

struct PlainValue(Value);

impl<'de> Deserialize<'de> for PlainValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlainVisitor).map(PlainValue)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(PlainValue(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((key, PlainValue(value))) = members.next_entry::<String, PlainValue>()? {
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::read_value;

    #[test]
    fn a_private_key_of_the_parser_hides_no_call() {
        let key = "$serde_json::private::RawValue";
        let text = format!(r#"{{"{key}": "{{\"command\":\"ls\"}}"}}"#);
        let value = read_value(&text).unwrap();
        assert_eq!(value[key], json!("{\"command\":\"ls\"}"));
        assert_eq!(value.get("command"), None);
    }

    #[test]
    fn every_value_is_read_as_the_parser_reads_it() {
        let text = r#"{"a":[1,-2,1.5,1e3,true,null,"xé\n"],"b":{"c":{}},"d":18446744073709551617}"#;
        let expected: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(read_value(text).unwrap(), expected);
        assert!(read_value("1e999").is_err() && read_value("{").is_err());
        assert_eq!(read_value(r#""\ud800""#).unwrap(), json!("\u{fffd}"));
    }
}
