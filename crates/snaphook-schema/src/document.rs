//! What every schema begins with, and how it is written.

use serde_json::{Map, Value};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A schema of its own: `parts` say what it is about.
pub(crate) fn document(
    parts: &[&str],
    title: &str,
    description: &str,
    schema: Map<String, Value>,
) -> Value {
    let id = format!("urn:snaphook:schema:{}", parts.join(":"));
    let head = [
        ("$schema", DRAFT),
        ("$id", &id),
        ("title", title),
        ("description", description),
    ];
    let head = head.map(|(key, text)| (key.to_owned(), Value::from(text)));
    Value::Object(head.into_iter().chain(schema).collect())
}

/// A schema as text, as files hold it.
#[must_use]
pub fn text(schema: &Value) -> String {
    format!("{schema:#}\n")
}
