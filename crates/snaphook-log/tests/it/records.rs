//! What is kept of a dispatch.

use serde_json::{Value, json};
use snaphook::outcome::Status;
use snaphook::prelude::*;
use snaphook::{Answer, Engine, FunctionHook};
use snaphook_log::{Filter, LoggedDecision};

use crate::common::*;

fn newest(log: &Log) -> (snaphook_log::LoggedEvent, Value, Option<Value>) {
    let mut reader = log.reader();
    let event = reader.newest(&Filter::default(), 1).unwrap().remove(0);
    let body = reader.body(event.id).unwrap().unwrap();
    let outcome = body
        .outcome
        .map(|it| serde_json::from_str(it.get()).unwrap());
    (
        event,
        serde_json::from_str(body.input.get()).unwrap(),
        outcome,
    )
}

#[tokio::test]
async fn an_engine_that_was_given_the_log_is_recorded() {
    let log = Log::new();
    let engine = Engine::builder()
        .function(FunctionHook::new("PreToolUse", "no-rm", |_| async {
            Answer::deny("not here")
        }))
        .recorder(log.log.recorder("my-agent", Some("/repo".as_ref())))
        .build()
        .unwrap();
    engine.execute(call("Bash", "rm -r x")).await;
    let (event, input, outcome) = newest(&log);
    assert_eq!(
        (
            &*event.source,
            &*event.session,
            &*event.event,
            event.tool.as_deref()
        ),
        ("my-agent", "s-1", "PreToolUse", Some("Bash"))
    );
    assert_eq!(event.decision, LoggedDecision::Blocked);
    assert_eq!(input["tool_input"]["command"], "rm -r x");
    let outcome = outcome.unwrap();
    assert_eq!(outcome["blockReason"], "not here");
    assert_eq!(outcome["hooks"][0]["name"], "no-rm");
    let body = log.reader().body(event.id).unwrap().unwrap();
    assert_eq!(body.project.as_deref(), Some("/repo"));
    assert_eq!(body.dialect, "claude");
}

#[test]
fn an_input_is_kept_as_it_was_written() {
    let log = Log::new();
    let written = r#"{"hook_event_name":"Stop","number":1.50,"big":123456789012345678901234567890,"text":"\u00e4"}"#;
    log.tell(&snaphook::Input::parse(written).unwrap(), None);
    let mut reader = log.reader();
    let event = reader.newest(&Filter::default(), 1).unwrap().remove(0);
    let body = reader.body(event.id).unwrap().unwrap();
    assert_eq!(body.input.get(), written);
    assert_eq!(event.decision, LoggedDecision::Abandoned);
    assert!(body.outcome.is_none() && !event.redacted && !event.cut);
}

