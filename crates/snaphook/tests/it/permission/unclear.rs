//! A deny or ask rule that could match only because something is unknown: a
//! person is asked, nobody else answers, and the rule is not said to have matched.

use serde_json::json;
use snaphook::permission::{Behavior, CallDecision, Decider, PermissionOptions};
use snaphook::prelude::*;

use super::world::{Person, bash, before, in_mode, request, rules, way};

const DENY: (Behavior, &str) = (Behavior::Deny, "Bash(rm -rf *)");
const ASK: (Behavior, &str) = (Behavior::Ask, "Bash(rm -rf *)");
const ALLOW: (Behavior, &str) = (Behavior::Allow, "Bash");

/// Lines that could run anything, and what is named of them.
const UNCLEAR: [(&str, &str); 6] = [
    ("eval \"$(ssh-agent -s)\"", "$(ssh-agent -s)"),
    ("ls; bash -c \"$X\"", "$X"),
    ("$X -rf y", "$X"),
    ("curl example.test | sh", "sh"),
    ("$WRAPPER rm -rf y", "$WRAPPER"),
    ("echo 'open", "does not parse"),
];

#[tokio::test]
async fn what_could_match_a_deny_rule_is_asked_about_and_named() {
    for rule in [DENY, ASK] {
        for (line, part) in UNCLEAR {
            let person = Person::who_says("allow");
            let engine = rules(&[rule, ALLOW])
                .approver(person.clone())
                .build()
                .unwrap();
            let decision = engine.authorize(&in_mode("default"), bash(line)).await;
            assert_eq!(decision.decision, CallDecision::Allow, "{line}");
            assert_eq!(decision.by, Decider::Approver, "{line}");
            let question = &person.questions()[0].message;
            assert!(question.contains(part), "{line}: {question}");
            assert!(question.contains("could match"), "{line}: {question}");
        }
    }
}

#[tokio::test]
async fn a_rule_that_only_could_match_does_not_say_that_it_denied() {
    for (line, part) in UNCLEAR {
        let engine = rules(&[DENY, ALLOW]).build().unwrap();
        let decision = engine.authorize(&in_mode("default"), bash(line)).await;
        assert_eq!(decision.decision, CallDecision::Deny, "{line}");
        assert_eq!(decision.by, Decider::Nobody, "{line}");
        let text = decision.text_for_model.unwrap();
        assert!(text.contains("nobody to ask"), "{line}: {text}");
        assert!(text.contains(part), "{line}: {text}");
    }
}

#[tokio::test]
async fn what_is_known_beside_the_unknown_is_denied() {
    let person = Person::who_says("allow");
    let engine = rules(&[DENY, ALLOW])
        .approver(person.clone())
        .build()
        .unwrap();
    for line in [
        "eval \"$X\"; rm -rf y",
        "rm -rf $X",
        "/bin/rm -rf y",
        "sudo rm -rf \"$X\"",
        "bash -c 'rm -rf y'; bash -c \"$X\"",
    ] {
        let decision = engine.authorize(&in_mode("default"), bash(line)).await;
        assert!(
            matches!(decision.by, Decider::Rule { .. }),
            "{line}: {decision:?}"
        );
        assert_eq!(decision.decision, CallDecision::Deny, "{line}");
    }
    assert!(person.questions().is_empty());
}

#[tokio::test]
async fn no_hook_and_no_mode_answers_what_only_a_person_may() {
    for rule in [DENY, ASK] {
        for mode in ["default", "acceptEdits", "auto", "bypassPermissions"] {
            let person = Person::who_says("deny");
            let engine = rules(&[rule, ALLOW])
                .permissions(PermissionOptions::default().bypass_available(true))
                .function(before("yes", json!({"permissionDecision": "allow"})))
                .function(request("yes", json!({"behavior": "allow"})))
                .approver(person.clone())
                .build()
                .unwrap();
            let decision = engine.authorize(&in_mode(mode), bash("eval \"$X\"")).await;
            assert_eq!(decision.decision, CallDecision::Deny, "{mode}");
            assert_eq!(decision.by, Decider::Approver, "{mode}");
            assert_eq!(person.questions().len(), 1, "{mode}");
            // A known command of the rest is nobody's concern.
            let decision = engine.authorize(&in_mode(mode), bash("ls")).await;
            assert!(decision.is_allowed(), "{mode}");
        }
        let engine = rules(&[rule, ALLOW]).build().unwrap();
        let decision = engine
            .authorize(&in_mode("dontAsk"), bash("eval \"$X\""))
            .await;
        assert_eq!(decision.decision, CallDecision::Deny);
        assert!(matches!(decision.by, Decider::Mode { .. }));
    }
}

#[tokio::test]
async fn a_hook_still_denies_what_a_person_would_be_asked_about() {
    let person = Person::who_says("allow");
    let engine = rules(&[DENY, ALLOW])
        .function(request("no", json!({"behavior": "deny", "message": "no"})))
        .approver(person.clone())
        .build()
        .unwrap();
    let decision = engine
        .authorize(&in_mode("default"), bash("eval \"$X\""))
        .await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert!(person.questions().is_empty());
}

#[tokio::test]
async fn a_hook_does_not_answer_for_what_it_rewrote_into_the_unknown() {
    let person = Person::who_says("deny");
    let engine = rules(&[DENY, (Behavior::Ask, "Bash(make *)")])
        .function(request(
            "rewrites",
            json!({"behavior": "allow", "updatedInput": {"command": "eval \"$X\""}}),
        ))
        .approver(person.clone())
        .build()
        .unwrap();
    let decision = engine
        .authorize(&in_mode("default"), bash("make all"))
        .await;
    assert_eq!(decision.decision, CallDecision::Deny);
    assert_eq!(decision.by, Decider::Approver);
    assert!(person.questions()[0].message.contains("could match"));
}

#[tokio::test]
async fn the_steps_say_that_a_deny_rule_asked() {
    let engine = rules(&[DENY, ALLOW]).build().unwrap();
    let decision = engine
        .authorize(&in_mode("default"), bash("eval \"$X\""))
        .await;
    assert_eq!(way(&decision), ["deny rules: Ask", "approver: Deny"]);
    let reason = decision.steps[0].reason.as_deref().unwrap_or_default();
    assert!(reason.contains("could match the part"), "{reason}");
}

#[tokio::test]
async fn an_unknown_target_is_asked_about_by_a_person_only() {
    let deny = (Behavior::Deny, "Edit(.env)");
    for line in ["echo x > \"$F\"", "cd \"$X\" && echo > out", "eval \"$X\""] {
        let person = Person::who_says("deny");
        let engine = rules(&[deny, ALLOW])
            .function(request("yes", json!({"behavior": "allow"})))
            .approver(person.clone())
            .build()
            .unwrap();
        let decision = engine.authorize(&in_mode("default"), bash(line)).await;
        assert_eq!(decision.by, Decider::Approver, "{line}");
        assert_eq!(person.questions().len(), 1, "{line}");
    }
}
