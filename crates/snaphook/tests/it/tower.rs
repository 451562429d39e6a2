//! The tower layer: the gate around any service.

use snaphook::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use snaphook::gate::{Permit, PostHook, PreHook, ToolFailure, ToolResult};
use snaphook::input::CommonFields;
use snaphook::tower::GateLayer;
use snaphook::{Answer, Engine, FunctionHook, Gate, ToolCall};
use tower::{Layer, Service, ServiceBuilder, ServiceExt, service_fn};

fn gate(engine: &Engine) -> Gate {
    Gate::new(engine.session("s"), CommonFields::new("s", "/"))
}

/// Runs `fail`, `panic`, or echoes its input.
async fn run(call: ToolCall) -> Result<Value, String> {
    match &*call.tool {
        "fail" => Err("exit 1".to_owned()),
        "panic" => panic!("the tool"),
        _ => Ok(call.tool_input.into_value()),
    }
}

#[tokio::test]
async fn the_service_inside_gets_the_input_as_hooks_rewrote_it() {
    let rewrite = FunctionHook::new("PreToolUse", "rewrite", |_| async {
        Answer::rewrite(json!({"n": 2}).as_object().unwrap().clone())
    });
    let engine = Engine::builder().function(rewrite).build().unwrap();
    let mut tools = GateLayer::new(gate(&engine)).layer(service_fn(run));
    let gated = tools
        .ready()
        .await
        .unwrap()
        .call(ToolCall::new("echo", json!({"n": 1})))
        .await
        .unwrap();
    assert_eq!(gated.result, ToolResult::Done(json!({"n": 2}).into()));
}

#[tokio::test]
async fn refusals_errors_and_panics_are_results_and_post_hooks_see_them_all() {
    let engine = Engine::builder().build().unwrap();
    let finished = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&finished);
    let gate = gate(&engine)
        .pre(PreHook::new("guard", |call| async move {
            (&*call.tool == "rm").then(|| Permit::deny("no"))
        }))
        .post(PostHook::new("count", move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            async {}
        }));
    let tools = ServiceBuilder::new()
        .layer(GateLayer::new(gate))
        .service(service_fn(run));
    for (tool, word) in [
        ("rm", "refused"),
        ("fail", "failed"),
        ("panic", "panicked"),
        ("ok", "done"),
    ] {
        let gated = tools
            .clone()
            .oneshot(ToolCall::new(tool, json!(1)))
            .await
            .unwrap();
        assert_eq!(gated.result.as_str(), word);
    }
    assert_eq!(finished.load(Ordering::Relaxed), 4);
    let failed = tools
        .oneshot(ToolCall::new("fail", json!(1)))
        .await
        .unwrap();
    assert_eq!(
        failed.result,
        ToolResult::Failed(ToolFailure::Error("exit 1".into()))
    );
}

#[tokio::test]
async fn the_service_that_was_ready_is_the_one_that_is_called() {
    // A limit hands out a permit in poll_ready and panics when a service is
    // called that has none.
    let engine = Engine::builder().build().unwrap();
    let mut tools = ServiceBuilder::new()
        .layer(GateLayer::new(gate(&engine)))
        .concurrency_limit(1)
        .service(service_fn(run));
    for number in 0..3 {
        let gated = tools
            .ready()
            .await
            .unwrap()
            .call(ToolCall::new("ok", json!(number)));
        assert_eq!(
            gated.await.unwrap().result,
            ToolResult::Done(json!(number).into())
        );
    }
}
