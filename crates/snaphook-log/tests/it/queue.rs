//! Nobody waits for the log: what is too much is dropped, and counted.

use std::time::Duration;

use snaphook_log::{Filter, LogError};

use crate::common::*;

/// Holds the database, as another process would.
fn held(log: &Log) -> rusqlite::Connection {
    let held = rusqlite::Connection::open(log.file()).unwrap();
    held.execute_batch("BEGIN IMMEDIATE").unwrap();
    held
}

#[test]
fn a_full_queue_drops_the_oldest_and_counts_it() {
    let log = Log::with("log.db", |options| options.queue(10).patience(HANG));
    log.tell(&call("First", "ls"), None);
    log.flush();
    let held = held(&log);
    for number in 0..1000 {
        log.tell(&call(&format!("Tool{number}"), "ls"), None);
    }
    held.execute_batch("COMMIT").unwrap();
    let tools = log.tools(&Filter::default());
    let dropped = log.reader().dropped(None).unwrap();
    assert_eq!(tools.len() as u64 + dropped, 1001, "{tools:?} {dropped}");
    assert!(dropped > 0 && tools.len() >= 11);
    // The newest are there, and the one that was written before.
    let newest: Vec<_> = (990..1000).rev().map(|n| format!("Tool{n}")).collect();
    assert_eq!(tools[..10], newest);
    assert_eq!(tools.last().unwrap(), "First");
}

#[test]
fn large_inputs_do_not_fill_the_memory() {
    let log = Log::with("log.db", |mut options| {
        options.queue_bytes = 1024 * 1024;
        options.patience(HANG)
    });
    log.tell(&call("First", "ls"), None);
    log.flush();
    let held = held(&log);
    for _ in 0..20 {
        log.tell(&call("Large", &"x".repeat(700_000)), None);
    }
    held.execute_batch("COMMIT").unwrap();
    assert!(log.reader().dropped(None).unwrap() >= 17);
    assert_eq!(log.tools(&Filter::default())[0], "Large");
}

#[test]
fn large_rewrites_and_contexts_do_not_fill_the_memory() {
    let log = Log::with("log.db", |mut options| {
        options.queue_bytes = 1024 * 1024;
        options.patience(HANG)
    });
    log.tell(&call("First", "ls"), None);
    log.flush();
    let held = held(&log);
    let mut outcome = outcome("PreToolUse", &[]);
    outcome.updated_input = Some(serde_json::json!({"content": "x".repeat(350_000)}).into());
    outcome.additional_context = vec!["x".repeat(350_000)];
    for _ in 0..20 {
        log.tell(&call("Large", "ls"), Some(&outcome));
    }
    held.execute_batch("COMMIT").unwrap();
    assert!(log.reader().dropped(None).unwrap() >= 17);
}

#[test]
fn a_held_database_is_waited_for_only_so_long_and_the_loss_is_told() {
    let log = Log::with("log.db", |options| {
        options.patience(Duration::from_millis(1))
    });
    log.tell(&call("First", "ls"), None);
    log.flush();
    let held = held(&log);
    log.tell(&call("Lost", "ls"), None);
    let error = log.log.flush(HANG).unwrap_err();
    assert!(
        matches!(&error, LogError::NotWritten { lost: 1, .. }),
        "{error}"
    );
    assert!(
        error.to_string().starts_with("1 event was not logged: "),
        "{error}"
    );
    held.execute_batch("COMMIT").unwrap();
    log.tell(&call("Later", "ls"), None);
    assert_eq!(log.tools(&Filter::default()), ["Later", "First"]);
    assert_eq!(log.reader().dropped(None).unwrap(), 1);
}

#[test]
fn a_flush_has_an_end() {
    let log = Log::with("log.db", |options| options.patience(HANG));
    log.tell(&call("First", "ls"), None);
    log.flush();
    let held = held(&log);
    log.tell(&call("Held", "ls"), None);
    let error = log.log.flush(Duration::from_millis(20)).unwrap_err();
    assert!(matches!(error, LogError::Slow(_)), "{error}");
    held.execute_batch("COMMIT").unwrap();
    assert_eq!(log.tools(&Filter::default()), ["Held", "First"]);
}

#[test]
fn a_file_that_cannot_be_written_is_told_and_nothing_else_happens() {
    let log = Log::with("folder/log.db", |options| options);
    std::fs::write(log.folder().join("folder"), "a file").unwrap();
    log.tell(&call("Lost", "ls"), None);
    let error = log.log.flush(HANG).unwrap_err();
    assert!(
        matches!(error, LogError::NotWritten { lost: 1, .. }),
        "{error}"
    );
    // Once it can be, it is.
    std::fs::remove_file(log.folder().join("folder")).unwrap();
    log.tell(&call("Later", "ls"), None);
    assert_eq!(log.tools(&Filter::default()), ["Later"]);
    assert_eq!(log.reader().dropped(None).unwrap(), 1);
}

#[test]
fn whoever_asked_is_told_once_of_a_log_that_cannot_be_written() {
    let (tell, told) = std::sync::mpsc::channel();
    let log = Log::with("folder/log.db", |options| {
        options.on_failure(move |error| tell.send(error.to_string()).unwrap())
    });
    let file = log.folder().join("folder");
    for _ in 0..2 {
        std::fs::write(&file, "a file").unwrap();
        for _ in 0..3 {
            log.tell(&call("Lost", "ls"), None);
            log.log.flush(HANG).unwrap_err();
        }
        assert_eq!(told.try_iter().count(), 1);
        std::fs::remove_file(&file).unwrap();
        log.tell(&call("Kept", "ls"), None);
        log.flush();
        // Gone again, with what was in it.
        std::fs::remove_dir_all(&file).unwrap();
    }
}

#[test]
fn what_waits_is_written_when_the_log_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.db");
    let log = snaphook_log::AuditLog::new(snaphook_log::LogOptions::new(&file));
    let recorder = log.recorder("test", None);
    let input = call("Bash", "ls");
    let now = std::time::SystemTime::now();
    recorder.dispatched(&snaphook::DispatchRecord::new(now, &input, None));
    drop((log, recorder));
    let mut reader = snaphook_log::LogReader::open(&file).unwrap();
    assert_eq!(reader.count(&Filter::default()).unwrap(), 1);
}
