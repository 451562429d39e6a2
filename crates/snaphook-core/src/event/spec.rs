//! The columns of the event table.
//!
//! A row is plain data and is passed to the pure functions as a parameter;
//! nothing looks an event up by itself, so that a dialect which differs (another
//! timeout, another effect of exit 2) could bring rows of its own.

use std::time::Duration;

use super::output::OutputFields;
use crate::kind::KindNeeds;

/// One event: what it matches on, who may handle it, what an answer does.
#[derive(Debug, Clone, Copy)]
pub struct EventSpec {
    /// The canonical name. Empty for the row that custom events share.
    pub name: &'static str,
    /// One sentence for docs and listings.
    pub summary: &'static str,
    /// The input field a matcher is tested against.
    pub matches_on: MatchesOn,
    /// What its handlers may use: a kind that needs more does not run on it.
    pub has: KindNeeds,
    /// The timeout of a hook that sets none.
    pub timeout: Duration,
    /// Whether kinds of handlers with a timeout of their own have this one, too.
    pub timeout_for_all: bool,
    /// What exit 2 and `decision: "block"` do.
    pub on_block: OnBlock,
    /// Fields of `hookSpecificOutput` that are honoured.
    pub output: OutputFields,
    /// What `permissionDecision` may say here.
    pub permission_words: &'static [&'static str],
    /// What plain text on stdout means.
    pub text: TextRole,
    /// The event's own input fields, beside the common ones.
    pub fields: &'static [FieldSpec],
    /// Whether an `if` is evaluated; where it is not, a hook with one never runs.
    pub conditions: bool,
    /// Whether `onFailure: "block"` has an effect.
    pub guards: bool,
    /// What a guard's failure does beside what exit 2 does.
    pub on_guard_failure: OnGuardFailure,
    /// Whether `continue: false` denies, too.
    pub stop_denies: bool,
    /// Whether context for the model sends the agent back, as a block does.
    pub context_blocks: bool,
    /// Whether a timeout blocks even without `onFailure: "block"`.
    pub timeout_blocks: bool,
    /// Whether `continue: false` clears a block (the agent was asked to go on
    /// and to stop: stopping wins).
    pub stop_clears_block: bool,
    /// When the input holds this field with this value, nothing blocks.
    pub never_blocks_when: Option<(&'static str, &'static str)>,
    /// The timeout is one budget that all hooks of a dispatch share.
    pub budget: Option<EventBudget>,
    /// Whether hooks may set variables for the session's later commands. (A kind that runs
    /// processes gives them a file for that.)
    pub env_file: bool,
    /// What exit 2 means when the script itself is missing.
    pub missing_script: MissingScript,
    /// Who reads a block's reason, and in what words it is put.
    pub told: BlockWording,
}

/// The input field that matchers of an event are tested against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchesOn {
    /// A matcher is accepted and ignored.
    Nothing,
    /// The field is a tool's name: aliases count.
    Tool(&'static str),
    /// The field's text.
    Field {
        /// The input field.
        name: &'static str,
        /// Values it is known to take. With a stand-in for a missing value the
        /// set is open.
        values: &'static [&'static str],
        /// What a missing field counts as.
        missing: Option<&'static str>,
        /// The narrower set of characters makes an exact list.
        narrow: bool,
    },
    /// The last component of the path in the field (narrow lists).
    BaseName(&'static str),
}

impl MatchesOn {
    /// The input field, where there is one.
    #[must_use]
    pub fn field(self) -> Option<&'static str> {
        match self {
            Self::Nothing => None,
            Self::Tool(name) | Self::BaseName(name) | Self::Field { name, .. } => Some(name),
        }
    }
}

