//! No secret gets into the file, wherever it stands.

use serde_json::{Value, json};
use snaphook::outcome::Status;
use snaphook_log::Filter;
use snaphook_redact::{Redaction, SHAPES};
use snaphook_testkit::secrets::{FakeSecret, fake_secrets};

use crate::common::*;

/// Whether a text has a part of a secret that is long enough to give it away.
fn is_in(text: &str, secret: &str) -> bool {
    let parts = secret.split_whitespace().filter(|part| part.len() >= 12);
    let mut parts = parts.filter(|part| !part.starts_with("-----") && !part.starts_with("PuTTY"));
    parts.any(|part| text.contains(part))
}

/// Every byte of every file. What is not text between is of no interest: secrets
/// are ASCII.
fn all_text(log: &Log) -> String {
    String::from_utf8_lossy(&log.bytes()).into_owned()
}

#[test]
fn there_is_an_example_of_every_shape_and_each_is_known() {
    let all = fake_secrets();
    assert!(all.len() >= 40, "{}", all.len());
    for shape in SHAPES {
        assert!(
            all.iter().any(|one| one.name == shape.name),
            "{}",
            shape.name
        );
    }
    for FakeSecret { name, text, secret } in &all {
        let mut shown = text.clone();
        Redaction::thorough().text(&mut shown);
        assert!(!is_in(&shown, secret), "{name}: {shown}");
        assert!(
            shown.contains(&format!("[redacted: {name}]")),
            "{name}: {shown}"
        );
    }
}

#[test]
fn none_of_them_is_in_any_file_of_the_log() {
    for file in ["log.db", "log.jsonl"] {
        let log = Log::with(file, |options| options.redact_fields(["plan"]));
        let all = fake_secrets();
        for FakeSecret { text, .. } in &all {
            let mut outcome = outcome("PreToolUse", &[(text, Status::Blocked, 1.0)]);
            outcome.block_reason = Some(text.clone());
            outcome.updated_input = Some(json!({"command": text, text: 1}).into());
            outcome.additional_context = vec![text.clone()];
            outcome.hooks[0].stdout = Some(json!({"reason": text}).to_string());
            outcome.hooks[0].stderr = Some(text.clone());
            outcome.hooks[0].error = Some(text.clone());
            log.tell(
                &input(json!({
                    "hook_event_name": "PreToolUse", "session_id": text, "cwd": text, "tool_name": text,
                    "tool_input": {"command": text, text: text, "list": [[text]], "json": json!({"a": text}).to_string()},
                })),
                Some(&outcome),
            );
        }
        log.tell(
            &input(json!({"hook_event_name": "Stop", "plan": "attack at dawn", "x": {"Plan": ["attack at noon"]}})),
            None,
        );
        // Words are made searchable, which keeps them once more.
        let text = Filter {
            text: Some("redacted".to_owned()),
            ..Filter::default()
        };
        assert!(log.reader().count(&text).unwrap() >= all.len());
        let text = all_text(&log);
        for FakeSecret { name, secret, .. } in &all {
            assert!(!is_in(&text, secret), "{name} is in {file}: {secret}");
        }
        for hidden in ["at dawn", "at noon"] {
            assert!(!text.contains(hidden), "{hidden}");
        }
    }
}

