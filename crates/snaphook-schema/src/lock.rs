//! The lock file of packs, `snaphook.lock`.

use serde_json::Value;
use snaphook_packs::PackLock;

use crate::derived::generator;
use crate::document::document;
use crate::json::schema;

/// The schema of `snaphook.lock`.
#[must_use]
pub fn lock() -> Value {
    let mut derived = generator().into_root_schema_for::<PackLock>();
    let description = derived.remove("description").unwrap_or_default();
    let mut lock = schema(derived.to_value());
    for key in ["$schema", "title"] {
        lock.remove(key);
    }
    document(
        &["lock"],
        "Lock file of packs",
        description.as_str().unwrap_or_default(),
        lock,
    )
}
