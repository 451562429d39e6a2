//! Crush, by its source: one event, its own keys, and a grant that counts.

use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::Ability::{Context, Deny, Grant, RewriteInput};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::crush;
use crate::install::{InstallSpec, moved};
use crate::tool::ToolSpec;

const EVENTS: &[EventContract] =
    &[EventContract::new("PreToolUse", &[Deny, Grant, Context, RewriteInput]).documented()];

/// Crush.
pub(super) static CRUSH: AgentSpec = AgentSpec {
    programs: &["crush"],
    tools: &[
        ToolSpec::new("bash", "Bash"),
        ToolSpec::new("view", "Read"),
        ToolSpec::new("write", "Write"),
        ToolSpec::new("edit", "Edit"),
        ToolSpec::new("multiedit", "MultiEdit"),
        ToolSpec::new("grep", "Grep"),
        ToolSpec::new("glob", "Glob"),
        ToolSpec::new("ls", "LS"),
        ToolSpec::new("fetch", "WebFetch"),
        ToolSpec::new("agent", "Agent"),
    ],
    encode: crush,
    install: InstallSpec {
        moved: &[moved(".config", "XDG_CONFIG_HOME")],
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "crush",
        "Crush",
        &[Contract::new("2026-08", "2026-08-21", EVENTS)
            .timeout(HookTimeout::seconds(30))
            .matchers(MatcherKind::Regex)],
        Configuration {
            form: ConfigForm::Flat {
                version: None,
                command: "command",
                timeout: Some("timeout"),
            },
            files: &[
                ConfigFile::user(".config/crush/crush.json"),
                ConfigFile::project("crush.json"),
            ],
        },
    )
};
