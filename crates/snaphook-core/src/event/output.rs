//! The fields of `hookSpecificOutput`: their names, their types, and a set of
//! them, so that a row of the event table can say which it honours.

/// A set of output fields. The constants name one field each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutputFields(u32);

impl OutputFields {
    /// No field at all.
    pub const NONE: Self = Self(0);
    /// `additionalContext`: text for the model.
    pub const ADDITIONAL_CONTEXT: Self = Self(1);
    /// `classifierContext`: text for a permission classifier.
    pub const CLASSIFIER_CONTEXT: Self = Self(1 << 1);
    /// `permissionDecision` and `permissionDecisionReason`.
    pub const PERMISSION: Self = Self(1 << 2);
    /// `updatedInput`: the rewritten tool input.
    pub const UPDATED_INPUT: Self = Self(1 << 3);
    /// `updatedToolOutput`, and its older name `updatedMCPToolOutput`.
    pub const UPDATED_TOOL_OUTPUT: Self = Self(1 << 4);
    /// `decision`: the answer to a permission request.
    pub const DECISION: Self = Self(1 << 5);
    /// `retry`: the denied call may be tried again.
    pub const RETRY: Self = Self(1 << 6);
    /// `initialUserMessage`.
    pub const INITIAL_USER_MESSAGE: Self = Self(1 << 7);
    /// `sessionTitle`.
    pub const SESSION_TITLE: Self = Self(1 << 8);
    /// `watchPaths`.
    pub const WATCH_PATHS: Self = Self(1 << 9);
    /// `reloadSkills`.
    pub const RELOAD_SKILLS: Self = Self(1 << 10);
    /// `suppressOriginalPrompt`.
    pub const SUPPRESS_ORIGINAL_PROMPT: Self = Self(1 << 11);
    /// `displayContent`.
    pub const DISPLAY_CONTENT: Self = Self(1 << 12);
    /// `worktreePath`.
    pub const WORKTREE_PATH: Self = Self(1 << 13);
    /// `action` and `content` of an elicitation.
    pub const ELICITATION: Self = Self(1 << 14);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether every field of `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// What JSON an output field must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputType {
    /// A string.
    Text,
    /// True or false.
    Flag,
    /// An object.
    Object,
    /// A list of strings.
    Texts,
    /// Any JSON value but null.
    Any,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// One field of `hookSpecificOutput`.
#[derive(Debug, Clone, Copy)]
pub struct OutputField {
    /// Its key.
    pub key: &'static str,
    /// What it must hold.
    pub kind: OutputType,
    /// The member of [`OutputFields`] that says whether an event honours it.
    pub field: OutputFields,
}

const fn field(key: &'static str, kind: OutputType, field: OutputFields) -> OutputField {
    OutputField { key, kind, field }
}

/// Every field that some event honours inside `hookSpecificOutput`.
pub const OUTPUT_FIELDS: &[OutputField] = &[
    field(
        "additionalContext",
        OutputType::Text,
        OutputFields::ADDITIONAL_CONTEXT,
    ),
    field(
        "classifierContext",
        OutputType::Text,
        OutputFields::CLASSIFIER_CONTEXT,
    ),
    field(
        "permissionDecision",
        OutputType::Word(&["allow", "deny", "ask", "defer"]),
        OutputFields::PERMISSION,
    ),
    field(
        "permissionDecisionReason",
        OutputType::Text,
        OutputFields::PERMISSION,
    ),
    field(
        "updatedInput",
        OutputType::Object,
        OutputFields::UPDATED_INPUT,
    ),
    field(
        "updatedToolOutput",
        OutputType::Any,
        OutputFields::UPDATED_TOOL_OUTPUT,
    ),
    field(
        "updatedMCPToolOutput",
        OutputType::Any,
        OutputFields::UPDATED_TOOL_OUTPUT,
    ),
    field("decision", OutputType::Object, OutputFields::DECISION),
    field("retry", OutputType::Flag, OutputFields::RETRY),
    field(
        "initialUserMessage",
        OutputType::Text,
        OutputFields::INITIAL_USER_MESSAGE,
    ),
    field(
        "sessionTitle",
        OutputType::Text,
        OutputFields::SESSION_TITLE,
    ),
    field("watchPaths", OutputType::Texts, OutputFields::WATCH_PATHS),
    field(
        "reloadSkills",
        OutputType::Flag,
        OutputFields::RELOAD_SKILLS,
    ),
    field(
        "suppressOriginalPrompt",
        OutputType::Flag,
        OutputFields::SUPPRESS_ORIGINAL_PROMPT,
    ),
    field(
        "displayContent",
        OutputType::Text,
        OutputFields::DISPLAY_CONTENT,
    ),
    field(
        "worktreePath",
        OutputType::Text,
        OutputFields::WORKTREE_PATH,
    ),
    field(
        "action",
        OutputType::Word(&["accept", "decline", "cancel"]),
        OutputFields::ELICITATION,
    ),
    field("content", OutputType::Object, OutputFields::ELICITATION),
];
