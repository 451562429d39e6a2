//! The input of an event: the fields that all share, and its own.

use schemars::JsonSchema;
use schemars::transform::Transform;
use serde_json::{Value, json};
use snaphook_core::event::{EventSpec, MatchesOn, UnknownEvent};
use snaphook_core::input::{CommonFields, typed};

use crate::derived::{PlainForm, generator};
use crate::document::document;
use crate::event::row;
use crate::json::{Schema, schema};
use crate::words;

/// The schema of what a hook on this event reads. Hosts may send more fields.
///
/// # Errors
/// When there is no event of this name.
pub fn input(event: &str) -> Result<Value, UnknownEvent> {
    row(event).map(input_of)
}

pub(crate) fn input_of(spec: &'static EventSpec) -> Value {
    let mut generator = generator();
    let common = parts(CommonFields::json_schema(&mut generator));
    let own = typed::schema(spec.name, &mut generator);
    let mut own = own.map(parts).unwrap_or_default();
    name_values(spec, &mut own.properties);

    let name = json!({"description": "The event.", "const": spec.name});
    let name = schema(json!({ "hook_event_name": name }));
    let needed = |key: &String| common.required.contains(&Value::from(key.as_str()));
    let (first, last): (Schema, Schema) = common
        .properties
        .iter()
        .map(|(key, property)| (key.clone(), property.clone()))
        .partition(|(key, _)| needed(key));
    // An event's own word on a field counts more than the common one.
    let last = last
        .into_iter()
        .filter(|(key, _)| !own.properties.contains_key(key));
    let last: Vec<_> = last.collect();
    let properties: Schema = first
        .into_iter()
        .chain(name)
        .chain(own.properties)
        .chain(last)
        .collect();
    let name = [Value::from("hook_event_name")];
    let required = common.required.into_iter().chain(name).chain(own.required);
    let about = format!(
        "What a hook on {} gets to read. {} {}",
        spec.name,
        spec.summary,
        words::block(spec)
    );
    document(
        &["input", spec.name],
        &format!("Input of {}", spec.name),
        &about,
        schema(json!({
            "type": "object",
            "properties": properties,
            "required": required.collect::<Vec<_>>(),
        })),
    )
}

/// What a struct gives.
#[derive(Default)]
struct Parts {
    properties: Schema,
    required: Vec<Value>,
}

fn parts(mut derived: schemars::Schema) -> Parts {
    PlainForm.transform(&mut derived);
    let mut take = |key| derived.remove(key).unwrap_or_default();
    Parts {
        properties: schema(take("properties")),
        required: match take("required") {
            Value::Array(keys) => keys,
            _ => Vec::new(),
        },
    }
}

/// The field that matchers look at has values that the table knows.
fn name_values(spec: &EventSpec, properties: &mut Schema) {
    let MatchesOn::Field {
        name,
        values,
        missing,
        ..
    } = spec.matches_on
    else {
        return;
    };
    if let Some(Value::Object(property)) = properties.get_mut(name)
        && !values.is_empty()
    {
        // With a stand-in for a missing value the set is open.
        let word = if missing.is_some() {
            "examples"
        } else {
            "enum"
        };
        property.insert(word.to_owned(), json!(values));
    }
}
