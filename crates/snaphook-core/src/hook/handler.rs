//! What a hook runs: one handler of some kind.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde_json::Map;

use crate::kind::{Definition, KindName, UnloadableDef};

/// A handler: its kind, and what it is in the terms of that. Cloning copies nothing.
#[derive(Clone)]
pub struct HandlerDef {
    kind: KindName,
    definition: Arc<dyn Definition>,
}

impl HandlerDef {
    /// A handler with this definition.
    #[must_use]
    pub fn new(definition: impl Definition) -> Self {
        Self {
            kind: definition.kind(),
            definition: Arc::new(definition),
        }
    }

    /// A handler that could not be loaded, and why.
    #[must_use]
    pub fn unloadable(kind: impl Into<KindName>, reason: impl Into<String>) -> Self {
        Self::new(UnloadableDef {
            kind: kind.into(),
            runs: None,
            written: Map::new(),
            reason: reason.into(),
        })
    }

    /// This handler as one that could not be loaded, and why. It keeps its definition
    /// and the text that says what it was to run.
    #[must_use]
    pub fn to_unloadable(&self, reason: impl Into<String>) -> Self {
        Self::new(UnloadableDef {
            kind: self.kind.clone(),
            runs: Some(self.summary().into_owned()),
            written: self.definition.to_json(),
            reason: reason.into(),
        })
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> &KindName {
        &self.kind
    }

    /// The definition, for code that works with every kind.
    #[must_use]
    pub fn definition(&self) -> &dyn Definition {
        &*self.definition
    }

    /// The definition as its own type, if the handler is of that kind.
    #[must_use]
    pub fn get<D: Definition>(&self) -> Option<&D> {
        let any: &dyn std::any::Any = &*self.definition;
        any.downcast_ref()
    }

    /// Whether the definition is of this type.
    #[must_use]
    pub fn is<D: Definition>(&self) -> bool {
        self.get::<D>().is_some()
    }

    /// Why it could not be loaded, where it could not.
    #[must_use]
    pub fn why_unloadable(&self) -> Option<&str> {
        self.get().map(|def: &UnloadableDef| def.reason.as_str())
    }

    /// The one text that says what it does: its command, URL, prompt or tool.
    #[must_use]
    pub fn summary(&self) -> Cow<'_, str> {
        self.definition.summary()
    }
}

impl<D: Definition> From<D> for HandlerDef {
    fn from(definition: D) -> Self {
        Self::new(definition)
    }
}

/// Two handlers are equal if their kinds and the JSON of their definitions are.
impl PartialEq for HandlerDef {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.definition.to_json() == other.definition.to_json()
    }
}

impl fmt::Debug for HandlerDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.definition, f)
    }
}
