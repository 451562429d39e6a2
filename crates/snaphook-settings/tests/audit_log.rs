//! `auditLog`: who may say it, and what many files say together.
#![cfg(test)]

use std::path::Path;

use serde_json::{Value, json};
use snaphook_core::hook::Scope;
use snaphook_settings::{AuditLogSettings, EffectiveSettings, LoadContext, Settings, parse};

fn read(scope: Scope, log: Value) -> Settings {
    let text = json!({"auditLog": log}).to_string();
    let file = format!("{}.json", scope.as_str());
    parse(Path::new(&file), &text, scope, &mut LoadContext::default()).unwrap()
}

fn codes(settings: &Settings) -> Vec<&str> {
    settings.findings.iter().map(|it| it.code).collect()
}

fn together(files: &[Settings]) -> AuditLogSettings {
    EffectiveSettings::of(files).audit_log
}

#[test]
fn a_flag_is_enough_and_an_object_says_more() {
    let log = together(&[read(Scope::User, json!(false))]);
    assert!(!log.enabled.unwrap().value);
    let said = json!({"enabled": true, "file": "~/x.jsonl", "maxDays": 7, "maxMegabytes": 0, "redactFields": ["pin"]});
    let file = read(Scope::User, said);
    assert!(codes(&file).is_empty());
    let log = together(&[file]);
    assert!(log.enabled.unwrap().value);
    assert_eq!(log.file.unwrap().value, "~/x.jsonl");
    assert_eq!(
        (
            log.max_days.unwrap().value,
            log.max_megabytes.unwrap().value
        ),
        (7, 0)
    );
    assert_eq!(log.redact_fields[0].value, "pin");
}

#[test]
fn each_part_is_decided_by_itself_and_fields_add_up() {
    let log = together(&[
        read(
            Scope::Managed,
            json!({"enabled": true, "redactFields": ["a"]}),
        ),
        read(
            Scope::User,
            json!({"enabled": false, "maxDays": 3, "redactFields": ["b"]}),
        ),
    ]);
    assert_eq!(log.demanded().unwrap().place(), "managed.json:1");
    assert_eq!(log.max_days.unwrap().value, 3);
    let fields: Vec<_> = log.redact_fields.iter().map(|it| &*it.value).collect();
    assert_eq!(fields, ["b", "a"]);
}

#[test]
fn only_managed_settings_demand_it() {
    for (managed, demanded) in [
        (json!(true), true),
        (json!(false), false),
        (json!({"maxDays": 1}), false),
    ] {
        let log = together(&[
            read(Scope::Managed, managed),
            read(Scope::User, json!(true)),
        ]);
        assert_eq!(log.demanded().is_some(), demanded);
    }
}

#[test]
fn a_project_has_no_say() {
    for scope in [Scope::Project, Scope::Local] {
        let file = read(scope, json!({"enabled": false, "file": "/tmp/away.db"}));
        assert_eq!(codes(&file), ["not-in-project-settings"]);
        let log = together(&[file]);
        assert!(log.enabled.is_none() && log.file.is_none());
    }
}

#[test]
fn what_does_not_fit_costs_only_itself() {
    let file = read(
        Scope::User,
        json!({"enabled": "no", "file": " ", "maxDays": -1, "redactFields": ["a", 1], "maxMegabyte": 3}),
    );
    let mut found = codes(&file);
    found.sort_unstable();
    assert_eq!(
        found,
        [
            "missing-field",
            "unknown-key",
            "wrong-type",
            "wrong-type",
            "wrong-type"
        ]
    );
    let near = file
        .findings
        .iter()
        .find(|it| it.code == "unknown-key")
        .unwrap();
    assert_eq!(near.help.as_deref(), Some("did you mean `maxMegabytes`?"));
    assert_eq!(together(&[file]).redact_fields.len(), 1);
    assert_eq!(codes(&read(Scope::User, json!(7))), ["wrong-type"]);
}
