//! The other kind of log: a JSON line per dispatch.

use serde_json::Value;
use snaphook::DispatchRecord;
use snaphook::outcome::Status;
use snaphook_log::{AuditLog, Filter, LogError, LogOptions, LogReader, LoggedDecision};

use crate::common::*;

#[test]
fn a_dispatch_is_a_line_and_the_line_can_be_read_again() {
    let log = Log::lines();
    let fired = outcome("PreToolUse", &[("guard", Status::Blocked, 2.0)]);
    log.tell(&call("Bash", "rm -rf /"), Some(&fired));
    log.tell(&call("Read", "ls"), None);
    log.flush();
    let text = std::fs::read_to_string(log.file()).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["event"], "PreToolUse");
    assert_eq!(lines[0]["decision"], "blocked");
    assert_eq!(lines[0]["input"]["tool_input"]["command"], "rm -rf /");
    assert_eq!(lines[0]["outcome"]["hooks"][0]["status"], "blocked");
    let filter = Filter {
        decisions: vec![LoggedDecision::Blocked],
        text: Some("rm".to_owned()),
        ..Filter::default()
    };
    assert_eq!(log.tools(&filter), ["Bash"]);
    assert_eq!(log.reader().stats(&Filter::default()).unwrap()[0].blocks, 1);
}

#[test]
fn late_answers_find_their_line() {
    let log = Log::lines();
    let mut fired = outcome("PreToolUse", &[("slow", Status::Background, 0.0)]);
    fired.dispatch = std::num::NonZeroU64::new(3);
    log.tell(&call("Bash", "ls"), Some(&fired));
    log.flush();
    let mut late = fired.hooks[0].clone();
    late.status = Status::Failed;
    log.recorder.finished_late(3, &late);
    log.flush();
    assert_eq!(
        log.reader().stats(&Filter::default()).unwrap()[0].failures,
        1
    );
}

#[test]
fn half_a_line_of_a_killed_writer_costs_only_itself() {
    let log = Log::lines();
    log.tell(&call("One", "ls"), None);
    log.flush();
    log.append(b"{\"time\": 12, \"sour\n");
    log.tell(&call("Two", "ls"), None);
    assert_eq!(log.tools(&Filter::default()), ["Two", "One"]);
    assert_eq!(log.reader().dropped(None).unwrap(), 1);
}

#[test]
fn a_file_that_is_no_log_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.jsonl");
    std::fs::write(&file, "{\"a\": 1}\n").unwrap();
    let error = LogReader::import(&file).unwrap_err();
    assert!(matches!(error, LogError::Line { line: 1, .. }), "{error}");
}

#[test]
fn a_long_file_makes_room_and_what_was_before_is_still_read() {
    let log = Log::with("log.jsonl", |options| options.max_megabytes(1));
    let body = "some words ".repeat(1000);
    for number in 0..150 {
        log.tell(&call(&format!("Tool{number}"), &body), None);
        log.flush();
    }
    let size = |name: &str| std::fs::metadata(log.folder().join(name)).unwrap().len();
    assert!(size("log.jsonl") <= 512 * 1024 && size("log.jsonl.1") <= 512 * 1024);
    let found = log.tools(&Filter::default());
    assert_eq!(found[0], "Tool149");
    assert!((45..150).contains(&found.len()), "{}", found.len());
}

#[test]
fn a_record_is_not_lost_behind_half_a_line_that_nobody_ended() {
    let log = Log::lines();
    log.tell(&call("One", "ls"), None);
    log.flush();
    log.append(b"{\"time\": 12, \"sour");
    log.tell(&call("Two", "ls"), None);
    assert_eq!(log.tools(&Filter::default()), ["Two", "One"]);
    assert_eq!(log.reader().dropped(None).unwrap(), 1);
}

/// The second writer must not put the new file in the place of the old one.
#[test]
fn writers_that_put_a_file_aside_at_once_lose_nothing() {
    let body = "some words ".repeat(1000);
    // Together a bit more than one half: exactly one of them puts the file aside.
    let log = Log::with("log.jsonl", |options| options.max_megabytes(2));
    let other = AuditLog::new(LogOptions::new(log.file()).max_megabytes(2));
    std::thread::scope(|scope| {
        for (name, log) in [("a", &log.log), ("b", &other)] {
            let body = &body;
            scope.spawn(move || {
                let recorder = log.recorder("test", None);
                for number in 0..60 {
                    let input = call(&format!("{name}{number}"), body);
                    let now = std::time::SystemTime::now();
                    recorder.dispatched(&DispatchRecord::new(now, &input, None));
                    log.flush(HANG).unwrap();
                }
            });
        }
    });
    assert_eq!(log.tools(&Filter::default()).len(), 120);
    assert_eq!(log.reader().dropped(None).unwrap(), 0);
}

#[test]
fn lines_are_imported_and_not_opened() {
    let log = Log::lines();
    log.tell(&call("One", "ls"), None);
    log.flush();
    let error = LogReader::open(&log.file()).unwrap_err();
    assert!(matches!(error, LogError::JsonLines(_)), "{error}");
}

#[test]
fn an_import_into_a_file_stays_and_is_not_done_twice() {
    let log = Log::lines();
    log.tell(&call("One", "ls"), None);
    log.flush();
    let database = log.folder().join("imported.db");
    LogReader::import_into(&log.file(), &database).unwrap();
    let error = LogReader::import_into(&log.file(), &database).unwrap_err();
    assert!(matches!(error, LogError::NotEmpty(_)), "{error}");
    let mut reader = LogReader::open(&database).unwrap();
    let events = reader.newest(&Filter::default(), 10).unwrap();
    assert_eq!(tools(&events), ["One"]);
}

#[test]
fn an_import_that_fails_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let lines = folder.path().join("notes.jsonl");
    std::fs::write(&lines, "{\"a\": 1}\n").unwrap();
    let database = folder.path().join("imported.db");
    LogReader::import_into(&lines, &database).unwrap_err();
    let mut reader = LogReader::open(&database).unwrap();
    assert_eq!(reader.count(&Filter::default()).unwrap(), 0);
}
