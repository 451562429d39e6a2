//! Duplicate keys in one object. JSON allows it, and readers differ in
//! which value they take: what a hook looked at may be another call than the
//! one that runs.

use std::borrow::Cow;
use std::collections::HashSet;

use super::healed;

/// Up to so many keys are compared with each other; more would take too long.
const FEW: usize = 24;

/// The first key that occurs twice in one object, at any depth, however it is
/// escaped. The text must be valid JSON.
///
/// ```
/// use snaphook_core::json::repeated_key;
///
/// assert_eq!(repeated_key(r#"{"a": {"b": 1, "\u0062": 2}}"#).as_deref(), Some("b"));
/// assert_eq!(repeated_key(r#"{"a": {"b": 1}, "c": {"b": 2}}"#), None);
/// ```
#[must_use]
pub fn repeated_key(json: &str) -> Option<String> {
    let bytes = json.as_bytes();
    // Of each object that is open its keys; of a list nothing.
    let mut open: Vec<Option<Keys<'_>>> = Vec::new();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' => open.push(Some(Keys::default())),
            b'[' => open.push(None),
            b'}' | b']' => {
                open.pop();
            }
            b'"' => {
                let end = end_of_string(bytes, at)?;
                if let Some(Some(keys)) = open.last_mut()
                    && is_before_colon(bytes, end)
                    && let Some(again) = keys.add(decoded(&json[at..end]))
                {
                    return Some(again);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The keys of one object.
#[derive(Default)]
struct Keys<'a> {
    few: Vec<Cow<'a, str>>,
    many: HashSet<Cow<'a, str>>,
}

impl<'a> Keys<'a> {
    /// Adds a key; gives it back if it was there.
    fn add(&mut self, key: Cow<'a, str>) -> Option<String> {
        if self.few.len() < FEW {
            if self.few.contains(&key) {
                return Some(key.into_owned());
            }
            self.few.push(key);
            return None;
        }
        if self.many.is_empty() {
            self.many.extend(self.few.iter().cloned());
        }
        match self.many.contains(&key) {
            true => Some(key.into_owned()),
            false => {
                self.many.insert(key);
                None
            }
        }
    }
}

/// The offset after the string that begins here.
pub(super) fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn is_before_colon(bytes: &[u8], at: usize) -> bool {
    let rest = bytes.get(at..).unwrap_or_default();
    let next = rest.iter().find(|byte| !byte.is_ascii_whitespace());
    next == Some(&b':')
}

/// What a quoted string says.
fn decoded(quoted: &str) -> Cow<'_, str> {
    let inner = quoted.get(1..quoted.len().saturating_sub(1));
    let inner = inner.unwrap_or_default();
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    serde_json::from_str(&healed(quoted)).map_or(Cow::Borrowed(inner), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::repeated_key;

    #[test]
    fn keys_are_told_from_values_and_from_keys_of_other_objects() {
        for (json, key) in [
            (r#"{"a":1,"a":2}"#, Some("a")),
            (r#"{"a":"a","b":["a","a"],"c":{"a":1}}"#, None),
            (r#"[{"a":1},{"a":1},{"b":{"x":1 , "x" :2}}]"#, Some("x")),
            (r#"{"a\"b":1,"a\u0022b":2}"#, Some("a\"b")),
            (r#"{"a":"{\"a\":1,\"a\":2}"}"#, None),
            (r#"{"":1,"":2}"#, Some("")),
            ("[]", None),
            ("\"a\"", None),
        ] {
            assert_eq!(repeated_key(json).as_deref(), key, "{json}");
        }
    }

    #[test]
    fn a_key_is_found_among_very_many() {
        let members: Vec<_> = (0..50_000).map(|n| format!("\"k{n}\":{n}")).collect();
        let members = members.join(",");
        assert_eq!(repeated_key(&format!("{{{members}}}")), None);
        let again = format!("{{{members},\"k7\":0}}");
        assert_eq!(repeated_key(&again).as_deref(), Some("k7"));
        let again = format!("{{{members},\"k49999\":0}}");
        assert_eq!(repeated_key(&again).as_deref(), Some("k49999"));
    }
}
