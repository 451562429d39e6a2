//! Hooks: the keys of every type, and which types an event takes.

use serde_json::{Value, json};
use snaphook_core::event::HandlerSet;
use snaphook_core::hook::HandlerType;
use snaphook_settings::keys::{COMMON, HANDLERS, Holds, Key};

use super::values::{object, value_of};
use crate::json::Schema;

/// Where the schema of hooks of any type stands among the definitions.
const HOOK: &str = "hook";

/// The type of a hook that names none.
const DEFAULT: &str = "command";

/// The definitions that all hooks share.
pub(super) fn definitions() -> Schema {
    let mut definitions = Schema::new();
    definitions.insert(HOOK.to_owned(), hook());
    for (kind, keys) in HANDLERS {
        definitions.insert((*kind).to_owned(), Value::Object(object(keys.iter())));
    }
    definitions
}

/// Every key but the type, whose words depend on the event; then, by the type,
/// the keys of that.
fn hook() -> Value {
    let mut hook = object(COMMON.iter().filter(|key| !is_type(key)));
    let by_type = HANDLERS.iter().map(|(kind, _)| {
        let is_so = match *kind {
            DEFAULT => json!({"properties": {"type": {"enum": [kind, null]}}}),
            _ => json!({"properties": {"type": {"const": kind}}, "required": ["type"]}),
        };
        json!({"if": is_so, "then": {"$ref": format!("#/$defs/{kind}")}})
    });
    hook.insert("allOf".to_owned(), by_type.collect());
    Value::Object(hook)
}

fn is_type(key: &Key) -> bool {
    key.name == "type"
}

/// The schema of hooks that an event takes: the name that it has among the
/// definitions, and the definition.
pub(super) fn taken_by(handlers: HandlerSet) -> (String, Value) {
    let taken: Vec<_> = HANDLERS
        .iter()
        .map(|(kind, _)| *kind)
        .filter(|kind| handlers.contains(&HandlerType::named(kind)))
        .collect();
    let mut kinds = Schema::new();
    for key in COMMON.iter().filter(|key| is_type(key)) {
        let mut value = value_of(key);
        if let Holds::Word(_) = key.holds {
            let words = taken.iter().map(|kind| json!(kind));
            value["enum"] = words.chain([Value::Null]).collect();
        }
        kinds.insert(key.name.to_owned(), value);
    }
    let definition = json!({
        "allOf": [{"$ref": format!("#/$defs/{HOOK}")}],
        "properties": kinds,
    });
    (format!("{HOOK}:{}", taken.join(",")), definition)
}
