//! The outcome, as `snaphook fire --json` prints it.

use serde_json::{Value, json};
use snaphook_core::outcome::Outcome;

use crate::derived::generator;
use crate::document::document;
use crate::json::{Schema, schema};
use crate::output::{PERMISSION_UPDATE, permission_update};

/// Nobody but the reader of answers knows what updates of permissions are.
pub(crate) fn describe_updates(outcome: &mut Schema) {
    if let Some(updates) = outcome
        .get_mut("properties")
        .and_then(|properties| properties.get_mut("updatedPermissions"))
    {
        updates["items"] = json!({"$ref": format!("#/$defs/{PERMISSION_UPDATE}")});
    }
}

/// The schema of the outcome. Later versions may add fields.
#[must_use]
pub fn outcome() -> Value {
    let mut derived = generator().into_root_schema_for::<Outcome>();
    let description = derived.remove("description").unwrap_or_default();
    let mut outcome = schema(derived.to_value());
    for key in ["$schema", "title"] {
        outcome.remove(key);
    }
    describe_updates(&mut outcome);
    if let Some(Value::Object(parts)) = outcome.get_mut("$defs") {
        parts.insert(PERMISSION_UPDATE.to_owned(), permission_update());
    }
    document(
        &["outcome"],
        "Outcome of an event",
        description.as_str().unwrap_or_default(),
        outcome,
    )
}
