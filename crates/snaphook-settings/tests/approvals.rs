//! `approvers` and `approvals`: who may say them, and what many files say together.
#![cfg(test)]

use std::path::Path;

use serde_json::{Value, json};
use snaphook_core::hook::Scope;
use snaphook_settings::{ApprovalsSettings, EffectiveSettings, LoadContext, Settings, parse};

fn read(scope: Scope, settings: &Value) -> Settings {
    let file = format!("{}.json", scope.as_str());
    let text = settings.to_string();
    parse(Path::new(&file), &text, scope, &mut LoadContext::default()).unwrap()
}

fn codes(settings: &Settings) -> Vec<&str> {
    settings.findings.iter().map(|it| it.code).collect()
}

fn together(files: &[Settings]) -> ApprovalsSettings {
    EffectiveSettings::of(files).approvals
}

#[test]
fn everything_that_is_said_is_read() {
    let file = read(
        Scope::User,
        &json!({
            "approvers": [{"who": ["page", "key:ann"], "tools": ["Bash(git push *)"], "choices": ["allow"]}],
            "approvals": {"waitSeconds": 30, "unattended": "wait", "url": "https://a.example",
                "keys": {"ann": "0".repeat(64)},
                "notify": [{"type": "webhook", "url": "https://b.example", "secret": "env:KEY"},
                    {"type": "ntfy", "url": "https://c.example/topic", "priority": 5}]},
        }),
    );
    assert_eq!(codes(&file), Vec::<&str>::new(), "{:?}", file.findings);
    let said = together(&[file]);
    assert_eq!(said.approvers[0].value[0].who, ["page", "key:ann"]);
    assert_eq!(said.wait_seconds.as_ref().unwrap().value, 30.0);
    assert!(said.waits_unattended.as_ref().unwrap().value);
    assert_eq!(said.url.as_ref().unwrap().value, "https://a.example");
    assert_eq!(said.keys().count(), 1);
    let kinds: Vec<_> = said.notify.iter().map(|one| one.value.kind).collect();
    assert_eq!(kinds, ["webhook", "ntfy"]);
    assert_eq!(said.notify[1].value.fields["priority"], 5);
}

#[test]
fn a_project_does_not_decide_who_approves() {
    for scope in [Scope::Project, Scope::Local] {
        let said = json!({"approvers": [{"who": ["*"]}], "approvals": {"unattended": "wait",
            "notify": [{"type": "webhook", "url": "http://169.254.169.254", "secret": "env:PATH"}]}});
        let file = read(scope, &said);
        assert_eq!(codes(&file), ["not-in-project-settings"; 2]);
        let said = together(&[file]);
        assert!(said.approvers.is_empty() && said.notify.is_empty());
        assert!(said.waits_unattended.is_none());
    }
}

#[test]
fn lists_of_several_files_all_hold_and_managed_keys_replace_those_of_users() {
    let sum = "0".repeat(64);
    let managed = json!({"approvers": [{"who": ["key"]}], "approvals": {"keys": {"boss": &sum}}});
    let own = json!({"approvers": [{"who": ["*"]}], "approvals": {"keys": {"boss": "1".repeat(64), "me": &sum}}});
    let said = together(&[read(Scope::User, &own), read(Scope::Managed, &managed)]);
    assert_eq!(said.approvers.len(), 2);
    let keys: Vec<_> = said.keys().collect();
    assert_eq!(keys, [&("boss".to_owned(), sum)]);
}

#[test]
fn what_cannot_be_read_lets_nobody_answer() {
    for (approvers, code) in [
        (json!("page"), "wrong-type"),
        (json!([{"tools": ["Bash"]}]), "missing-field"),
        (json!([{"who": "page"}]), "wrong-type"),
        (
            json!([{"who": ["page"], "choices": ["alow"]}]),
            "unknown-word",
        ),
    ] {
        let file = read(Scope::User, &json!({"approvers": approvers}));
        assert_eq!(codes(&file), [code], "{approvers}");
        let said = together(&[file]);
        assert_eq!(said.approvers.len(), 1, "{approvers}");
        assert!(said.approvers[0].value.is_empty(), "{approvers}");
    }
    // A key that stands twice asks for both.
    let text = r#"{"approvers": [{"who": ["page"]}], "approvers": [{"who": ["*"]}]}"#;
    let mut loading = LoadContext::default();
    let file = parse(Path::new("user.json"), text, Scope::User, &mut loading).unwrap();
    assert_eq!(together(&[file]).approvers.len(), 2);
}

#[test]
fn a_word_or_a_place_that_means_nothing_is_a_warning() {
    let file = read(
        Scope::User,
        &json!({
            "approvers": [{"who": ["pages", "key:ann"], "tools": ["Bash("]}],
            "approvals": {"wait": 3, "keys": {"ann": "secret"},
                "notify": [{"type": "webhook", "url": "https://b.example", "secret": "hunter2"}]},
        }),
    );
    let expected = [
        "unknown-approver",
        "bad-rule",
        "unknown-key",
        "bad-key-digest",
        "secret-in-settings",
    ];
    assert_eq!(codes(&file), expected, "{:?}", file.findings);
    let helps: Vec<_> = file
        .findings
        .iter()
        .filter_map(|it| it.help.as_deref())
        .collect();
    assert_eq!(helps[0], "did you mean `page`?");
}

#[test]
fn a_notifier_is_held_to_the_keys_of_its_type() {
    for (entry, message) in [
        (
            json!({"type": "pager"}),
            "`approvals.notify[].type` must be \"webhook\" or \"ntfy\"",
        ),
        (
            json!({"type": "webhook", "url": "https://b.example"}),
            "missing `secret` in `approvals.notify[]`",
        ),
        (
            json!({"type": "ntfy", "url": "ftp://b.example/topic"}),
            "must begin with http:// or https://",
        ),
        (
            json!({"type": "ntfy", "url": "https://b.example", "priority": 9}),
            "whole number from 1 to 5",
        ),
    ] {
        let file = read(Scope::User, &json!({"approvals": {"notify": [entry]}}));
        assert!(
            file.findings[0].message.contains(message),
            "{:?}",
            file.findings
        );
        assert!(together(&[file]).notify.is_empty());
    }
}
