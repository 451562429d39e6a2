//! GitHub Copilot CLI, in its camelCase form. The input does not name the event, so the
//! installed command does.

use super::shared::{CONTEXT, DENY_AND_GRANT, GO_ON, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::Ability::{Ask, Context, Deny, Grant, RewriteInput, RewriteOutput};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::copilot;
use crate::install::{FileStep, InstallSpec, KeyValue, moved};
use crate::tool::{InputForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::named("sessionStart", "SessionStart", CONTEXT),
    EventContract::named("userPromptSubmitted", "UserPromptSubmit", CONTEXT),
    EventContract::named(
        "preToolUse",
        "PreToolUse",
        &[Deny, Grant, Ask, Context, RewriteInput],
    ),
    EventContract::named("permissionRequest", "PermissionRequest", DENY_AND_GRANT),
    EventContract::named("postToolUse", "PostToolUse", &[Context, RewriteOutput]),
    EventContract::named("postToolUseFailure", "PostToolUseFailure", CONTEXT).documented(),
    EventContract::named("notification", "Notification", CONTEXT).documented(),
    EventContract::named("subagentStart", "SubagentStart", CONTEXT).documented(),
    EventContract::named("subagentStop", "SubagentStop", GO_ON).documented(),
    EventContract::named("agentStop", "Stop", GO_ON),
    EventContract::named("errorOccurred", "StopFailure", NOTHING).documented(),
    EventContract::named("preCompact", "PreCompact", NOTHING).documented(),
    EventContract::named("sessionEnd", "SessionEnd", NOTHING),
];

/// GitHub Copilot CLI.
pub(super) static COPILOT: AgentSpec = AgentSpec {
    programs: &["copilot"],
    input: InputForm {
        fields: &[
            ("session_id", &["sessionId"]),
            ("transcript_path", &["transcriptPath"]),
            ("tool_name", &["toolName"]),
            ("tool_input", &["toolArgs", "toolInput"]),
            ("tool_use_id", &["toolCallId"]),
            ("tool_response", &["toolResult", "tool_result"]),
            ("agent_type", &["agentName"]),
        ],
        values: &[("source", "new", "startup")],
    },
    tools: &[
        ToolSpec::new("bash", "Bash").required(&["description"]),
        ToolSpec::new("powershell", "PowerShell"),
        ToolSpec::new("view", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("create", "Write").keys(&[("path", "file_path"), ("file_text", "content")]),
        ToolSpec::new("edit", "Edit").keys(&[
            ("path", "file_path"),
            ("old_str", "old_string"),
            ("new_str", "new_string"),
        ]),
        ToolSpec::new("str_replace_editor", "Edit")
            .keys(&[("path", "file_path"), ("file_text", "content")])
            .shape(crate::tool::ToolShape::Editor),
        ToolSpec::new("apply_patch", "Edit").shape(crate::tool::ToolShape::Patch("patch")),
        ToolSpec::new("grep", "Grep"),
        ToolSpec::new("rg", "Grep"),
        ToolSpec::new("glob", "Glob"),
        ToolSpec::new("web_fetch", "WebFetch"),
        ToolSpec::new("web_search", "WebSearch"),
        ToolSpec::new("ask_user", "AskUserQuestion"),
        ToolSpec::new("update_todo", "TodoWrite"),
        ToolSpec::new("task", "Agent"),
        ToolSpec::new("Bash", "Bash"),
    ],
    encode: copilot,
    reads_claude_settings: true,
    needs: "The folder must be trusted (`--trust-folder`): Copilot skips the hooks of others \
            silently.",
    install: InstallSpec {
        moved: &[moved(".copilot", "COPILOT_HOME")],
        keys: &[("type", KeyValue::Text("command"))],
        steps: &[FileStep::JsonFolderList {
            file: ".copilot/config.json",
            key: "trustedFolders",
        }],
        runs_in_shell: true,
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "copilot",
        "GitHub Copilot CLI",
        &[Contract::new("1.0.102", "2026-11-16", EVENTS)
            .timeout(HookTimeout::seconds(30))
            .matchers(MatcherKind::AnchoredRegex)
            .crash_denies()],
        Configuration {
            form: ConfigForm::Flat {
                version: Some(1),
                command: "bash",
                timeout: Some("timeoutSec"),
            },
            files: &[
                ConfigFile::user(".copilot/hooks/snaphook.json"),
                ConfigFile::project(".github/hooks/snaphook.json"),
                ConfigFile::managed("/etc/github-copilot/policy.d/snaphook.json"),
            ],
        },
    )
};
