//! The effects of verdicts, and how two of them merge into one.

use serde::Serialize;
use serde_json::Value;

use crate::answer::{ElicitationAction, PermissionDecision, RequestBehavior};
use crate::hook::{HookId, HookName};
use crate::json::Json;
use crate::outcome::SpilledText;

/// Whether a hook decided a block, or only its failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BlockedBy {
    /// A hook said so.
    Hook,
    /// A guard failed.
    Failure,
}

/// One hook's block.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Which hook.
    pub hook: HookId,
    /// Its name.
    pub name: HookName,
    /// Why.
    pub reason: String,
    /// Decided or failed.
    pub by: BlockedBy,
}

/// A permission decision and who made it.
#[derive(Debug, Clone, PartialEq)]
pub struct MergedPermission {
    /// The decision.
    pub decision: PermissionDecision,
    /// The reason of the first hook that made it; the reasons of all that ask.
    pub reason: Option<String>,
    /// All hooks that made it.
    pub by: Vec<HookId>,
}

/// The answer to a permission request and who gave it.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestAnswer {
    /// Allow or deny.
    pub behavior: RequestBehavior,
    /// Why it was denied.
    pub message: Option<String>,
    /// Stop the agent.
    pub interrupt: bool,
    /// All hooks that answered so.
    pub by: Vec<HookId>,
}

/// What a hook may rewrite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RewriteTarget {
    /// The tool's input.
    ToolInput,
    /// The tool's result.
    ToolOutput,
    /// The user's prompt.
    Prompt,
    /// The request to the model.
    Request,
    /// The model's answer.
    Response,
}

impl RewriteTarget {
    /// Where it is in the input: the next hook of a row finds it there.
    #[must_use]
    pub fn input_field(self) -> &'static str {
        match self {
            Self::ToolInput => "tool_input",
            Self::ToolOutput => "tool_response",
            Self::Prompt => "prompt",
            Self::Request => "llm_request",
            Self::Response => "llm_response",
        }
    }

    /// Where a hook answers it.
    #[must_use]
    pub fn answer_field(self) -> &'static str {
        match self {
            Self::ToolInput => "updatedInput",
            Self::ToolOutput => "updatedToolOutput",
            Self::Prompt => "updatedPrompt",
            Self::Request => "updatedRequest",
            Self::Response => "updatedResponse",
        }
    }

    /// Whether a block leaves nothing that could be rewritten.
    pub(super) fn is_void_when_blocked(self) -> bool {
        matches!(self, Self::ToolInput | Self::Prompt | Self::Request)
    }
}

/// How much a rewrite counts beside others: a later one in this list beats those
/// before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum RewriteRank {
    /// As any other.
    #[default]
    Usual,
    /// The hook that blocks put it in.
    OfBlock,
    /// A guard failed, and what it was to look at is withheld.
    Withheld,
}

/// One rewrite of an input or a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewrite {
    /// Which hook.
    pub hook: HookId,
    /// Rewrites of one lane build on each other.
    pub lane: usize,
    /// What is rewritten.
    pub target: RewriteTarget,
    /// How much it counts beside others.
    pub rank: RewriteRank,
    /// The new value, whole.
    pub value: Json,
}

/// One entry of `updatedPermissions`.
#[derive(Debug, Clone, PartialEq)]
pub struct PermissionUpdate {
    /// Which hook.
    pub hook: HookId,
    /// What it asks for.
    pub value: Value,
}

/// The answer to an elicitation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Elicited"))]
pub struct ElicitationAnswer {
    /// Accept, decline or cancel.
    pub action: ElicitationAction,
    /// What was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<Json>,
}

/// A text and the hook it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct HookText {
    /// The hook's id.
    pub hook: HookId,
    /// The hook's name.
    pub name: HookName,
    /// The text.
    pub text: String,
}

