//! An engine that was shut down lets nothing pass that a guard could stop.

use snaphook::prelude::*;
use std::time::Duration;

use serde_json::json;
use snaphook::gate::{PreHook, ToolResult};
use snaphook::permission::CallDecision;
use snaphook::{AgentHooks, Answer, Engine, FunctionHook, Input, ToolCall};
use tokio::sync::oneshot;

use crate::common::{HANG, builder, call, engine_with, fake_with, fire, statuses, until_said};
use crate::gate::{common, echo, gate_of};

fn input(event: &str) -> Input {
    let input = json!({"hook_event_name": event, "tool_name": "Bash", "tool_input": {}});
    Input::parse(&input.to_string()).unwrap()
}

fn engines() -> Vec<Engine> {
    let silent = || FunctionHook::new("PreToolUse", "silent", |_| async {});
    let settings = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"command": "true", "onFailure": "block"}]}]}});
    vec![
        Engine::builder().build().unwrap(),
        Engine::builder().function(silent()).build().unwrap(),
        builder()
            .settings_json(settings.to_string())
            .build()
            .unwrap(),
    ]
}

#[tokio::test]
async fn a_closed_engine_lets_no_call_pass_on_any_way() {
    for engine in engines() {
        let session = engine.session("s");
        engine.shutdown(Duration::ZERO).await;
        assert!(engine.has(&engine.event("PreToolUse")) && session.has(&engine.event("Stop")));
        let late = fire(&engine, input("PreToolUse")).await;
        assert!(late.blocked);
        let decision = late.permission_decision;
        assert_eq!(decision, Some(snaphook::answer::PermissionDecision::Deny));
        assert!(
            late.diagnostics
                .iter()
                .any(|one| one.code == "engine-closed")
        );
        assert!(session.execute(input("PreToolUse")).await.blocked);
        assert!(session.execute(input("UserPromptSubmit")).await.blocked);
        for gate in [gate_of(&engine), gate_of(&engine).with_permissions()] {
            let gated = gate
                .execute("Bash", json!({"command": "ls"}), |_| async {
                    panic!("a closed engine runs no tool") as Result<serde_json::Value, String>
                })
                .await;
            assert!(matches!(gated.result, ToolResult::Denied(_)));
        }
        let call = ToolCall::new("Read", json!({"file_path": "/repo/x"}));
        let decision = engine.authorize(&common(), call).await;
        assert_eq!(decision.decision, CallDecision::Deny);
        let hooks = AgentHooks::new(&engine, common());
        assert!(!hooks.prompt_submitted("hello").await.decision.proceeds());
    }
}

#[tokio::test]
async fn a_closed_engine_does_not_keep_an_agent_running() {
    let engine = Engine::builder().build().unwrap();
    engine.shutdown(Duration::ZERO).await;
    for event in ["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle"] {
        assert!(!fire(&engine, input(event)).await.blocked, "{event}");
    }
}

#[tokio::test]
async fn a_shutdown_while_hooks_run_lets_nothing_pass() {
    // Also where the hook that was ended is not a guard.
    for policy in ["continue", "block"] {
        let hook = fake_with(&["say:ready", "hang"], json!({"onFailure": policy}));
        let engine = engine_with(&[hook]);
        let mut progress = engine.subscribe();
        let running = tokio::spawn({
            let engine = engine.clone();
            async move { fire(&engine, call(0)).await }
        });
        until_said(&mut progress, "ready").await;
        engine.shutdown(Duration::ZERO).await;
        let outcome = running.await.unwrap();
        assert_eq!(statuses(&outcome), ["cancelled"]);
        assert!(outcome.blocked, "{policy}");
    }
}

#[tokio::test]
async fn a_shutdown_while_a_function_thinks_lets_nothing_pass() {
    let (thinking, thinks) = oneshot::channel();
    let thinking = std::sync::Mutex::new(Some(thinking));
    let engine = Engine::builder()
        .function(FunctionHook::new("PreToolUse", "thinks", move |_| {
            let _ = thinking.lock().unwrap().take().unwrap().send(());
            std::future::pending::<Answer>()
        }))
        .build()
        .unwrap();
    let running = tokio::spawn({
        let engine = engine.clone();
        async move { fire(&engine, input("PreToolUse")).await }
    });
    thinks.await.unwrap();
    tokio::time::timeout(HANG, engine.shutdown(Duration::ZERO))
        .await
        .unwrap();
    assert!(running.await.unwrap().blocked);
}

#[tokio::test]
async fn a_shutdown_between_the_hooks_and_the_tool_runs_no_tool() {
    let engine = Engine::builder().build().unwrap();
    let closing = engine.clone();
    let gate = gate_of(&engine).pre(PreHook::new("closes", move |_| {
        let engine = closing.clone();
        async move {
            engine.shutdown(Duration::ZERO).await;
        }
    }));
    let gated = gate.execute("Bash", json!({"command": "ls"}), echo).await;
    assert!(matches!(gated.result, ToolResult::Denied(_)));
}
