//! Mistral Vibe: TOML tables; `strict` makes a hook a guard, and its exit 2 a denial.

use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::{AgentData, GuardKey, Layout};

pub(super) static VIBE: AgentData = AgentData {
    layout: Layout::Named("type"),
    folders: &[".vibe"],
    guards: &[GuardKey::Flag("strict")],
    project_files: &[".vibe/hooks.toml"],
    ..AgentData::new(
        "vibe",
        HostSpec {
            answer: AnswerForm {
                decision: &["decision"],
                input: &["hook_specific_output.tool_input"],
                context: &["hook_specific_output.additional_context"],
                message: &["system_message"],
                ..AnswerForm::NONE
            },
            variables: &["CLAUDE_", "SNAPHOOK_", "VIBE_"],
            ..HostSpec::like_claude("vibe")
        },
    )
};
