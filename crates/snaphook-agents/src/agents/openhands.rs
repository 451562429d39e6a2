//! OpenHands: `event_type` and `working_dir`; a denial and a blocked stop are honoured.

use super::shared::{CONTEXT, DENY, GO_ON, GROUPS, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, Configuration};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::openhands;
use crate::tool::{InputForm, ToolShape, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", NOTHING),
    EventContract::new("UserPromptSubmit", CONTEXT).fields(&[("prompt", &["message"])]),
    EventContract::new("PreToolUse", DENY),
    EventContract::new("PostToolUse", NOTHING),
    EventContract::new("Stop", GO_ON),
    EventContract::new("SessionEnd", NOTHING),
];

/// OpenHands.
pub(super) static OPENHANDS: AgentSpec = AgentSpec {
    programs: &["openhands"],
    input: InputForm {
        fields: &[("cwd", &["working_dir"])],
        values: &[],
    },
    tools: &[
        ToolSpec::new("terminal", "Bash"),
        ToolSpec::new("file_editor", "Edit")
            .keys(&[
                ("path", "file_path"),
                ("file_text", "content"),
                ("old_str", "old_string"),
                ("new_str", "new_string"),
            ])
            .shape(ToolShape::Editor),
        ToolSpec::new("task_tracker", "TodoWrite"),
        ToolSpec::new("glob", "Glob"),
        ToolSpec::new("grep", "Grep"),
        ToolSpec::new("delegate", "Agent"),
    ],
    encode: openhands,
    ..AgentSpec::like_claude(
        "openhands",
        "OpenHands",
        &[Contract::new("1.16.0", "2026-11-16", EVENTS)
            .timeout(HookTimeout::seconds(60))
            .matchers(MatcherKind::AnchoredRegex)],
        Configuration {
            form: GROUPS,
            files: &[
                ConfigFile::user(".openhands/hooks.json"),
                ConfigFile::project(".openhands/hooks.json"),
            ],
        },
    )
};