#[test]
fn what_cannot_be_read_is_left_out_and_said_so() {
    let log = Log::new();
    let deep = format!("{}1{}", "[".repeat(300), "]".repeat(300));
    let key = format!("AKIA{}", "A".repeat(16));
    let json =
        format!(r#"{{"hook_event_name":"Stop","deep":{deep},"half":"\ud800 {key}","fine":"yes"}}"#);
    log.tell(&snaphook::Input::parse(&json).unwrap(), None);
    let (event, input, _) = newest(&log);
    assert!(event.cut && event.redacted);
    assert_eq!(input["deep"], "[not kept: it cannot be read]");
    assert_eq!(input["half"], "\u{fffd} [redacted: AWS access key]");
    assert_eq!(input["fine"], "yes");
}

#[test]
fn long_texts_are_cut_and_said_so() {
    let log = Log::new();
    log.tell(&call("Write", &"x".repeat(1_000_000)), None);
    let (event, input, _) = newest(&log);
    assert!(event.cut);
    let text = input["tool_input"]["command"].as_str().unwrap();
    assert!(
        text.ends_with("characters more]") && text.len() < 40_000,
        "{}",
        text.len()
    );
}

#[test]
fn every_decision_has_its_word() {
    let log = Log::new();
    let told = |change: &dyn Fn(&mut snaphook::Outcome)| {
        let mut outcome = outcome("PreToolUse", &[]);
        change(&mut outcome);
        log.tell(&call("Bash", "ls"), Some(&outcome));
        newest(&log).0.decision
    };
    use snaphook::answer::PermissionDecision as Permission;
    assert_eq!(told(&|_| {}), LoggedDecision::None);
    assert_eq!(told(&|it| it.blocked = true), LoggedDecision::Blocked);
    assert_eq!(told(&|it| it.go_on = false), LoggedDecision::Stop);
    for (permission, decision) in [
        (Permission::Allow, LoggedDecision::Allow),
        (Permission::Ask, LoggedDecision::Ask),
        (Permission::Defer, LoggedDecision::Defer),
        (Permission::Deny, LoggedDecision::Blocked),
    ] {
        assert_eq!(
            told(&|it| it.permission_decision = Some(permission)),
            decision
        );
    }
    for word in LoggedDecision::WORDS {
        assert_eq!(LoggedDecision::named(word).unwrap().as_str(), word);
    }
}

#[test]
fn a_background_hook_gets_its_answer_whenever_it_comes() {
    for answer_first in [true, false] {
        for written_between in [true, false] {
            let log = Log::new();
            let mut fired = outcome("PreToolUse", &[("slow", Status::Background, 0.0)]);
            fired.dispatch = std::num::NonZeroU64::new(7);
            let mut late = fired.hooks[0].clone();
            late.status = Status::Failed;
            late.duration_ms = 12.0;
            late.error = Some("it broke".to_owned());
            let tell = || log.tell(&call("Bash", "ls"), Some(&fired));
            let answer = || log.recorder.finished_late(7, &late);
            let steps: [&dyn Fn(); 2] = match answer_first {
                true => [&answer, &tell],
                false => [&tell, &answer],
            };
            steps[0]();
            if written_between {
                log.flush();
            }
            steps[1]();
            let (_, _, outcome) = newest(&log);
            let hook = &outcome.unwrap()["hooks"][0];
            assert_eq!(hook["status"], "failed", "{answer_first} {written_between}");
            assert_eq!(hook["background"], json!(true));
            let stats = log.reader().stats(&Filter::default()).unwrap();
            assert_eq!((stats[0].failures, stats[0].times.p50), (1, 12_000));
        }
    }
}

#[test]
fn recorders_of_two_engines_are_told_apart() {
    let log = Log::new();
    let mut fired = outcome("PreToolUse", &[("slow", Status::Background, 0.0)]);
    fired.dispatch = std::num::NonZeroU64::new(1);
    log.tell(&call("Mine", "ls"), Some(&fired));
    let mut late = fired.hooks[0].clone();
    late.status = Status::Success;
    log.log.recorder("other", None).finished_late(1, &late);
    let (_, _, outcome) = newest(&log);
    assert_eq!(outcome.unwrap()["hooks"][0]["status"], "background");
}

#[test]
fn a_large_outcome_keeps_its_hooks() {
    let log = Log::new();
    let names: Vec<_> = (0..80).map(|number| format!("hook{number}")).collect();
    let hooks: Vec<_> = names
        .iter()
        .map(|name| (name.as_str(), Status::Success, 1.0))
        .collect();
    let mut outcome = outcome("PreToolUse", &hooks);
    for entry in &mut outcome.hooks {
        entry.stdout = Some("said ä ".repeat(1400));
    }
    outcome.updated_input = Some(json!(vec!["0123456789"; 60_000]).into());
    log.tell(&call("Bash", "ls"), Some(&outcome));
    let mut reader = log.reader();
    let last = Filter {
        hooks: vec!["hook79".to_owned()],
        ..Filter::default()
    };
    assert_eq!(reader.count(&last).unwrap(), 1);
    let event = reader.newest(&last, 1).unwrap().remove(0);
    assert!(event.cut);
    let body = reader.body(event.id).unwrap().unwrap();
    let kept = body.outcome.unwrap();
    assert!(kept.get().len() < 600 * 1024, "{}", kept.get().len());
    let kept: serde_json::Value = serde_json::from_str(kept.get()).unwrap();
    let said = kept["hooks"][79]["stdout"].as_str().unwrap();
    assert!(said.starts_with("said") && said.ends_with("characters more]"));
    assert!(
        kept["updatedInput"]
            .as_str()
            .unwrap()
            .starts_with("[not kept: ")
    );
}
