//! A rewritten call is looked at again, on every way to a tool.

use snaphook::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use snaphook::gate::{Gate, Permit, PreHook, ToolResult, ask_first};
use snaphook::permission::CallDecision;
use snaphook::{AgentHooks, Answer, Engine, EngineBuilder, FunctionHook, ToolCall};

use crate::common::{builder, fake};
use crate::gate::{Notes, common, echo, gate_of};
use crate::permission::world::{Person, request};

/// Rewrites every command into this input.
fn rewrites(to: Value) -> FunctionHook {
    FunctionHook::new("PreToolUse", "rewrites", move |_| {
        let specific = json!({"hookEventName": "PreToolUse", "updatedInput": to.clone()});
        async move { json!({ "hookSpecificOutput": specific }) }
    })
}

/// Denies `rm x`.
fn guard() -> FunctionHook {
    FunctionHook::new("PreToolUse", "guard", |call| async move {
        let input = call.input.fields().value("tool_input").unwrap_or_default();
        (input["command"] == "rm x").then(|| Answer::deny("no rm"))
    })
}

/// Every gate there is, on the same engine.
fn gates(engine: &Engine) -> Vec<Gate> {
    let hooks = AgentHooks::new(engine, common());
    vec![
        gate_of(engine),
        gate_of(engine).with_permissions(),
        hooks.gate(),
        hooks.with_permissions().gate(),
    ]
}

async fn refused(gate: &Gate, tool: &str, input: Value) -> Option<(String, String)> {
    match gate.execute(tool, input, echo).await.result {
        ToolResult::Denied(refusal) => Some((refusal.by.to_string(), refusal.reason)),
        _ => None,
    }
}

#[tokio::test]
async fn a_rewrite_does_not_pass_a_guard_unseen_in_any_gate() {
    for engine in [
        Engine::builder()
            .function(guard())
            .function(rewrites(json!({"command": "rm x"}))),
        Engine::builder()
            .function(rewrites(json!({"command": "rm x"})))
            .function(guard()),
        Engine::builder()
            .function(rewrites(json!({"command": "rm x"})))
            .function(guard().block_on_failure().once()),
    ] {
        let engine = engine.build().unwrap();
        for gate in gates(&engine) {
            let (by, reason) = refused(&gate, "Bash", json!({"command": "ls"}))
                .await
                .unwrap();
            assert_eq!((by.as_str(), reason.as_str()), ("guard", "no rm"));
        }
    }
}

#[tokio::test]
async fn a_command_that_runs_once_sees_the_rewrite_too() {
    let rewrite = r#"say:{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rm x"}}}"#;
    let guard = json!({"command": "if grep -q 'rm x'; then echo no rm >&2; exit 2; fi",
        "onFailure": "block", "once": true, "name": "once"});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [guard, fake(&[rewrite])]}]}});
    let engine = builder()
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let (by, _) = refused(&gate_of(&engine), "Bash", json!({"command": "ls"}))
        .await
        .unwrap();
    assert_eq!(by, "once");
}

#[tokio::test]
async fn a_second_look_only_tightens() {
    // It would allow and rewrite what it sees the second time.
    let looks = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&looks);
    let hook = FunctionHook::new("PreToolUse", "again", move |_| {
        let number = seen.fetch_add(1, Ordering::Relaxed);
        let specific = match number {
            0 => json!({"hookEventName": "PreToolUse", "permissionDecision": "ask",
                "updatedInput": {"command": "make"}}),
            _ => json!({"hookEventName": "PreToolUse", "permissionDecision": "allow",
                "updatedInput": {"command": "rm x"}}),
        };
        async move { json!({ "hookSpecificOutput": specific }) }
    });
    let person = Person::who_says("allow");
    let engine = Engine::builder().function(hook).build().unwrap();
    let gate = gate_of(&engine).approver(person.clone());
    let gated = gate.execute("Bash", json!({"command": "ls"}), echo).await;
    assert_eq!(gated.result.value(), Some(&json!({"command": "make"})));
    assert_eq!(
        (looks.load(Ordering::Relaxed), person.questions().len()),
        (2, 1)
    );
}

