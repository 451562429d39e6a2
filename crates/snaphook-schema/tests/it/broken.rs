//! Settings with one thing wrong in them: the schema refuses each, and `check`
//! names it.

use serde_json::json;

use crate::common::SETTINGS;
use crate::reader::errors;

#[test]
fn broken_settings_do_not_fit() {
    let hook = |hook: serde_json::Value| json!({"hooks": {"Stop": [{"hooks": [hook]}]}});
    let table = [
        ("a list of hooks", json!({"hooks": []}), "wrong-type"),
        (
            "one group, not a list",
            json!({"hooks": {"Stop": {"hooks": []}}}),
            "wrong-type",
        ),
        (
            "no group around the hook",
            json!({"hooks": {"Stop": [{"command": "x"}]}}),
            "no-hooks",
        ),
        (
            "a hook that is a string",
            hook(json!("./x.sh")),
            "wrong-type",
        ),
        (
            "no command",
            hook(json!({"type": "command"})),
            "missing-field",
        ),
        (
            "an empty command",
            hook(json!({"command": " "})),
            "missing-field",
        ),
        (
            "http without a url",
            hook(json!({"type": "http"})),
            "missing-field",
        ),
        (
            "an unknown type",
            hook(json!({"type": "comand", "command": "x"})),
            "unknown-type",
        ),
        (
            "a type for hosts alone",
            hook(json!({"type": "function"})),
            "unknown-type",
        ),
        (
            "no time at all",
            hook(json!({"command": "x", "timeout": 0})),
            "bad-timeout",
        ),
        (
            "less than no time",
            hook(json!({"command": "x", "timeout": -5})),
            "bad-timeout",
        ),
        (
            "a timeout in words",
            hook(json!({"command": "x", "timeout": "5s"})),
            "wrong-type",
        ),
        (
            "an unknown policy",
            hook(json!({"command": "x", "onFailure": "deny"})),
            "unknown-word",
        ),
        (
            "an unknown shell",
            hook(json!({"command": "x", "shell": "fish"})),
            "unknown-word",
        ),
        (
            "arguments in one string",
            hook(json!({"command": "x", "args": "-v"})),
            "wrong-type",
        ),
        (
            "a number in env",
            hook(json!({"command": "x", "env": {"A": 1}})),
            "wrong-type",
        ),
        (
            "a variable with =",
            hook(json!({"command": "x", "env": {"A=": ""}})),
            "bad-variable",
        ),
        (
            "a list of matchers",
            json!({"hooks": {"PreToolUse": [{"matcher": ["Edit", "Write"], "hooks": []}]}}),
            "wrong-type",
        ),
        (
            "a condition that is true",
            hook(json!({"command": "x", "if": true})),
            "wrong-type",
        ),
        (
            "an event outside of hooks",
            json!({"Stop": [{"hooks": [{"command": "x"}]}]}),
            "event-outside-hooks",
        ),
        (
            "http at the start",
            json!({"hooks": {"SessionStart": [{"hooks": [{"type": "http", "url": "http://localhost"}]}]}}),
            "handler-not-allowed",
        ),
        (
            "a prompt on a notification",
            json!({"hooks": {"Notification": [{"hooks": [{"type": "prompt", "prompt": "p"}]}]}}),
            "handler-not-allowed",
        ),
        (
            "a flag in words",
            json!({"disableAllHooks": "yes"}),
            "wrong-type",
        ),
        (
            "half a block",
            json!({"stopHookBlockCap": 2.5}),
            "wrong-type",
        ),
        (
            "a status line that is a string",
            json!({"statusLine": "date"}),
            "wrong-type",
        ),
        (
            "a status line without a command",
            json!({"statusLine": {"type": "command"}}),
            "missing-field",
        ),
        (
            "plugins by a string",
            json!({"enabledPlugins": "tidy"}),
            "wrong-type",
        ),
    ];
    for (what, settings, code) in table {
        assert!(!SETTINGS.is_valid(&settings), "{what}: {settings}");
        assert_eq!(errors(&settings), [code], "{what}: {settings}");
    }
}
