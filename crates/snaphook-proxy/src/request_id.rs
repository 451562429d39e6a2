//! The id of a JSON-RPC request. Two ids are equal only if every reader takes them for
//! equal: a response that fits no request exactly is dropped, because a client that is
//! less strict might take it for the answer of a call that hooks have not seen.

use serde_json::value::RawValue;

/// Larger integers are other ones to readers that know floating-point numbers only.
const LARGEST: u64 = (1 << 53) - 1;

/// A request's id: a string or an integer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum RequestId {
    /// An integer, as it is written.
    Number(String),
    Text(String),
}

impl RequestId {
    /// Reads an id; nothing for any other value.
    pub(crate) fn read(raw: &RawValue) -> Option<Self> {
        let text = raw.get();
        if text.starts_with('"') {
            return serde_json::from_str(text).ok().map(Self::Text);
        }
        let number = text.parse::<i64>().ok()?;
        let is_same_everywhere = number.unsigned_abs() <= LARGEST && text != "-0";
        is_same_everywhere.then(|| Self::Number(text.to_owned()))
    }

    /// The id as JSON.
    pub(crate) fn to_json(&self) -> String {
        match self {
            Self::Number(number) => number.clone(),
            Self::Text(text) => serde_json::Value::from(text.as_str()).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::RequestId;

    fn read(json: &str) -> Option<RequestId> {
        RequestId::read(&RawValue::from_string(json.to_owned()).unwrap())
    }

    #[test]
    fn an_id_is_a_string_or_an_integer() {
        assert_eq!(read("-7"), Some(RequestId::Number("-7".to_owned())));
        assert_eq!(read(r#""\u0061""#), Some(RequestId::Text("a".to_owned())));
        let largest = "9007199254740991";
        assert_eq!(read(largest), Some(RequestId::Number(largest.to_owned())));
        for other in [
            "1.0",
            "1e3",
            "-0",
            "9007199254740992",
            "-9007199254740992",
            "18446744073709551617",
            "null",
            "true",
            "[1]",
            "{}",
            r#""\ud800""#,
        ] {
            assert_eq!(read(other), None, "{other}");
        }
        assert_ne!(read("1"), read(r#""1""#));
    }
}
