//! Texts from a project as people see them: no terminal is told anything, and
//! nothing is hidden. A command may hold control characters or turn the
//! direction of writing; they are spelled out.

use std::borrow::Cow;

use serde_json::Value;
use snaphook_core::visible;

/// A text without quotes, unless it holds something that does not show.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    let shown = visible::line(text);
    if shown == text && !text.is_empty() && !text.contains(['"', '\\']) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(quoted(text))
    }
}

/// A text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", visible::line(&escaped))
}

/// A value of a definition.
pub(crate) fn value(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(self::value).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", quoted(key), self::value(value)))
                .collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_does_not_show_is_spelled_out() {
        assert_eq!(plain("hooks/guard é.sh"), "hooks/guard é.sh");
        assert_eq!(plain("a\u{1b}[2Jb"), r#""a\u{1b}[2Jb""#);
        assert_eq!(plain("a\u{202e}b"), r#""a\u{202e}b""#);
        assert_eq!(plain(""), r#""""#);
        let odd = json!({"k": ["\u{9b}", 1, null]});
        assert_eq!(value(&odd), r#"{"k": ["\u{9b}", 1, none]}"#);
    }
}
