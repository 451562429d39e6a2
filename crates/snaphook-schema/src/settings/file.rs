//! The whole file.

use serde_json::{Value, json};
use snaphook_core::event::EVENTS;
use snaphook_core::kind::{Kinds, ValueType};
use snaphook_settings::keys::top_level;

use super::events::{definitions, events};
use super::values::object;
use crate::document::document;
use crate::json::schema;

const ABOUT: &str = "Hooks for AI agents, and what is said about them. Keys of other programs may stand beside these.";

/// The schema of a settings file in the default dialect, for hooks of these kinds.
/// Other dialects have files of their own; what is in them is made into this.
#[must_use]
pub fn settings(kinds: &Kinds) -> Value {
    let mut file = object(top_level(kinds));
    let holds_events = top_level(kinds).filter(|key| matches!(key.holds, ValueType::Events));
    for key in holds_events {
        if let Some(Value::Object(hooks)) = file
            .get_mut("properties")
            .and_then(|properties| properties.get_mut(key.name))
        {
            hooks.extend(events(kinds));
        }
    }
    // Hooks that are outside of `hooks` never run.
    let names: Vec<_> = EVENTS.iter().map(|spec| spec.name).collect();
    let outside = format!("^({})$", names.join("|"));
    file.extend(schema(json!({
        "patternProperties": { outside: false },
        "$defs": definitions(kinds),
        // For editors that know no comments in JSON unless they are told.
        "allowComments": true,
        "allowTrailingCommas": true,
    })));
    document(&["settings"], "Settings of snaphook", ABOUT, file)
}
