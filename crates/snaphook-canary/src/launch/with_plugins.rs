//! Agents whose hooks are JavaScript.

use super::spec::{LaunchSpec, ToolCallForm};

const OPENCODE_SETTINGS: &str = r#"{"model": "canary/canary", "small_model": "canary/canary",
 "autoupdate": false, "share": "disabled", "permission": {"bash": "allow", "edit": "allow"},
 "provider": {"canary": {"npm": "@ai-sdk/openai-compatible", "name": "canary",
  "options": {"baseURL": "{url}/v1", "apiKey": "canary"},
  "models": {"canary": {"name": "canary", "limit": {"context": 100000, "output": 4000}}}}}}
"#;

const OPENCODE_TOOLS: (&[ToolCallForm], &[ToolCallForm], &[ToolCallForm]) = (
    &[ToolCallForm::new("bash", &["command"])],
    &[ToolCallForm::new("write", &["filePath", "content"])],
    &[ToolCallForm::new(
        "edit",
        &["filePath", "oldString", "newString"],
    )],
);

pub(super) static OPENCODE: LaunchSpec = LaunchSpec {
    arguments: &["run", "run the command"],
    environment: &[
        ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
        ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
        ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
    ],
    files: &[("{project}/opencode.json", OPENCODE_SETTINGS)],
    shell: OPENCODE_TOOLS.0,
    write: OPENCODE_TOOLS.1,
    edit: OPENCODE_TOOLS.2,
    ..LaunchSpec::new("opencode", "opencode")
};

pub(super) static KILO: LaunchSpec = LaunchSpec {
    arguments: &["run", "run the command"],
    environment: &[
        ("KILO_DISABLE_AUTOUPDATE", "1"),
        ("KILO_DISABLE_MODELS_FETCH", "1"),
        ("KILO_DISABLE_LSP_DOWNLOAD", "1"),
    ],
    files: &[
        ("{project}/opencode.json", OPENCODE_SETTINGS),
        ("{project}/kilo.json", OPENCODE_SETTINGS),
    ],
    shell: OPENCODE_TOOLS.0,
    write: OPENCODE_TOOLS.1,
    edit: OPENCODE_TOOLS.2,
    ..LaunchSpec::new("kilo", "kilo")
};

pub(super) static PI: LaunchSpec = LaunchSpec {
    arguments: &[
        "--provider",
        "canary",
        "--model",
        "canary",
        "-p",
        "run the command",
    ],
    environment: &[("PI_OFFLINE", "1"), ("PI_TELEMETRY", "0")],
    files: &[(
        "{home}/.pi/agent/models.json",
        r#"{"providers": {"canary": {"baseUrl": "{url}/v1", "apiKey": "canary",
 "api": "openai-completions", "models": [{"id": "canary"}]}}}
"#,
    )],
    shell: &[ToolCallForm::new("bash", &["command"])],
    write: &[ToolCallForm::new("write", &["path", "content"])],
    edit: &[ToolCallForm::new("edit", &["path", "oldText", "newText"])],
    ..LaunchSpec::new("pi", "pi")
};
