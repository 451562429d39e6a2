//! Gemini CLI: its own event names, `decision` instead of `permissionDecision`, timeouts in
//! milliseconds. `ask` hangs without a terminal, so it counts as missing.

use super::shared::{CONTEXT_AND_MESSAGE, DENY_CONTEXT_MESSAGE, GROUPS, MESSAGE};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, Configuration};
use crate::contract::Ability::{
    Context, Deny, KeepGoing, Message, RewriteInput, RewriteOutput, Stop,
};
use crate::contract::{Contract, EventContract, ExitTwo, HookTimeout, MatcherKind};
use crate::encode::gemini;
use crate::install::{FileStep, InstallSpec};
use crate::tool::McpForm;

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT_AND_MESSAGE),
    EventContract::named("BeforeAgent", "UserPromptSubmit", DENY_CONTEXT_MESSAGE),
    EventContract::named(
        "BeforeTool",
        "PreToolUse",
        &[Deny, RewriteInput, Stop, Message],
    ),
    EventContract::named(
        "AfterTool",
        "PostToolUse",
        &[Context, RewriteOutput, Stop, Message],
    ),
    EventContract::named("BeforeModel", "BeforeLlmCall", &[Deny, Message]).not_installed(),
    EventContract::named("AfterModel", "AfterLlmCall", MESSAGE).not_installed(),
    EventContract::named("AfterAgent", "Stop", &[KeepGoing, Stop, Message])
        .fields(&[("last_assistant_message", &["prompt_response"])]),
    EventContract::named("PreCompress", "PreCompact", MESSAGE).not_installed(),
    EventContract::new("Notification", MESSAGE).documented(),
    EventContract::new("SessionEnd", MESSAGE),
];

/// Gemini CLI.
pub(super) static GEMINI: AgentSpec = AgentSpec {
    programs: &["gemini"],
    tools: super::shared::GEMINI_TOOLS,
    mcp: McpForm::SinglePrefix,
    encode: gemini,
    needs: "The folder must stand in `~/.gemini/trustedFolders.json`; `--skip-trust` does not \
            load the hooks of a project.",
    install: InstallSpec {
        steps: &[FileStep::JsonFolderMap {
            file: ".gemini/trustedFolders.json",
            value: "TRUST_FOLDER",
        }],
        runs_in_shell: true,
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "gemini",
        "Gemini CLI",
        &[Contract::new("0.61.0", "2026-11-16", EVENTS)
            .timeout(HookTimeout::milliseconds(60))
            .matchers(MatcherKind::Regex)
            .exit_two(ExitTwo::BlocksWithStderr)],
        Configuration {
            form: GROUPS,
            files: &[
                ConfigFile::user(".gemini/settings.json"),
                ConfigFile::project(".gemini/settings.json"),
                ConfigFile::managed("/etc/gemini-cli/settings.json"),
            ],
        },
    )
};
