//! Builtins: functions of the host that settings call by name.

use serde_json::json;
use snaphook::{Answer, BuiltinError, BuiltinFunction, Builtins};

use super::*;
use crate::common::fire;

fn engine(builtins: &Builtins, hook: Value) -> Engine {
    let settings = json!({"hooks": {"pre_tool_use": {"hooks": hook}}});
    speaking(Cagent)
        .builtins(builtins.clone())
        .settings_json(settings.to_string())
        .build()
        .unwrap()
}

fn guard() -> Value {
    json!({"type": "builtin", "command": "guard", "args": ["shell", "no shell here"]})
}

async fn outcome(engine: &Engine) -> Outcome {
    let call = json!({"hook_event_name": "pre_tool_use", "tool_name": "shell", "tool_input": {}});
    fire(engine, input(engine, call)).await
}

#[tokio::test]
async fn a_builtin_gets_the_input_and_its_arguments() {
    let builtins = Builtins::default();
    let refuse = BuiltinFunction::new(|call| async move {
        let tool = call.input.fields().text("tool_name");
        (tool.as_deref() == Some(&*call.args[0])).then(|| Answer::deny(&*call.args[1]))
    });
    builtins.register("guard", refuse).unwrap();
    let engine = engine(&builtins, guard());
    let outcome = outcome(&engine).await;
    assert_eq!(outcome.block_reason.as_deref(), Some("no shell here"));
    assert_eq!(outcome.hooks[0].name, "guard");
}

#[tokio::test]
async fn it_may_be_registered_while_the_engine_runs_and_a_second_one_replaces_it() {
    let builtins = Builtins::default();
    let engine = engine(&builtins, guard());
    let before = outcome(&engine).await;
    assert_eq!(entries(&before), [("guard", "failed")]);
    let error = before.hooks[0].error.as_deref().unwrap();
    assert!(error.contains("unknown builtin `guard`"), "{error}");
    for reason in ["first", "second"] {
        let deny = BuiltinFunction::new(move |_| async move { Answer::deny(reason) });
        builtins.register("guard", deny).unwrap();
        let reason = Some(reason.to_owned());
        assert_eq!(outcome(&engine).await.block_reason, reason);
    }
    assert_eq!(builtins.names(), ["guard"]);
}

#[tokio::test]
async fn one_that_returns_nothing_succeeded_and_an_error_is_a_failure() {
    let builtins = Builtins::default();
    let silent = BuiltinFunction::new(|_| async {});
    builtins.register("guard", silent).unwrap();
    let engine = engine(&builtins, guard());
    assert_eq!(entries(&outcome(&engine).await), [("guard", "success")]);
    let fails = BuiltinFunction::new(|_| async { Err::<(), _>("out of order") });
    builtins.register("guard", fails).unwrap();
    let failed = outcome(&engine).await;
    assert_eq!(failed.hooks[0].error.as_deref(), Some("out of order"));
    assert!(!failed.blocked);
    let panics =
        BuiltinFunction::new(|_| async { panic!("a builtin may panic") as Result<(), String> });
    builtins.register("guard", panics).unwrap();
    assert_eq!(entries(&outcome(&engine).await), [("guard", "failed")]);
}

#[test]
fn a_builtin_needs_a_name() {
    let builtins = Builtins::default();
    for name in ["", "  "] {
        let refused = builtins.register(name, BuiltinFunction::new(|_| async {}));
        assert_eq!(refused, Err(BuiltinError::NoName));
    }
    assert!(builtins.names().is_empty());
    assert!(builtins.get("").is_none());
}
