//! What changed between then and now.

use serde_json::{Value, json};
use snaphook_log::compare::{Candidate, compare, compare_selection};

fn hook(name: &str, status: &str) -> Value {
    json!({"id": format!("id-{name}"), "name": name, "type": "command", "status": status})
}

fn words(before: &Value, now: &Value) -> Vec<String> {
    let changes = compare(before, now, |hook| format!("{hook} is away"));
    changes.iter().map(ToString::to_string).collect()
}

#[test]
fn the_same_is_no_change_however_long_it_took() {
    let mut one = json!({"blocked": false, "continue": true, "durationMs": 1, "hooks": [hook("a", "success")]});
    let other = one.clone();
    one["durationMs"] = json!(900);
    one["hooks"][0]["durationMs"] = json!(900);
    assert!(words(&one, &other).is_empty());
}

#[test]
fn every_change_is_told() {
    let blocked = json!({"blocked": true, "continue": true, "blockReason": "no", "decidedBy": ["id-a"],
        "permissionDecision": "deny", "hooks": [hook("a", "blocked"), hook("b", "success")]});
    let free = json!({"blocked": false, "continue": true, "permissionDecision": "allow",
        "updatedInput": {"command": "ls"}, "additionalContext": ["x"],
        "hooks": [hook("b", "failed"), hook("c", "success"), hook("d", "skipped")]});
    assert_eq!(
        words(&blocked, &free),
        [
            "no longer blocked (it was by a)",
            "the tool's input is now rewritten to {\"command\":\"ls\"}",
            "`additionalContext` differs",
            "a no longer runs: a is away",
            "b was `success` and is `failed`",
            "c now runs",
        ]
    );
    assert_eq!(
        words(&free, &blocked)[..2],
        [
            "now blocked by a: no",
            "the tool's input is no longer rewritten"
        ]
    );
    let ask = json!({"blocked": false, "continue": true, "permissionDecision": "ask",
        "updatedInput": {"command": "rm"}, "hooks": []});
    let allow = json!({"blocked": false, "continue": true, "permissionDecision": "allow",
        "updatedInput": {"command": "ls"}, "hooks": []});
    assert_eq!(
        words(&ask, &allow),
        [
            "the decision was `ask` and is `allow`",
            "the tool's input was rewritten to {\"command\":\"rm\"} and is to {\"command\":\"ls\"}",
        ]
    );
    for change in compare(&blocked, &free, |_| String::new()) {
        assert_eq!(change.to_json()["kind"], change.code());
    }
}

#[test]
fn functions_of_a_host_are_not_missed() {
    let mut own = hook("mine", "success");
    own["type"] = json!("function");
    let before = json!({"blocked": false, "continue": true, "hooks": [own]});
    let now = json!({"blocked": false, "continue": true, "hooks": []});
    assert!(words(&before, &now).is_empty());
    assert!(compare_selection(&before, &[]).is_empty());
}

#[test]
fn a_selection_says_who_would_run_and_whose_block_is_gone() {
    let before = json!({"blocked": true, "decidedBy": ["id-a"],
        "hooks": [hook("a", "blocked"), hook("b", "success")]});
    let runs = |name: &str| Candidate {
        name: name.to_owned(),
        why_not: None,
    };
    let not = |name: &str| Candidate {
        name: name.to_owned(),
        why_not: Some("it is disabled".to_owned()),
    };
    let told = |now: &[Candidate]| -> Vec<String> {
        compare_selection(&before, now)
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert!(told(&[runs("a"), runs("b")]).is_empty());
    assert_eq!(
        told(&[not("a"), runs("b"), runs("c")]),
        [
            "no longer blocked (it was by a)",
            "a no longer runs: it is disabled",
            "c now runs"
        ]
    );
    assert_eq!(
        told(&[runs("a")]),
        ["b no longer runs: no settings have it"]
    );
}
