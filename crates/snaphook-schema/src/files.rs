//! The schemas as files.

use serde_json::Value;
use snaphook_core::event::EVENTS;
use snaphook_core::kind::Kinds;

use crate::document::text;
use crate::input::input_of;
use crate::lock::lock;
use crate::outcome::outcome;
use crate::output::output_of;
use crate::serve::serve;
use crate::settings::settings;

/// A schema, and where it belongs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct SchemaFile {
    /// The path below the folder of schemas, with `/`.
    pub path: String,
    /// The schema.
    pub schema: Value,
}

impl SchemaFile {
    fn new(name: &str, schema: Value) -> Self {
        Self {
            path: format!("{name}.schema.json"),
            schema,
        }
    }

    /// What the file holds.
    #[must_use]
    pub fn text(&self) -> String {
        text(&self.schema)
    }
}

/// Every schema; that of settings has hooks of these kinds.
#[must_use]
pub fn all(kinds: &Kinds) -> Vec<SchemaFile> {
    let mut files = vec![
        SchemaFile::new("settings", settings(kinds)),
        SchemaFile::new("outcome", outcome()),
        SchemaFile::new("lock", lock()),
        SchemaFile::new("serve", serve()),
    ];
    for spec in EVENTS {
        let named = |folder: &str| format!("{folder}/{}", spec.name);
        files.push(SchemaFile::new(&named("input"), input_of(spec)));
        files.push(SchemaFile::new(&named("output"), output_of(spec)));
    }
    files
}
