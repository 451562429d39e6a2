//! The checked form of an answer: what every dialect and handler ends up as.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
pub enum Decision {
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
    /// The tool input to use instead.
    pub updated_input: Option<Map<String, Value>>,
    /// Permission updates to apply.
    pub updated_permissions: Vec<Value>,
    /// Why it was refused.
    pub message: Option<String>,
    /// The agent should stop altogether.
    pub interrupt: bool,
}

/// What an elicitation is answered with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Approve or block.
    pub decision: Option<Decision>,
    /// The reason of a block.
    pub reason: Option<String>,
    /// Allow, deny, ask or defer.
    pub permission: Option<PermissionDecision>,
    /// Why.
    pub permission_reason: Option<String>,
    /// The tool input to use instead.
    pub updated_input: Option<Map<String, Value>>,
    /// The tool result to show instead.
    pub updated_tool_output: Option<Value>,
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
    /// Where the worktree is.
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
    pub elicitation: Option<(ElicitationAction, Option<Value>)>,
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
            decision: Some(Decision::Block),
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
    pub fn rewrite(input: Map<String, Value>) -> Self {
        Self {
            updated_input: Some(input),
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

    /// The same answer with a message for the user.
    #[must_use]
    pub fn with_system_message(mut self, text: impl Into<String>) -> Self {
        self.system_message = Some(text.into());
        self
    }

    /// The same answer with text for the model.
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
        self.decision == Some(Decision::Block)
            || self.permission == Some(PermissionDecision::Deny)
            || self
                .request
                .as_ref()
                .is_some_and(|request| request.behavior == RequestBehavior::Deny)
            || matches!(self.elicitation, Some((ElicitationAction::Decline, _)))
    }

    /// Only what it forbids, without everything else it says.
    #[must_use]
    pub fn only_denials(self) -> Self {
        let blocks = self.decision == Some(Decision::Block);
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
