//! Functions in the process of the host.

use std::sync::Arc;

use serde_json::json;
use snaphook_core::answer::{Answer, Response};
use snaphook_core::input::{CommonFields, Input, typed::PreToolUse};
use snaphook_exec::{Function, FunctionCall, StopSignal};

use crate::common::failure;

fn call_with(stop: &StopSignal) -> FunctionCall {
    let common = CommonFields::new("test", "/");
    let input = Input::new(&common, &PreToolUse::new("Bash", json!({}), "call")).unwrap();
    FunctionCall::new(input, stop.clone())
}

async fn run(function: &Function) -> Response {
    function.call(call_with(&StopSignal::default())).await
}

#[tokio::test]
async fn a_function_may_return_an_answer_json_nothing_or_an_error() {
    let answer = run(&Function::new(|_| async { Answer::block("no") })).await;
    assert!(matches!(answer, Response::Answer(_)), "{answer:?}");
    let json = run(&Function::new(|_| async { json!({"a": 1}) })).await;
    assert!(
        matches!(&json, Response::Text(text) if text == r#"{"a":1}"#),
        "{json:?}"
    );
    let none = run(&Function::new(|_| async { None::<Answer> })).await;
    assert!(matches!(none, Response::Silence), "{none:?}");
    let error = Function::new(|_| async { Err::<(), _>("the database is gone") });
    assert_eq!(failure(run(&error).await), "the database is gone");
}

#[tokio::test]
async fn a_check_blocks_only_when_it_returns_false() {
    let of = |allowed: bool| Function::check("no", move |_| async move { allowed });
    let response = run(&of(true)).await;
    assert!(matches!(response, Response::Silence), "{response:?}");
    let response = run(&of(false)).await;
    assert!(matches!(response, Response::Answer(_)), "{response:?}");
}

#[tokio::test]
async fn a_panic_of_a_function_is_a_failure_wherever_it_happens() {
    let nothing = |call: FunctionCall| call.input.fields().text("missing").is_some();
    let at_start = Function::new(move |call| {
        assert!(nothing(call), "on purpose");
        async {}
    });
    assert!(failure(run(&at_start).await).contains("panicked"));
    let later = Function::new(move |call| async move {
        tokio::task::yield_now().await;
        assert!(nothing(call), "on purpose");
    });
    assert!(failure(run(&later).await).contains("panicked"));
}

#[tokio::test]
async fn a_function_sees_that_nobody_waits_any_more() {
    let waiting = Function::new(|call| async move { call.stop.cancelled().await });
    let stop = StopSignal::default();
    let running = tokio::spawn(waiting.call(call_with(&stop)));
    stop.cancel();
    let response = running.await.unwrap();
    assert!(matches!(response, Response::Silence), "{response:?}");
}

#[test]
fn dropping_a_function_that_panics_on_drop_does_not_panic() {
    struct PanicsOnDrop(Arc<()>);
    impl Drop for PanicsOnDrop {
        fn drop(&mut self) {
            assert_eq!(Arc::strong_count(&self.0), 0, "on purpose");
        }
    }
    let function = Function::new(|_| {
        let held = PanicsOnDrop(Arc::new(()));
        async move {
            std::future::pending::<()>().await;
            drop(held);
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(async {
        let mut running = function.call(call_with(&StopSignal::default()));
        let polled = futures_util::poll!(running.as_mut());
        assert!(polled.is_pending());
        drop(running);
    });
}
