//! The table of gate cases that the gates of every language pass:
//! `conformance/gate/cases.json`.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use snaphook::gate::{Gate, Permit, PreHook};
use snaphook::input::CommonFields;
use snaphook::json::Json;
use snaphook::prelude::*;
use snaphook::{Context, Engine};

const TABLE: &str = include_str!("../../../../conformance/gate/cases.json");

#[tokio::test]
async fn every_case_of_the_table_holds() {
    let table: Value = serde_json::from_str(TABLE).unwrap();
    for case in table["cases"].as_array().unwrap() {
        holds(case).await;
    }
}

async fn holds(case: &Value) {
    let name = case["name"].as_str().unwrap();
    let folder = std::env::temp_dir();
    let engine = Engine::builder()
        .context(Context::from_process().project_dir(&folder))
        .settings_json(case["settings"].to_string())
        .build()
        .unwrap();
    let common = CommonFields::new("s", folder.to_string_lossy());
    let mut gate = Gate::new(engine.session("s"), common).with_permissions();
    for hook in case["before"].as_array().into_iter().flatten() {
        gate = gate.pre(before(hook));
    }
    let ran_with: Arc<Mutex<Value>> = Arc::default();
    let (seen, tool) = (Arc::clone(&ran_with), case["tool"].clone());
    let run = |input: Json| async move {
        *seen.lock().unwrap() = (*input).clone();
        match tool["raises"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(Json::from(tool["returns"].clone())),
        }
    };
    let done = gate.execute("Echo", json!({"text": "hello"}), run).await;
    let text = done.result_for_model().text;
    let found = json!({
        "status": match done.result.as_str() { "refused" => "denied", other => other },
        "ran_with": *ran_with.lock().unwrap(),
        "value": done.result.value(),
        "text": text,
        "context": done.context,
        "stop": done.stop,
    });
    for (key, expected) in case["expect"].as_object().unwrap() {
        let parts = expected.as_array().into_iter().flatten();
        let mut parts = parts.filter_map(Value::as_str);
        match key.as_str() {
            "contains" => assert!(parts.all(|part| text.contains(part)), "{name}: {text}"),
            "lacks" => assert!(parts.all(|part| !text.contains(part)), "{name}: {text}"),
            key => assert_eq!(found[key], *expected, "{name}: {key}"),
        }
    }
}

/// A guard that answers what the case says.
fn before(hook: &Value) -> PreHook {
    let answer = hook.clone();
    PreHook::new(hook["name"].as_str().unwrap(), move |_| {
        let answer = match (&answer["raises"], &answer["answers"]) {
            (Value::String(error), _) => Err(error.clone()),
            (_, Value::String(reason)) => Ok(Permit::deny(reason.clone())),
            _ => Ok(Permit::Allow),
        };
        std::future::ready(answer)
    })
    .block_on_failure()
}
