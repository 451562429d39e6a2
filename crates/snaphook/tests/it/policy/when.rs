//! Expressions (`when`) on hooks of every kind: doubt, failures, trust, the session.

use serde_json::{Value, json};
use snaphook::{Engine, Input};

use super::{fire, hook, line};
use crate::common::{builder, fake_with, run};

const REMOVES: &str = "commands.exists(c, c.name == 'rm')";

#[tokio::test]
async fn an_expression_is_the_whole_condition_of_a_rule() {
    let settings = hook(
        "PreToolUse",
        json!({"when": REMOVES, "decision": "deny", "reason": "no rm"}),
    );
    let outcome = fire(&settings, line("cd x && sudo rm y")).await;
    assert_eq!(outcome["blockReason"], "no rm", "{outcome}");
    let outcome = fire(&settings, line("ls")).await;
    assert_eq!(outcome["hooks"], json!([]), "{outcome}");
}

#[tokio::test]
async fn doubt_counts_as_a_match_and_never_allows() {
    for (decision, said) in [("deny", "deny"), ("ask", "ask"), ("allow", "")] {
        let rule = json!({"when": REMOVES, "decision": decision});
        for text in ["bash -c \"$X\"", "$X foo", "if ["] {
            let outcome = fire(&hook("PreToolUse", rule.clone()), line(text)).await;
            let decided = outcome["permissionDecision"].as_str().unwrap_or_default();
            assert_eq!(decided, said, "{decision} {text}: {outcome}");
        }
    }
    // What allows must be certain of the whole line, not only of what it asks about.
    let rule = json!({"when": "commands.exists(c, c.name == 'ls')", "decision": "allow"});
    for (text, said) in [
        ("ls", "allow"),
        ("ls; rm -r x", "allow"),
        ("LD_PRELOAD=./x.so ls", ""),
        ("ls $(rm x)", ""),
    ] {
        let outcome = fire(&hook("PreToolUse", rule.clone()), line(text)).await;
        let decided = outcome["permissionDecision"].as_str().unwrap_or_default();
        assert_eq!(decided, said, "{text}: {outcome}");
    }
}

#[tokio::test]
async fn both_conditions_must_hold() {
    let rule = json!({"if": "Bash(git *)", "when": "session.calls == 0", "decision": "deny"});
    let settings = hook("PreToolUse", rule);
    let outcome = fire(&settings, line("git push")).await;
    assert_eq!(outcome["blocked"], true, "{outcome}");
    let outcome = fire(&settings, line("ls")).await;
    assert_eq!(outcome["blocked"], false, "{outcome}");
}

#[tokio::test]
async fn an_expression_that_fails_is_the_hooks_failure() {
    for (broken, why) in [
        ("tool_input.nothing == 'x'", "has no key `nothing`"),
        ("tool_nam == 'x'", "unknown name `tool_nam`"),
        ("tool_name == ", ""),
    ] {
        for (policy, blocked) in [("block", true), ("continue", false)] {
            let command = fake_with(&[], json!({"when": broken, "onFailure": policy}));
            let rule = json!({"when": broken, "decision": "deny", "onFailure": policy});
            for one in [command, rule] {
                let outcome = fire(&hook("PreToolUse", one), line("ls")).await;
                assert_eq!(outcome["blocked"], blocked, "{broken}: {outcome}");
                assert_eq!(outcome["hooks"][0]["status"], "failed", "{outcome}");
                let error = outcome["hooks"][0]["error"].as_str().unwrap_or_default();
                assert!(error.contains(why), "{broken}: {error}");
            }
        }
    }
}