/// What a blocking answer does on an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnBlock {
    /// The operation does not go on. (On Stop and its like: the agent does.)
    Block,
    /// The operation does not go on, and the permission decision is `deny`.
    Deny,
    /// The operation does not go on, and the elicitation is declined.
    Decline,
    /// Too late to block: the reason goes to the model.
    Feedback,
    /// Cannot block: the reason is shown to the user.
    Notice,
    /// Nothing.
    Nothing,
    /// Not honoured; only `onFailure: "block"` denies.
    OnlyGuardsDeny,
    /// The operation does not go on, and the permission request is denied.
    DenyRequest,
    /// This, a guard's failure, and no path at all, fail the creation.
    FailCreation,
    /// This and any failure fail the removal, if the directory is still there.
    FailRemoval,
}

/// What a guard's failure does, beside what exit 2 does on the event: where the
/// operation is over or cannot be refused, what it brought is kept back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnGuardFailure {
    /// Nothing more.
    AsExit2,
    /// The tool's output is replaced by a line that says so.
    WithholdOutput,
    /// The model's answer is replaced by a line that says so.
    WithholdResponse,
    /// The text that was to be shown is replaced by a line that says so.
    HideMessage,
    /// The session stops.
    StopSession,
}

/// What plain text on stdout means at exit 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextRole {
    /// Nothing; it is shown in the hook's entry.
    Nothing,
    /// Context for the model.
    Context,
    /// Extra instructions for the compaction.
    CompactInstructions,
    /// Its last non-empty line is the worktree's path.
    WorktreePath,
}

/// What exit 2 with an empty stdout means when stderr says that the script
/// file is missing (interpreters exit 2 for that).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingScript {
    /// A block like any other.
    Blocks,
    /// A failure.
    Fails,
    /// A failure for a plugin's hook, a block for any other.
    FailsForPlugins,
}

/// A timeout that all hooks of one dispatch share. A hook's own timeout raises
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventBudget {
    /// It is never raised above this.
    pub most: Duration,
    /// Environment variables that replace it, in milliseconds; the first that
    /// is set counts.
    pub variables: &'static [&'static str],
}

/// Who is informed of a block and how the sentence begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockWording {
    /// Whether the text is for the model (else only for the user).
    pub model: bool,
    /// The words before the hook's name: "the tool call was refused by".
    pub words: &'static str,
}

/// One field of an event's input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldSpec {
    /// Its key.
    pub name: &'static str,
    /// Whether the host always sends it.
    pub required: bool,
}

impl EventSpec {
    /// Whether a matcher on it has any meaning.
    #[must_use]
    pub fn matches(&self) -> bool {
        self.matches_on != MatchesOn::Nothing
    }

    /// Whether a guard's failure keeps nothing back here: `onFailure: "block"`
    /// has no effect, or cannot have one.
    #[must_use]
    pub fn guards_nothing(&self) -> bool {
        let as_exit_2 = self.on_guard_failure == OnGuardFailure::AsExit2;
        let cannot_block = matches!(self.on_block, OnBlock::Notice | OnBlock::Nothing);
        !self.guards || (as_exit_2 && cannot_block)
    }

