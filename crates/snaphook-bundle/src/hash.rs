//! The digest of one file, as Open Policy Agent counts it: of most files that of their
//! bytes; of its own JSON documents that of the value, with sorted keys and no blanks.

use serde_json::Value;

use crate::encoding::sha256_hex;
use crate::error::BundleError;

/// The documents whose value counts, wherever they are in a bundle.
const BY_VALUE: [&str; 2] = [".manifest", "data.json"];

/// The digest of a file. `data.yaml` cannot be in a bundle: nobody agrees on the value of
/// every YAML document.
pub(crate) fn digest_of(name: &str, content: &[u8]) -> Result<String, BundleError> {
    let base = name.rsplit('/').next().unwrap_or(name);
    if base == "data.yaml" {
        return Err(BundleError::Content(format!(
            "`{name}` cannot be verified; write it as data.json"
        )));
    }
    if !BY_VALUE.contains(&base) {
        return Ok(sha256_hex(content));
    }
    let value: Value = serde_json::from_slice(content)
        .map_err(|error| BundleError::Content(format!("`{name}` is not valid JSON: {error}")))?;
    let mut text = String::new();
    write(&value, &mut text);
    Ok(sha256_hex(text.as_bytes()))
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(key, _)| key.as_str());
            text.push('{');
            for (number, (key, value)) in members.into_iter().enumerate() {
                if number > 0 {
                    text.push(',');
                }
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push(':');
                write(value, text);
            }
            text.push('}');
        }
        Value::Array(items) => {
            text.push('[');
            for (number, item) in items.iter().enumerate() {
                if number > 0 {
                    text.push(',');
                }
                write(item, text);
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_count_by_value_and_other_files_by_their_bytes() {
        let one = digest_of(".manifest", br#"{ "b": [1, {"z":0,"y":"<"}], "a": null }"#).unwrap();
        let same = sha256_hex(br#"{"a":null,"b":[1,{"y":"<","z":0}]}"#);
        assert_eq!(one, same);
        assert_ne!(
            digest_of("snaphook/x.json", b"{}").unwrap(),
            digest_of("snaphook/x.json", b"{ }").unwrap()
        );
        assert_eq!(
            digest_of("other/data.json", b"{}").unwrap(),
            digest_of("other/data.json", b"{ }").unwrap()
        );
        digest_of("other/data.json", b"{").unwrap_err();
        digest_of("other/data.yaml", b"a: 1").unwrap_err();
    }
}
