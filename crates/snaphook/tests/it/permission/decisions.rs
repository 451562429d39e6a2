//! Who decides, in which order, and what is said of every step.

use snaphook::prelude::*;
use std::time::Duration;

use serde_json::json;
use snaphook::permission::{Behavior, CallDecision, Decider, Mode, StepResult};
use snaphook::{CancellationToken, Context, Engine, FunctionHook};

use super::world::{Person, bash, before, common, in_mode, rules, says, way};

fn asks() -> FunctionHook {
    before(
        "asks",
        json!({"permissionDecision": "ask", "permissionDecisionReason": "sure?"}),
    )
}

fn allows() -> FunctionHook {
    before("allows", json!({"permissionDecision": "allow"}))
}

#[tokio::test]
async fn every_step_says_what_it_said() {
    let engine = rules(&[
        (Behavior::Allow, "Bash(git *)"),
        (Behavior::Ask, "Bash(git push *)"),
    ])
    .function(before("watch", json!({})))
    .approver(Person::who_says("allow"))
    .build()
    .unwrap();
    let allowed = engine.authorize(&common(), bash("git log")).await;
    assert_eq!(allowed.decision, CallDecision::Allow);
    assert_eq!(
        allowed.by.to_string(),
        "the allow rule `Bash(git *)` in <settings>:1"
    );
    assert_eq!(
        way(&allowed),
        [
            "PreToolUse hooks: Nothing",
            "deny rules: Nothing",
            "ask rules: Nothing",
            "allow rules: Allow"
        ]
    );
    let asked = engine
        .authorize(&common(), bash("git status; git push"))
        .await;
    assert_eq!(
        (asked.decision, &asked.by),
        (CallDecision::Allow, &Decider::Approver)
    );
    assert_eq!(
        way(&asked),
        [
            "PreToolUse hooks: Nothing",
            "deny rules: Nothing",
            "ask rules: Ask",
            "approver: Allow"
        ]
    );
    let reason = asked.steps[2].reason.as_deref();
    assert_eq!(reason, Some("matches `git push`"));
}

#[tokio::test]
async fn a_hook_that_allows_skips_the_prompt_but_no_rule() {
    let engine = rules(&[
        (Behavior::Deny, "Bash(rm *)"),
        (Behavior::Ask, "Bash(git push *)"),
    ])
    .function(allows())
    .build()
    .unwrap();
    let mode = in_mode("default");
    let decide = |command: &str| engine.authorize(&mode, bash(command));
    let engine_says = decide("make").await;
    assert_eq!(engine_says.decision, CallDecision::Allow);
    assert_eq!(engine_says.by.to_string(), "the PreToolUse hook allows");
    assert_eq!(decide("rm x").await.decision, CallDecision::Deny);
    // With nobody to ask, ask means deny.
    let asked = decide("git push").await;
    assert_eq!(
        (asked.decision, asked.by),
        (CallDecision::Deny, Decider::Nobody)
    );
}

#[tokio::test]
async fn a_hook_that_asks_is_heard_although_a_rule_allows() {
    let person = Person::who_says("deny");
    let engine = rules(&[(Behavior::Allow, "Bash")])
        .function(asks())
        .approver(person.clone())
        .build()
        .unwrap();
    for mode in ["default", "bypassPermissions"] {
        let decision = engine.authorize(&in_mode(mode), bash("build")).await;
        assert_eq!(
            (decision.decision, decision.by),
            (CallDecision::Deny, Decider::Approver)
        );
    }
    assert_eq!(person.questions()[0].message, "sure?");
    assert_eq!(person.questions()[0].hook, "the PreToolUse hook asks");
    // And where nobody is asked, it is denied without asking.
    let decision = engine.authorize(&in_mode("dontAsk"), bash("build")).await;
    assert_eq!(
        decision.by,
        Decider::Mode {
            mode: Mode::DontAsk
        }
    );
    assert_eq!(person.questions().len(), 2);
}

#[tokio::test]
async fn a_hooks_defer_is_handed_to_the_host_unless_a_rule_denies() {
    let engine = rules(&[
        (Behavior::Deny, "Bash(rm *)"),
        (Behavior::Ask, "Bash(git *)"),
    ])
    .function(before(
        "later",
        json!({"permissionDecision": "defer", "permissionDecisionReason": "in the morning"}),
    ))
    .build()
    .unwrap();
    let deferred = engine.authorize(&common(), bash("git push")).await;
    assert_eq!(deferred.decision, CallDecision::Defer);
    assert_eq!(deferred.reason.as_deref(), Some("in the morning"));
    let denied = engine.authorize(&common(), bash("rm x")).await;
    assert_eq!(denied.decision, CallDecision::Deny);
}

#[tokio::test]
async fn after_a_deny_hooks_may_let_the_model_try_again() {
    let engine = rules(&[(Behavior::Deny, "Bash(rm *)")])
        .function(says("again", "PermissionDenied", json!({"retry": true})))
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("rm x")).await;
    assert!(decision.retry);
    assert_eq!(decision.steps.last().unwrap().result, StepResult::Retry);
    let allowed = engine
        .authorize(&in_mode("bypassPermissions"), bash("build"))
        .await;
    assert!(!allowed.retry && allowed.outcomes.is_empty());
}

#[tokio::test]
async fn a_hook_that_stops_the_agent_stops_the_call() {
    let stops = FunctionHook::new("PreToolUse", "stops", |_| async {
        snaphook::Answer::stop("enough")
    });
    let engine = Engine::builder().function(stops).build().unwrap();
    let decision = engine
        .authorize(&in_mode("bypassPermissions"), bash("build"))
        .await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert_eq!(decision.stop.as_deref(), Some("enough"));
}

#[tokio::test]
async fn a_broken_deny_rule_is_asked_about() {
    let engine = rules(&[(Behavior::Deny, "Bash(rm *"), (Behavior::Allow, "Bash")])
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("build")).await;
    assert_eq!(decision.by, Decider::Nobody);
    assert!(
        engine.findings()[0]
            .message
            .contains("every call of `Bash` is asked about")
    );
}

#[tokio::test]
async fn nobody_is_asked_when_the_call_is_cancelled() {
    let token = CancellationToken::new();
    token.cancel();
    let person = Person::who_says("allow");
    let engine = Engine::builder().approver(person.clone()).build().unwrap();
    let call = bash("build").cancel(token);
    let decision = engine.authorize(&common(), call).await;
    assert_eq!(
        (decision.decision, decision.by),
        (CallDecision::Deny, Decider::Cancelled)
    );
}

#[tokio::test]
async fn an_engine_that_has_ended_allows_nothing() {
    let engine = rules(&[(Behavior::Allow, "Bash")])
        .context(Context::default())
        .build()
        .unwrap();
    engine.shutdown(Duration::ZERO).await;
    let decision = engine
        .authorize(&in_mode("bypassPermissions"), bash("build"))
        .await;
    assert_eq!(decision.decision, CallDecision::Deny);
}
