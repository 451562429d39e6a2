//! A value that was changed here and there, written with the numbers that it had.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::exact::Json;
use super::{healed, read_value};

impl Json {
    /// Replaces the value. Every number that keeps its place is written digit for
    /// digit as before.
    ///
    /// ```
    /// use snaphook_core::json::Json;
    ///
    /// let json = Json::read(r#"{"id":1.10,"text":"secret"}"#)?;
    /// let mut value = json.as_value().clone();
    /// value["text"] = "***".into();
    /// assert_eq!(json.changed_to(value).to_string(), r#"{"id":1.10,"text":"***"}"#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn changed_to(&self, value: Value) -> Self {
        let text = self.text().map(|was| written(&value, was));
        let exact = text.and_then(|text| Self::read(&text).ok());
        exact.unwrap_or_else(|| value.into())
    }
}

/// The value as JSON, with the numbers of the text that it was.
fn written(value: &Value, was: &str) -> String {
    match value {
        Value::Object(members) => {
            let was: BTreeMap<String, Box<RawValue>> =
                serde_json::from_str(&healed(was)).unwrap_or_default();
            let members = members.iter().map(|(key, value)| {
                let was = was.get(key).map_or("", |raw| raw.get());
                format!("{}:{}", Value::from(&**key), written(value, was))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            let was: Vec<Box<RawValue>> = serde_json::from_str(was).unwrap_or_default();
            let items = items.iter().enumerate().map(|(index, value)| {
                let was = was.get(index).map_or("", |raw| raw.get());
                written(value, was)
            });
            format!("[{}]", items.collect::<Vec<_>>().join(","))
        }
        Value::Number(_) if read_value(was).is_ok_and(|was| was == *value) => was.to_owned(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Json;

    #[test]
    fn numbers_that_stay_keep_their_digits() {
        let json = Json::read(r#"{"a":[1.0,{"b":18446744073709551617}],"c":1e5,"d":-0}"#).unwrap();
        let mut value = json.as_value().clone();
        value["a"][1]["new"] = json!(2);
        value["c"] = json!(3);
        assert_eq!(
            json.changed_to(value).to_string(),
            r#"{"a":[1.0,{"b":18446744073709551617,"new":2}],"c":3,"d":-0}"#
        );
        let plain = Json::from(json!({"a": 1}));
        assert_eq!(plain.changed_to(json!([1])), json!([1]));
    }
}
