//! Gemini CLI: `decision` for every answer, JSON beside any exit code, and text beside most
//! of them denies.

use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::AgentData;

pub(super) static GEMINI: AgentData = AgentData {
    folders: &[".gemini"],
    ..AgentData::new(
        "gemini",
        HostSpec {
            answer: AnswerForm {
                decision: &["decision"],
                reason: &["reason"],
                input: &["hookSpecificOutput.tool_input"],
                output: &[],
                ..AnswerForm::CLAUDE
            },
            text_is_message: true,
            json_at_any_exit: true,
            text_denies: true,
            deny_replaces_output: true,
            broken_is_literal: true,
            other_matchers_are_exact: true,
            variables: &["CLAUDE_", "SNAPHOOK_", "GEMINI_"],
            ..HostSpec::like_claude("gemini")
        },
    )
};
