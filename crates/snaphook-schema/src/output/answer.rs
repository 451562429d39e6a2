//! The answer: universal fields, and those that the event honours.

use serde_json::{Value, json};
use snaphook_core::event::{
    EventSpec, OUTPUT_FIELDS, OutputField, OutputFields, OutputType, UNIVERSAL_FIELDS, UnknownEvent,
};

use super::decision::{PERMISSION_UPDATE, permission_update};
use super::fields::holding;
use crate::document::document;
use crate::event::row;
use crate::json::{Schema, about, or_null, schema};
use crate::words;

/// The schema of what a hook on this event may answer. Keys that nobody knows,
/// and fields that this event does not honour, are ignored, so they are allowed.
///
/// # Errors
/// When there is no event of this name.
pub fn output(event: &str) -> Result<Value, UnknownEvent> {
    row(event).map(output_of)
}

pub(crate) fn output_of(spec: &'static EventSpec) -> Value {
    let specific = about(
        "What is said to this event alone.",
        or_null(schema(
            json!({"type": "object", "properties": specific(spec)}),
        )),
    );
    let mut properties = universal(spec);
    properties.insert("hookSpecificOutput".to_owned(), specific);
    let mut answer = schema(json!({"type": "object", "properties": properties}));
    if spec.output.contains(OutputFields::DECISION) {
        answer.insert(
            "$defs".to_owned(),
            json!({ PERMISSION_UPDATE: permission_update() }),
        );
    }
    let said = [
        Some(format!(
            "What a hook on {} may answer, as JSON. {}",
            spec.name, spec.summary
        )),
        Some(words::block(spec)),
        words::plain_text(spec).map(str::to_owned),
    ];
    let said: Vec<_> = said.into_iter().flatten().collect();
    document(
        &["output", spec.name],
        &format!("Output on {}", spec.name),
        &said.join(" "),
        answer,
    )
}

fn universal(spec: &EventSpec) -> Schema {
    let mut properties = Schema::new();
    for field in UNIVERSAL_FIELDS {
        let text = match field.key {
            "decision" => format!("{} {}", field.about, words::block(spec)),
            _ => field.about.to_owned(),
        };
        let holds = or_null(holding(field.kind));
        properties.insert(field.key.to_owned(), about(&text, holds));
    }
    // Not part of the answer: it comes before.
    properties.insert(
        "async".to_owned(),
        json!({
            "description": "True, in a first line by itself: nobody waits any longer, and the answer comes later.",
            "type": ["boolean", "null"],
        }),
    );
    properties.insert(
        "asyncTimeout".to_owned(),
        json!({
            "description": "Beside `async`: milliseconds that the hook has, in place of its timeout.",
            "type": ["number", "null"],
            "exclusiveMinimum": 0,
        }),
    );
    properties
}

fn specific(spec: &EventSpec) -> Schema {
    let name = or_null(schema(json!({"const": spec.name})));
    let mut properties = Schema::new();
    properties.insert(
        "hookEventName".to_owned(),
        about(
            "The event; write it, so that it is plain what is meant.",
            name,
        ),
    );
    let honoured = OUTPUT_FIELDS
        .iter()
        .filter(|field| spec.output.contains(field.field));
    for field in honoured {
        let holds = or_null(holding(kind(spec, field)));
        properties.insert(field.key.to_owned(), about(field.about, holds));
    }
    properties
}

/// Events differ in the words of a permission decision.
fn kind(spec: &EventSpec, field: &OutputField) -> OutputType {
    match field.kind {
        OutputType::Word(_) if field.field == OutputFields::PERMISSION => {
            OutputType::Word(spec.permission_words)
        }
        kind => kind,
    }
}
