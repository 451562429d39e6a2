//! The checked form of an answer: what every dialect and handler ends up as.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::json::Json;

/// What a PreToolUse hook decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PermissionDecision {
    /// Go on without asking.
    Allow,
    /// Ask a person.
    Ask,
    /// Leave it to the host.
    Defer,
    /// Refuse.
    Deny,
}

/// The universal `decision` field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerDecision {
    /// `approve`: allows a tool call, says nothing elsewhere.
    Approve,
    /// `block`: the same as exit 2.
    Block,
}

/// What a PermissionRequest hook decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum RequestBehavior {
    /// Permit.
    Allow,
    /// Refuse.
    Deny,
}

/// The whole decision of a PermissionRequest hook.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestDecision {
    /// Permit or refuse.
    pub behavior: RequestBehavior,
    /// The tool input to use instead: an object.
    pub updated_input: Option<Json>,
    /// Permission updates to apply.
    pub updated_permissions: Vec<Value>,
    /// Why it was denied.
    pub message: Option<String>,
    /// The agent should stop altogether.
    pub interrupt: bool,
}

/// What an elicitation is answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ElicitationAction {
    /// With content.
    Accept,
    /// The user was not asked at all.
    Cancel,
    /// No.
    Decline,
}

/// One hook's answer, checked. Everything is optional: an empty answer says
/// nothing.
///
/// ```
/// use snaphook_core::answer::Answer;
///
/// let answer = Answer::deny("not on Fridays").with_system_message("see the calendar");
/// assert!(answer.denies());
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Answer {
    /// `continue: false`: the agent stops.
    pub stop: bool,
    /// Why the agent stops.
    pub stop_reason: Option<String>,
    /// Shown to the user.
    pub system_message: Option<String>,
    /// The hook's stdout is not shown.
    pub suppress_output: bool,
    /// An escape sequence for the user's terminal.
    pub terminal_sequence: Option<String>,
    /// Approve or block.
    pub decision: Option<AnswerDecision>,
    /// The reason of a block.
    pub reason: Option<String>,
    /// Allow, deny, ask or defer.
    pub permission: Option<PermissionDecision>,
    /// Why.
    pub permission_reason: Option<String>,
    /// The tool input to use instead: an object.
    pub updated_input: Option<Json>,
    /// The tool result to show instead.
    pub updated_tool_output: Option<Json>,
    /// The tool result to show instead, under the older name of the field, which
    /// counts for tools of MCP servers only.
    pub updated_mcp_tool_output: Option<Json>,
    /// The prompt to send instead.
    pub updated_prompt: Option<String>,
    /// The request to the model to send instead.
    pub updated_request: Option<Json>,
    /// The model's answer to record instead.
    pub updated_response: Option<Json>,
    /// The answer to a permission request.
    pub request: Option<RequestDecision>,
    /// Text for the model.
    pub additional_context: Option<String>,
    /// Text for a permission classifier.
    pub classifier_context: Option<String>,
    /// A first message to send for the user.
    pub initial_user_message: Option<String>,
    /// A title for the session.
    pub session_title: Option<String>,
    /// What to show instead of the model's text.
    pub display_content: Option<String>,
    /// The path of the worktree.
    pub worktree_path: Option<String>,
    /// Files and folders to watch; an empty list watches none.
    pub watch_paths: Option<Vec<String>>,
    /// Read the skills again.
    pub reload_skills: bool,
    /// The denied call may be tried again.
    pub retry: bool,
    /// The prompt is not shown in the conversation.
    pub suppress_original_prompt: bool,
    /// The answer to an elicitation.
    pub elicitation: Option<(ElicitationAction, Option<Json>)>,
}

impl Answer {
    /// Allows the tool call.
    #[must_use]
    pub fn allow() -> Self {
        Self {
            permission: Some(PermissionDecision::Allow),
            ..Self::default()
        }
    }

