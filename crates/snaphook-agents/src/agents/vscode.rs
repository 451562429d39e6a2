//! The Local agent of VS Code, by its documentation: matchers are read and ignored, and a
//! stop is sent back from inside `hookSpecificOutput`.

use super::shared::{
    CONTEXT_AND_MESSAGE, DENY_CONTEXT_MESSAGE, EVERY_DECISION, GO_ON_AND_MESSAGE, MESSAGE,
};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::vscode;
use crate::install::{InstallSpec, KeyValue};
use crate::tool::{InputForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT_AND_MESSAGE).documented(),
    EventContract::new("UserPromptSubmit", DENY_CONTEXT_MESSAGE).documented(),
    EventContract::new("PreToolUse", EVERY_DECISION).documented(),
    EventContract::new("PostToolUse", CONTEXT_AND_MESSAGE).documented(),
    EventContract::new("PreCompact", MESSAGE).documented(),
    EventContract::new("SubagentStart", CONTEXT_AND_MESSAGE).documented(),
    EventContract::new("SubagentStop", GO_ON_AND_MESSAGE).documented(),
    EventContract::new("Stop", GO_ON_AND_MESSAGE).documented(),
];

/// The Local agent of VS Code.
pub(super) static VSCODE: AgentSpec = AgentSpec {
    programs: &["code"],
    input: InputForm {
        fields: &[],
        values: &[("source", "new", "startup")],
    },
    tools: &[
        ToolSpec::new("run_in_terminal", "Bash"),
        ToolSpec::new("runTerminalCommand", "Bash"),
        ToolSpec::new("read_file", "Read").keys(&[("filePath", "file_path")]),
        ToolSpec::new("create_file", "Write").keys(&[("filePath", "file_path")]),
        ToolSpec::new("replace_string_in_file", "Edit").keys(&[
            ("filePath", "file_path"),
            ("oldString", "old_string"),
            ("newString", "new_string"),
        ]),
        ToolSpec::new("multi_replace_string_in_file", "MultiEdit"),
        ToolSpec::new("grep_search", "Grep"),
        ToolSpec::new("file_search", "Glob"),
        ToolSpec::new("list_dir", "LS"),
        ToolSpec::new("fetch_webpage", "WebFetch"),
        ToolSpec::new("runSubagent", "Agent"),
    ],
    encode: vscode,
    reads_claude_settings: true,
    install: InstallSpec {
        keys: &[("type", KeyValue::Text("command"))],
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "vscode",
        "VS Code",
        &[Contract::new("2026-10", "2026-10-31", EVENTS)
            .timeout(HookTimeout::seconds(30))
            .matchers(MatcherKind::Ignored)],
        Configuration {
            form: ConfigForm::Flat {
                version: None,
                command: "command",
                timeout: Some("timeout"),
            },
            files: &[
                ConfigFile::user(".copilot/hooks/snaphook-vscode.json"),
                ConfigFile::project(".github/hooks/snaphook-vscode.json"),
            ],
        },
    )
};
