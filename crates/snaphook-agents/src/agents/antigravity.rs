//! Antigravity, by its documentation: camelCase input, PascalCase parameters, and an answer
//! it cannot read is a denial.

use super::shared::NOTHING;
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::Ability::{Ask, Deny};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::antigravity;
use crate::tool::{InputForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("PreToolUse", &[Deny, Ask]).documented(),
    EventContract::new("PostToolUse", NOTHING).documented(),
    EventContract::new("Stop", NOTHING).documented(),
];

/// Antigravity.
pub(super) static ANTIGRAVITY: AgentSpec = AgentSpec {
    programs: &["agy"],
    input: InputForm {
        fields: &[
            ("session_id", &["conversationId"]),
            ("tool_name", &["toolCall.name"]),
            ("tool_input", &["toolCall.args"]),
            ("transcript_path", &["transcriptPath"]),
            ("cwd", &["workspacePaths.0"]),
        ],
        values: &[],
    },
    tools: &[
        ToolSpec::new("run_command", "Bash").keys(&[("CommandLine", "command")]),
        ToolSpec::new("view_file", "Read").keys(&[("AbsolutePath", "file_path")]),
        ToolSpec::new("write_to_file", "Write").keys(&[("TargetFile", "file_path")]),
        ToolSpec::new("replace_file_content", "Edit").keys(&[("TargetFile", "file_path")]),
        ToolSpec::new("grep_search", "Grep"),
        ToolSpec::new("list_dir", "LS").keys(&[("DirectoryPath", "path")]),
        ToolSpec::new("search_web", "WebSearch"),
    ],
    encode: antigravity,
    ..AgentSpec::like_claude(
        "antigravity",
        "Antigravity",
        &[Contract::new("1.1.2", "2026-10-31", EVENTS)
            .timeout(HookTimeout::seconds(0))
            .matchers(MatcherKind::Regex)
            .crash_denies()],
        Configuration {
            form: ConfigForm::NamedGroups,
            files: &[
                ConfigFile::user(".gemini/config/hooks.json"),
                ConfigFile::project(".agents/hooks.json"),
            ],
        },
    )
};
