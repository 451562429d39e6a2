//! OpenAI Codex. It is strict: an answer with a key it does not know is a failed hook, and
//! the call goes on.

use super::shared::{CONTEXT_AND_MESSAGE, DENY_CONTEXT_MESSAGE, GO_ON_AND_MESSAGE, MESSAGE};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::Ability::{Context, Deny, Grant, Message, RewriteInput};
use crate::contract::{Contract, EventContract, ExitTwo, HookTimeout};
use crate::encode::codex;
use crate::install::{FileStep, InstallSpec, moved};
use crate::tool::{ToolShape, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT_AND_MESSAGE),
    EventContract::new("UserPromptSubmit", DENY_CONTEXT_MESSAGE),
    EventContract::new("PreToolUse", &[Deny, Context, RewriteInput, Message]),
    EventContract::new("PermissionRequest", &[Deny, Grant, Message]).documented(),
    EventContract::new("PostToolUse", CONTEXT_AND_MESSAGE),
    EventContract::new("PreCompact", MESSAGE).documented(),
    EventContract::new("PostCompact", MESSAGE)
        .documented()
        .not_installed(),
    EventContract::new("SubagentStart", CONTEXT_AND_MESSAGE).documented(),
    EventContract::new("SubagentStop", GO_ON_AND_MESSAGE).documented(),
    EventContract::new("Stop", GO_ON_AND_MESSAGE),
    EventContract::new("SessionEnd", MESSAGE),
];

/// OpenAI Codex.
pub(super) static CODEX: AgentSpec = AgentSpec {
    programs: &["codex"],
    encode: codex,
    tools: &[
        ToolSpec::new("Bash", "Bash"),
        ToolSpec::new("exec_command", "Bash").keys(&[("cmd", "command")]),
        ToolSpec::new("apply_patch", "Edit").shape(ToolShape::Patch("command")),
        ToolSpec::new("write_stdin", "Bash").keys(&[("chars", "command")]),
        ToolSpec::new("view_image", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("web_search", "WebSearch"),
        ToolSpec::new("update_plan", "TodoWrite"),
        ToolSpec::new("spawn_agent", "Agent"),
    ],
    needs: "The project must be trusted (`trust_level = \"trusted\"`), `features.hooks` must \
            be on, and each hook must be trusted once with `/hooks`: Codex skips others silently.",
    install: InstallSpec {
        moved: &[moved(".codex", "CODEX_HOME")],
        capped: &[("SessionEnd", 3)],
        steps: &[
            FileStep::TomlSwitch {
                file: ".codex/config.toml",
                keys: &["features", "hooks"],
            },
            FileStep::TomlFolder {
                file: ".codex/config.toml",
                table: "projects",
                key: "trust_level",
                value: "trusted",
            },
            FileStep::TomlHookHashes {
                file: ".codex/config.toml",
            },
        ],
        runs_in_shell: true,
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "codex",
        "OpenAI Codex",
        &[Contract::new("0.166.0", "2026-11-16", EVENTS)
            .timeout(HookTimeout::seconds(600))
            .exit_two(ExitTwo::BlocksWithStderr)],
        Configuration {
            // A matcher would count for the hash by which a hook is trusted.
            form: ConfigForm::Groups {
                wrapper: true,
                every_tool: None,
            },
            files: &[
                ConfigFile::user(".codex/hooks.json"),
                ConfigFile::project(".codex/hooks.json"),
            ],
        },
    )
};
