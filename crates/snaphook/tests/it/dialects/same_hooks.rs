//! The same three hooks, written in each dialect, have the same canonical
//! outcome.

use serde_json::json;

use super::*;
use crate::common::fire;

const DENY: &str = "cat >/dev/null; echo 'not here' >&2; exit 2";

/// The settings of one dialect with hooks that deny, rewrite and give context,
/// and the event they are for.
struct Written {
    dialect: &'static str,
    event: Value,
    settings: fn(&[&str]) -> Value,
}

fn say(answer: &Value) -> String {
    format!("cat >/dev/null; echo '{answer}'")
}

/// In the words of `claude` and `gen`.
fn camel(names: &[&str]) -> Value {
    let say = |field: &str, value: Value| {
        say(&json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", field: value}}))
    };
    let hook = |name: &&str| {
        let command = match *name {
            "deny" => DENY.to_owned(),
            "rewrite" => say("updatedInput", json!({"command": "ls -l"})),
            _ => say("additionalContext", json!("mind the gap")),
        };
        json!({"name": name, "command": command})
    };
    let hooks: Vec<Value> = names.iter().map(hook).collect();
    json!({"hooks": {"PreToolUse": [{"matcher": "Bash|Write", "hooks": hooks}]}})
}

/// In those of `cagent`.
fn snake(names: &[&str]) -> Value {
    let say = |field: &str, value: Value| {
        say(&json!({"hook_specific_output": {"hook_event_name": "pre_tool_use", field: value}}))
    };
    let hook = |name: &&str| {
        let command = match *name {
            "deny" => DENY.to_owned(),
            "rewrite" => say("updated_input", json!({"command": "ls -l"})),
            _ => say("additional_context", json!("mind the gap")),
        };
        json!({"name": name, "type": "command", "command": command})
    };
    let hooks: Vec<Value> = names.iter().map(hook).collect();
    json!({"agents": {"root": {"hooks":
        {"pre_tool_use": {"matcher": "Bash|Write", "hooks": hooks}}}}})
}

fn everywhere() -> [Written; 3] {
    let call = |event: &str| {
        let mut call = bash("ls");
        call["hook_event_name"] = json!(event);
        call
    };
    let written = |dialect, event, settings| Written {
        dialect,
        event: call(event),
        settings,
    };
    [
        written("claude", "PreToolUse", camel as fn(&[&str]) -> Value),
        written("gen", "PreToolUse", camel),
        written("cagent", "pre_tool_use", snake),
    ]
}

/// An outcome without what is never the same: times, ids, and the words that
/// the hooks wrote.
fn comparable(outcome: &Outcome) -> Value {
    let mut json = serde_json::to_value(outcome).unwrap();
    let ids: Vec<String> = outcome
        .hooks
        .iter()
        .map(|hook| hook.id.to_string())
        .collect();
    let name_of = |id: &Value| {
        let at = ids.iter().position(|known| id == known.as_str()).unwrap();
        json!(outcome.hooks[at].name)
    };
    if let Some(decided) = json["decidedBy"].as_array() {
        json["decidedBy"] = decided.iter().map(name_of).collect();
    }
    json["durationMs"] = json!(0);
    for entry in json["hooks"].as_array_mut().unwrap() {
        for key in ["id", "durationMs", "line", "stdout"] {
            entry.as_object_mut().unwrap().remove(key);
        }
    }
    json
}

async fn outcomes(names: &[&str]) -> Vec<Value> {
    let mut outcomes = Vec::new();
    for written in everywhere() {
        let dialect = snaphook_dialects::named(written.dialect).unwrap();
        let engine = builder()
            .dialect(dialect)
            .settings_json((written.settings)(names).to_string())
            .build()
            .unwrap();
        assert!(engine.findings().is_empty(), "{}", written.dialect);
        let outcome = fire(&engine, input(&engine, written.event)).await;
        outcomes.push(comparable(&outcome));
    }
    outcomes
}

#[tokio::test]
async fn each_of_them_alone() {
    for (name, field, value) in [
        ("deny", "blockReason", json!("not here")),
        ("rewrite", "updatedInput", json!({"command": "ls -l"})),
        ("context", "additionalContext", json!(["mind the gap"])),
    ] {
        let outcomes = outcomes(&[name]).await;
        assert_eq!(outcomes[0][field], value);
        assert_eq!(outcomes[0], outcomes[1], "{name}: claude and gen");
        assert_eq!(outcomes[0], outcomes[2], "{name}: claude and cagent");
    }
}

#[tokio::test]
async fn all_of_them_together() {
    let outcomes = outcomes(&["context", "rewrite", "deny"]).await;
    assert_eq!(outcomes[0]["permissionDecision"], "deny");
    assert_eq!(outcomes[0]["additionalContext"], json!(["mind the gap"]));
    assert!(outcomes[0].get("updatedInput").is_none());
    assert_eq!(outcomes[0], outcomes[1], "claude and gen");
    assert_eq!(outcomes[0], outcomes[2], "claude and cagent");
}
