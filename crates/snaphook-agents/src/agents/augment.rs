//! Augment, by its documentation: Claude's form, a denial is all it honours, timeouts in
//! milliseconds, and a command must be a script file.

use super::shared::{CONTEXT, DENY, DENY_AND_REWRITE, GO_ON, GROUPS, NOTHING};
use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, Configuration};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::install::InstallSpec;
use crate::tool::{InputForm, ToolSpec};

const EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", CONTEXT).documented(),
    EventContract::named("PromptSubmit", "UserPromptSubmit", DENY).documented(),
    EventContract::new("PreToolUse", DENY_AND_REWRITE).documented(),
    EventContract::new("PostToolUse", CONTEXT).documented(),
    EventContract::new("Stop", GO_ON).documented(),
    EventContract::new("Notification", NOTHING).documented(),
    EventContract::new("SessionEnd", NOTHING).documented(),
];

/// Augment.
pub(super) static AUGMENT: AgentSpec = AgentSpec {
    programs: &["auggie"],
    input: InputForm {
        fields: &[
            ("session_id", &["conversation_id"]),
            ("cwd", &["workspace_roots.0"]),
            ("tool_response", &["tool_output", "tool_error"]),
        ],
        values: &[],
    },
    tools: &[
        ToolSpec::new("launch-process", "Bash"),
        ToolSpec::new("view", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("save-file", "Write")
            .keys(&[("path", "file_path"), ("file_content", "content")]),
        ToolSpec::new("str-replace-editor", "Edit").keys(&[("path", "file_path")]),
        ToolSpec::new("remove-files", "Edit"),
        ToolSpec::new("web-fetch", "WebFetch"),
        ToolSpec::new("web-search", "WebSearch"),
    ],
    needs: "A hook must be a `.sh` file: the installer writes one beside the settings.",
    install: InstallSpec {
        script_only: true,
        ..InstallSpec::PLAIN
    },
    ..AgentSpec::like_claude(
        "augment",
        "Augment",
        &[Contract::new("0.36.0", "2026-10-31", EVENTS)
            .timeout(HookTimeout::milliseconds(60))
            .matchers(MatcherKind::Regex)],
        Configuration {
            form: GROUPS,
            files: &[
                ConfigFile::user(".augment/settings.json"),
                ConfigFile::project(".augment/settings.json"),
                ConfigFile::managed("/etc/augment/settings.json"),
            ],
        },
    )
};
