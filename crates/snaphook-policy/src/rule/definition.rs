//! What one hook of type `rule` decides, and the reason it gives.

use std::borrow::Cow;

use serde_json::{Map, Value, json};
use snaphook_core::kind::{Definition, KindName, object};

use crate::decision::PolicyDecision;

/// A decision and its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleDef {
    /// What it decides.
    pub decision: PolicyDecision,
    /// Why, for the model and the user.
    pub reason: Option<String>,
}

impl RuleDef {
    /// Its kind.
    pub const KIND: KindName = KindName::new("rule");
}

impl Definition for RuleDef {
    fn kind(&self) -> KindName {
        Self::KIND
    }

    fn to_json(&self) -> Map<String, Value> {
        let Self { decision, reason } = self;
        object(json!({ "decision": decision.word(), "reason": reason }))
    }

    fn summary(&self) -> Cow<'_, str> {
        match &self.reason {
            Some(reason) => Cow::Owned(format!("{}: {reason}", self.decision.word())),
            None => Cow::Borrowed(self.decision.word()),
        }
    }

    fn texts_with_files(&self) -> Vec<String> {
        Vec::new()
    }

    /// A rule that allows must not match a call of which something is not known.
    fn needs_certainty(&self) -> bool {
        self.decision == PolicyDecision::Allow
    }
}
