//! Inputs: those of the golden cases, those that an agent really sends, and those
//! with something wrong in them.

use std::collections::BTreeSet;

use jsonschema::error::ValidationErrorKind;
use serde_json::{Value, json};
use snaphook_core::event::EVENTS;
use snaphook_core::input::{CommonFields, Input, TypedInput, typed};

use crate::common::{closed, completed, golden_cases, misfits, repository, validator};

fn schema(event: &str) -> Value {
    snaphook_schema::input(event).unwrap()
}

#[test]
fn golden_inputs_fit_as_far_as_they_are_complete() {
    let (mut whole, mut parts) = (0, 0);
    for case in golden_cases() {
        let input = completed(&case, "/repo");
        let event = input["hook_event_name"].as_str().unwrap();
        let validator = validator(&schema(event));
        let errors: Vec<_> = validator.iter_errors(&input).collect();
        // Cases leave out what they are not about; what is there must fit.
        let misfit = errors
            .iter()
            .find(|error| !matches!(error.kind(), ValidationErrorKind::Required { .. }));
        assert!(misfit.is_none(), "{}: {misfit:?}", case.name);
        *(if errors.is_empty() {
            &mut whole
        } else {
            &mut parts
        }) += 1;
    }
    assert!(whole > 100, "{whole} were complete, {parts} were not");
}

#[test]
fn what_an_agent_really_sends_fits() {
    let file = repository().join("examples/agent/scenario/transcript.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let mut events = BTreeSet::new();
    for line in text.lines() {
        let input: Value = serde_json::from_str(line).unwrap();
        let event = input["hook_event_name"].as_str().unwrap();
        let misfits = misfits(&validator(&schema(event)), &input);
        assert!(misfits.is_empty(), "{line}: {misfits:?}");
        events.insert(event.to_owned());
    }
    assert!(events.len() > 25, "only {events:?}");
}

/// What a typed input is written as has the keys that the schema has.
#[track_caller]
fn is_exact<T: TypedInput>(input: &T) {
    let common = CommonFields {
        prompt_id: Some("p".to_owned()),
        permission_mode: Some("plan".to_owned()),
        effort: Some(json!("high")),
        scratchpad_dir: Some("/tmp/notes".to_owned()),
        ..CommonFields::new("session-1", "/repo")
    };
    let input = Input::new(&common, input).unwrap();
    let line = input.fields().to_line();
    let written: Value = serde_json::from_slice(&line).unwrap();
    let misfits = misfits(&validator(&closed(schema(T::EVENT))), &written);
    assert!(misfits.is_empty(), "{misfits:?}");
}

#[test]
fn typed_inputs_are_written_as_the_schema_says() {
    is_exact(&typed::SessionStart::new("startup").model("small"));
    is_exact(&typed::MessageDisplay::new("t", "m", 3_u64, true, "text"));
    is_exact(&typed::PreCompact::new("auto", None));
    is_exact(&typed::PreCompact::new("manual", "keep names".to_owned()));
    is_exact(&typed::PostToolUse::new("Bash", json!({}), json!([1]), "c").duration_ms(5_u64));
    is_exact(&typed::FileChanged::new("/repo/.envrc", "add"));
    is_exact(&typed::ElicitationResult::new("db", "accept").content(json!({"a": 1})));
    is_exact(&typed::PostToolBatch::new(vec![
        json!({"tool_name": "Read", "tool_input": {}, "tool_use_id": "c", "tool_response": null}),
    ]));
    is_exact(&typed::OnUserInput::new());
}

/// An input with something in every field.
fn filled(schema: &Value) -> Value {
    let properties = schema["properties"].as_object().unwrap();
    let fill = |property: &Value| {
        let word = property.get("const").or(property["enum"].get(0));
        word.cloned()
            .unwrap_or_else(|| match property["type"].as_str() {
                Some("boolean") => json!(true),
                Some("integer") => json!(1),
                Some("array") => json!([]),
                Some("object") => json!({}),
                _ => json!("text"),
            })
    };
    let members = properties.iter();
    members
        .map(|(key, property)| (key.clone(), fill(property)))
        .collect()
}

#[test]
fn every_event_has_its_fields_with_their_types() {
    for spec in EVENTS {
        let schema = schema(spec.name);
        let validator = validator(&schema);
        let input = filled(&schema);
        assert_eq!(misfits(&validator, &input), Vec::<String>::new());
        for field in spec.fields {
            assert!(
                input.get(field.name).is_some(),
                "{}: {}",
                spec.name,
                field.name
            );
        }
        for key in input.as_object().unwrap().keys() {
            let own = spec.fields.iter().find(|field| field.name == key);
            let common = ["session_id", "transcript_path", "cwd", "hook_event_name"];
            let required = own.map_or(common.contains(&key.as_str()), |field| field.required);
            let mut without = input.clone();
            without.as_object_mut().unwrap().remove(key);
            assert_eq!(
                validator.is_valid(&without),
                !required,
                "{}: {key}",
                spec.name
            );

            let is_open =
                schema["properties"][key].get("type").is_none() && key != "hook_event_name";
            let mut wrong = input.clone();
            wrong[key] = json!(-0.5);
            assert_eq!(validator.is_valid(&wrong), is_open, "{}: {key}", spec.name);
        }
        let mut more = input.clone();
        more["mine"] = json!({"deep": [1]});
        assert!(validator.is_valid(&more));
        more["hook_event_name"] = json!("Deploy");
        assert!(!validator.is_valid(&more));
    }
}

#[test]
fn known_values_are_named_and_open_sets_stay_open() {
    let with = |event: &str, key: &str, value: &str| {
        let schema = schema(event);
        let mut input = filled(&schema);
        input[key] = json!(value);
        validator(&schema).is_valid(&input)
    };
    assert!(with("SessionStart", "source", "fork"));
    assert!(!with("SessionStart", "source", "boot"));
    assert!(!with("FileChanged", "event", "touch"));
    assert!(!with("Stop", "permission_mode", "yolo"));
    assert!(with("StopFailure", "error", "disk_full"));
    assert!(with("Notification", "notification_type", "anything"));
}

#[test]
fn an_event_that_nobody_knows_has_no_schema() {
    let error = snaphook_schema::input("PreTolUse").unwrap_err();
    assert_eq!(error.to_string(), "unknown event `PreTolUse`");
    assert_eq!(error.near(), Some("PreToolUse"));
    assert_eq!(snaphook_schema::output("Deploy").unwrap_err().near(), None);
}