    /// Denies the tool call.
    #[must_use]
    pub fn deny(reason: impl Into<String>) -> Self {
        Self {
            permission: Some(PermissionDecision::Deny),
            permission_reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Has a person asked.
    #[must_use]
    pub fn ask(reason: impl Into<String>) -> Self {
        Self {
            permission: Some(PermissionDecision::Ask),
            permission_reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Blocks, whatever the event is: the same as exit 2.
    #[must_use]
    pub fn block(reason: impl Into<String>) -> Self {
        Self {
            decision: Some(AnswerDecision::Block),
            reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Adds text for the model.
    #[must_use]
    pub fn context(text: impl Into<String>) -> Self {
        Self {
            additional_context: Some(text.into()),
            ..Self::default()
        }
    }

    /// Replaces the tool's input.
    #[must_use]
    pub fn rewrite(input: impl Into<Json>) -> Self {
        Self {
            updated_input: Some(input.into()),
            ..Self::default()
        }
    }

    /// Stops the agent.
    #[must_use]
    pub fn stop(reason: impl Into<String>) -> Self {
        Self {
            stop: true,
            stop_reason: Some(reason.into()),
            ..Self::default()
        }
    }

    /// Adds a message for the user.
    #[must_use]
    pub fn with_system_message(mut self, text: impl Into<String>) -> Self {
        self.system_message = Some(text.into());
        self
    }

    /// Adds text for the model.
    #[must_use]
    pub fn with_context(mut self, text: impl Into<String>) -> Self {
        self.additional_context = Some(text.into());
        self
    }

    /// Whether it forbids something, or stops the agent: nothing that stands
    /// beside that can void it.
    #[must_use]
    pub fn denies(&self) -> bool {
        self.stop || self.blocks()
    }

    /// Whether it forbids the operation. Stopping the agent does not: the
    /// operation itself may still go on.
    #[must_use]
    pub fn blocks(&self) -> bool {
        self.decision == Some(AnswerDecision::Block)
            || self.permission == Some(PermissionDecision::Deny)
            || self
                .request
                .as_ref()
                .is_some_and(|request| request.behavior == RequestBehavior::Deny)
            || matches!(self.elicitation, Some((ElicitationAction::Decline, _)))
    }

    /// What counts of a `hookSpecificOutput` that does not name its event: what it
    /// forbids, and context. Gives it with whether anything else was lost that
    /// would have held something back: a question, or a rewrite.
    pub(super) fn without_event_name(self) -> (Self, bool) {
        use PermissionDecision::{Ask, Defer};
        let asks = matches!(self.permission, Some(Ask | Defer));
        let cancels = matches!(self.elicitation, Some((ElicitationAction::Cancel, _)));
        let request_rewrites = self.request.as_ref().is_some_and(|request| {
            request.behavior == RequestBehavior::Allow && request.updated_input.is_some()
        });
        let rewrites = self.updated_input.is_some()
            || self.updated_tool_output.is_some()
            || self.updated_mcp_tool_output.is_some()
            || self.updated_prompt.is_some()
            || self.updated_request.is_some()
            || self.updated_response.is_some()
            || self.display_content.is_some();
        let additional_context = self.additional_context.clone();
        let counts = Self {
            additional_context,
            ..self.only_denials()
        };
        (counts, asks || cancels || rewrites || request_rewrites)
    }

    /// Two answers that are in one under the same key: the later one, but what
    /// either forbids holds.
    pub(crate) fn beside(self, later: Self) -> Self {
        let keeps_permission = self.permission > later.permission;
        let request = match (self.request, later.request) {
            (Some(first), Some(last)) => Some(match first.behavior {
                RequestBehavior::Deny => first,
                RequestBehavior::Allow => last,
            }),
            (first, last) => last.or(first),
        };
        let elicitation = match (self.elicitation, later.elicitation) {
            (Some(first), Some(last)) if first.0 > last.0 => Some(first),
            (first, last) => last.or(first),
        };
        Self {
            permission: self.permission.max(later.permission),
            permission_reason: match keeps_permission {
                true => self.permission_reason,
                false => later.permission_reason.or(self.permission_reason),
            },
            request,
            elicitation,
            updated_input: later.updated_input.or(self.updated_input),
            updated_tool_output: later.updated_tool_output.or(self.updated_tool_output),
            updated_mcp_tool_output: later
                .updated_mcp_tool_output
                .or(self.updated_mcp_tool_output),
            updated_prompt: later.updated_prompt.or(self.updated_prompt),
            updated_request: later.updated_request.or(self.updated_request),
            updated_response: later.updated_response.or(self.updated_response),
            additional_context: later.additional_context.or(self.additional_context),
            classifier_context: later.classifier_context.or(self.classifier_context),
            initial_user_message: later.initial_user_message.or(self.initial_user_message),
            session_title: later.session_title.or(self.session_title),
            display_content: later.display_content.or(self.display_content),
            worktree_path: later.worktree_path.or(self.worktree_path),
            watch_paths: later.watch_paths.or(self.watch_paths),
            reload_skills: later.reload_skills || self.reload_skills,
            retry: later.retry || self.retry,
            suppress_original_prompt: later.suppress_original_prompt
                || self.suppress_original_prompt,
            // Beside `hookSpecificOutput`, and so not in either.
            stop: self.stop || later.stop,
            stop_reason: self.stop_reason.or(later.stop_reason),
            system_message: self.system_message.or(later.system_message),
            suppress_output: self.suppress_output || later.suppress_output,
            terminal_sequence: self.terminal_sequence.or(later.terminal_sequence),
            decision: self.decision.or(later.decision),
            reason: self.reason.or(later.reason),
        }
    }

    /// Only what it forbids, without everything else it says.
    #[must_use]
    pub fn only_denials(self) -> Self {
        let blocks = self.decision == Some(AnswerDecision::Block);
        let denies = self.permission == Some(PermissionDecision::Deny);
        Self {
            stop: self.stop,
            stop_reason: self.stop_reason.filter(|_| self.stop),
            decision: self.decision.filter(|_| blocks),
            reason: self.reason.filter(|_| blocks),
            permission: self.permission.filter(|_| denies),
            permission_reason: self.permission_reason.filter(|_| denies),
            request: self
                .request
                .filter(|request| request.behavior == RequestBehavior::Deny)
                .map(|request| RequestDecision {
                    updated_input: None,
                    updated_permissions: Vec::new(),
                    ..request
                }),
            elicitation: self
                .elicitation
                .filter(|(action, _)| *action == ElicitationAction::Decline)
                .map(|(action, _)| (action, None)),
            ..Self::default()
        }
    }
}
