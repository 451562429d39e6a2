//! Answers: the schema refuses what the reader of answers calls a problem.

use std::collections::HashMap;
use std::sync::LazyLock;

use jsonschema::Validator;
use proptest::prelude::*;
use serde_json::{Value, json};
use snaphook_core::answer::read_object;
use snaphook_core::event::{EVENTS, Event, OUTPUT_FIELDS, UNIVERSAL_FIELDS};
use snaphook_core::input::Fields;
use snaphook_core::permission::{Destination, Mode, UpdateKind};

use crate::common::{misfits, validator};
use crate::reader::samples;

static OUTPUTS: LazyLock<HashMap<&str, Validator>> = LazyLock::new(|| {
    let schema = |name: &str| snaphook_schema::output(name).unwrap();
    let events = EVENTS.iter().map(|spec| spec.name);
    events
        .map(|name| (name, validator(&schema(name))))
        .collect()
});

/// That the schema of this event and the reader say the same of an answer.
#[track_caller]
pub(crate) fn agree(event: &str, answer: &Value) {
    let fields = Fields::from_value(answer).unwrap();
    let problems = read_object(Event::resolve(event).spec(), event, &fields).problems;
    let misfits = misfits(&OUTPUTS[event], answer);
    assert_eq!(
        problems.is_empty(),
        misfits.is_empty(),
        "{event}: {answer:#}\nthe reader finds {problems:?}, the schema {misfits:?}"
    );
}

fn specific(event: &str, key: &str, value: &Value) -> Value {
    json!({"hookSpecificOutput": {"hookEventName": event, key: value}})
}

/// Samples, and words of answers.
fn values() -> Vec<Value> {
    let words = [
        "approve", "allow", "deny", "ask", "defer", "accept", "decline",
    ];
    let mut values = samples();
    values.extend(words.map(Value::from));
    values.extend(words.map(|word| json!({"behavior": word})));
    values
}

#[test]
fn every_field_holds_what_the_table_says() {
    for spec in EVENTS {
        for value in values() {
            for field in UNIVERSAL_FIELDS {
                agree(spec.name, &json!({ field.key: value }));
            }
            for field in OUTPUT_FIELDS {
                agree(spec.name, &specific(spec.name, field.key, &value));
            }
            agree(spec.name, &json!({"hookSpecificOutput": value}));
            agree(
                spec.name,
                &json!({"hookSpecificOutput": {"hookEventName": value}}),
            );
            agree(spec.name, &json!({"mine": value}));
        }
        agree(
            spec.name,
            &json!({"hookSpecificOutput": {"hookEventName": "Other"}}),
        );
    }
}

#[test]
fn the_schema_names_what_the_event_honours_and_nothing_else() {
    for spec in EVENTS {
        let schema = snaphook_schema::output(spec.name).unwrap();
        let named = &schema["properties"]["hookSpecificOutput"]["properties"];
        for field in OUTPUT_FIELDS {
            let is_there = named.get(field.key).is_some();
            assert_eq!(
                is_there,
                spec.output.contains(field.field),
                "{} {}",
                spec.name,
                field.key
            );
        }
    }
    let words = |event: &str| {
        let schema = snaphook_schema::output(event).unwrap();
        schema["properties"]["hookSpecificOutput"]["properties"]["permissionDecision"]["enum"]
            .clone()
    };
    assert_eq!(
        words("PreToolUse"),
        json!(["allow", "deny", "ask", "defer", null])
    );
    assert_eq!(
        words("PreModelSwitch"),
        json!(["allow", "deny", "ask", null])
    );
}

fn request(decision: Value) -> Value {
    specific("PermissionRequest", "decision", &decision)
}

#[test]
fn permission_updates_are_checked_alike() {
    let update =
        |update: Value| request(json!({"behavior": "allow", "updatedPermissions": [update]}));
    for kind in UpdateKind::WORDS {
        let whole = json!({
            "type": kind, "destination": "session", "behavior": "allow", "mode": "plan",
            "rules": [{"toolName": "Bash", "ruleContent": "ls *"}], "directories": ["/a"],
        });
        agree("PermissionRequest", &update(whole.clone()));
        assert!(OUTPUTS["PermissionRequest"].is_valid(&update(whole.clone())));
        let words = Destination::WORDS.iter().chain(&Mode::WORDS);
        let words: Vec<_> = words.map(|word| json!(word)).collect();
        for key in whole.as_object().unwrap().keys() {
            let mut without = whole.clone();
            without.as_object_mut().unwrap().remove(key);
            agree("PermissionRequest", &update(without));
            for value in values().into_iter().chain(words.clone()) {
                let mut other = whole.clone();
                other[key] = value.clone();
                agree("PermissionRequest", &update(other));
                let mut other = whole.clone();
                other["rules"] = json!([{"toolName": value, "ruleContent": value}]);
                agree("PermissionRequest", &update(other));
            }
        }
    }
    for value in values() {
        agree("PermissionRequest", &update(value.clone()));
        for key in [
            "behavior",
            "updatedInput",
            "updatedPermissions",
            "message",
            "interrupt",
        ] {
            let mut decision = json!({"behavior": "deny"});
            decision[key] = value.clone();
            agree("PermissionRequest", &request(decision));
        }
    }
}

/// Of a first line that detaches a hook the reader says nothing.
#[test]
fn a_line_that_detaches_is_known() {
    let stop = &OUTPUTS["Stop"];
    assert!(stop.is_valid(&json!({"async": true, "asyncTimeout": 30})));
    assert!(!stop.is_valid(&json!({"async": "yes"})));
    assert!(!stop.is_valid(&json!({"async": true, "asyncTimeout": 0})));
}

fn any_event() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(EVENTS.iter().map(|spec| spec.name).collect::<Vec<_>>())
}

fn any_value() -> impl Strategy<Value = Value> {
    proptest::sample::select(values())
}

fn any_fields(keys: Vec<&'static str>) -> impl Strategy<Value = Value> {
    let members = prop::collection::vec((proptest::sample::select(keys), any_value()), 0..4);
    members.prop_map(|members| {
        let members = members.into_iter();
        members
            .map(|(key, value)| (key.to_owned(), value))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_schema_refuses_what_the_reader_calls_a_problem(
        event in any_event(),
        mut answer in any_fields(UNIVERSAL_FIELDS.iter().map(|field| field.key).collect()),
        specific in any_fields(OUTPUT_FIELDS.iter().map(|field| field.key).collect()),
    ) {
        answer["hookSpecificOutput"] = specific;
        agree(event, &answer);
    }
}
