//! It works like those that come with snaphook.

use snaphook::prelude::*;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use snaphook::input::{CommonFields, Input, typed::PreToolUse};
use snaphook::{Answer, Context, Engine, FunctionHook, TrustPolicy};

use super::{Dialect, Folders, Harbour, rows::TIME};
use crate::common::{builder, fire, statuses};

fn engine(watches: &Value) -> Engine {
    builder()
        .dialect(Arc::new(Harbour))
        .settings_json(json!({ "watches": watches }).to_string())
        .build()
        .unwrap()
}

fn before(tool: &str) -> String {
    json!({"what": "before-work", "tool": tool, "order": {"lift": 3}}).to_string()
}

#[tokio::test]
async fn its_words_come_in_and_go_out() {
    let answer = json!({"log": {"of": "before-work", "call": "deny", "because": "too heavy"}});
    // The hook finds its own names in what it reads, and no canonical ones.
    let command = format!(
        "read line; case $line in *tool_name*|*hook_event_name*) exit 1;; *'\"what\":\"before-work\"'*'\"tool\":\"crane\"'*) echo '{answer}';; esac"
    );
    let engine = engine(&json!([{"at": "before-work", "run": command, "name": "scales"}]));
    assert!(engine.findings().is_empty(), "{:?}", engine.findings());
    let outcome = fire(&engine, engine.read_input(&before("crane")).unwrap()).await;
    assert_eq!(outcome.event.as_str(), "PreToolUse");
    assert_eq!(outcome.block_reason.as_deref(), Some("too heavy"));
    let own = json!({"signal": "red", "because": "too heavy", "order": null});
    assert_eq!(engine.dialect().result(&outcome), own);
}

#[tokio::test]
async fn its_matcher_is_a_glob() {
    let engine = engine(&json!([
        {"at": "before-work", "for": "*.crane", "run": "exit 2"},
        {"at": "before-work", "for": "a.c", "run": "cat >/dev/null"},
    ]));
    assert!(engine.findings().is_empty(), "{:?}", engine.findings());
    for (tool, expected) in [
        ("big.crane", &["blocked"][..]),
        ("big.cranes", &[]),
        ("a.c", &["success"]),
        ("abc", &[]),
    ] {
        let input = engine.read_input(&before(tool)).unwrap();
        assert_eq!(statuses(&fire(&engine, input).await), expected, "{tool}");
    }
}

#[tokio::test]
async fn a_row_passes_rewrites_on_and_its_variables_have_its_name() {
    let rewrite = json!({"log": {"of": "before-work", "order": {"lift": 1}}});
    let engine = engine(&json!([
        {"at": "before-work", "run": format!("cat >/dev/null; echo '{rewrite}'")},
        {"at": "before-work",
         "run": "grep -q '\"order\":{\"lift\":1}' && [ -n \"$HARBOUR_PROJECT_DIR\" ] && [ -z \"$SNAPHOOK_PROJECT_DIR\" ]"},
    ]));
    let outcome = fire(&engine, engine.read_input(&before("crane")).unwrap()).await;
    assert_eq!(statuses(&outcome), ["success", "success"]);
    let result = engine.dialect().result(&outcome);
    assert_eq!(result["order"], json!({"lift": 1}));
}

#[tokio::test]
async fn it_has_an_event_that_nobody_else_has() {
    let watch = json!([{"at": "high-tide", "for": "4*", "run": "cat >/dev/null; echo 'look out'"}]);
    let engine = engine(&watch);
    let tide = |metres: &str| {
        let fields = json!({"what": "high-tide", "metres": metres});
        engine.read_input(&fields.to_string()).unwrap()
    };
    let outcome = fire(&engine, tide("4.20")).await;
    assert_eq!(outcome.event.as_str(), "HighTide");
    assert_eq!(outcome.additional_context, ["look out"]);
    assert!(fire(&engine, tide("3.90")).await.hooks.is_empty());
}

#[tokio::test]
async fn a_host_that_fires_canonical_words_is_understood() {
    let engine = engine(&json!([{"at": "before-work", "run": "grep -q before-work && exit 2"}]));
    let common = CommonFields::new("s", std::env::temp_dir().to_string_lossy());
    let call = PreToolUse::new("crane", json!({}), "1");
    let outcome = fire(&engine, Input::new(&common, &call).unwrap()).await;
    assert!(outcome.blocked);
}

#[test]
fn its_timeout_and_its_own_unit() {
    let engine = engine(&json!([
        {"at": "after-work", "run": "a"},
        {"at": "after-work", "run": "b", "minutes": 2},
    ]));
    let snapshot = engine.snapshot();
    let hooks = snapshot.configured().iter();
    let times: Vec<Duration> = hooks.map(|hook| hook.effective_timeout()).collect();
    assert_eq!(times, [TIME, Duration::from_secs(120)]);
}

#[tokio::test]
async fn functions_are_for_its_events_and_matchers() {
    let guard = FunctionHook::new("before-work", "guard", |_| async { Answer::deny("no") });
    let engine = builder()
        .dialect(Arc::new(Harbour))
        .function(guard.matcher("*.crane"))
        .build()
        .unwrap();
    for (tool, blocked) in [("big.crane", true), ("boat", false)] {
        let input = engine.read_input(&before(tool)).unwrap();
        assert_eq!(fire(&engine, input).await.blocked, blocked, "{tool}");
    }
}

#[test]
fn slips_are_told_in_its_words_and_at_their_place() {
    let text = "{\n  \"watches\": [\n    {\"at\": \"befor-work\", \"run\": \"x\"}\n  ]\n}";
    let engine = builder()
        .dialect(Arc::new(Harbour))
        .settings_json(text)
        .build()
        .unwrap();
    let found = &engine.findings()[0];
    assert_eq!((found.code, found.location.line), ("unknown-event", 3));
    let help = found.help.as_deref().unwrap();
    assert!(help.contains("`before-work`"), "{help}");
    let wrong = builder()
        .dialect(Arc::new(Harbour))
        .settings_json(r#"{"watches": 1}"#);
    let error = wrong.build().unwrap_err().to_string();
    assert!(error.contains("`watches` is a list"), "{error}");
}

#[tokio::test]
async fn its_settings_are_found_where_it_says() {
    let world = crate::scopes::World::new();
    let project = world.project();
    world.write(
        "project/harbour.json",
        r#"{"watches": [{"at": "before-work", "run": "exit 2"}]}"#,
    );
    let places = Harbour.places(&Folders {
        system: &world.path("etc"),
        home: None,
        config: None,
        claude: None,
        project: Some(&project),
    });
    let engine = Engine::builder()
        .context(Context::from_process().project_dir(&project))
        .dialect(Arc::new(Harbour))
        .discover(places)
        .trust(TrustPolicy::All)
        .build()
        .unwrap();
    let input = engine.read_input(&before("crane")).unwrap();
    assert!(fire(&engine, input).await.blocked);
}