#[test]
fn escapes_hide_nothing() {
    let log = Log::new();
    let key = format!("ghp_{}", "a1B2".repeat(9));
    let escaped: String = key
        .chars()
        .map(|c| format!("\\u{:04x}", c as u32))
        .collect();
    let json =
        format!(r#"{{"hook_event_name":"Stop","text":"{escaped}","{escaped}":"{escaped}"}}"#);
    log.tell(&snaphook::Input::parse(&json).unwrap(), None);
    let mut reader = log.reader();
    let event = reader.newest(&Filter::default(), 1).unwrap().remove(0);
    let body = reader.body(event.id).unwrap().unwrap();
    let input: Value = serde_json::from_str(body.input.get()).unwrap();
    assert_eq!(input["text"], "[redacted: GitHub token]");
    let text = all_text(&log);
    assert!(event.redacted && !is_in(&text, &key) && !is_in(&text, &escaped));
}

#[test]
fn the_beginning_of_a_secret_at_the_end_of_a_cut_text_goes_too() {
    let log = Log::new();
    let mut outcome = outcome("Stop", &[("a", Status::Success, 1.0)]);
    let half = "ghp_a1B2a1B2a1B2a1B2";
    let shown = snaphook::outcome::HookEntry::SHOWN_CHARS;
    let before = "word ".repeat(shown / 5 + 1)[..shown - half.len() - 1].to_owned();
    outcome.hooks[0].stdout = Some(format!("{before} {half}"));
    log.tell(&input(json!({"hook_event_name": "Stop"})), Some(&outcome));
    log.flush();
    assert!(!is_in(&all_text(&log), half));
}

#[test]
fn half_a_secret_goes_also_where_something_before_it_was_taken_out() {
    let log = Log::new();
    let mut outcome = outcome("Stop", &[("a", Status::Success, 1.0)]);
    let half = "ghp_a1B2a1B2a1B2a1B2";
    let shown = snaphook::outcome::HookEntry::SHOWN_CHARS;
    let before = format!("PASSWORD=kitten {}", "word ".repeat(shown / 5));
    let before = &before[..shown - half.len() - 1];
    outcome.hooks[0].stdout = Some(format!("{before} {half}"));
    log.tell(&input(json!({"hook_event_name": "Stop"})), Some(&outcome));
    log.flush();
    let text = all_text(&log);
    assert!(text.contains("[redacted: password]") && !is_in(&text, half));
}

#[test]
fn half_a_secret_at_the_end_of_a_long_session_id_goes() {
    let log = Log::new();
    let key = format!("ghp_{}", "a1B2".repeat(9));
    let long = format!("{} {key}", "s".repeat(980));
    log.tell(
        &input(json!({"hook_event_name": "Stop", "session_id": long})),
        None,
    );
    log.flush();
    assert!(!is_in(&all_text(&log), &key[..18]));
}

#[test]
fn a_member_that_stands_twice_hides_nothing() {
    let log = Log::new();
    let key = format!("ghp_{}", "a1B2".repeat(9));
    let json = format!(
        r#"{{"hook_event_name":"Stop","x":{{"a":"{key}","a":"b","password":"at dawn","password":false}},"n":1.50}}"#
    );
    // The engine takes no such input; a recorder may be told of one all the same.
    let fields = snaphook::input::Fields::parse(&json).unwrap();
    let input = snaphook::Input::as_it_is(snaphook::Event::resolve("Stop"), fields);
    log.tell(&input, None);
    log.flush();
    let text = all_text(&log);
    assert!(!is_in(&text, &key) && !text.contains("at dawn"));
}

#[test]
fn a_hook_that_echoes_its_input_gives_nothing_away() {
    let log = Log::with("log.db", |options| {
        options.redact_fields(["plan", "tool_input.content"])
    });
    let told = json!({
        "hook_event_name": "PreToolUse", "tool_name": "Write", "plan": ["attack at dawn"],
        "tool_input": {
            "content": "attack at noon", "credentials": ["at-one-o-clock"], "pin": 48151,
            "command": r#"curl -d "{\"password\":\"hun\\\"at-two-o-clock\"}""#,
        },
    });
    let mut outcome = outcome("PreToolUse", &[("echo", Status::Success, 1.0)]);
    let echo = told.to_string();
    outcome.hooks[0].stdout = Some(format!("got {echo}"));
    // Cut off, and within another text.
    outcome.hooks[0].stderr = Some(echo[..echo.len() - 3].to_owned());
    outcome.hooks[0].error = Some(format!("{:?}", json!({"said": echo}).to_string()));
    outcome.updated_input = Some(told["tool_input"].clone().into());
    outcome.additional_context = vec![format!("{told:#}")];
    log.tell(&input(told), Some(&outcome));
    log.flush();
    let text = all_text(&log);
    for hidden in ["at dawn", "at noon", "one-o-clock", "two-o-clock", "48151"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
}
