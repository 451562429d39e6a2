//! What a hook runs: one handler of some kind.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::kind::{Definition, KindName, UnloadableDef};

/// A handler: its kind, and what it is in the terms of that. Cloning copies nothing.
#[derive(Clone)]
pub struct HandlerDef {
    kind: KindName,
    definition: Arc<dyn Definition>,
}

impl HandlerDef {
    /// A handler that is so defined.
    #[must_use]
    pub fn new(definition: impl Definition) -> Self {
        Self {
            kind: definition.kind(),
            definition: Arc::new(definition),
        }
    }

    /// One that could not be loaded, and why.
    #[must_use]
    pub fn unloadable(kind: impl Into<KindName>, reason: impl Into<String>) -> Self {
        Self::new(UnloadableDef {
            kind: kind.into(),
            reason: reason.into(),
        })
    }

    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> &KindName {
        &self.kind
    }

    /// What it is, for whoever knows no kind.
    #[must_use]
    pub fn definition(&self) -> &dyn Definition {
        &*self.definition
    }

    /// What it is, for whoever knows its kind.
    #[must_use]
    pub fn get<D: Definition>(&self) -> Option<&D> {
        let any: &dyn std::any::Any = &*self.definition;
        any.downcast_ref()
    }

    /// Whether it is so defined.
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

/// By what they say: the JSON of a definition is the whole of it.
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
