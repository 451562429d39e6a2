//! Goose: hooks of plugins, one after the other; `*` is a broken expression to it.

use snaphook_agents::{AnswerForm, HostSpec};
use snaphook_core::dialect::Strategy;

use crate::agent::{AgentData, GuardKey};

pub(super) static GOOSE: AgentData = AgentData {
    folders: &[".agents"],
    guards: &[GuardKey::Word("on_failure", "block")],
    event_matchers: &[
        ("BeforeShellExecution", "^(developer__)?shell$"),
        ("AfterShellExecution", "^(developer__)?shell$"),
        ("AfterFileEdit", "^(write|edit|developer__text_editor)$"),
        ("BeforeReadFile", "^(read|Read)"),
    ],
    ..AgentData::new(
        "goose",
        HostSpec {
            event_key: "event",
            add_fields: |fields, _, _| {
                if let Some(tool) = fields.text("tool_name").map(std::borrow::Cow::into_owned) {
                    let _ = fields.set("matcher_context", &tool);
                }
            },
            answer: AnswerForm::DECISION,
            star_is_everything: false,
            strategy: Strategy::OneByOne,
            ..HostSpec::like_claude("goose")
        },
    )
};
