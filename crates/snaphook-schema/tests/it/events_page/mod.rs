//! `docs/src/events.md`: every event with its fields, what an answer does there, and
//! an example that fits, made from the table of events and the schemas.
//! `UPDATE_DOCS=1 cargo test -p snaphook-schema --test it events_page` writes it anew.

mod rows;

use std::fmt::Write;

use serde_json::{Map, Value, json};
use snaphook_core::event::{EVENTS, EventSpec};

use crate::common::{closed, misfits, repository, validator};

const START: &str = "<!-- events -->\n";
const END: &str = "<!-- end of events -->";

fn example(event: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("examples.json")).unwrap();
    all[event].clone()
}

/// The whole input of an example.
fn input(spec: &EventSpec) -> Value {
    let mut input = Map::new();
    let common = json!({"session_id": "session-1", "transcript_path": "", "cwd": "/repo",
        "hook_event_name": spec.name});
    input.extend(common.as_object().unwrap().clone());
    let example = example(spec.name);
    let own = example["input"].as_object().expect(spec.name);
    // What is null is shown by its row alone.
    let said = own.iter().filter(|(key, value)| {
        let required = spec
            .fields
            .iter()
            .any(|field| field.name == *key && field.required);
        required || !value.is_null()
    });
    input.extend(said.map(|(key, value)| (key.clone(), value.clone())));
    Value::Object(input)
}

/// One member per line: readable, and not too long.
fn lines(value: &Value) -> String {
    let members = value.as_object().unwrap().iter();
    let members: Vec<_> = members
        .map(|(key, value)| format!("  {}: {}", json!(key), spaced(value)))
        .collect();
    format!("{{\n{}\n}}", members.join(",\n"))
}

/// On one line, with blanks where people put them.
fn spaced(value: &Value) -> String {
    match value {
        Value::Object(members) if !members.is_empty() => {
            let members: Vec<_> = members
                .iter()
                .map(|(key, value)| format!("{}: {}", json!(key), spaced(value)))
                .collect();
            format!("{{ {} }}", members.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(spaced).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

fn section(spec: &EventSpec) -> String {
    let mut text = format!("## {}\n\n{}\n\n", spec.name, spec.summary);
    text.push_str(&rows::about(spec));
    let fields = rows::fields(spec, &snaphook_schema::input(spec.name).unwrap());
    if !fields.is_empty() {
        write!(text, "\n{fields}").unwrap();
    }
    write!(text, "\n```json input\n{}\n```\n", lines(&input(spec))).unwrap();
    if let Some(answer) = example(spec.name).get("answer") {
        let answer = lines(answer);
        write!(text, "\n```json answer={}\n{answer}\n```\n", spec.name).unwrap();
    }
    text
}

#[test]
fn the_page_has_every_event() {
    let file = repository().join("docs/src/events.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let from = page.find(START).expect("the page has the mark") + START.len();
    let to = page.find(END).expect("the page has the mark at the end");
    let sections: Vec<_> = EVENTS.iter().map(section).collect();
    let events = sections.join("\n");
    let new = format!("{}\n{events}\n{}", &page[..from], &page[to..]);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &new).unwrap();
        return;
    }
    let differs = new.lines().zip(page.lines()).find(|(new, old)| new != old);
    assert!(
        page == new,
        "docs/src/events.md is out of date: {differs:?}\nwrite it anew with UPDATE_DOCS=1"
    );
}

#[test]
fn its_examples_are_complete_and_fit() {
    for spec in EVENTS {
        let schema = snaphook_schema::input(spec.name).unwrap();
        let wrong = misfits(&validator(&closed(schema)), &input(spec));
        assert!(wrong.is_empty(), "{}: {wrong:?}", spec.name);
        let example = example(spec.name);
        for field in spec.fields {
            assert!(
                example["input"].get(field.name).is_some(),
                "{}: {}",
                spec.name,
                field.name
            );
        }
        if let Some(answer) = example.get("answer") {
            let schema = snaphook_schema::output(spec.name).unwrap();
            let wrong = misfits(&validator(&schema), answer);
            assert!(wrong.is_empty(), "{}: {wrong:?}", spec.name);
        }
    }
}
