//! A handler of any kind that could not be loaded. It keeps what it was to run, so
//! that people recognise the hook by its own command.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::definition::{Definition, object};
use super::name::KindName;

/// A guard that could not be loaded: on its event it counts as failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnloadableDef {
    /// The `type` that was written, as far as it could be read.
    pub kind: KindName,
    /// What it was to run, such as its command, as far as it could be read.
    pub runs: Option<String>,
    /// The definition as it was written, as far as it could be read. The id and the
    /// trust of the hook rest on it.
    pub written: Map<String, Value>,
    /// Why it could not be loaded. Only people read it: no id and no digest depends on
    /// its words.
    pub reason: String,
}

impl Definition for UnloadableDef {
    fn kind(&self) -> KindName {
        self.kind.clone()
    }

    fn to_json(&self) -> Map<String, Value> {
        object(json!({ "unloadable": self.written }))
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        Some(&["unloadable"])
    }

    /// One broken guard must not hide another.
    fn is_unique(&self) -> bool {
        true
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.runs.as_deref().unwrap_or(self.kind.as_str()))
    }

    fn name(&self) -> Cow<'_, str> {
        match &self.runs {
            // A URL may hold a secret.
            Some(runs) if runs.contains("://") && !runs.contains(char::is_whitespace) => {
                Cow::Owned(crate::shown_url(runs))
            }
            _ => self.summary(),
        }
    }

    fn texts_with_files(&self) -> Vec<String> {
        Vec::new()
    }
}
