//! What a host has to know of an agent's hooks beside its contract: the keys of their
//! answers, what odd exit codes mean, and in which order they run.

use std::borrow::Cow;

use snaphook_core::dialect::Strategy;
use snaphook_core::input::{Fields, Input};

use crate::contract::{EventContract, MatcherKind};

/// How a host runs an agent's hooks.
#[derive(Debug, Clone, Copy)]
pub struct HostSpec {
    /// The agent, by its name in the table of agents.
    pub agent: &'static str,
    /// The field in which the input names the event; empty where it names none.
    pub event_key: &'static str,
    /// What stands there, where that is not the name of the event.
    pub event_values: &'static [(&'static str, &'static str)],
    /// Adds what the agent gives beside (`workspace_roots`).
    pub add_fields: fn(&mut Fields, &Input, &EventContract),
    /// The keys of an answer.
    pub answer: AnswerForm,
    /// What is read of stdout.
    pub stdout: fn(&str) -> Cow<'_, str>,
    /// Canonical events on which plain text at exit 0 is context for the model.
    pub text_is_context: &'static [&'static str],
    /// Whether plain text at exit 0 is shown to the user.
    pub text_is_message: bool,
    /// Whether JSON counts beside every exit code.
    pub json_at_any_exit: bool,
    /// Whether text beside an exit code other than 0 and 1 denies.
    pub text_denies: bool,
    /// An exit code that denies and ends the agent's turn.
    pub halting_exit: Option<i32>,
    /// Whether a denied PostToolUse puts the reason in the place of the tool's output.
    pub deny_replaces_output: bool,
    /// Further names under which matchers find a tool: canonical name, name.
    pub tool_aliases: &'static [(&'static str, &'static str)],
    /// Whether an event whose name is canonical means the canonical form of input.
    pub canonical_in_pascal_case: bool,
    /// How matchers are read, where that is not as the contract says.
    pub matchers: Option<MatcherKind>,
    /// How a matcher `*` is read: as everything, else as the broken expression it is.
    pub star_is_everything: bool,
    /// Whether a broken expression is read as the text it is.
    pub broken_is_literal: bool,
    /// Whether matchers of other events than those of tools are exact.
    pub other_matchers_are_exact: bool,
    /// How hooks of one event run.
    pub strategy: Strategy,
    /// The prefixes of the variables that hooks get.
    pub variables: &'static [&'static str],
    /// Timeouts in seconds of canonical events that have one of their own.
    pub event_timeouts: &'static [(&'static str, u64)],
}

impl HostSpec {
    /// An agent whose hooks read and answer as Claude Code's do.
    #[must_use]
    pub const fn like_claude(agent: &'static str) -> Self {
        Self {
            agent,
            event_key: "hook_event_name",
            event_values: &[],
            add_fields: |_, _, _| {},
            answer: AnswerForm::CLAUDE,
            stdout: |text| Cow::Borrowed(text),
            text_is_context: &[],
            text_is_message: false,
            json_at_any_exit: false,
            text_denies: false,
            halting_exit: None,
            deny_replaces_output: false,
            tool_aliases: &[],
            canonical_in_pascal_case: false,
            matchers: None,
            star_is_everything: true,
            broken_is_literal: false,
            other_matchers_are_exact: false,
            strategy: Strategy::Together,
            variables: &["CLAUDE_", "SNAPHOOK_"],
            event_timeouts: &[],
        }
    }
}

/// The words of a decision.
#[derive(Debug, Clone, Copy)]
pub struct DecisionWords {
    /// Deny, or block.
    pub deny: &'static [&'static str],
    /// A person decides.
    pub ask: &'static [&'static str],
    /// Go on.
    pub allow: &'static [&'static str],
}

/// The keys of an answer, as places: `a.b` is a field of a field. Of several places each
/// that is there counts.
#[derive(Debug, Clone, Copy)]
pub struct AnswerForm {
    /// Where a decision stands.
    pub decision: &'static [&'static str],
    /// The words of a decision.
    pub words: DecisionWords,
    /// The reason of a decision.
    pub reason: &'static [&'static str],
    /// A flag that denies.
    pub cancel: &'static [&'static str],
    /// A flag that, when false, ends the agent; on a prompt, keeps it back.
    pub go_on: &'static [&'static str],
    /// Why the agent ends.
    pub stop_reason: &'static [&'static str],
    /// Text that sends the agent back to work.
    pub follow_up: &'static [&'static str],
    /// The input to use instead.
    pub input: &'static [&'static str],
    /// Whether that input is merged into the call's own.
    pub input_is_merged: bool,
    /// The tool's output to use instead.
    pub output: &'static [&'static str],
    /// Text for the model.
    pub context: &'static [&'static str],
    /// Text for the user.
    pub message: &'static [&'static str],
    /// Every key at the top that there is, where another one makes the answer invalid.
    pub strict: Option<&'static [&'static str]>,
}

impl AnswerForm {
    /// Nothing but exit codes counts.
    pub const NONE: Self = Self {
        decision: &[],
        words: DecisionWords {
            deny: &["deny", "block"],
            ask: &["ask"],
            allow: &["allow", "approve"],
        },
        reason: &["reason"],
        cancel: &[],
        go_on: &[],
        stop_reason: &[],
        follow_up: &[],
        input: &[],
        input_is_merged: false,
        output: &[],
        context: &[],
        message: &[],
        strict: None,
    };

    /// The keys of Claude Code.
    pub const CLAUDE: Self = Self {
        decision: &[
            "hookSpecificOutput.permissionDecision",
            "hookSpecificOutput.decision.behavior",
            "decision",
        ],
        reason: &[
            "hookSpecificOutput.permissionDecisionReason",
            "hookSpecificOutput.decision.message",
            "reason",
        ],
        go_on: &["continue"],
        stop_reason: &["stopReason"],
        input: &[
            "hookSpecificOutput.updatedInput",
            "hookSpecificOutput.decision.updatedInput",
        ],
        output: &["hookSpecificOutput.updatedToolOutput"],
        context: &["hookSpecificOutput.additionalContext"],
        message: &["systemMessage"],
        ..Self::NONE
    };

    /// `decision` and `reason` at the top.
    pub const DECISION: Self = Self {
        decision: &["decision"],
        ..Self::NONE
    };

    /// Whether any key is read at all.
    #[must_use]
    pub fn reads_json(&self) -> bool {
        !(self.decision.is_empty() && self.cancel.is_empty() && self.context.is_empty())
    }
}
