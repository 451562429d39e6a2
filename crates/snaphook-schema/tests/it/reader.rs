//! What `snaphook check` calls an error: the findings of the reader, and of the
//! lints. The schema must refuse the same files.

use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use snaphook_core::Severity;
use snaphook_core::hook::Scope;
use snaphook_settings::{Files, FoundPath, LintContext, LoadContext, lint, parse};

use crate::common::{SETTINGS, misfits};

/// What no schema can say: whether an expression or a rule is well formed, and
/// which event was probably meant.
const BEYOND_SCHEMAS: &[&str] = &["bad-matcher", "bad-condition", "bad-when", "unknown-event"];

struct NoFiles;

impl Files for NoFiles {
    fn look(&self, _: &Path) -> FoundPath {
        FoundPath::Unknown
    }
}

/// The codes of the errors in these settings.
pub(crate) fn errors(settings: &Value) -> Vec<&'static str> {
    let text = settings.to_string();
    let mut loading = LoadContext::default().kinds(snaphook::kinds());
    let read = parse("s.json".as_ref(), &text, Scope::User, &mut loading).unwrap();
    let context = LintContext {
        conditions: None,
        kinds: &snaphook::kinds(),
        runnable: &["command", "http", "mcp_tool", "prompt", "agent", "builtin"],
        project_dir: Path::new("/repo"),
        home: None,
        files: &NoFiles,
        is_set: None,
    };
    let linted = lint([&read], &context);
    let errors = read.findings.iter().chain(&linted);
    errors
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| finding.code)
        // Whether a folder has policies is no matter of the file.
        .filter(|code| *code != "bad-policy")
        .collect()
}

/// That the schema and `check` say the same of these settings.
#[track_caller]
pub(crate) fn agree(settings: &Value) {
    let mut found = errors(settings);
    found.retain(|code| !BEYOND_SCHEMAS.contains(code));
    let misfits = misfits(&SETTINGS, settings);
    assert_eq!(
        found.is_empty(),
        misfits.is_empty(),
        "{settings:#}\ncheck finds {found:?}, the schema {misfits:#?}"
    );
}

/// Values that are right somewhere and wrong elsewhere.
pub(crate) fn samples() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(-1),
        json!(0.5),
        json!(2.0),
        json!(1_000_000),
        json!(1_000_001),
        json!(""),
        json!(" "),
        json!("text"),
        json!("command"),
        json!("http"),
        json!("function"),
        json!("block"),
        json!("powershell"),
        json!("https://hooks.example.com/x"),
        json!(" HTTP://localhost:1/x"),
        json!([]),
        json!(["a"]),
        json!(["a", 1]),
        json!([null]),
        json!([[]]),
        json!([{}]),
        json!({}),
        json!({"a": "b"}),
        json!({"a": 1}),
        json!({"a": true}),
        json!({"a": null}),
        json!({"a": {}}),
        json!({"a": {"options": {"b": [1]}}}),
        json!({"a": {"options": null}}),
        json!({"a": {"options": []}}),
        json!({"a=b": "c"}),
        json!({"": "c"}),
        json!({"a": "b\u{0}"}),
        json!({"type": "command", "command": "x"}),
        json!({"type": "http", "command": "x"}),
        json!({"type": null, "command": "x", "padding": 2}),
        json!({"command": " "}),
    ]
}

/// A file with something of everything.
fn full() -> Value {
    json!({
        "$schema": "settings.schema.json",
        "model": "opus",
        "disableAllHooks": false,
        "disabledHooks": ["slow"],
        "stopHookBlockCap": 3,
        "statusLine": {"type": "command", "command": "date", "padding": 0},
        "enabledPlugins": {"tidy@market": true},
        "pluginConfigs": {"tidy@market": {"options": {"line": 100}}},
        "hooks": {
            "PreToolUse": [{"matcher": "Bash", "sequential": true, "_comment": "why", "hooks": [
                {"command": "./a.sh", "args": ["-v"], "shell": "bash", "env": {"A": "b"},
                 "if": "Bash(rm *)", "timeout": 5, "onFailure": "block", "id": 7},
                {"type": "http", "url": "http://localhost:1", "headers": {"A": "b"}},
                {"type": "agent", "prompt": "p", "maxTurns": 3, "model": "haiku"},
            ]}],
            "Setup": [{"hooks": [{"type": "builtin", "command": "log", "args": []}]}],
            "Deploy": [{"matcher": "prod", "hooks": [
                {"type": "mcp_tool", "server": "s", "tool": "t", "input": {"a": 1}},
                {"type": "prompt", "prompt": "p", "continueOnBlock": true, "once": true},
            ]}],
        },
    })
}

#[test]
fn a_file_with_something_of_everything_is_fine() {
    assert_eq!(errors(&full()), Vec::<&str>::new());
    agree(&full());
}

/// The places of all values in a value.
fn places(value: &Value, here: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                places(member, format!("{here}/{key}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, format!("{here}/{index}"), found);
            }
        }
        _ => {}
    }
    // Others judge what a tool is called with, and where the schema is.
    if !here.is_empty() && !here.contains("/input") && here != "/$schema" {
        found.push(here);
    }
}

fn any_place() -> impl Strategy<Value = String> {
    let mut found = Vec::new();
    places(&full(), String::new(), &mut found);
    proptest::sample::select(found)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Two values anywhere in a file are replaced by others.
    #[test]
    fn the_schema_refuses_what_check_calls_an_error(
        changes in prop::collection::vec((any_place(), proptest::sample::select(samples())), 1..3)
    ) {
        let mut settings = full();
        for (place, value) in changes {
            if let Some(there) = settings.pointer_mut(&place) {
                *there = value;
            }
        }
        agree(&settings);
    }
}
