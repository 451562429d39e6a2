//! The first place where two records differ, for a reader.

use serde_json::{Map, Value};

/// Describes the first line that differs; nothing when none does.
pub(crate) fn difference(expected: &str, found: &str) -> Option<String> {
    let (expected, found) = (read(expected), read(found));
    let last = expected.len().max(found.len());
    let place = (0..last).find(|&place| expected.get(place) != found.get(place))?;
    let before = &found[place.saturating_sub(3)..place];
    let mut text = format!("line {} of the transcript differs", place + 1);
    for line in before {
        text += &format!("\n    {}", name(Some(line)));
    }
    let (expected, found) = (expected.get(place), found.get(place));
    if name(expected) != name(found) {
        text += &format!("\n  - {}\n  + {}", shown(expected), shown(found));
        return Some(text);
    }
    // The same event: only what is different about it.
    text += &format!("\n    {}", name(found));
    let empty = Map::new();
    let (old, new) = (expected.unwrap_or(&empty), found.unwrap_or(&empty));
    let added = new.keys().filter(|key| !old.contains_key(*key));
    let keys = old.keys().chain(added);
    for key in keys.filter(|key| old.get(*key) != new.get(*key)) {
        for (sign, value) in [('-', old.get(key)), ('+', new.get(key))] {
            if let Some(value) = value {
                text += &format!("\n  {sign}     {key}: {value}");
            }
        }
    }
    Some(text)
}

fn read(record: &str) -> Vec<Map<String, Value>> {
    let lines = record.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn name(line: Option<&Map<String, Value>>) -> &str {
    line.map_or("(nothing)", |line| {
        line["hook_event_name"].as_str().unwrap()
    })
}

fn shown(line: Option<&Map<String, Value>>) -> String {
    line.map_or("(nothing)".to_owned(), |line| {
        Value::from(line.clone()).to_string()
    })
}

#[test]
fn a_difference_is_told_by_its_event_and_its_fields() {
    let start = r#"{"hook_event_name":"TurnStart"}"#;
    let stop = |text: &str| format!(r#"{{"hook_event_name":"Stop","last":"{text}","same":1}}"#);
    let record = |lines: &[&str]| lines.join("\n");
    let one = record(&[start, &stop("one")]);
    assert_eq!(difference(&one, &one), None);
    assert_eq!(
        difference(&one, &record(&[start, &stop("two")])).unwrap(),
        "line 2 of the transcript differs\n    TurnStart\n    Stop\n  -     last: \"one\"\n  +     last: \"two\""
    );
    assert_eq!(
        difference(&one, start).unwrap(),
        format!(
            "line 2 of the transcript differs\n    TurnStart\n  - {}\n  + (nothing)",
            stop("one")
        )
    );
}
