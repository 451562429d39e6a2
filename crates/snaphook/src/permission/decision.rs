//! What came of a tool call's way through the pipeline.

use std::sync::Arc;

use serde::Serialize;
use snaphook_core::Diagnostic;
use snaphook_core::hook::HookId;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;
use snaphook_core::permission::{Behavior, Mode};
use snaphook_engine::permission::UpdateResult;

/// Whether a tool call may run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Decided"))]
#[serde(rename_all = "lowercase")]
pub enum CallDecision {
    /// It may.
    Allow,
    /// It may not.
    Deny,
    /// A hook leaves it to the host.
    Defer,
}

/// Who decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase")]
#[non_exhaustive]
pub enum Decider {
    /// A hook of an event.
    Hook {
        /// The event.
        event: &'static str,
        /// The first hook that decided it.
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<HookId>,
        /// Its name.
        name: String,
        /// The plugin that it came from.
        #[serde(skip_serializing_if = "Option::is_none")]
        plugin: Option<Arc<str>>,
        /// The skill that it came from.
        #[serde(skip_serializing_if = "Option::is_none")]
        skill: Option<Arc<str>>,
    },
    /// A rule.
    Rule {
        /// The rule.
        rule: String,
        /// What it says.
        behavior: Behavior,
        /// File and line, or the scope it came from.
        place: String,
    },
    /// The permission mode.
    Mode {
        /// Which.
        mode: Mode,
    },
    /// The host's classifier.
    Classifier,
    /// A person, through the host's approver.
    Approver,
    /// It was to be asked, and there is nobody.
    Nobody,
    /// Nobody waits for the decision any more.
    Cancelled,
    /// The engine itself: the call is none that anybody could judge.
    Engine,
}

impl std::fmt::Display for Decider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Hook {
                event,
                name,
                plugin,
                skill,
                ..
            } => {
                write!(f, "the {event} hook {name}")?;
                match (plugin, skill) {
                    (Some(plugin), _) => write!(f, " of the plugin {plugin}"),
                    (None, Some(skill)) => write!(f, " of the skill {skill}"),
                    (None, None) => Ok(()),
                }
            }
            Self::Rule {
                rule,
                behavior,
                place,
            } => write!(f, "the {} rule `{rule}` in {place}", behavior.as_str()),
            Self::Mode { mode } => write!(f, "the mode {mode}"),
            Self::Classifier => f.write_str("the classifier"),
            Self::Approver => f.write_str("the approver"),
            Self::Nobody => f.write_str("nobody to ask"),
            Self::Cancelled => f.write_str("a cancellation"),
            Self::Engine => f.write_str("the engine"),
        }
    }
}

/// A place on the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// PreToolUse hooks.
    PreToolUse,
    /// PreToolUse hooks once more, on the input as it was rewritten.
    Recheck,
    /// Deny rules.
    DenyRules,
    /// Ask rules.
    AskRules,
    /// Allow rules.
    AllowRules,
    /// The mode.
    Mode,
    /// PermissionRequest hooks.
    PermissionRequest,
    /// The host's approver.
    Approver,
    /// What PermissionRequest hooks change.
    Updates,
    /// PermissionDenied hooks.
    PermissionDenied,
}

impl Stage {
    /// The stage in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::PreToolUse => "PreToolUse hooks",
            Self::Recheck => "PreToolUse hooks again",
            Self::DenyRules => "deny rules",
            Self::AskRules => "ask rules",
            Self::AllowRules => "allow rules",
            Self::Mode => "mode",
            Self::PermissionRequest => "PermissionRequest hooks",
            Self::Approver => "approver",
            Self::Updates => "permission updates",
            Self::PermissionDenied => "PermissionDenied hooks",
        }
    }
}

/// What a stage said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum StepResult {
    /// Deny.
    Deny,
    /// Leave it to the host.
    Defer,
    /// Ask somebody.
    Ask,
    /// Allow.
    Allow,
    /// Nothing: the next stage decides.
    Nothing,
    /// The model may try again.
    Retry,
    /// Permissions were changed.
    Applied,
    /// The agent stops.
    Stop,
}

impl From<Behavior> for StepResult {
    fn from(behavior: Behavior) -> Self {
        match behavior {
            Behavior::Deny => Self::Deny,
            Behavior::Ask => Self::Ask,
            Behavior::Allow => Self::Allow,
        }
    }
}

/// One step of the way, in its order.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Where.
    pub stage: Stage,
    /// What was said.
    pub result: StepResult,
    /// Who said it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<Decider>,
    /// Why, or how many were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The whole decision for one tool call.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Decision {
    /// Whether it may run.
    pub decision: CallDecision,
    /// Who decided.
    pub by: Decider,
    /// Why, in the words of the one who decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The tool.
    pub tool_name: String,
    /// What to call it with: the input as hooks rewrote it.
    pub tool_input: Json,
    /// Whether hooks rewrote it.
    pub rewritten: bool,
    /// The mode it was decided in.
    pub mode: Mode,
    /// It was denied, and the model may try again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub retry: bool,
    /// A hook that denied it wants the agent to be interrupted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupt: bool,
    /// A hook stops the agent, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// What became of the updates that hooks asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub updates: Vec<UpdateResult>,
    /// Every step of the way.
    pub steps: Vec<Step>,
    /// Remarks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub diagnostics: Vec<Diagnostic>,
    /// The outcome of every event that was fired, in order.
    pub outcomes: Vec<Outcome>,
    /// The words for the model, where it was denied or deferred.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_for_model: Option<String>,
}

impl Decision {
    /// Whether the tool may run.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.decision == CallDecision::Allow
    }
}
