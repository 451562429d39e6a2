//! Hooks of type `rule`: what they decide, where doubt counts, and the options that
//! all hooks have.

use serde_json::{Value, json};

use super::{fire, hook, line as bash};

#[tokio::test]
async fn a_decision_without_a_type_is_a_rule() {
    let settings = hook(
        "PreToolUse",
        json!({"if": "Bash(git push *)", "decision": "deny", "reason": "people push"}),
    );
    let outcome = fire(&settings, bash("cd x && git -C y push")).await;
    assert_eq!(outcome["blocked"], true, "{outcome}");
    assert_eq!(outcome["blockReason"], "people push");
    assert_eq!(outcome["permissionDecision"], "deny");
    assert_eq!(outcome["hooks"][0]["type"], "rule");
    let outcome = fire(&settings, bash("git status")).await;
    assert_eq!(outcome["blocked"], false, "{outcome}");
}

#[tokio::test]
async fn doubt_denies_and_asks_and_never_allows() {
    for (decision, doubtful, certain) in [
        ("deny", "deny", "deny"),
        ("ask", "ask", "ask"),
        ("allow", "", "allow"),
    ] {
        let settings = hook(
            "PreToolUse",
            json!({"if": "Bash(git status *)", "decision": decision}),
        );
        for line in [
            "git $X",
            "bash -c \"$X\"",
            "git status; rm -r x",
            "git status > /etc/passwd",
            "LD_PRELOAD=./x.so git status",
            "sudo git status",
        ] {
            let outcome = fire(&settings, bash(line)).await;
            let said = outcome["permissionDecision"].as_str().unwrap_or_default();
            assert_eq!(said, doubtful, "{line}: {outcome}");
        }
        let outcome = fire(&settings, bash("git status")).await;
        assert_eq!(outcome["permissionDecision"], certain, "{outcome}");
    }
}

#[tokio::test]
async fn an_allow_whose_condition_cannot_be_read_allows_nothing() {
    for condition in ["Bash(ls", "Bash(ls) || Bash(rm)"] {
        let rule = json!({"if": condition, "decision": "allow"});
        let outcome = fire(&hook("PreToolUse", rule), bash("ls")).await;
        assert!(outcome["permissionDecision"].is_null(), "{outcome}");
        let rule = json!({"if": condition, "decision": "deny"});
        let outcome = fire(&hook("PreToolUse", rule), bash("ls")).await;
        assert_eq!(outcome["permissionDecision"], "deny", "{outcome}");
    }
}

#[tokio::test]
async fn a_call_without_a_tool_name_is_denied_by_guards_and_allowed_by_nobody() {
    let nameless = json!({"hook_event_name": "PreToolUse", "tool_input": {"command": "ls"}});
    let rule = json!({"if": "Bash(git push *)", "decision": "deny", "onFailure": "block"});
    let outcome = fire(&hook("PreToolUse", rule), nameless.clone()).await;
    assert_eq!(outcome["blocked"], true, "{outcome}");
    let rule = json!({"if": "Bash(ls)", "decision": "allow"});
    let outcome = fire(&hook("PreToolUse", rule), nameless).await;
    assert!(outcome["permissionDecision"].is_null(), "{outcome}");
}

#[tokio::test]
async fn other_events_block_or_the_rule_is_an_error() {
    let prompt = json!({"hook_event_name": "UserPromptSubmit", "prompt": "hi"});
    let rule = json!({"decision": "deny", "reason": "closed"});
    let outcome = fire(&hook("UserPromptSubmit", rule), prompt.clone()).await;
    assert_eq!(outcome["blockReason"], "closed", "{outcome}");
    // A guard that cannot decide denies.
    let rule = json!({"decision": "ask", "onFailure": "block"});
    let outcome = fire(&hook("UserPromptSubmit", rule), prompt).await;
    assert_eq!(outcome["blockedBy"], "failure", "{outcome}");
    let request = json!({"hook_event_name": "PermissionRequest", "tool_name": "Bash", "tool_input": {"command": "ls"}});
    let rule = json!({"decision": "deny", "reason": "no"});
    let outcome = fire(&hook("PermissionRequest", rule), request.clone()).await;
    assert_eq!(
        outcome["permissionRequest"]["behavior"], "deny",
        "{outcome}"
    );
    let rule = json!({"if": "Bash(ls)", "decision": "allow"});
    let outcome = fire(&hook("PermissionRequest", rule), request).await;
    assert_eq!(
        outcome["permissionRequest"]["behavior"], "allow",
        "{outcome}"
    );
}

#[tokio::test]
async fn rules_have_the_options_of_every_hook() {
    let rule = |more: Value| {
        let mut rule = json!({"decision": "deny", "reason": "no"});
        for (key, value) in more.as_object().unwrap() {
            rule[key] = value.clone();
        }
        hook("PreToolUse", rule)
    };
    let outcome = fire(&rule(json!({"observe": true})), bash("ls")).await;
    assert_eq!(outcome["blocked"], false, "{outcome}");
    assert_eq!(
        outcome["hooks"][0]["observed"]["permissionDecision"],
        "deny"
    );
    let outcome = fire(&rule(json!({"enabled": false})), bash("ls")).await;
    assert_eq!(outcome["hooks"][0]["status"], "skipped", "{outcome}");
    // A deny beats an allow, whichever comes first.
    let both = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"if": "Bash(ls)", "decision": "allow"}, {"decision": "deny", "reason": "no"}]}]}});
    let outcome = fire(&both, bash("ls")).await;
    assert_eq!(outcome["permissionDecision"], "deny", "{outcome}");
}

#[tokio::test]
async fn a_type_that_is_named_wins() {
    let settings = hook("PreToolUse", json!({"command": "true", "decision": "deny"}));
    let outcome = fire(&settings, bash("ls")).await;
    assert_eq!(outcome["hooks"][0]["type"], "command", "{outcome}");
}
