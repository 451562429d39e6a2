//! Hermes: YAML, and JSON alone counts; `fail_closed` makes a hook a guard.

use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::{AgentData, GuardKey, Layout};

pub(super) static HERMES: AgentData = AgentData {
    layout: Layout::Flat,
    folders: &[".hermes"],
    guards: &[GuardKey::Flag("fail_closed"), GuardKey::Flag("failClosed")],
    ..AgentData::new(
        "hermes",
        HostSpec {
            answer: AnswerForm {
                decision: &["decision", "action"],
                reason: &["reason", "message"],
                context: &["context"],
                ..AnswerForm::NONE
            },
            variables: &["CLAUDE_", "SNAPHOOK_", "HERMES_"],
            ..HostSpec::like_claude("hermes")
        },
    )
};
