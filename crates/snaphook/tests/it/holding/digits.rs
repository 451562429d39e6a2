//! Numbers pass byte for byte on every way: what runs is what hooks have seen.

use snaphook::prelude::*;
use std::sync::{Arc, Mutex};

use serde_json::json;
use snaphook::gate::ToolCall;
use snaphook::input::{Fields, Input};
use snaphook::json::Json;
use snaphook::permission::CallDecision;
use snaphook::{Engine, FunctionHook};

use crate::common::{builder, fake};
use crate::gate::{common, gate_of};

/// What a parsed number would not give back.
const ODD: &str =
    r#"{"id":18446744073709551617,"one":1.0,"e":1e5,"zero":-0,"pi":3.14159265358979323846264338}"#;

/// What hooks got as the tool's input, as it is written.
type Seen = Arc<Mutex<Vec<String>>>;

fn watching(event: &'static str, seen: &Seen) -> FunctionHook {
    let seen = Arc::clone(seen);
    FunctionHook::new(event, "watching", move |call| {
        let raw = call.input.fields().raw("tool_input").unwrap();
        seen.lock().unwrap().push(raw.get().to_owned());
        async {}
    })
}

/// A hook that puts this in the place of the input.
fn rewriting(to: &str) -> serde_json::Value {
    let answer = format!(
        r#"say:{{"hookSpecificOutput":{{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{to}}}}}"#
    );
    json!({"hooks": {"PreToolUse": [{"hooks": [fake(&[&answer])]}]}})
}

fn call() -> ToolCall {
    ToolCall::new("Any", Json::read(ODD).unwrap())
}

fn event() -> Input {
    let input = format!(
        r#"{{"hook_event_name":"PreToolUse","tool_name":"Any","tool_input":{ODD},"tool_use_id":"1"}}"#
    );
    Input::parse(&input).unwrap()
}

#[tokio::test]
async fn an_event_passes_them_on() {
    let seen = Seen::default();
    let engine = builder().function(watching("PreToolUse", &seen));
    engine.build().unwrap().execute(event()).await;
    assert_eq!(*seen.lock().unwrap(), [ODD]);
}

#[tokio::test]
async fn a_command_reads_them_and_its_rewrite_keeps_them() {
    let read = json!({"hooks": {"PreToolUse": [{"hooks": [{"command":
        "read -r line; case $line in *'\"id\":18446744073709551617,\"one\":1.0,\"e\":1e5,\"zero\":-0,'*) ;; *) exit 2 ;; esac"}]}]}});
    let engine = builder().settings_json(read.to_string()).build().unwrap();
    assert!(!engine.execute(event()).await.blocked);
    let engine = builder().settings_json(rewriting(ODD).to_string());
    let outcome = engine.build().unwrap().execute(event()).await;
    let json = serde_json::to_string(&outcome).unwrap();
    assert!(json.contains(&format!(r#""updatedInput":{ODD}"#)), "{json}");
}

#[tokio::test]
async fn a_decision_has_them() {
    let seen = Seen::default();
    let engine = Engine::builder()
        .function(watching("PreToolUse", &seen))
        .function(watching("PermissionRequest", &seen))
        .build()
        .unwrap();
    let session = engine.session("session");
    let mut fields =
        Fields::parse(&format!(r#"{{"tool_name":"Any","tool_input":{ODD}}}"#)).unwrap();
    let call = ToolCall::take_from(&mut fields).unwrap();
    let decision = session.authorize(&common(), call).await;
    assert!(!decision.rewritten);
    assert_eq!(decision.tool_input.to_string(), ODD);
    assert_eq!(*seen.lock().unwrap(), [ODD, ODD]);
}

#[tokio::test]
async fn a_rewrite_in_the_last_digit_is_a_rewrite() {
    let other = ODD.replace("18446744073709551617", "18446744073709551616");
    let engine = builder().settings_json(rewriting(&other).to_string());
    let engine = engine.build().unwrap();
    let decision = engine.session("session").authorize(&common(), call()).await;
    assert_eq!(decision.decision, CallDecision::Allow);
    assert!(decision.rewritten);
    assert_eq!(decision.tool_input.to_string(), other);
}

#[tokio::test]
async fn the_tool_behind_the_gate_gets_them() {
    let seen = Seen::default();
    for engine in [
        builder().function(watching("PostToolUse", &seen)),
        builder()
            .settings_json(rewriting(ODD).to_string())
            .function(watching("PostToolUse", &seen)),
    ] {
        let gate = gate_of(&engine.build().unwrap());
        let got = Arc::new(Mutex::new(String::new()));
        let keep = Arc::clone(&got);
        let run = |tool_input: Json| async move {
            *keep.lock().unwrap() = tool_input.to_string();
            Ok::<_, std::io::Error>(tool_input)
        };
        let gated = gate.call(call(), run).await;
        assert_eq!(*got.lock().unwrap(), ODD);
        assert_eq!(gated.tool_input.to_string(), ODD);
        assert_eq!(gated.result_for_model().text, ODD);
    }
    assert_eq!(*seen.lock().unwrap(), [ODD, ODD]);
}

#[tokio::test]
async fn a_key_twice_describes_no_call() {
    for input in [
        r#"{"tool_name":"Read","tool_name":"Bash","tool_input":{}}"#,
        r#"{"tool_name":"Bash","tool_input":{"command":"ls","command":"rm"}}"#,
        r#"{"tool_name":"Bash","tool_input":{"command":"ls"},"tool_input":{"command":"rm"}}"#,
    ] {
        assert!(ToolCall::take_from(&mut Fields::parse(input).unwrap()).is_err());
        let engine = builder().build().unwrap();
        let event = input.replacen('{', r#"{"hook_event_name":"PreToolUse","#, 1);
        assert!(engine.read_input(&event).is_err(), "{event}");
    }
}

#[tokio::test]
async fn a_redacted_result_keeps_its_numbers() {
    let settings = json!({"hooks": {"PostToolUse": [{"hooks": [
        {"type": "builtin", "command": "redact_secrets"}]}]}});
    let engine = builder()
        .builtins(snaphook::builtins::shipped())
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let token = format!("ghp_{}", "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6");
    let input = format!(
        r#"{{"hook_event_name":"PostToolUse","tool_name":"Any","tool_input":{{}},"tool_response":{{"id":18446744073709551617,"t":"{token}","n":1.10}}}}"#
    );
    let outcome = engine.execute(Input::parse(&input).unwrap()).await;
    let text = outcome
        .into_merged()
        .updated_tool_output
        .unwrap()
        .to_string();
    assert!(
        text.starts_with(r#"{"id":18446744073709551617,"t":"[redacted"#),
        "{text}"
    );
    assert!(text.ends_with(r#","n":1.10}"#), "{text}");
}
