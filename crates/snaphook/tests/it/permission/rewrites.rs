//! What hooks make of an input is judged again.

use serde_json::json;
use snaphook::permission::{Behavior, CallDecision};
use snaphook::prelude::*;
use snaphook::{Engine, FunctionHook};

use super::world::{Person, bash, before, common, request, rules, way};

#[tokio::test]
async fn rules_judge_what_hooks_made_of_the_input() {
    let rewrites = |to: &'static str| {
        before(
            "rewrites",
            json!({"permissionDecision": "allow", "updatedInput": {"command": to}}),
        )
    };
    let deny = [(Behavior::Deny, "Bash(rm *)")];
    let engine = rules(&deny).function(rewrites("echo no")).build().unwrap();
    let mended = engine.authorize(&common(), bash("rm -rf /")).await;
    assert_eq!(mended.decision, CallDecision::Allow);
    assert_eq!(mended.tool_input, json!({"command": "echo no"}));
    assert!(mended.rewritten);

    let engine = rules(&deny).function(rewrites("rm -rf /")).build().unwrap();
    let broken = engine.authorize(&common(), bash("make")).await;
    assert_eq!(broken.decision, CallDecision::Deny);
    assert_eq!(broken.reason.as_deref(), Some("it matches `rm -rf /`"));
}

#[tokio::test]
async fn a_guard_sees_what_another_hook_made_of_the_input() {
    let guard = FunctionHook::new("PreToolUse", "guard", |call| async move {
        let input = call.input.fields().value("tool_input").unwrap_or_default();
        (input["command"] == "rm x").then(|| snaphook::Answer::deny("no rm"))
    });
    let engine = Engine::builder()
        .function(guard)
        .function(before(
            "rewrites",
            json!({"updatedInput": {"command": "rm x"}}),
        ))
        .function(request("yes", json!({"behavior": "allow"})))
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("make")).await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert_eq!(decision.reason.as_deref(), Some("no rm"));
    assert_eq!(
        way(&decision),
        ["PreToolUse hooks: Nothing", "PreToolUse hooks again: Deny"]
    );
}

#[tokio::test]
async fn what_a_request_hook_rewrites_is_judged_once_more() {
    let to = |command: &str| json!({"behavior": "allow", "updatedInput": {"command": command}});
    let person = Person::who_says("deny");
    for (command, decided, by) in [
        (
            "make",
            CallDecision::Allow,
            "the PermissionRequest hook yes",
        ),
        (
            "rm x",
            CallDecision::Deny,
            "the deny rule `Bash(rm *)` in <settings>:1",
        ),
        // Somebody must look: a hook said yes to another command.
        ("git push", CallDecision::Deny, "the approver"),
        ("curl x", CallDecision::Deny, "the PreToolUse hook guard"),
    ] {
        let guard = FunctionHook::new("PreToolUse", "guard", |call| async move {
            let input = call.input.fields().value("tool_input").unwrap_or_default();
            (input["command"] == "curl x").then(|| snaphook::Answer::deny("no curl"))
        });
        let engine = rules(&[
            (Behavior::Deny, "Bash(rm *)"),
            (Behavior::Ask, "Bash(git push *)"),
        ])
        .function(guard)
        .function(request("yes", to(command)))
        .approver(person.clone())
        .build()
        .unwrap();
        let decision = engine.authorize(&common(), bash("make")).await;
        assert_eq!(decision.decision, decided, "{command}");
        assert_eq!(decision.by.to_string(), by, "{command}");
        assert_eq!(decision.tool_input, json!({"command": command}));
    }
}
