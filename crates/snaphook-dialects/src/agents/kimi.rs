//! Kimi Code and the older Kimi CLI: TOML tables, and a denial is all that counts.

use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::{AgentData, Layout};

const ANSWER: AnswerForm = AnswerForm {
    decision: &["hookSpecificOutput.permissionDecision"],
    reason: &["hookSpecificOutput.permissionDecisionReason", "reason"],
    ..AnswerForm::NONE
};

pub(super) static KIMI: AgentData = AgentData {
    layout: Layout::Named("event"),
    folders: &[".kimi-code"],
    project_files: &[".kimi-code/config.toml"],
    ..AgentData::new(
        "kimi",
        HostSpec {
            answer: ANSWER,
            text_is_context: &["UserPromptSubmit"],
            ..HostSpec::like_claude("kimi-code")
        },
    )
};

pub(super) static KIMI_CLI: AgentData = AgentData {
    layout: Layout::Named("event"),
    folders: &[".kimi"],
    ..AgentData::new(
        "kimi-cli",
        HostSpec {
            answer: ANSWER,
            ..HostSpec::like_claude("kimi-cli")
        },
    )
};
