//! Writes JSON canonically: no blanks, sorted keys, one spelling for each text.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use super::number::canonical_number;

/// Deeper nesting is refused, as everywhere else.
const DEEPEST: usize = 128;

/// Why a text has no canonical form.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CanonicalError {
    /// It is not JSON, repeats a key, or has half of a surrogate pair.
    #[error("not JSON of one meaning: {0}")]
    Json(#[from] serde_json::Error),
    /// A number is larger than a double holds.
    #[error("the number {0} is too large")]
    Number(String),
    /// It is nested too deep.
    #[error("nested deeper than {DEEPEST} levels")]
    Depth,
}

/// Writes JSON as RFC 8785 says. An integer that a double cannot hold keeps its digits.
///
/// ```
/// use snaphook_approvals::canonical_json;
///
/// assert_eq!(canonical_json(r#"{"b": 1.0, "a": ["\u0041"]}"#)?, r#"{"a":["A"],"b":1}"#);
/// # Ok::<(), snaphook_approvals::CanonicalError>(())
/// ```
///
/// # Errors
/// When the text is not JSON, or its readers might disagree about it: a key that stands
/// twice, half of a surrogate pair, a number that is too large, deep nesting.
pub fn canonical_json(json: &str) -> Result<String, CanonicalError> {
    let raw: &RawValue = serde_json::from_str(json)?;
    let mut out = String::with_capacity(json.len());
    write(raw, 0, &mut out)?;
    Ok(out)
}

/// The SHA-256 of the canonical form, in lower-case hexadecimal digits.
///
/// # Errors
/// When the text has no canonical form.
pub fn digest(json: &str) -> Result<String, CanonicalError> {
    let sum = Sha256::digest(canonical_json(json)?);
    Ok(hexadecimal(&sum))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn write(raw: &RawValue, depth: usize, out: &mut String) -> Result<(), CanonicalError> {
    if depth > DEEPEST {
        return Err(CanonicalError::Depth);
    }
    let text = raw.get().trim();
    match text.as_bytes().first() {
        Some(b'{') => write_object(text, depth, out),
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text)?;
            out.push('[');
            for (place, item) in items.into_iter().enumerate() {
                if place > 0 {
                    out.push(',');
                }
                write(item, depth + 1, out)?;
            }
            out.push(']');
            Ok(())
        }
        Some(b'"') => {
            write_text(&serde_json::from_str::<String>(text)?, out);
            Ok(())
        }
        Some(b'-' | b'0'..=b'9') => {
            let number = canonical_number(text);
            out.push_str(&number.ok_or_else(|| CanonicalError::Number(text.to_owned()))?);
            Ok(())
        }
        // true, false, null: a raw value is valid JSON.
        _ => {
            out.push_str(text);
            Ok(())
        }
    }
}

fn write_object(text: &str, depth: usize, out: &mut String) -> Result<(), CanonicalError> {
    let members = serde_json::Deserializer::from_str(text).deserialize_map(MembersVisitor)?;
    out.push('{');
    for (place, (_, (key, value))) in members.into_iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write_text(&key, out);
        out.push(':');
        write(value, depth + 1, out)?;
    }
    out.push('}');
    Ok(())
}

/// The members of an object, by the UTF-16 code units of their keys: so the RFC sorts.
type Members<'a> = BTreeMap<Vec<u16>, (String, &'a RawValue)>;

/// Reads an object whose keys occur once.
struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Members::new();
        while let Some((key, value)) = map.next_entry::<String, &'de RawValue>()? {
            let units = key.encode_utf16().collect();
            let twice = format!("duplicate key `{key}` in one object");
            if members.insert(units, (key, value)).is_some() {
                return Err(A::Error::custom(twice));
            }
        }
        Ok(members)
    }
}

/// A text with the escapes that the RFC asks for, and no others.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            c if c < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_example_of_the_rfc_comes_out_as_it_says() {
        let json = r#"{
            "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#;
        let canonical = canonical_json(json).unwrap();
        let expected = concat!(
            r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#,
            r#""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        );
        assert_eq!(canonical, expected);
    }

    #[test]
    fn keys_are_sorted_by_utf_16_code_units() {
        let json = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
        let order: Vec<_> = canonical_json(json)
            .unwrap()
            .matches(|c: char| c.is_ascii_digit())
            .map(str::to_owned)
            .collect();
        assert!(order.join("").ends_with("153"), "{order:?}");
    }

    #[test]
    fn what_readers_may_disagree_about_has_no_form() {
        for json in [
            r#"{"a":1,"a":2}"#,
            r#"[{"a":1,"\u0061":1}]"#,
            r#""\ud800""#,
            "1e999",
            "{",
            "[1] [2]",
            "NaN",
        ] {
            assert!(canonical_json(json).is_err(), "{json}");
        }
        let deep = "[".repeat(2000) + &"]".repeat(2000);
        assert!(canonical_json(&deep).is_err());
    }

    #[test]
    fn composed_and_decomposed_letters_stay_apart() {
        assert_ne!(
            digest("\"\u{e9}\"").unwrap(),
            digest("\"e\u{301}\"").unwrap()
        );
        assert_eq!(
            digest(r#""\u00e9""#).unwrap(),
            digest("\"\u{e9}\"").unwrap()
        );
    }

    proptest! {
        #[test]
        fn the_form_of_a_form_is_itself(text in ".*", number in any::<f64>(), key in ".*") {
            prop_assume!(number.is_finite());
            let json = serde_json::json!({ "n": number, key: text, "l": [1, null] }).to_string();
            let once = canonical_json(&json).unwrap();
            prop_assert_eq!(&canonical_json(&once).unwrap(), &once);
            let read: serde_json::Value = serde_json::from_str(&once).unwrap();
            let before: serde_json::Value = serde_json::from_str(&json).unwrap();
            prop_assert_eq!(read["l"].clone(), before["l"].clone());
        }
    }
}