#[tokio::test]
async fn every_kind_and_every_event_has_expressions() {
    let command = fake_with(&["exit", "2"], json!({"when": "prompt.contains('secret')"}));
    let settings = hook("UserPromptSubmit", command);
    let prompt = |text: &str| json!({"hook_event_name": "UserPromptSubmit", "prompt": text});
    let outcome = fire(&settings, prompt("a secret")).await;
    assert_eq!(
        outcome["hooks"].as_array().map(Vec::len),
        Some(1),
        "{outcome}"
    );
    let outcome = fire(&settings, prompt("hello")).await;
    assert_eq!(outcome["hooks"], json!([]), "{outcome}");
    let builtin = json!({"type": "builtin", "command": "deny_commands", "args": ["rm *"], "when": "cwd == '/x'"});
    let outcome = fire(&hook("PreToolUse", builtin), line("rm x")).await;
    assert_eq!(outcome["hooks"], json!([]), "{outcome}");
}

#[tokio::test]
async fn an_event_without_a_tool_name_has_unknown_facts() {
    let rule = json!({"when": REMOVES, "decision": "deny", "onFailure": "block"});
    let nameless = json!({"hook_event_name": "PreToolUse", "tool_input": {"command": "ls"}});
    let outcome = fire(&hook("PreToolUse", rule), nameless).await;
    assert_eq!(outcome["blocked"], true, "{outcome}");
}

fn engine(settings: &Value) -> Engine {
    let built = builder().settings_json(settings.to_string()).build();
    built.expect("the settings load")
}

#[tokio::test]
async fn a_session_counts_its_calls() {
    let rules = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"matcher": "", "when": "session.denials >= 2", "decision": "deny", "reason": "enough"},
        {"if": "Bash(rm *)", "decision": "deny", "reason": "no rm"},
        {"when": "session.calls >= 4 && session.tools == ['Bash', 'Read']", "decision": "ask", "reason": "many"}]}]}});
    let engine = engine(&rules);
    let session = engine.session("s");
    let fire = async |tool: &str, command: &str| {
        let event = json!({"hook_event_name": "PreToolUse", "cwd": "/", "tool_name": tool,
            "tool_input": {"command": command, "file_path": "/x"}});
        let input = Input::parse(&event.to_string()).expect("an input");
        let outcome = run(&session, input).await;
        outcome
            .permission_decision_reason
            .clone()
            .unwrap_or_default()
    };
    assert_eq!(fire("Bash", "ls").await, "");
    assert_eq!(fire("Bash", "rm x").await, "no rm");
    assert_eq!(fire("Read", "").await, "");
    assert_eq!(fire("Bash", "ls").await, "");
    assert_eq!(fire("Bash", "ls").await, "many");
    assert_eq!(fire("Bash", "rm x").await, "no rm");
    assert_eq!(fire("Bash", "ls").await, "enough");
    // Another process goes on from there.
    let kept = session.memory();
    assert_eq!((kept.calls, kept.denials), (7, 3));
    let other = engine.session("t");
    other.remember(kept);
    assert_eq!(other.memory().calls, 7);
    let input = Input::parse(&line("ls").to_string()).expect("an input");
    let outcome = run(&other, input).await;
    assert_eq!(
        outcome.permission_decision_reason.as_deref(),
        Some("enough")
    );
}

#[tokio::test]
async fn it_is_explained_part_by_part() {
    let rule = json!({"when": format!("tool_name == 'Bash' && {REMOVES}"), "decision": "deny"});
    let engine = engine(&hook("PreToolUse", rule));
    let explained = |text: &str| {
        let input = Input::parse(&line(text).to_string()).expect("an input");
        engine.explain(&input).hooks.remove(0)
    };
    let ls = explained("ls");
    let why = ls.why_not.expect("a reason");
    assert_eq!(why.code(), "when");
    assert_eq!(ls.values[0].value, "false");
    assert_eq!(ls.values[1].value, "true");
    let unknown = explained("bash -c \"$X\"");
    assert!(unknown.runs());
    assert!(
        unknown
            .note
            .is_some_and(|note| note.contains("cannot be known"))
    );
    assert_eq!(unknown.values[0].value, "unknown");
}
