//! A handler that could not be loaded, of whatever kind.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::name::KindName;

/// A guard that could not be loaded: on its event it counts as failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnloadableDef {
    /// The `type` that was written, as far as it could be read.
    pub kind: KindName,
    /// Why it could not be loaded.
    pub reason: String,
}

impl Definition for UnloadableDef {
    fn kind(&self) -> KindName {
        self.kind.clone()
    }

    fn to_json(&self) -> Map<String, Value> {
        object(json!({ "unloadable": self.reason }))
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        Some(&["unloadable"])
    }

    /// One broken guard must not hide another.
    fn is_unique(&self) -> bool {
        true
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.kind.as_str())
    }

    fn texts_with_files(&self) -> Vec<String> {
        Vec::new()
    }
}
