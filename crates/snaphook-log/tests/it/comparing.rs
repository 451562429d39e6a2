//! What changed between then and now.

use serde_json::{Value, json};
use snaphook_log::compare::{CurrentHook, compare, compare_selection};

fn hook(name: &str, status: &str) -> Value {
    json!({"id": format!("id-{name}"), "name": name, "type": "command", "status": status})
}

fn candidate(id: &str, name: &str, why_not: Option<&str>) -> CurrentHook {
    CurrentHook {
        id: id.to_owned(),
        name: name.to_owned(),
        why_not: why_not.map(str::to_owned),
    }
}

fn words(before: &Value, now: &Value) -> Vec<String> {
    told(before, now, &[candidate("id-a", "a", Some("a is away"))])
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
    for change in compare(&blocked, &free, &[]) {
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
    let runs = |name: &str| candidate(&format!("id-{name}"), name, None);
    let not = |name: &str| candidate(&format!("id-{name}"), name, Some("it is disabled"));
    let told = |now: &[CurrentHook]| -> Vec<String> {
        compare_selection(&before, now)
            .iter()
            .map(ToString::to_string)
            .collect()
    };
    assert!(told(&[runs("a"), runs("b")]).is_empty());
    assert_eq!(
        told(&[not("a"), runs("b")]),
        [
            "no longer blocked (it was by a)",
            "a no longer runs: it is disabled"
        ]
    );
    // What `c` would say nobody knows before it runs: perhaps it blocks.
    assert_eq!(
        told(&[not("a"), runs("b"), runs("c")]),
        ["a no longer runs: it is disabled", "c now runs"]
    );
    assert_eq!(
        told(&[runs("a")]),
        ["b no longer runs: no settings have it"]
    );
}

fn told(before: &Value, now: &Value, today: &[CurrentHook]) -> Vec<String> {
    let changes = compare(before, now, today);
    changes.iter().map(ToString::to_string).collect()
}

/// Two commands that begin alike have one name, and two ids.
#[test]
fn a_hook_is_not_missed_because_another_has_its_name() {
    let entry = |id: &str, status: &str| json!({"id": id, "name": "./check --of …", "type": "command", "status": status});
    let before = json!({"blocked": true, "decidedBy": ["two"],
        "hooks": [entry("one", "success"), entry("two", "blocked")]});
    let now = json!({"blocked": false, "hooks": [entry("one", "success")]});
    let gone = [
        "no longer blocked (it was by ./check --of …)",
        "./check --of … no longer runs: no settings have it",
    ];
    let one = [candidate("one", "./check --of …", None)];
    assert_eq!(told(&before, &now, &one), gone);
    let selected = compare_selection(&before, &one);
    let selected: Vec<_> = selected.iter().map(ToString::to_string).collect();
    assert_eq!(selected, gone);
    // Settings that have it do not let another one stand for it.
    let only_two = json!({"blocked": false, "hooks": [entry("two", "success")]});
    let today = [
        candidate("one", "./check --of …", None),
        candidate("two", "./check --of …", Some("its matcher says no")),
    ];
    assert_eq!(
        told(&only_two, &now, &today),
        [
            "./check --of … no longer runs: its matcher says no",
            "./check --of … now runs",
        ]
    );
}

#[test]
fn an_edited_hook_is_still_the_one_of_its_name() {
    let entry =
        |id: &str| json!({"id": id, "name": "guard", "type": "command", "status": "success"});
    let before = json!({"blocked": false, "hooks": [entry("old")]});
    let now = json!({"blocked": false, "hooks": [entry("new")]});
    let today = [candidate("new", "guard", None)];
    assert!(told(&before, &now, &today).is_empty());
    assert!(compare_selection(&before, &today).is_empty());
}

#[test]
fn no_field_of_a_decision_is_overlooked() {
    for (field, from, to) in [
        ("blockReason", json!("no"), json!("never")),
        ("permissionDecisionReason", json!("a"), json!("b")),
        (
            "permissionRequest",
            json!({"behavior": "deny"}),
            json!({"behavior": "deny", "interrupt": true}),
        ),
        (
            "elicitation",
            json!({"action": "accept"}),
            json!({"action": "decline"}),
        ),
        (
            "updatedPermissions",
            json!([{"type": "addRules"}]),
            Value::Null,
        ),
        ("classifierContext", Value::Null, json!(["careful"])),
        ("initialUserMessage", json!("hi"), json!("ho")),
        ("compactInstructions", json!("short"), Value::Null),
        ("watchPaths", json!([]), json!(["src"])),
        ("worktreePath", json!("/repo/a"), json!("/repo/b")),
        ("reloadSkills", Value::Null, json!(true)),
        ("retry", Value::Null, json!(true)),
        ("suppressOriginalPrompt", Value::Null, json!(true)),
    ] {
        let outcome = |value: &Value| {
            let mut outcome = json!({"blocked": true, "continue": true, "hooks": []});
            if !value.is_null() {
                outcome[field] = value.clone();
            }
            outcome
        };
        let words = told(&outcome(&from), &outcome(&to), &[]);
        assert_eq!(words, [format!("`{field}` differs")]);
    }
    let stops = json!({"blocked": true, "continue": false, "hooks": []});
    let goes_on = json!({"blocked": true, "continue": true, "hooks": []});
    assert_eq!(
        told(&goes_on, &stops, &[]),
        ["the decision was `none` and is `stop`"]
    );
}

#[test]
fn a_background_hook_that_was_over_later_is_no_change() {
    let entry = |status: &str, late: bool| {
        let mut entry = hook("late", status);
        if late {
            entry["background"] = json!(true);
        }
        json!({"blocked": false, "hooks": [entry]})
    };
    let now = entry("background", false);
    assert!(told(&entry("failed", true), &now, &[]).is_empty());
    assert!(told(&entry("background", false), &now, &[]).is_empty());
    assert_eq!(
        told(&entry("success", false), &now, &[]),
        ["late was `success` and is `background`"]
    );
}

#[test]
fn where_a_long_text_was_put_is_no_change() {
    let outcome = |path: &str, text: &str| {
        let text = format!("{text}\n[… 12000 characters; the whole text is in {path}]");
        json!({"blocked": false, "additionalContext": [text], "hooks": []})
    };
    let one = outcome("/repo/one.txt", "begins so");
    assert!(told(&one, &outcome("/repo/two.txt", "begins so"), &[]).is_empty());
    assert_eq!(
        told(&one, &outcome("/repo/one.txt", "begins otherwise"), &[]),
        ["`additionalContext` differs"]
    );
}

#[test]
fn a_hook_that_its_session_held_back_does_not_newly_run() {
    let skipped = |reason: &str| {
        let mut entry = hook("a", "skipped");
        entry["skipReason"] = json!(reason);
        json!({"blocked": false, "hooks": [entry]})
    };
    let once = skipped("it runs once, and has run");
    let row = skipped("an earlier hook of its sequential group ended the group");
    let off = skipped("disabled");
    let today = [candidate("id-a", "a", None)];
    assert!(compare_selection(&once, &today).is_empty());
    assert!(compare_selection(&row, &today).is_empty());
    assert_eq!(compare_selection(&off, &today).len(), 1);
    let now = json!({"blocked": false, "hooks": [hook("a", "success")]});
    assert!(told(&once, &now, &today).is_empty());
    assert_eq!(told(&row, &now, &today), ["a now runs"]);
}

#[test]
fn hooks_of_a_skill_are_not_missed() {
    for scope in ["skill", "agent", "session"] {
        let mut entry = hook("brought", "blocked");
        entry["scope"] = json!(scope);
        let before = json!({"blocked": true, "decidedBy": ["id-brought"], "hooks": [entry]});
        let now = json!({"blocked": false, "hooks": []});
        assert!(told(&before, &now, &[]).is_empty(), "{scope}");
        assert!(compare_selection(&before, &[]).is_empty(), "{scope}");
    }
}
