//! A tool event that names no tool passes no guard.

use serde_json::{Value, json};
use snaphook::gate::ToolResult;
use snaphook::permission::CallDecision;
use snaphook::prelude::*;
use snaphook::{Answer, Engine, FunctionHook, Input, ToolCall};

use crate::common::{builder, fire, statuses};
use crate::gate::{common, echo, gate_of};

const TOOL_EVENTS: [&str; 5] = [
    "PreToolUse",
    "PermissionRequest",
    "PermissionDenied",
    "PostToolUse",
    "PostToolUseFailure",
];

/// Inputs without a name that anybody could match.
fn nameless() -> Vec<Value> {
    vec![
        json!({}),
        json!({"tool_name": null}),
        json!({"tool_name": ""}),
        json!({"tool_name": "Bash "}),
        json!({"tool_name": "\u{200b}Bash"}),
        json!({"tool_name": "Bash\0"}),
        json!({"tool_name": ["Bash"]}),
        json!({"toolName": "Bash"}),
    ]
}

fn input(event: &str, fields: &Value) -> Input {
    let mut input = json!({"hook_event_name": event, "tool_input": {"command": "ls"}});
    for (key, value) in fields.as_object().unwrap() {
        input[key] = value.clone();
    }
    Input::parse(&input.to_string()).unwrap()
}

#[tokio::test]
async fn a_missing_tool_name_does_not_pass_a_guard_with_a_matcher_or_a_condition() {
    for event in TOOL_EVENTS {
        let guard = json!({"command": "exit 2", "onFailure": "block"});
        let mut conditional = guard.clone();
        conditional["if"] = json!("Bash(rm *)");
        conditional["name"] = json!("conditional");
        let settings = json!({"hooks": {event: [
            {"matcher": "Bash", "hooks": [guard, {"command": "echo no guard"}]},
            {"matcher": "Write|Edit", "hooks": [conditional]},
        ]}});
        let engine = builder()
            .settings_json(settings.to_string())
            .build()
            .unwrap();
        for fields in nameless() {
            let outcome = fire(&engine, input(event, &fields)).await;
            assert_eq!(
                statuses(&outcome),
                ["blocked", "blocked"],
                "{event} {fields}"
            );
            let told = outcome
                .diagnostics
                .iter()
                .find(|one| one.code == "tool-name-missing");
            let told = &told.expect("a diagnostic").message;
            assert_eq!(
                told.contains("`toolName`"),
                fields.get("toolName").is_some(),
                "{told}"
            );
        }
    }
}

#[tokio::test]
async fn a_missing_tool_name_is_told_also_where_no_hook_is() {
    let engine = Engine::builder().build().unwrap();
    let outcome = fire(&engine, input("PreToolUse", &json!({"toolName": "Bash"}))).await;
    assert_eq!(outcome.diagnostics[0].code, "tool-name-missing");
}

#[tokio::test]
async fn a_missing_tool_name_does_not_pass_a_guard_that_is_a_function_or_a_sessions_own() {
    let guard = || {
        FunctionHook::new("PreToolUse", "guard", |_| async { Answer::deny("no") })
            .matcher("Bash")
            .block_on_failure()
    };
    let engine = Engine::builder().function(guard()).build().unwrap();
    assert!(fire(&engine, input("PreToolUse", &json!({}))).await.blocked);
    let engine = Engine::builder().build().unwrap();
    let session = engine.session("s");
    session.add_function_unchecked(guard());
    assert!(
        session
            .execute(input("PreToolUse", &json!({})))
            .await
            .blocked
    );
}

#[tokio::test]
async fn a_builtin_guard_does_not_let_a_call_without_a_name_pass() {
    for builtin in [
        json!({"type": "builtin", "command": "deny_commands", "args": ["rm *"], "onFailure": "block"}),
        json!({"type": "builtin", "command": "deny_paths", "args": [".env"], "onFailure": "block"}),
        json!({"type": "builtin", "command": "require_intent", "onFailure": "block"}),
    ] {
        let settings = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [builtin]}]}});
        let engine = builder()
            .settings_json(settings.to_string())
            .build()
            .unwrap();
        for fields in nameless() {
            let outcome = fire(&engine, input("PreToolUse", &fields)).await;
            assert!(outcome.blocked, "{builtin} {fields}");
        }
    }
}

#[tokio::test]
async fn the_gate_and_authorize_refuse_a_call_of_no_tool() {
    let engine = Engine::builder().build().unwrap();
    for name in ["", " ", "Bash ", "Ba\u{0}sh"] {
        for gate in [gate_of(&engine), gate_of(&engine).with_permissions()] {
            let gated = gate.execute(name, json!({"command": "ls"}), echo).await;
            assert!(matches!(gated.result, ToolResult::Denied(_)), "{name:?}");
        }
        let call = ToolCall::new(name, json!({"command": "ls"}));
        let mode = snaphook::input::CommonFields {
            permission_mode: Some("bypassPermissions".to_owned()),
            ..common()
        };
        let decision = engine.authorize(&mode, call).await;
        assert_eq!(decision.decision, CallDecision::Deny, "{name:?}");
    }
}
