//! A writer that is killed in the middle of writing.

use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

use snaphook::DispatchRecord;
use snaphook::outcome::Status;
use snaphook_log::{AuditLog, Filter, LogOptions, LogReader};

use crate::common::*;

const FILE: &str = "SNAPHOOK_TEST_LOG";

/// Not a test of its own: it writes until it is killed.
#[test]
#[ignore = "the process that the test below kills"]
fn child() {
    let Ok(file) = std::env::var(FILE) else {
        return;
    };
    let log = AuditLog::new(LogOptions::new(&file).max_megabytes(1));
    let recorder = log.recorder("child", None);
    let fired = outcome("PreToolUse", &[("guard", Status::Success, 1.0)]);
    for number in 0_u64.. {
        let command = format!("{number} {}", "some words ".repeat(50));
        let input = call("Bash", &command);
        recorder.dispatched(&DispatchRecord::new(
            SystemTime::now(),
            &input,
            Some(&fired),
        ));
        if number.is_multiple_of(50) {
            log.flush(HANG).unwrap();
        }
    }
}

#[test]
fn a_killed_writer_loses_at_most_its_queue_and_never_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.db");
    let mut written = 0;
    for round in 0..3 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child", "--ignored"])
            .env(FILE, &file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Until it is in the midst of it.
        let began = Instant::now();
        let enough = written + 150 + round * 70;
        loop {
            let newest = LogReader::open(&file).and_then(|reader| reader.newest_id());
            if newest.is_ok_and(|newest| newest >= enough) {
                break;
            }
            assert!(began.elapsed() < HANG, "the child writes nothing");
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();

        let database = rusqlite::Connection::open(&file).unwrap();
        let check: String = database
            .pragma_query_value(None, "integrity_check", |row| row.get(0))
            .unwrap();
        assert_eq!(check, "ok");
        // Every record is whole, and there is none without the rest of it.
        let mut reader = LogReader::open(&file).unwrap();
        let events = reader.newest(&Filter::default(), 1_000_000).unwrap();
        for pair in events.windows(2) {
            assert_eq!(pair[0].id, pair[1].id + 1);
        }
        for event in &events {
            let body = reader.body(event.id).unwrap().unwrap();
            assert!(body.input.get().contains("some words"));
            assert_eq!(snaphook_log::hooks_of(body.outcome.as_deref()).len(), 1);
        }
        written = reader.newest_id().unwrap();
        assert!(written >= enough);
    }
    // And it goes on being written.
    let log = AuditLog::new(LogOptions::new(&file));
    let recorder = log.recorder("test", None);
    let input = call("After", "ls");
    recorder.dispatched(&DispatchRecord::new(SystemTime::now(), &input, None));
    log.flush(HANG).unwrap();
    let newest = LogReader::open(&file).unwrap().newest_id().unwrap();
    assert_eq!(newest, written + 1);
}