    /// The start of a row: everything that most events share.
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            summary,
            matches_on: MatchesOn::Nothing,
            has: KindNeeds::ALL,
            timeout: Duration::from_secs(600),
            timeout_for_all: false,
            on_block: OnBlock::Nothing,
            output: OutputFields::NONE,
            permission_words: &["allow", "deny", "ask", "defer"],
            text: TextRole::Nothing,
            fields: &[],
            conditions: false,
            guards: true,
            on_guard_failure: OnGuardFailure::AsExit2,
            stop_denies: false,
            context_blocks: false,
            timeout_blocks: false,
            stop_clears_block: false,
            never_blocks_when: None,
            budget: None,
            env_file: false,
            missing_script: MissingScript::Blocks,
            told: BlockWording {
                model: false,
                words: "stopped by",
            },
        }
    }

    /// The value that matchers are tested against is the text of this field.
    #[must_use]
    pub const fn on(mut self, name: &'static str, values: &'static [&'static str]) -> Self {
        self.matches_on = MatchesOn::Field {
            name,
            values,
            missing: None,
            narrow: false,
        };
        self
    }

    /// A tool event: matches on `tool_name`, and evaluates `if`.
    #[must_use]
    pub const fn on_tool(mut self) -> Self {
        self.matches_on = MatchesOn::Tool("tool_name");
        self.conditions = true;
        self
    }

    /// Matchers are tested against this.
    #[must_use]
    pub const fn matching(mut self, matches_on: MatchesOn) -> Self {
        self.matches_on = matches_on;
        self
    }

    /// Handlers may use this, and no more.
    #[must_use]
    pub const fn having(mut self, has: KindNeeds) -> Self {
        self.has = has;
        self
    }

    /// The timeout of a kind of handlers that has one of its own.
    #[must_use]
    pub const fn timeout_or(&self, own: Duration) -> Duration {
        match self.timeout_for_all {
            true => self.timeout,
            false => own,
        }
    }

    /// The timeout of a hook that sets none.
    #[must_use]
    pub const fn with_timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// What a block does.
    #[must_use]
    pub const fn block(mut self, on_block: OnBlock) -> Self {
        self.on_block = on_block;
        self
    }

    /// This field of `hookSpecificOutput` is honoured, too.
    #[must_use]
    pub const fn gives(mut self, fields: OutputFields) -> Self {
        self.output = self.output.and(fields);
        self
    }

    /// What plain text on stdout means.
    #[must_use]
    pub const fn text(mut self, role: TextRole) -> Self {
        self.text = role;
        self
    }

    /// The event's own input fields.
    #[must_use]
    pub const fn reads(mut self, fields: &'static [FieldSpec]) -> Self {
        self.fields = fields;
        self
    }

    /// A block's reason is for the model, after these words.
    #[must_use]
    pub const fn tells_model(mut self, words: &'static str) -> Self {
        self.told = BlockWording { model: true, words };
        self
    }

    /// A block's reason is for the user, after these words.
    #[must_use]
    pub const fn tells_user(mut self, words: &'static str) -> Self {
        self.told = BlockWording {
            model: false,
            words,
        };
        self
    }

    /// `onFailure: "block"` has no effect here: a failure must not keep an
    /// agent running.
    #[must_use]
    pub const fn unguarded(mut self) -> Self {
        self.guards = false;
        self
    }

    /// What a guard's failure does beside what exit 2 does.
    #[must_use]
    pub const fn guard_failure(mut self, meaning: OnGuardFailure) -> Self {
        self.on_guard_failure = meaning;
        self
    }

    /// `continue: false` denies, too.
    #[must_use]
    pub const fn stop_denies(mut self) -> Self {
        self.stop_denies = true;
        self
    }

    /// Context for the model sends the agent back, as a block does.
    #[must_use]
    pub const fn context_blocks(mut self) -> Self {
        self.context_blocks = true;
        self
    }

    /// `continue: false` clears a block.
    #[must_use]
    pub const fn stop_clears_block(mut self) -> Self {
        self.stop_clears_block = true;
        self
    }

    /// What exit 2 means when the script is missing.
    #[must_use]
    pub const fn missing_script(mut self, meaning: MissingScript) -> Self {
        self.missing_script = meaning;
        self
    }

    /// Hooks may set variables for the session's later commands.
    #[must_use]
    pub const fn with_env_file(mut self) -> Self {
        self.env_file = true;
        self
    }

    /// The timeout is a budget that all hooks share.
    #[must_use]
    pub const fn shared(mut self, budget: EventBudget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// A timeout blocks.
    #[must_use]
    pub const fn timeout_blocks(mut self) -> Self {
        self.timeout_blocks = true;
        self
    }

    /// `permissionDecision` may say these words.
    #[must_use]
    pub const fn decides(mut self, words: &'static [&'static str]) -> Self {
        self.permission_words = words;
        self.output = self.output.and(OutputFields::PERMISSION);
        self
    }

    /// When a field holds this value, nothing blocks.
    #[must_use]
    pub const fn never_blocks_when(mut self, field: &'static str, value: &'static str) -> Self {
        self.never_blocks_when = Some((field, value));
        self
    }
}
