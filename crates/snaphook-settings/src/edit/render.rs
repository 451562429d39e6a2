//! New values as text, in the style of the file.

use serde_json::Value;

use super::style::Style;

/// A new member of an object.
pub(super) fn member(key: &str, value: &Value, layout: &ValueLayout<'_>) -> String {
    format!("{}: {}", Value::from(key), layout.render(value))
}

/// How a new value is laid out: on lines of its own, or on one line.
#[derive(Debug, Clone)]
pub(super) struct ValueLayout<'a> {
    pub(super) style: &'a Style,
    /// The indentation of the line on which the value begins.
    pub(super) indent: String,
    /// Whether what is in it is on lines of its own.
    pub(super) roomy: bool,
}

impl ValueLayout<'_> {
    pub(super) fn render(&self, value: &Value) -> String {
        match value {
            Value::Array(items) => {
                let inner = self.deeper();
                self.around('[', ']', items.iter().map(|item| inner.render(item)))
            }
            Value::Object(members) => {
                let inner = self.deeper();
                let members = members.iter();
                self.around(
                    '{',
                    '}',
                    members.map(|(key, value)| member(key, value, &inner)),
                )
            }
            plain => plain.to_string(),
        }
    }

    fn deeper(&self) -> Self {
        Self {
            indent: format!("{}{}", self.indent, self.style.step),
            ..self.clone()
        }
    }

    fn around(&self, open: char, close: char, children: impl Iterator<Item = String>) -> String {
        let children: Vec<_> = children.collect();
        if children.is_empty() {
            return format!("{open}{close}");
        }
        if !self.roomy {
            return format!("{open}{}{close}", children.join(", "));
        }
        let outer = format!("{}{}", self.style.line_end, self.indent);
        let inner = format!("{outer}{}", self.style.step);
        let children = children.join(&format!(",{inner}"));
        format!("{open}{inner}{children}{outer}{close}")
    }
}
