//! The answer to a permission request, and the updates that it may bring.

use serde_json::{Value, json};
use snaphook_core::permission::{Behavior, Destination, Mode, UpdateKind, UpdateTarget};

use crate::json::schema;

/// Where the schema of an update is among the definitions.
pub(crate) const PERMISSION_UPDATE: &str = "PermissionUpdate";

pub(super) fn decision() -> Value {
    json!({
        "type": "object",
        "properties": {
            "behavior": {
                "description": "Permit the call, or refuse it.",
                "enum": ["allow", "deny"],
            },
            "updatedInput": {
                "description": "The new tool input; it replaces the old one completely.",
                "type": ["object", "null"],
            },
            "updatedPermissions": {
                "description": "Changes of permissions, so that nobody need be asked again.",
                "type": ["array", "null"],
                "items": {"$ref": format!("#/$defs/{PERMISSION_UPDATE}")},
            },
            "message": {
                "description": "Why it was denied, for the model.",
                "type": ["string", "null"],
            },
            "interrupt": {
                "description": "True: the agent stops altogether.",
                "type": ["boolean", "null"],
            },
        },
        "required": ["behavior"],
    })
}

/// One change of permissions.
pub(crate) fn permission_update() -> Value {
    let kinds = [
        UpdateTarget::Rules,
        UpdateTarget::Mode,
        UpdateTarget::Directories,
    ];
    json!({
        "description": "A change of permissions.",
        "oneOf": kinds.map(update_of),
    })
}

fn update_of(changed: UpdateTarget) -> Value {
    let names: Vec<_> = UpdateKind::WORDS
        .iter()
        .zip(UpdateKind::CHANGES)
        .filter(|(_, of)| *of == changed)
        .map(|(name, _)| *name)
        .collect();
    let mut properties = schema(json!({
        "type": {"description": "What is done.", "enum": names},
        "destination": {
            "description": "Where it applies.",
            "enum": Destination::WORDS,
        },
    }));
    let (needed, more) = match changed {
        UpdateTarget::Rules => (vec!["rules", "behavior"], rules()),
        UpdateTarget::Mode => (
            vec!["mode"],
            json!({"mode": {"description": "The permission mode.", "enum": Mode::WORDS}}),
        ),
        UpdateTarget::Directories => (
            vec!["directories"],
            json!({"directories": {
                "description": "Working directories.",
                "type": "array",
                "items": {"type": "string"},
            }}),
        ),
    };
    properties.extend(schema(more));
    let required: Vec<_> = ["type", "destination"].into_iter().chain(needed).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
    })
}

fn rules() -> Value {
    let behavior = json!({
        "description": "What happens to calls that the rules match.",
        "enum": Behavior::WORDS,
    });
    json!({
        "rules": {
            "description": "The rules.",
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "toolName": {"description": "The tool.", "type": "string"},
                    "ruleContent": {
                        "description": "Which calls of it, as in `Bash(…)`; left out, all.",
                        "type": ["string", "null"],
                    },
                },
                "required": ["toolName"],
            },
        },
        "behavior": behavior,
    })
}
