//! Agents that take the address of a model server and a key from the environment.

use super::spec::{LaunchSpec, ToolCallForm};

pub(super) static CLAUDE: LaunchSpec = LaunchSpec {
    arguments: &[
        "-p",
        "run the command",
        "--allowedTools",
        "Bash,Write,Edit,Read",
    ],
    environment: &[
        ("ANTHROPIC_BASE_URL", "{url}"),
        ("ANTHROPIC_API_KEY", "canary"),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("DISABLE_AUTOUPDATER", "1"),
    ],
    shell: &[ToolCallForm::new("Bash", &["command"])],
    write: &[ToolCallForm::new("Write", &["file_path", "content"])],
    edit: &[ToolCallForm::new(
        "Edit",
        &["file_path", "old_string", "new_string"],
    )],
    ..LaunchSpec::new("claude", "claude")
};

pub(super) static COPILOT: LaunchSpec = LaunchSpec {
    arguments: &[
        "-p",
        "run the command",
        "--trust-folder",
        "--allow-all-tools",
        "-s",
    ],
    environment: &[
        ("COPILOT_OFFLINE", "true"),
        ("COPILOT_PROVIDER_BASE_URL", "{url}/v1"),
        ("COPILOT_PROVIDER_API_KEY", "canary"),
        ("COPILOT_MODEL", "gpt-4.1"),
        ("COPILOT_AUTO_UPDATE", "false"),
    ],
    shell: &[ToolCallForm::new("bash", &["command"])],
    write: &[ToolCallForm::new("create", &["path", "file_text"])],
    edit: &[ToolCallForm::new("edit", &["path", "old_str", "new_str"])],
    ..LaunchSpec::new("copilot", "copilot")
};

pub(super) static GEMINI: LaunchSpec = LaunchSpec {
    arguments: &["-m", "gemini-2.5-flash", "-y", "-p", "run the command"],
    environment: &[
        ("GOOGLE_GEMINI_BASE_URL", "{url}"),
        ("GEMINI_API_KEY", "canary"),
    ],
    files: &[
        (
            "{home}/.gemini/settings.json",
            r#"{"security": {"auth": {"selectedType": "gemini-api-key"}},
 "telemetry": {"enabled": false}, "privacy": {"usageStatisticsEnabled": false},
 "general": {"enableAutoUpdate": false}}
"#,
        ),
        (
            "{home}/.gemini/trustedFolders.json",
            "{\"{project}\": \"TRUST_FOLDER\"}\n",
        ),
    ],
    shell: &[ToolCallForm::new("run_shell_command", &["command"])],
    write: &[ToolCallForm::new("write_file", &["file_path", "content"])],
    edit: &[ToolCallForm::new(
        "replace",
        &["file_path", "old_string", "new_string"],
    )],
    ..LaunchSpec::new("gemini", "gemini")
};

pub(super) static QWEN: LaunchSpec = LaunchSpec {
    arguments: &["-y", "-p", "run the command"],
    environment: &[
        ("OPENAI_API_KEY", "canary"),
        ("OPENAI_BASE_URL", "{url}/v1"),
        ("OPENAI_MODEL", "canary"),
    ],
    files: &[
        (
            "{home}/.qwen/settings.json",
            r#"{"security": {"auth": {"selectedType": "openai"}},
 "telemetry": {"enabled": false}, "privacy": {"usageStatisticsEnabled": false},
 "general": {"enableAutoUpdate": false, "disableAutoUpdate": true}}
"#,
        ),
        (
            "{home}/.qwen/trustedFolders.json",
            "{\"{project}\": \"TRUST_FOLDER\"}\n",
        ),
    ],
    shell: &[ToolCallForm::new("run_shell_command", &["command"])],
    write: &[ToolCallForm::new("write_file", &["file_path", "content"])],
    edit: &[ToolCallForm::new(
        "edit",
        &["file_path", "old_string", "new_string"],
    )],
    ..LaunchSpec::new("qwen", "qwen")
};

pub(super) static OPENHANDS: LaunchSpec = LaunchSpec {
    arguments: &[
        "--headless",
        "--override-with-envs",
        "--always-approve",
        "--exit-without-confirmation",
        "-t",
        "run the command",
    ],
    environment: &[
        ("LLM_API_KEY", "canary"),
        ("LLM_BASE_URL", "{url}/v1"),
        ("LLM_MODEL", "openai/gpt-4.1"),
        ("LITELLM_LOCAL_MODEL_COST_MAP", "True"),
        ("OPENHANDS_SUPPRESS_BANNER", "1"),
        ("DO_NOT_TRACK", "1"),
    ],
    shell: &[ToolCallForm::new("terminal", &["command"])],
    write: &[
        ToolCallForm::new("file_editor", &["path", "file_text"]).fixed(&[("command", "create")])
    ],
    edit: &[
        ToolCallForm::new("file_editor", &["path", "old_str", "new_str"])
            .fixed(&[("command", "str_replace")]),
    ],
    seconds: 180,
    ..LaunchSpec::new("openhands", "openhands")
};

pub(super) static DEEPAGENTS: LaunchSpec = LaunchSpec {
    arguments: &[
        "-n",
        "run the command",
        "-q",
        "-M",
        "openai:gpt-4.1",
        "-S",
        "all",
        "--trust-project-hooks",
        "--no-mcp",
        "--no-tracing",
        "--max-turns",
        "6",
    ],
    environment: &[
        ("OPENAI_API_KEY", "canary"),
        ("OPENAI_BASE_URL", "{url}/v1"),
        ("OPENAI_API_BASE", "{url}/v1"),
        ("LANGSMITH_TRACING", "false"),
        ("LANGCHAIN_TRACING_V2", "false"),
        ("DEEPAGENTS_CODE_NO_UPDATE_CHECK", "1"),
    ],
    shell: &[ToolCallForm::new("execute", &["command"])],
    write: &[ToolCallForm::new("write_file", &["file_path", "content"])],
    edit: &[ToolCallForm::new(
        "edit_file",
        &["file_path", "old_string", "new_string"],
    )],
    seconds: 180,
    ..LaunchSpec::new("deepagents", "dcode")
};
