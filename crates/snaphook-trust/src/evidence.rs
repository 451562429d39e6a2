//! What trust in a hook rests on: its definition and its scripts.

use std::path::Path;

use serde::Serialize;
use serde_json::json;
use snaphook_core::hook::Hook;

use crate::scripts::{self, FoundScripts, ScriptState, TrustedScript};
use crate::shown::plain;
use crate::{Digest, HookDefinition, canonical};

/// The folders that a hook's words are read by.
#[derive(Debug, Clone, Copy)]
pub struct TrustPlace<'a> {
    /// The project's folder, as an absolute path.
    pub project: &'a Path,
    /// The user's home folder, for `~/x` and `$HOME/x`.
    pub home: Option<&'a Path>,
}

/// A hook's definition and the contents of the scripts that it names. Equal hooks in
/// one folder give equal evidence, wherever they are in a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evidence {
    /// What the hook says.
    pub definition: HookDefinition,
    /// The files inside the project that it names, sorted.
    pub scripts: Vec<TrustedScript>,
    /// Why not all that it names was looked at; then it is never trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unseen: Option<String>,
    /// What the hook runs or loads and trust does not cover, in words. It is not
    /// part of the digest: it follows from the definition and the scripts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub uncovered: Vec<String>,
}

impl Evidence {
    /// Looks at a hook and at every script that it names.
    #[must_use]
    pub fn gather(hook: &Hook, place: &TrustPlace<'_>) -> Self {
        Self::of(hook, &scripts::find(hook, place, None))
    }

    pub(crate) fn of(hook: &Hook, found: &FoundScripts) -> Self {
        Self {
            definition: HookDefinition::of(hook),
            scripts: found.scripts.clone(),
            unseen: found.unseen.clone(),
            uncovered: found.uncovered.clone(),
        }
    }

    /// One digest over the definition and the scripts.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let Self {
            definition,
            scripts,
            unseen,
            uncovered: _,
        } = self;
        canonical::digest(&json!({
            "definition": definition,
            "scripts": scripts,
            "unseen": unseen,
        }))
    }

    /// Why the hook cannot be trusted as it is, in words; empty where it can.
    #[must_use]
    pub fn obstacles(&self) -> Vec<String> {
        let scripts = self
            .scripts
            .iter()
            .filter_map(|script| match &script.state {
                ScriptState::Unreadable { why } => Some(format!("{}: {why}", plain(&script.path))),
                ScriptState::File { .. } | ScriptState::Missing => None,
            });
        self.unseen.iter().cloned().chain(scripts).collect()
    }
}
