//! Hooks: the keys of every type, and which types an event takes.

use serde_json::{Value, json};
use snaphook_core::event::EventSpec;
use snaphook_core::kind::{Key, Kinds};
use snaphook_settings::keys::COMMON;

use super::values::{object, value_of};
use crate::json::Schema;

/// Where what all hooks share is among the definitions.
const HOOK: &str = "hook";

/// The type of a hook that names none.
const DEFAULT: &str = "command";

/// The definitions that all hooks share: every key but the type, whose words depend
/// on the event; and by type the keys of that.
pub(super) fn definitions(kinds: &Kinds) -> Schema {
    let common = object(COMMON.iter().filter(|key| !is_type(key)));
    let mut definitions = Schema::new();
    definitions.insert(HOOK.to_owned(), Value::Object(common));
    for kind in kinds.iter() {
        let keys = Value::Object(object(kind.keys().iter()));
        definitions.insert(kind.name().to_string(), keys);
    }
    definitions
}

fn is_type(key: &Key) -> bool {
    key.name == "type"
}

/// The schema of hooks that an event takes: the name that it has among the
/// definitions, and the definition.
pub(super) fn taken_by(kinds: &Kinds, event: &EventSpec) -> (String, Value) {
    let taken: Vec<_> = kinds
        .iter()
        .filter(|kind| kind.runs_on(event))
        .map(|kind| kind.name().to_string())
        .collect();
    let mut types = Schema::new();
    for key in COMMON.iter().filter(|key| is_type(key)) {
        let mut value = value_of(key);
        let words = taken.iter().map(|kind| json!(kind));
        value["enum"] = words.chain([Value::Null]).collect();
        types.insert(key.name.to_owned(), value);
    }
    let common = json!({"$ref": format!("#/$defs/{HOOK}")});
    let implied: Vec<(String, &str)> = kinds
        .iter()
        .filter_map(|kind| Some((kind.name().to_string(), kind.implied_by()?)))
        .collect();
    let own = taken.iter().map(|kind| keys_of(kind, &implied));
    let parts = std::iter::once(common).chain(own);
    let definition = json!({"properties": types, "allOf": parts.collect::<Vec<_>>()});
    (format!("{HOOK}:{}", taken.join(",")), definition)
}

/// The keys of a type, for hooks that are of it: by their `type`, or without one by a
/// key that implies the type.
fn keys_of(kind: &str, implied: &[(String, &str)]) -> Value {
    let named = json!({"properties": {"type": {"const": kind}}, "required": ["type"]});
    let key = implied.iter().find(|(name, _)| name == kind);
    let is_so = match (kind, key) {
        (DEFAULT, _) => {
            let keys = implied.iter().map(|(_, key)| is_implied(key));
            let others: Vec<Value> = keys.collect();
            json!({"properties": {"type": {"enum": [kind, null]}}, "not": {"anyOf": others}})
        }
        (_, Some((_, key))) => json!({"anyOf": [named, is_implied(key)]}),
        (_, None) => named,
    };
    json!({"if": is_so, "then": {"$ref": format!("#/$defs/{kind}")}})
}

/// A hook without `type` and `command` that has this key.
fn is_implied(key: &str) -> Value {
    json!({
        "properties": {"type": {"const": null}, "command": {"const": null}, key: {"not": {"const": null}}},
        "required": [key],
    })
}
