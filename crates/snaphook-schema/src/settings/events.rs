//! `hooks`: for each event a list of matcher groups.

use serde_json::{Value, json};
use snaphook_core::event::{CUSTOM, EVENTS, EventSpec, MatchesOn};
use snaphook_core::kind::{Key, Kinds, ValueType};
use snaphook_core::tool::known_tools;
use snaphook_settings::keys::GROUP;

use super::hooks::{definitions as of_hooks, taken_by};
use super::values::object;
use crate::json::{Schema, about, schema};
use crate::words;

const GROUP_NAME: &str = "group";

/// The events, and what other names may hold: a host may fire events of its own.
pub(super) fn events(kinds: &Kinds) -> Schema {
    let known: Schema = EVENTS
        .iter()
        .map(|spec| (spec.name.to_owned(), groups(kinds, spec)))
        .collect();
    schema(json!({"properties": known, "additionalProperties": groups(kinds, &CUSTOM)}))
}

/// What all of them refer to.
pub(super) fn definitions(kinds: &Kinds) -> Schema {
    let mut group = object(GROUP.iter());
    // Each event says by itself what these are.
    for key in GROUP.iter().filter(|key| is_told_by_event(key)) {
        let property = group
            .get_mut("properties")
            .and_then(|all| all.get_mut(key.name));
        if let Some(Value::Object(property)) = property {
            property.remove("description");
        }
    }
    let mut definitions = Schema::new();
    definitions.insert(GROUP_NAME.to_owned(), Value::Object(group));
    let rows = EVENTS.iter().chain([&CUSTOM]);
    definitions.extend(rows.map(|spec| taken_by(kinds, spec)));
    definitions.extend(of_hooks(kinds));
    definitions
}

fn is_told_by_event(key: &Key) -> bool {
    matches!(key.name, "matcher" | "hooks")
}

fn groups(kinds: &Kinds, spec: &EventSpec) -> Value {
    let (taken, _) = taken_by(kinds, spec);
    let told = GROUP.iter().filter(|key| is_told_by_event(key)).map(|key| {
        let told = match key.holds {
            ValueType::Hooks => about(
                key.about,
                schema(json!({"items": {"$ref": format!("#/$defs/{taken}")}})),
            ),
            _ => matcher(key, spec),
        };
        (key.name.to_owned(), told)
    });
    let told: Schema = told.collect();
    let event = [
        spec.summary.to_owned(),
        words::block(spec),
        words::time(spec),
    ];
    json!({
        "description": event.join(" "),
        "type": "array",
        "items": {
            "allOf": [{"$ref": format!("#/$defs/{GROUP_NAME}")}],
            "properties": told,
        },
    })
}

fn matcher(key: &Key, spec: &EventSpec) -> Value {
    let mut matcher = Schema::new();
    if let Some(examples) = examples(spec) {
        matcher.insert("examples".to_owned(), json!(examples));
    }
    about(&format!("{} {}", key.about, words::matcher(spec)), matcher)
}

/// What a matcher may name.
fn examples(spec: &EventSpec) -> Option<Vec<&'static str>> {
    match spec.matches_on {
        MatchesOn::Nothing => None,
        MatchesOn::Tool(_) => Some(known_tools().collect()),
        MatchesOn::Field { values, .. } => (!values.is_empty()).then(|| values.to_vec()),
        MatchesOn::BaseName(_) => Some(vec![".envrc", ".env|.envrc"]),
    }
}
