//! OpenAI Codex: Claude Code's form, and an answer with a key it does not know is refused.

use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::AgentData;

pub(super) static CODEX: AgentData = AgentData {
    folders: &[".codex"],
    ..AgentData::new(
        "codex",
        HostSpec {
            answer: AnswerForm {
                strict: Some(&[
                    "continue",
                    "stopReason",
                    "suppressOutput",
                    "systemMessage",
                    "decision",
                    "reason",
                    "hookSpecificOutput",
                ]),
                ..AnswerForm::CLAUDE
            },
            text_is_context: &["SessionStart", "UserPromptSubmit"],
            tool_aliases: &[("Write", "Write"), ("Edit", "Edit"), ("Agent", "Agent")],
            event_timeouts: &[("SessionEnd", 1)],
            ..HostSpec::like_claude("codex")
        },
    )
};
