//! The merged answers of one event's hooks.

use serde::Serialize;
use serde_json::Value;

use crate::answer::{PermissionDecision, RequestBehavior};
use crate::hook::HookId;
use crate::json::Json;
use crate::merge::{Block, BlockedBy, ElicitationAnswer, HookText};

/// A text that went to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Spilled"))]
pub struct SpilledText {
    /// The outcome's field it belongs to.
    pub field: &'static str,
    /// The file.
    pub path: String,
    /// How long the whole text is.
    pub chars: usize,
}

/// Something that a background hook has to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notice {
    /// The hook's id.
    pub hook: HookId,
    /// What it says.
    pub text: String,
    /// It wakes the model at once.
    pub wake: bool,
    /// What the user sees in place of the text (`rewakeSummary`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
}

/// The merged answer to a permission request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PermissionRequestOutcome {
    /// Allow or deny.
    pub behavior: RequestBehavior,
    /// The tool input to use instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_input: Option<Json>,
    /// Why it was denied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Stop the agent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub interrupt: bool,
}

/// Everything the hooks of one event had to say, merged: the fields of an
/// [`Outcome`](super::Outcome). What is empty was not said.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MergedEffects {
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_reason: Option<String>,
    /// Whether a hook decided the block or only failures did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_by: Option<BlockedBy>,
    /// The hooks that decided the block or the permission.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decided_by: Vec<HookId>,
    /// Why the agent stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop_reason: Option<String>,
    /// Allow, deny, ask or defer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_decision: Option<PermissionDecision>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_decision_reason: Option<String>,
    /// The answer to a permission request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_request: Option<PermissionRequestOutcome>,
    /// The tool input to use instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_input: Option<Json>,
    /// The tool result to show instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_tool_output: Option<Json>,
    /// The prompt to send instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_prompt: Option<String>,
    /// The request to send to the model instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_request: Option<Json>,
    /// The model's answer to record instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_response: Option<Json>,
    /// The hook whose rewrite of the input counts.
    #[serde(skip)]
    pub updated_input_by: Option<HookId>,
    /// Permission updates to apply, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub updated_permissions: Vec<Value>,
    /// The hook that asks for each of them: what one may change depends on
    /// where it was defined.
    #[serde(skip)]
    pub updated_permissions_by: Vec<HookId>,
    /// Texts for the model.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub additional_context: Vec<String>,
    /// Texts for a permission classifier.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classifier_context: Vec<String>,
    /// Texts for the model from blocks that came too late.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub feedback: Vec<String>,
    /// Texts for the user.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub system_messages: Vec<String>,
    /// Escape sequences for the user's terminal. Write them to a terminal only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terminal_sequences: Vec<String>,
    /// A first message to send for the user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_user_message: Option<String>,
    /// A title for the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_title: Option<String>,
    /// What to show instead of the model's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_content: Option<String>,
    /// The path of the worktree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worktree_path: Option<String>,
    /// Extra instructions for the compaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compact_instructions: Option<String>,
    /// Files and folders to watch; an empty list watches none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch_paths: Option<Vec<String>>,
    /// Read the skills again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reload_skills: bool,
    /// The denied call may be tried again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub retry: bool,
    /// The prompt is not shown in the conversation.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub suppress_original_prompt: bool,
    /// The answer to an elicitation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elicitation: Option<ElicitationAnswer>,
    /// What background hooks have to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
    /// Texts that went to files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spilled: Vec<SpilledText>,
    /// Who blocked, one by one.
    #[serde(skip)]
    pub(crate) blocks: Vec<Block>,
    /// Whose feedback it is, one by one.
    #[serde(skip)]
    pub(crate) feedback_from: Vec<HookText>,
}

impl MergedEffects {
    /// No hook answered anything.
    pub(super) const NOTHING: Self = Self {
        block_reason: None,
        blocked_by: None,
        decided_by: Vec::new(),
        stop_reason: None,
        permission_decision: None,
        permission_decision_reason: None,
        permission_request: None,
        updated_input: None,
        updated_tool_output: None,
        updated_prompt: None,
        updated_request: None,
        updated_response: None,
        updated_input_by: None,
        updated_permissions: Vec::new(),
        updated_permissions_by: Vec::new(),
        additional_context: Vec::new(),
        classifier_context: Vec::new(),
        feedback: Vec::new(),
        system_messages: Vec::new(),
        terminal_sequences: Vec::new(),
        initial_user_message: None,
        session_title: None,
        display_content: None,
        worktree_path: None,
        compact_instructions: None,
        watch_paths: None,
        reload_skills: false,
        retry: false,
        suppress_original_prompt: false,
        elicitation: None,
        notices: Vec::new(),
        spilled: Vec::new(),
        blocks: Vec::new(),
        feedback_from: Vec::new(),
    };
}
