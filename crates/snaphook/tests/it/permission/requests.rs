//! Who is asked in the end: PermissionRequest hooks, then a person.

use serde_json::json;
use snaphook::permission::CallDecision;
use snaphook::prelude::*;
use snaphook::{Engine, FunctionHook};

use super::world::{Person, bash, common, file, in_mode, request};

#[tokio::test]
async fn a_request_hook_decides_before_a_person_is_asked() {
    let person = Person::who_says("allow");
    let engine = Engine::builder()
        .function(request(
            "no",
            json!({"behavior": "deny", "message": "not now", "interrupt": true}),
        ))
        .approver(person.clone())
        .build()
        .unwrap();
    let decision = engine.authorize(&common(), bash("make")).await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert_eq!(decision.reason.as_deref(), Some("not now"));
    assert!(decision.interrupt);
    assert!(person.questions().is_empty());
}

#[tokio::test]
async fn request_hooks_are_told_what_would_have_allowed_the_call() {
    let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let engine = Engine::builder()
        .function(FunctionHook::new(
            "PermissionRequest",
            "listen",
            move |call| {
                let _ = told.send(call.input.fields().value("permission_suggestions"));
                async {}
            },
        ))
        .build()
        .unwrap();
    engine
        .authorize(&common(), bash("make test && git log"))
        .await;
    let suggested = heard.recv().await.unwrap().unwrap();
    assert_eq!(
        suggested,
        json!([{"type": "addRules", "behavior": "allow", "destination": "session", "rules": [
            {"toolName": "Bash", "ruleContent": "make test"},
            {"toolName": "Bash", "ruleContent": "git log"}]}])
    );
    // What nobody can know is not a rule.
    engine.authorize(&common(), bash("make $TARGET")).await;
    assert_eq!(heard.recv().await.unwrap(), None);
    engine.authorize(&common(), file("Edit", "/repo/a")).await;
    let suggested = heard.recv().await.unwrap().unwrap();
    assert_eq!(suggested[0]["rules"][0]["ruleContent"], "//repo/a");
    assert_eq!(suggested[1]["mode"], "acceptEdits");
}

#[tokio::test]
async fn a_person_may_allow_for_good() {
    let person = Person::who_says("always");
    let engine = Engine::builder().approver(person.clone()).build().unwrap();
    let session = engine.session("session-1");
    let first = session.authorize(&common(), bash("make test")).await;
    assert!(first.is_allowed());
    assert!(first.updates[0].applied);
    let keys: Vec<String> = person.questions()[0]
        .options
        .iter()
        .map(|o| o.key.clone())
        .collect();
    assert_eq!(keys, ["allow", "always", "deny"]);
    let again = session.authorize(&common(), bash("make test")).await;
    assert_eq!(
        again.by.to_string(),
        "the allow rule `Bash(make test)` in session"
    );
    assert!(
        !session
            .authorize(&in_mode("dontAsk"), bash("make"))
            .await
            .is_allowed()
    );
}
