//! Crush: one event, a rewrite that is merged, and exit 49 ends the turn.

use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::{AgentData, Layout};

pub(super) static CRUSH: AgentData = AgentData {
    layout: Layout::Flat,
    project_files: &[".crush.json"],
    ..AgentData::new(
        "crush",
        HostSpec {
            event_key: "event",
            answer: AnswerForm {
                decision: &["decision"],
                cancel: &["halt"],
                input: &["updated_input"],
                input_is_merged: true,
                context: &["context"],
                ..AnswerForm::NONE
            },
            halting_exit: Some(49),
            variables: &["CLAUDE_", "SNAPHOOK_", "CRUSH_"],
            ..HostSpec::like_claude("crush")
        },
    )
};
