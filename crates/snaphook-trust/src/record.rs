//! What a store remembers of a trusted hook.

use serde::{Deserialize, Serialize};
use snaphook_core::hook::Hook;

use crate::{Digest, Evidence, HookDefinition, TrustedScript};

/// A hook that a person trusted, as it was then.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct TrustRecord {
    /// The hook's id.
    pub id: String,
    /// Its name, or the beginning of its command.
    pub name: String,
    /// The event it ran on.
    pub event: String,
    /// The settings file it stood in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line it stood on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// When it was trusted, in seconds since 1970.
    pub trusted_at: u64,
    /// The digest of all the evidence: what trust goes by.
    pub digest: Digest,
    /// What it said.
    pub definition: HookDefinition,
    /// The scripts it named.
    pub scripts: Vec<TrustedScript>,
}

impl TrustRecord {
    pub(crate) fn new(hook: &Hook, evidence: &Evidence, trusted_at: u64) -> Self {
        let file = hook.source.file.as_deref();
        Self {
            id: hook.id.to_string(),
            name: hook.name.to_string(),
            event: hook.event.as_str().to_owned(),
            file: file.map(|file| file.to_string_lossy().into_owned()),
            line: hook.source.line,
            trusted_at,
            digest: evidence.digest(),
            definition: evidence.definition.clone(),
            scripts: evidence.scripts.clone(),
        }
    }
}
