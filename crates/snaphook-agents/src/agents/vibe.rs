//! Mistral Vibe: three events; exit 2 is ignored, JSON is not.

use super::shared::{CONTEXT, DENY_AND_REWRITE, GO_ON};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::{Contract, EventContract, ExitTwo, HookTimeout, MatcherKind};
use crate::encode::vibe;
use crate::install::{FileStep, InstallSpec, KeyValue, moved};
use crate::tool::{InputForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::named("pre_tool", "PreToolUse", DENY_AND_REWRITE),
    EventContract::named("post_tool", "PostToolUse", CONTEXT)
        .fields(&[("tool_response", &["tool_output", "tool_result"])]),
    EventContract::named("post_agent", "Stop", GO_ON),
];

/// Mistral Vibe.
pub(super) static VIBE: AgentSpec = AgentSpec {
    programs: &["vibe"],
    input: InputForm {
        fields: &[("tool_use_id", &["tool_call_id"])],
        values: &[],
    },
    tools: &[
        ToolSpec::new("file_system.bash", "Bash"),
        ToolSpec::new("bash", "Bash"),
        ToolSpec::new("file_system.read_file", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("file_system.write_file", "Write").keys(&[("path", "file_path")]),
        ToolSpec::new("file_system.search_replace", "Edit").keys(&[("path", "file_path")]),
        ToolSpec::new("file_system.grep", "Grep"),
        ToolSpec::new("todo", "TodoWrite"),
        ToolSpec::new("task", "Agent"),
    ],
    encode: vibe,
    needs: "`enable_experimental_hooks = true` in `~/.vibe/config.toml`; `strict = true` makes \
            a failed hook deny.",
    install: InstallSpec {
        moved: &[moved(".vibe", "VIBE_HOME")],
        fail_closed: Some(("strict", KeyValue::True)),
        steps: &[FileStep::TomlSwitch {
            file: ".vibe/config.toml",
            keys: &["enable_experimental_hooks"],
        }],
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "vibe",
        "Mistral Vibe",
        &[Contract::new("3.0.2", "2026-11-16", EVENTS)
            .timeout(HookTimeout::seconds(60))
            .matchers(MatcherKind::Regex)
            .exit_two(ExitTwo::Ignored)],
        Configuration {
            form: ConfigForm::TomlTables {
                event: "type",
                named: true,
            },
            files: &[ConfigFile::user(".vibe/hooks.toml")],
        },
    )
};
