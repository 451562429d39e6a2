//! Goose: hooks of a plugin. The matcher `*` drops the hook silently, so none is written.
//! A shell call fires PreToolUse and BeforeShellExecution: only the first is registered.

use super::shared::{DENY, GO_ON, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::goose;
use crate::install::{InstallSpec, KeyValue};
use crate::tool::{InputForm, ToolShape, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", NOTHING),
    EventContract::new("UserPromptSubmit", NOTHING).fields(&[("prompt", &["message"])]),
    EventContract::new("PreToolUse", DENY),
    EventContract::named("BeforeShellExecution", "PreToolUse", DENY)
        .documented()
        .not_installed(),
    EventContract::named("BeforeReadFile", "PreToolUse", DENY)
        .documented()
        .not_installed(),
    EventContract::named("AfterShellExecution", "PostToolUse", NOTHING)
        .documented()
        .not_installed(),
    EventContract::named("AfterFileEdit", "PostToolUse", NOTHING)
        .documented()
        .not_installed(),
    EventContract::new("PostToolUse", NOTHING).fields(&[("tool_response", &["tool_output"])]),
    EventContract::new("PostToolUseFailure", NOTHING)
        .fields(&[("error", &["tool_output"])])
        .documented(),
    EventContract::new("Stop", GO_ON),
    EventContract::new("SessionEnd", NOTHING),
];

/// Goose.
pub(super) static GOOSE: AgentSpec = AgentSpec {
    programs: &["goose"],
    input: InputForm {
        fields: &[
            ("cwd", &["working_dir"]),
            ("tool_use_id", &["tool_call_id"]),
        ],
        values: &[],
    },
    tools: &[
        ToolSpec::new("shell", "Bash"),
        ToolSpec::new("developer__shell", "Bash"),
        ToolSpec::new("write", "Write").keys(&[("path", "file_path")]),
        ToolSpec::new("edit", "Edit").keys(&[
            ("path", "file_path"),
            ("before", "old_string"),
            ("after", "new_string"),
        ]),
        ToolSpec::new("developer__text_editor", "Edit")
            .keys(&[("path", "file_path"), ("file_text", "content")])
            .shape(ToolShape::Editor),
        ToolSpec::new("tree", "LS"),
    ],
    encode: goose,
    install: InstallSpec {
        fail_closed: Some(("on_failure", KeyValue::Text("block"))),
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "goose",
        "Goose",
        &[Contract::new("1.52.0", "2026-11-16", EVENTS)
            .timeout(HookTimeout::seconds(30))
            .matchers(MatcherKind::Regex)],
        Configuration {
            form: ConfigForm::PluginFolder,
            files: &[
                ConfigFile::user(".agents/plugins/snaphook"),
                ConfigFile::project(".agents/plugins/snaphook"),
            ],
        },
    )
};
