//! The fields of an answer: their names, their types and what they do; and a set
//! of those in `hookSpecificOutput`, so that a row of the event table can say which
//! it honours.

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
    /// `updatedPrompt`: the rewritten prompt.
    pub const UPDATED_PROMPT: Self = Self(1 << 15);
    /// `updatedRequest`: the rewritten request to the model.
    pub const UPDATED_REQUEST: Self = Self(1 << 16);
    /// `updatedResponse`: the rewritten answer of the model.
    pub const UPDATED_RESPONSE: Self = Self(1 << 17);

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
    /// The answer to a permission request.
    Decision,
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
    /// What it does, in a sentence.
    pub about: &'static str,
}

/// One field that an answer may have on every event.
#[derive(Debug, Clone, Copy)]
pub struct UniversalField {
    /// Its key.
    pub key: &'static str,
    /// What it must hold.
    pub kind: OutputType,
    /// What it does, in a sentence.
    pub about: &'static str,
}

const fn every(key: &'static str, kind: OutputType, about: &'static str) -> UniversalField {
    UniversalField { key, kind, about }
}

const fn field(
    key: &'static str,
    kind: OutputType,
    field: OutputFields,
    about: &'static str,
) -> OutputField {
    OutputField {
        key,
        kind,
        field,
        about,
    }
}

/// Every field that counts on all events, beside `hookSpecificOutput`.
pub const UNIVERSAL_FIELDS: &[UniversalField] = &[
    every("continue", OutputType::Flag, "False: the agent stops."),
    every(
        "stopReason",
        OutputType::Text,
        "Why the agent stops, for the user.",
    ),
    every("systemMessage", OutputType::Text, "Shown to the user."),
    every(
        "suppressOutput",
        OutputType::Flag,
        "True: the hook's output is not shown in transcripts.",
    ),
    every(
        "decision",
        OutputType::Word(&["approve", "block"]),
        "`block` does what exit 2 does; `approve` allows a tool call.",
    ),
    every("reason", OutputType::Text, "The reason of a block."),
    every(
        "terminalSequence",
        OutputType::Text,
        "An escape sequence for the user's terminal: a title or a notification (OSC 0, 1, 2, 9, 99, 777) or BEL.",
    ),
];

/// Every field that some event honours inside `hookSpecificOutput`.
pub const OUTPUT_FIELDS: &[OutputField] = &[
    field(
        "additionalContext",
        OutputType::Text,
        OutputFields::ADDITIONAL_CONTEXT,
        "Text for the model.",
    ),
    field(
        "classifierContext",
        OutputType::Text,
        OutputFields::CLASSIFIER_CONTEXT,
        "Text for the permission classifier, not for the model.",
    ),
    field(
        "permissionDecision",
        OutputType::Word(&["allow", "deny", "ask", "defer"]),
        OutputFields::PERMISSION,
        "The decision: go on, deny, ask a person, or leave it to the host.",
    ),
    field(
        "permissionDecisionReason",
        OutputType::Text,
        OutputFields::PERMISSION,
        "Why.",
    ),
    field(
        "updatedInput",
        OutputType::Object,
        OutputFields::UPDATED_INPUT,
        "The new tool input; it replaces the old one completely.",
    ),
    field(
        "updatedToolOutput",
        OutputType::Any,
        OutputFields::UPDATED_TOOL_OUTPUT,
        "The tool result to show to the model instead.",
    ),
    field(
        "updatedMCPToolOutput",
        OutputType::Any,
        OutputFields::UPDATED_TOOL_OUTPUT,
        "The older name of `updatedToolOutput`, for tools of MCP servers only.",
    ),
    field(
        "updatedPrompt",
        OutputType::Text,
        OutputFields::UPDATED_PROMPT,
        "The prompt to send instead.",
    ),
    field(
        "updatedRequest",
        OutputType::Any,
        OutputFields::UPDATED_REQUEST,
        "The new request to the model; it replaces `llm_request` completely.",
    ),
    field(
        "updatedResponse",
        OutputType::Any,
        OutputFields::UPDATED_RESPONSE,
        "The new answer to record; it replaces `llm_response` completely.",
    ),
    field(
        "decision",
        OutputType::Decision,
        OutputFields::DECISION,
        "The answer to the request, in place of a person.",
    ),
    field(
        "retry",
        OutputType::Flag,
        OutputFields::RETRY,
        "True: the model may try the denied call again.",
    ),
    field(
        "initialUserMessage",
        OutputType::Text,
        OutputFields::INITIAL_USER_MESSAGE,
        "A first message to send for the user.",
    ),
    field(
        "sessionTitle",
        OutputType::Text,
        OutputFields::SESSION_TITLE,
        "A title for the session.",
    ),
    field(
        "watchPaths",
        OutputType::Texts,
        OutputFields::WATCH_PATHS,
        "Files and folders to watch; an empty list watches none.",
    ),
    field(
        "reloadSkills",
        OutputType::Flag,
        OutputFields::RELOAD_SKILLS,
        "True: the skills are read again.",
    ),
    field(
        "suppressOriginalPrompt",
        OutputType::Flag,
        OutputFields::SUPPRESS_ORIGINAL_PROMPT,
        "True: the prompt is not shown in the conversation.",
    ),
    field(
        "displayContent",
        OutputType::Text,
        OutputFields::DISPLAY_CONTENT,
        "The text to show instead of the model's.",
    ),
    field(
        "worktreePath",
        OutputType::Text,
        OutputFields::WORKTREE_PATH,
        "The path of the worktree.",
    ),
    field(
        "action",
        OutputType::Word(&["accept", "decline", "cancel"]),
        OutputFields::ELICITATION,
        "The answer to the server.",
    ),
    field(
        "content",
        OutputType::Object,
        OutputFields::ELICITATION,
        "The content of an `accept`.",
    ),
];
