//! A function in the host's own process. No settings name one.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::definition::Definition;
use super::name::KindName;

/// A function of the host; the engine holds it under the hook's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FunctionDef;

impl FunctionDef {
    /// Its kind.
    pub const KIND: KindName = KindName::new("function");
}

impl Definition for FunctionDef {
    fn kind(&self) -> KindName {
        Self::KIND
    }

    fn to_json(&self) -> Map<String, Value> {
        Map::new()
    }

    fn identity_keys(&self) -> Option<&'static [&'static str]> {
        Some(&[])
    }

    fn is_unique(&self) -> bool {
        true
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Borrowed("function")
    }
}
