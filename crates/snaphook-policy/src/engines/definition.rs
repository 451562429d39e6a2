//! Which folder of policies one hook goes by.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use snaphook_core::kind::{Definition, KindName, object};

/// The engine and the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyDef {
    /// The kind: `cedar` or `rego`.
    pub kind: KindName,
    /// The folder, as it is written.
    pub policies: String,
}

impl PolicyDef {
    /// The kind of policies in Cedar.
    pub const CEDAR: KindName = KindName::new("cedar");
    /// The kind of policies in Rego.
    pub const REGO: KindName = KindName::new("rego");
}

impl Definition for PolicyDef {
    fn kind(&self) -> KindName {
        self.kind.clone()
    }

    fn to_json(&self) -> Map<String, Value> {
        object(json!({ "policies": self.policies }))
    }

    fn summary(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.policies)
    }

    fn name(&self) -> Cow<'_, str> {
        Cow::Owned(format!("{} {}", self.kind, self.policies))
    }

    fn folders(&self) -> Vec<String> {
        vec![self.policies.clone()]
    }

    fn goes_by_session(&self) -> bool {
        true
    }
}
