//! What a hook would have done whose definition says `observe`: a policy can so be
//! tried on live traffic before it decides anything.

use serde::Serialize;

use super::merged::MergedEffects;
use super::result::Outcome;

/// The conclusions of one hook's answer, none of which took effect.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Observed"))]
#[serde(rename_all = "camelCase")]
pub struct ObservedEffects {
    /// Whether the hook would have blocked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// False where the hook would have stopped the agent.
    #[serde(rename = "continue", skip_serializing_if = "Clone::clone")]
    pub go_on: bool,
    /// Everything else that its answer comes to.
    #[serde(flatten)]
    pub merged: MergedEffects,
}

impl ObservedEffects {
    /// What an outcome of this hook alone would have been.
    #[must_use]
    pub fn of(outcome: Outcome) -> Self {
        Self {
            blocked: outcome.blocked,
            go_on: outcome.go_on,
            merged: outcome.into_merged(),
        }
    }
}
