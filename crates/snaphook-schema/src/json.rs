//! Small pieces of schemas.

use serde_json::{Map, Value, json};

/// The keywords of a schema.
pub(crate) type Schema = Map<String, Value>;

/// The members of a `json!` object.
pub(crate) fn schema(value: Value) -> Schema {
    match value {
        Value::Object(members) => members,
        _ => Schema::new(),
    }
}

/// A schema that also takes `null`.
pub(crate) fn or_null(mut schema: Schema) -> Schema {
    if let Some(kind @ Value::String(_)) = schema.get_mut("type") {
        *kind = json!([kind.take(), "null"]);
    }
    if let Some(Value::Array(words)) = schema.get_mut("enum") {
        words.push(Value::Null);
    }
    if let Some(word) = schema.remove("const") {
        schema.insert("enum".to_owned(), json!([word, null]));
    }
    if let Some(Value::Array(kinds)) = schema.get_mut("anyOf") {
        kinds.push(json!({"type": "null"}));
    }
    schema
}

/// A schema with what it is about in front.
pub(crate) fn about(text: &str, schema: Schema) -> Value {
    let description = ("description".to_owned(), Value::from(text));
    Value::Object(std::iter::once(description).chain(schema).collect())
}
