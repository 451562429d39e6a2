//! Half surrogate pairs in JSON strings.
//!
//! JSON's grammar allows `"\\ud800"`, and other languages write it; Rust's
//! strings cannot hold it. One such escape must not void a whole answer.

use std::borrow::Cow;

/// The JSON text with every escape of half a surrogate pair replaced by that
/// of U+FFFD.
pub(crate) fn healed(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let mut healed = String::new();
    let mut copied = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] != b'\\' {
            at += 1;
            continue;
        }
        match unit(bytes, at) {
            Some(0xD800..=0xDBFF) if matches!(unit(bytes, at + 6), Some(0xDC00..=0xDFFF)) => {
                at += 12
            }
            Some(0xD800..=0xDFFF) => {
                healed.push_str(&json[copied..at]);
                healed.push_str("\\ufffd");
                at += 6;
                copied = at;
            }
            // Any other escape: the character after the backslash is skipped,
            // which is all that matters for `\\\\` and `\\"`.
            _ => at += 2,
        }
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    healed.push_str(&json[copied..]);
    Cow::Owned(healed)
}

/// The code unit of a `\\uXXXX` at this offset.
fn unit(bytes: &[u8], at: usize) -> Option<u32> {
    let escape = bytes.get(at..at + 6)?;
    let digits = std::str::from_utf8(escape.strip_prefix(b"\\u")?).ok()?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::healed;

    #[test]
    fn only_halves_are_replaced() {
        assert_eq!(
            healed(r#""\ud83d\ude00 \\ud800 x""#),
            r#""\ud83d\ude00 \\ud800 x""#
        );
        assert_eq!(healed(r#""\ud800""#), r#""\ufffd""#);
        assert_eq!(
            healed(r#""\udc00\ud800\ud800\udc00é""#),
            r#""\ufffd\ufffd\ud800\udc00é""#
        );
        assert_eq!(healed(r#""\ud80"#), r#""\ud80"#);
    }
}
