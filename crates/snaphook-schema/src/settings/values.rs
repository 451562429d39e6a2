//! What the keys of settings hold, as schemas.

use serde_json::{Value, json};
use snaphook_core::kind::{Key, SampleValue, ValueType};

use crate::json::{Schema, about, or_null, schema};

/// A string that says something.
const FULL: &str = "\\S";

/// Schemes know no case, and spaces before an address are forgiven.
const WEB: &str = "^\\s*[Hh][Tt][Tt][Pp][Ss]?:";

/// The schema of a key's value.
pub(super) fn value_of(key: &Key) -> Value {
    let holds = holding(&key.holds);
    let mut holds = match key.needed {
        true => holds,
        false => or_null(holds),
    };
    if let Some(default) = &key.default {
        holds.insert("default".to_owned(), default.to_json());
    }
    if !key.examples.is_empty() {
        holds.insert(
            "examples".to_owned(),
            key.examples.iter().map(SampleValue::to_json).collect(),
        );
    }
    about(key.about, holds)
}

/// An object with these keys; others are left alone.
pub(super) fn object<'a>(keys: impl Iterator<Item = &'a Key> + Clone) -> Schema {
    let properties: Schema = keys
        .clone()
        .map(|key| (key.name.to_owned(), value_of(key)))
        .collect();
    let needed: Vec<_> = keys.filter(|key| key.needed).map(|key| key.name).collect();
    let mut object = schema(json!({"type": "object", "properties": properties}));
    if !needed.is_empty() {
        object.insert("required".to_owned(), json!(needed));
    }
    object
}

fn holding(holds: &ValueType) -> Schema {
    let value = match holds {
        ValueType::Any => json!({}),
        ValueType::Bool => json!({"type": "boolean"}),
        ValueType::String => json!({"type": "string"}),
        ValueType::NonEmptyString => json!({"type": "string", "pattern": FULL}),
        ValueType::Url => json!({"type": "string", "pattern": WEB}),
        ValueType::Word(words) => json!({"enum": words}),
        ValueType::Seconds => json!({"type": "number", "exclusiveMinimum": 0}),
        ValueType::Integer { least, most } => {
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        ValueType::List(item) => json!({"type": "array", "items": holding(item)}),
        ValueType::ByName(item) => json!({"type": "object", "additionalProperties": holding(item)}),
        // The operating system takes no other names and values.
        ValueType::Variables => json!({
            "type": "object",
            "propertyNames": {"pattern": "^[^=\\u0000]+$"},
            "additionalProperties": {"type": "string", "pattern": "^[^\\u0000]*$"},
        }),
        ValueType::PlainVariables => json!({
            "type": "object",
            "propertyNames": {"pattern": "^[^=\\u0000]+$"},
            "additionalProperties": {
                "type": ["string", "number", "boolean"],
                "pattern": "^[^\\u0000]*$",
            },
        }),
        ValueType::Object(keys) => return object(keys.iter()),
        ValueType::Only(keys) => {
            let mut only = object(keys.iter());
            only.insert("additionalProperties".to_owned(), json!(false));
            return only;
        }
        ValueType::Either(kinds) => {
            json!({"anyOf": kinds.iter().map(holding).collect::<Vec<_>>()})
        }
        // What is in them depends on the event, and is there.
        ValueType::Events => json!({"type": "object"}),
        ValueType::Hooks => json!({"type": "array"}),
    };
    schema(value)
}
