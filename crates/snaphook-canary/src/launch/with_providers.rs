//! Agents that take the model server from a file, or from a step before the run.

use super::spec::{LaunchSpec, LaunchStep, ToolCallForm};

pub(super) static CODEX: LaunchSpec = LaunchSpec {
    arguments: &[
        "exec",
        "--dangerously-bypass-hook-trust",
        "--dangerously-bypass-approvals-and-sandbox",
        "run the command",
    ],
    files: &[(
        "{home}/.codex/config.toml",
        r#"model = "canary"
model_provider = "canary"
check_for_update_on_startup = false

[model_providers.canary]
name = "canary"
base_url = "{url}/v1"
wire_api = "responses"

[features]
hooks = true

[projects."{project}"]
trust_level = "trusted"
"#,
    )],
    shell: &[
        ToolCallForm::new("exec_command", &["cmd"]),
        ToolCallForm::new("shell_command", &["command"]),
    ],
    ..LaunchSpec::new("codex", "codex")
};

pub(super) static GROK: LaunchSpec = LaunchSpec {
    arguments: &["-m", "canary", "--always-approve", "-p", "run the command"],
    environment: &[
        ("GROK_FOLDER_TRUST", "0"),
        ("GROK_MODELS_BASE_URL", "{url}/v1"),
        ("XAI_API_KEY", "canary"),
    ],
    files: &[(
        "{home}/.grok/config.toml",
        r#"[cli]
auto_update = false

[models]
default = "canary"

[model.canary]
model = "canary"
name = "canary"
base_url = "{url}/v1"
api_key = "canary"
api_backend = "chat_completions"
context_window = 100000

[features]
telemetry = false
"#,
    )],
    shell: &[ToolCallForm::new("run_terminal_command", &["command"])],
    write: &[ToolCallForm::new("write", &["file_path", "content"])],
    edit: &[ToolCallForm::new(
        "search_replace",
        &["file_path", "old_string", "new_string"],
    )],
    ..LaunchSpec::new("grok", "grok")
};

pub(super) static KIMI_CODE: LaunchSpec = LaunchSpec {
    arguments: &["-p", "run the command"],
    environment: &[
        ("KIMI_CODE_NO_AUTO_UPDATE", "1"),
        ("KIMI_DISABLE_TELEMETRY", "1"),
    ],
    files: &[(
        "{home}/.kimi-code/config.toml",
        r#"default_model = "canary"
telemetry = false

[providers.canary]
type = "openai"
base_url = "{url}/v1"
api_key = "canary"

[models.canary]
provider = "canary"
model = "canary"
max_context_size = 100000
"#,
    )],
    shell: &[ToolCallForm::new("Bash", &["command"])],
    write: &[ToolCallForm::new("Write", &["path", "content"])],
    edit: &[ToolCallForm::new(
        "Edit",
        &["path", "old_string", "new_string"],
    )],
    ..LaunchSpec::new("kimi-code", "kimi")
};

pub(super) static CLINE: LaunchSpec = LaunchSpec {
    arguments: &["-P", "openai", "-m", "canary", "run the command"],
    environment: &[
        ("CLINE_TELEMETRY_DISABLED", "1"),
        ("CLINE_NO_AUTO_UPDATE", "1"),
    ],
    before: &[LaunchStep {
        program: "cline",
        arguments: &[
            "auth", "-p", "openai", "-k", "canary", "-m", "canary", "-b", "{url}/v1",
        ],
    }],
    shell: &[ToolCallForm::new("run_commands", &["commands"])],
    write: &[ToolCallForm::new("editor", &["path", "new_text"])],
    edit: &[ToolCallForm::new(
        "editor",
        &["path", "old_text", "new_text"],
    )],
    ..LaunchSpec::new("cline", "cline")
};