/// What one hook, or several merged, do. The default does nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Effects {
    /// Who blocks, and why.
    pub blocks: Vec<Block>,
    /// The winning permission decision.
    pub permission: Option<MergedPermission>,
    /// The winning answer to a permission request.
    pub request: Option<RequestAnswer>,
    /// Present when the agent stops; with the reason, where one was given.
    pub stop: Option<Option<String>>,
    /// Rewrites, of whatever the event lets hooks rewrite.
    pub rewrites: Vec<Rewrite>,
    /// Permission updates.
    pub updated_permissions: Vec<PermissionUpdate>,
    /// Texts for the model.
    pub additional_context: Vec<String>,
    /// Texts for a permission classifier.
    pub classifier_context: Vec<String>,
    /// Texts for the model from blocks that came too late.
    pub feedback: Vec<HookText>,
    /// Texts for the user.
    pub system_messages: Vec<String>,
    /// Escape sequences for the user's terminal.
    pub terminal_sequences: Vec<String>,
    /// Why hooks that were to create something did not.
    pub creation_failures: Vec<String>,
    /// Instructions for the compaction.
    pub compact_instructions: Vec<String>,
    /// A first message to send for the user.
    pub initial_user_message: Option<String>,
    /// A title for the session.
    pub session_title: Option<String>,
    /// What to show instead of the model's text.
    pub display_content: Option<String>,
    /// What to show instead of the model's text because a guard failed. It wins over
    /// `display_content`.
    pub hidden_message: Option<String>,
    /// The path of the worktree.
    pub worktree_path: Option<String>,
    /// What to watch; an empty list watches nothing.
    pub watch_paths: Option<Vec<String>>,
    /// Read the skills again.
    pub reload_skills: bool,
    /// The denied call may be tried again.
    pub retry: bool,
    /// The prompt is not shown.
    pub suppress_original_prompt: bool,
    /// The answer to an elicitation.
    pub elicitation: Option<ElicitationAnswer>,
    /// Texts that went to files.
    pub spilled: Vec<SpilledText>,
}

impl Effects {
    /// This, then `later` in configured order.
    #[must_use]
    pub fn merge(mut self, later: Self) -> Self {
        self.blocks.extend(later.blocks);
        self.permission = merge_some(self.permission, later.permission, merge_permission);
        self.request = merge_some(self.request, later.request, merge_request);
        self.stop = merge_some(self.stop, later.stop, Option::or);
        self.rewrites.extend(later.rewrites);
        self.updated_permissions.extend(later.updated_permissions);
        self.additional_context.extend(later.additional_context);
        self.classifier_context.extend(later.classifier_context);
        self.feedback.extend(later.feedback);
        self.system_messages.extend(later.system_messages);
        self.terminal_sequences.extend(later.terminal_sequences);
        self.creation_failures.extend(later.creation_failures);
        self.compact_instructions.extend(later.compact_instructions);
        self.initial_user_message = self.initial_user_message.or(later.initial_user_message);
        self.session_title = self.session_title.or(later.session_title);
        self.display_content = self.display_content.or(later.display_content);
        self.hidden_message = self.hidden_message.or(later.hidden_message);
        self.worktree_path = self.worktree_path.or(later.worktree_path);
        self.watch_paths = merge_some(self.watch_paths, later.watch_paths, union);
        self.reload_skills |= later.reload_skills;
        self.retry |= later.retry;
        self.suppress_original_prompt |= later.suppress_original_prompt;
        self.elicitation = merge_some(self.elicitation, later.elicitation, merge_elicitation);
        self.spilled.extend(later.spilled);
        self
    }
}

fn merge_some<T>(first: Option<T>, later: Option<T>, both: impl FnOnce(T, T) -> T) -> Option<T> {
    match (first, later) {
        (Some(first), Some(later)) => Some(both(first, later)),
        (first, later) => first.or(later),
    }
}

fn merge_permission(mut first: MergedPermission, later: MergedPermission) -> MergedPermission {
    if later.decision > first.decision {
        later
    } else {
        if later.decision == first.decision {
            first.by.extend(later.by);
            if first.decision == PermissionDecision::Ask {
                // A person decides on all that was asked.
                first.reason = merge_some(first.reason, later.reason, |one, other| {
                    format!("{one}\n{other}")
                });
            }
        }
        first
    }
}

fn merge_request(mut first: RequestAnswer, later: RequestAnswer) -> RequestAnswer {
    if first.behavior == later.behavior {
        first.message = first.message.or(later.message);
        first.interrupt |= later.interrupt;
        first.by.extend(later.by);
        first
    } else if first.behavior == RequestBehavior::Deny {
        first
    } else {
        later
    }
}

fn merge_elicitation(first: ElicitationAnswer, later: ElicitationAnswer) -> ElicitationAnswer {
    let rank = |elicited: &ElicitationAnswer| match elicited.action {
        ElicitationAction::Decline => 2,
        ElicitationAction::Cancel => 1,
        ElicitationAction::Accept => 0,
    };
    if rank(&later) > rank(&first) {
        later
    } else {
        first
    }
}

fn union(mut first: Vec<String>, later: Vec<String>) -> Vec<String> {
    for path in later {
        if !first.contains(&path) {
            first.push(path);
        }
    }
    first
}
