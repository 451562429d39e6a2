//! OpenHands: the event is in `event_type`, and matchers fit the whole name.

use snaphook_agents::{AnswerForm, HostSpec};

use crate::agent::AgentData;

pub(super) static OPENHANDS: AgentData = AgentData {
    folders: &[".openhands"],
    ..AgentData::new(
        "openhands",
        HostSpec {
            event_key: "event_type",
            answer: AnswerForm {
                context: &["additionalContext"],
                ..AnswerForm::DECISION
            },
            variables: &["CLAUDE_", "SNAPHOOK_", "OPENHANDS_"],
            ..HostSpec::like_claude("openhands")
        },
    )
};
