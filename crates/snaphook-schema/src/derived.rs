//! Schemas that are derived from types, made plain.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use serde_json::{Map, Value};

/// Makes schemas of what is written, not of what can be read.
pub(crate) fn generator() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with_transform(PlainForm).into_generator()
}

/// Makes schemas of what can be read.
pub(crate) fn reader() -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    settings.with_transform(PlainForm).into_generator()
}

/// Takes out what only Rust cares about: the widths of numbers, the line breaks
/// of comments; and the `null` of what is left out when there is none.
#[derive(Debug, Clone)]
pub(crate) struct PlainForm;

impl Transform for PlainForm {
    fn transform(&mut self, schema: &mut schemars::Schema) {
        tidy(schema.ensure_object());
        let required: Vec<Value> = match schema.get("required") {
            Some(Value::Array(keys)) => keys.clone(),
            _ => Vec::new(),
        };
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            let optional = properties
                .iter_mut()
                .filter(|(key, _)| !required.contains(&Value::from(key.as_str())));
            optional.for_each(|(_, property)| never_null(property));
        }
        transform_subschemas(self, schema);
    }
}

/// With the description in front.
fn tidy(members: &mut Map<String, Value>) {
    let mut all = std::mem::take(members);
    if let Some(text) = all.get("description").and_then(Value::as_str) {
        let text = text.replace('\n', " ");
        members.insert("description".to_owned(), text.into());
    }
    let idle = |key: &str, value: &Value| match key {
        "description" | "format" => true,
        "additionalProperties" => *value == true,
        "default" => value.is_null(),
        _ => false,
    };
    all.retain(|key, value| !idle(key, value));
    members.extend(all);
}

fn never_null(property: &mut Value) {
    let Some(members) = property.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(kinds)) = members.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [kind] = kinds.as_mut_slice() {
            members["type"] = kind.take();
        }
    }
    if let Some(Value::Array(kinds)) = members.get_mut("anyOf") {
        kinds.retain(|kind| kind["type"] != "null");
        if let [Value::Object(kind)] = kinds.as_mut_slice() {
            let kind = std::mem::take(kind);
            members.remove("anyOf");
            members.extend(kind);
        }
    }
}
