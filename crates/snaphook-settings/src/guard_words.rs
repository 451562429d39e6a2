//! Whether a text that cannot be read as settings holds a guard.
//!
//! A slip of the fingers must not open a gate: a file with a guard in it that is
//! no JSON or YAML at all counts as a guard that failed. What is looked for is
//! the key `onFailure`, however it is spelled, whose value is not plainly
//! something else than `block`: where that cannot be seen, it is a guard.

/// The keys by which dialects say it, without their underscores and in one case.
const KEY: &str = "onfailure";

/// What a value is looked for in; a comment between may be long.
const NEAR: usize = 4096;

/// Whether a text speaks of a guard. It need not be text at all: bytes that are
/// not UTF-8 are passed over, and so are the zeros of other encodings.
#[must_use]
pub fn speaks_of_guard(bytes: &[u8]) -> bool {
    let text: String = String::from_utf8_lossy(bytes)
        .chars()
        .filter(|c| *c != '\0' && *c != '\u{fffd}')
        .collect();
    let plain = unescaped(&text);
    // A key is the same without its underscore, and in any case.
    let lower: String = plain.chars().filter(|c| *c != '_').collect();
    let lower = lower.to_ascii_lowercase();
    lower.match_indices(KEY).any(|(at, key)| {
        let after = lower.get(at + key.len()..).unwrap_or_default();
        !says_otherwise(after)
    })
}

/// Whether the value behind a key is a word that makes no guard.
fn says_otherwise(after: &str) -> bool {
    let end = after
        .char_indices()
        .nth(NEAR)
        .map_or(after.len(), |(at, _)| at);
    let value = without_comments(after.get(..end).unwrap_or(after));
    let value = value.trim_start_matches(|c: char| c.is_whitespace() || "\"':=?".contains(c));
    ["continue", "null", "~"].iter().any(|word| {
        value
            .strip_prefix(word)
            .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// The text without comments at its beginning, as far as a value is looked for.
fn without_comments(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let skipped = match next {
            '/' if rest.starts_with("/*") => rest.find("*/").map(|end| end + 2),
            '/' if rest.starts_with("//") => rest.find('\n'),
            '#' => rest.find('\n'),
            _ => None,
        };
        match skipped {
            Some(skipped) => rest = rest.get(skipped..).unwrap_or_default(),
            None => {
                plain.push(next);
                rest = rest.get(next.len_utf8()..).unwrap_or_default();
            }
        }
    }
    plain
}

/// The text with `\u006f`, `\x6f` and `\U0000006f` as the characters they mean,
/// and lines joined that end with a backslash.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(rest.get(..at).unwrap_or_default());
        let after = rest.get(at + 1..).unwrap_or_default();
        let kind = after.chars().next();
        let digits = match kind {
            Some('u') => 4,
            Some('x') => 2,
            Some('U') => 8,
            Some('\n' | '\r') => {
                rest = after.trim_start();
                continue;
            }
            _ => 0,
        };
        let number = after.get(1..1 + digits).filter(|_| digits > 0);
        let meant = number
            .and_then(|number| u32::from_str_radix(number, 16).ok())
            .and_then(char::from_u32);
        match meant {
            Some(meant) => {
                plain.push(meant);
                rest = after.get(1 + digits..).unwrap_or_default();
            }
            None => {
                plain.extend(kind.filter(|kind| *kind == '\\'));
                let taken = kind.filter(|kind| *kind == '\\').map_or(0, char::len_utf8);
                rest = after.get(taken..).unwrap_or_default();
            }
        }
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::speaks_of_guard;

    #[test]
    fn a_guard_is_seen_however_it_is_spelled() {
        for text in [
            r#"{ "onFailure": "block" "#,
            r#"{ "onFailure" : /* why */ "block" "#,
            "{ \"onFailure\": // why\n \"block\" ",
            r#"{ "on\u0046ailure": "bl\u006fck" "#,
            r#"{ "\u006F\u006e\u0046ailure": "block" "#,
            "onFailure: block\n\tx",
            "? onFailure\n: block\n- ",
            "onFailure: &a block",
            "onFailure: *word",
            "onFailure: !!str block",
            "onFailure: >-\n  block",
            "\"on\\\n  Failure\": block",
            "\"on\\x46ailure\": block",
            "on_failure: block",
            r#"{ "onFailure": "bl"#,
            r#"{ "onFailure":"#,
            r#"{ "onFailure": "continue", "x": { "onFailure": "block" "#,
            r#"{ 'onFailure': 'block' }"#,
            "{ onFailure: 'block' }",
        ] {
            assert!(speaks_of_guard(text.as_bytes()), "{text}");
        }
        let wide: Vec<u8> = "{\"onFailure\": \"block\"}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert!(speaks_of_guard(&wide));
        assert!(speaks_of_guard(b"{\"onFailure\": \"block\", \xff"));
    }

    #[test]
    fn other_broken_texts_hold_none() {
        for text in [
            "",
            "{ not json",
            r#"{ "command": "block" "#,
            r#"{ "onFailure": "continue" "#,
            r#"{ "onFailure": /* "block" */ "continue" "#,
            "onFailure: continue\n\tx",
            "onFailure: null\n\tx",
        ] {
            assert!(!speaks_of_guard(text.as_bytes()), "{text}");
        }
    }
}
