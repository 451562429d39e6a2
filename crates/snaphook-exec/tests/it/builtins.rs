//! Functions of the host that hooks call by name.

use serde_json::json;
use snaphook_core::answer::{Answer, Response};
use snaphook_core::hook::{BuiltinDef, CommandDef};
use snaphook_exec::{BuiltinError, BuiltinFactory, BuiltinFunction, Builtins, HandlerFactory};
use snaphook_testkit::handlers::{HandlerHarness, hook_with};

use crate::common::failure;

fn harness(builtins: &Builtins, name: &str, args: &[&str]) -> HandlerHarness {
    let def = BuiltinDef {
        name: name.to_owned(),
        args: args.iter().map(|arg| (*arg).to_owned()).collect(),
    };
    HandlerHarness::new(&BuiltinFactory::new(builtins.clone()), hook_with(def))
}

#[tokio::test]
async fn a_builtin_gets_the_arguments_the_input_and_the_intent() {
    let builtins = Builtins::default();
    let echo = BuiltinFunction::new(|call| async move {
        let tool = call.input.fields().text("tool_name").unwrap().into_owned();
        json!({"args": *call.args, "tool": tool, "intent": call.intent})
    });
    builtins.register("echo", echo).unwrap();
    let harness = harness(&builtins, "echo", &["a", "b"]);
    let mut call = harness.call(json!({}));
    call.intent = Some("test".to_owned());
    let Response::Text(text) = harness.run(call).await else {
        panic!("a JSON value is a text");
    };
    let expected = json!({"args": ["a", "b"], "tool": "Bash", "intent": "test"});
    assert_eq!(text, expected.to_string());
}

#[tokio::test]
async fn a_builtin_may_be_registered_and_replaced_after_its_hook_was_made() {
    let builtins = Builtins::default();
    let harness = harness(&builtins, "late", &[]);
    let why = failure(harness.run(harness.call(json!({}))).await);
    assert!(why.contains("`late`"), "{why}");
    let silent = BuiltinFunction::new(|_| async {});
    builtins.register("late", silent).unwrap();
    let response = harness.run(harness.call(json!({}))).await;
    assert!(matches!(response, Response::Silence), "{response:?}");
    let blocking = BuiltinFunction::new(|_| async { Answer::block("no") });
    builtins.register("late", blocking).unwrap();
    let response = harness.run(harness.call(json!({}))).await;
    assert!(matches!(response, Response::Answer(_)), "{response:?}");
    assert_eq!(builtins.names(), ["late"]);
}

#[tokio::test]
async fn an_unknown_name_is_a_failure_that_lists_the_known_ones() {
    let builtins = Builtins::default();
    for name in ["one", "two"] {
        builtins
            .register(name, BuiltinFunction::new(|_| async {}))
            .unwrap();
    }
    let harness = harness(&builtins, "three", &[]);
    let why = failure(harness.run(harness.call(json!({}))).await);
    assert!(why.contains("`three`"), "{why}");
    assert!(why.contains("one") && why.contains("two"), "{why}");
}

#[tokio::test]
async fn a_panic_of_a_builtin_is_a_failure() {
    let builtins = Builtins::default();
    let panicking = BuiltinFunction::new(|call| async move {
        assert!(call.args.is_empty(), "on purpose");
    });
    builtins.register("panic", panicking).unwrap();
    let harness = harness(&builtins, "panic", &["x"]);
    let why = failure(harness.run(harness.call(json!({}))).await);
    assert!(why.contains("panicked"), "{why}");
}

#[test]
fn an_empty_name_and_a_hook_of_another_kind_are_errors() {
    let builtins = Builtins::default();
    let error = builtins.register(" ", BuiltinFunction::new(|_| async {}));
    assert_eq!(error, Err(BuiltinError::NoName));
    let factory = BuiltinFactory::new(builtins);
    let command = hook_with(CommandDef::default());
    assert!(factory.make(&command).is_err());
}