#[tokio::test]
async fn a_rewrite_that_hides_what_others_look_at_is_refused_by_name() {
    for (tool, before, after) in [
        ("Bash", json!({"command": "ls"}), json!({"cmd": "rm x"})),
        (
            "Bash",
            json!({"command": "ls"}),
            json!({"command": ["rm", "x"]}),
        ),
        ("Bash", json!({"command": "ls"}), json!({"command": null})),
        ("Write", json!({"file_path": "/a"}), json!({"file": "/b"})),
        ("Edit", json!({"file_path": "/a"}), json!({})),
        (
            "NotebookEdit",
            json!({"notebook_path": "/a"}),
            json!({"notebook_path": 1}),
        ),
    ] {
        let engine = Engine::builder()
            .function(rewrites(after.clone()))
            .build()
            .unwrap();
        for gate in gates(&engine) {
            let (by, reason) = refused(&gate, tool, before.clone()).await.unwrap();
            assert_eq!(by, "rewrites", "{tool} {after}");
            assert!(reason.contains("left the call without"), "{reason}");
        }
        let mode = snaphook::input::CommonFields {
            permission_mode: Some("bypassPermissions".to_owned()),
            ..common()
        };
        let decision = engine.authorize(&mode, ToolCall::new(tool, before)).await;
        assert_eq!(decision.decision, CallDecision::Deny, "{tool} {after}");
    }
}

fn asking() -> EngineBuilder {
    let specific = json!({"hookEventName": "PreToolUse", "permissionDecision": "ask",
        "permissionDecisionReason": "is it wise?"});
    Engine::builder().function(FunctionHook::new("PreToolUse", "asks", move |_| {
        let specific = specific.clone();
        async move { json!({ "hookSpecificOutput": specific }) }
    }))
}

#[tokio::test]
async fn nobody_is_asked_about_a_call_that_a_named_hook_refuses() {
    for permissions in [false, true] {
        let person = Person::who_says("allow");
        let engine = asking().build().unwrap();
        let mut gate = gate_of(&engine)
            .approver(person.clone())
            .pre(ask_first("first", |_| true))
            .pre(PreHook::new("no", |_| async { Permit::deny("not today") }));
        if permissions {
            gate = gate.with_permissions();
        }
        let (by, _) = refused(&gate, "Bash", json!({"command": "ls"}))
            .await
            .unwrap();
        assert_eq!(by, "no");
        assert!(person.questions().is_empty());
    }
}

#[tokio::test]
async fn a_person_is_asked_once_whoever_wants_it() {
    for permissions in [false, true] {
        let person = Person::who_says("allow");
        let engine = asking().build().unwrap();
        let mut gate = gate_of(&engine)
            .approver(person.clone())
            .pre(ask_first("first", |_| true))
            .pre(PreHook::new("second", |_| async {
                Permit::Ask(Some("really?".to_owned()))
            }));
        if permissions {
            gate = gate.with_permissions();
        }
        assert_eq!(refused(&gate, "Bash", json!({"command": "ls"})).await, None);
        let questions = person.questions();
        assert_eq!(questions.len(), 1);
        assert_eq!(questions[0].message, "is it wise?\nreally?");
    }
}

#[tokio::test]
async fn a_settings_hook_does_not_answer_what_the_hosts_own_hook_asks_a_person() {
    let person = Person::who_says("deny");
    let engine = Engine::builder()
        .function(request("yes", json!({"behavior": "allow"})))
        .build()
        .unwrap();
    let gate = gate_of(&engine)
        .approver(person.clone())
        .pre(ask_first("first", |_| true));
    assert!(
        refused(&gate, "Bash", json!({"command": "ls"}))
            .await
            .is_some()
    );
    assert_eq!(person.questions().len(), 1);
}

#[tokio::test]
async fn a_named_hook_sees_what_a_request_hook_made_of_the_call() {
    let notes = Notes::default();
    let seen = notes.clone();
    let engine = asking()
        .function(request(
            "yes",
            json!({"behavior": "allow", "updatedInput": {"command": "rm x"}}),
        ))
        .build()
        .unwrap();
    let gate = gate_of(&engine).pre(PreHook::new("named", move |call| {
        let command = call.tool_input["command"].as_str().unwrap().to_owned();
        seen.add(command.clone());
        async move { (command == "rm x").then(|| Permit::deny("no rm")) }
    }));
    let (by, _) = refused(&gate, "Bash", json!({"command": "ls"}))
        .await
        .unwrap();
    assert_eq!(by, "named");
    assert_eq!(notes.all(), ["ls", "rm x"]);
}
