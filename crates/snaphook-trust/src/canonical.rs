//! JSON as bytes that do not depend on the order of keys.
//!
//! `serde_json` keeps the order or sorts, by a feature that any crate in a
//! build may switch; a digest must not depend on that.

use serde::Serialize;
use serde_json::Value;

use crate::Digest;

/// The digest of a value's canonical text.
pub(crate) fn digest(value: &Value) -> Digest {
    let mut bytes = Vec::new();
    write(value, &mut bytes);
    Digest::of(&bytes)
}

fn write(value: &Value, into: &mut Vec<u8>) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(key, _)| *key);
            into.push(b'{');
            for (key, value) in members {
                leaf(key, into);
                into.push(b':');
                write(value, into);
                into.push(b',');
            }
            into.push(b'}');
        }
        Value::Array(items) => {
            into.push(b'[');
            for item in items {
                write(item, into);
                into.push(b',');
            }
            into.push(b']');
        }
        leaf_value => leaf(leaf_value, into),
    }
}

/// Text, numbers and the rest, as JSON writes them.
fn leaf(value: &(impl Serialize + ?Sized), into: &mut Vec<u8>) {
    // Writing to memory does not fail, and neither does a leaf.
    let _ = serde_json::to_writer(into, value);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::digest;

    #[test]
    fn the_order_of_keys_does_not_matter_and_all_else_does() {
        let value = json!({"a": {"x": 1, "y": [1, 2]}, "b": null});
        assert_eq!(
            digest(&value),
            digest(&json!({"b": null, "a": {"y": [1, 2], "x": 1}}))
        );
        for other in [
            json!({"a": {"x": 1, "y": [2, 1]}, "b": null}),
            json!({"a": {"x": "1", "y": [1, 2]}, "b": null}),
            json!({"a": {"x": 1, "y": [1, 2]}}),
            json!({"a": {"x": 1, "y": [1, 2], "b": null}}),
            json!([["a", ["x", 1, "y", [1, 2]]], ["b", null]]),
        ] {
            assert_ne!(digest(&value), digest(&other), "{other}");
        }
    }
}
