//! A log that somebody changed is found out; one that nobody changed is not.

use std::time::{Duration, SystemTime};

use rusqlite::Connection;
use snaphook::outcome::Status;
use snaphook_log::{AuditLog, ChainHead, ChainProblem, LogOptions, LogVerification};

use crate::common::*;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn told() -> Log {
    let log = Log::new();
    for tool in ["Bash", "Read", "Write", "Edit", "Bash"] {
        let said = outcome("PreToolUse", &[("guard", Status::Success, 1.0)]);
        log.tell(&call(tool, "ls"), Some(&said));
    }
    log.flush();
    log
}

fn verify(log: &Log, checkpoints: &[ChainHead]) -> LogVerification {
    log.reader().verify(checkpoints).unwrap()
}

/// What is found after somebody did this to the database.
#[track_caller]
fn found(harm: &str) -> Vec<ChainProblem> {
    let log = told();
    Connection::open(log.file())
        .unwrap()
        .execute_batch(harm)
        .unwrap();
    verify(&log, &[]).problems
}

#[test]
fn a_log_that_nobody_changed_is_as_it_was_written() {
    let log = told();
    let verified = verify(&log, &[]);
    assert_eq!((verified.records, verified.uncovered), (5, 0));
    assert_eq!(verified.problems, []);
    assert_eq!(verified.head, log.reader().chain_head().unwrap());
    let empty = Log::new();
    empty.tell(&call("Bash", "ls"), None);
    assert_eq!(verify(&empty, &[]).problems, []);
}

#[test]
fn every_column_of_a_record_is_covered() {
    for harm in [
        "UPDATE events SET time = time + 1 WHERE id = 2",
        "UPDATE events SET source = 'x' WHERE id = 2",
        "UPDATE events SET session = 'x' WHERE id = 2",
        "UPDATE events SET event = 'Stop' WHERE id = 2",
        "UPDATE events SET tool = NULL WHERE id = 2",
        "UPDATE events SET decision = 'allowed' WHERE id = 2",
        "UPDATE events SET duration_us = 1 WHERE id = 2",
        "UPDATE events SET redacted = 1 - redacted WHERE id = 2",
        "UPDATE events SET cut = 1 - cut WHERE id = 2",
        "UPDATE bodies SET project = 'x' WHERE id = 2",
        "UPDATE bodies SET dialect = 'x' WHERE id = 2",
        "UPDATE bodies SET input = '{}' WHERE id = 2",
    ] {
        assert_eq!(found(harm), [ChainProblem::Changed(2)], "{harm}");
    }
    for harm in [
        "UPDATE bodies SET outcome = NULL WHERE id = 2",
        "DELETE FROM bodies WHERE id = 2",
    ] {
        assert!(found(harm).contains(&ChainProblem::Changed(2)), "{harm}");
    }
    // What statistics are read from.
    let harm = "UPDATE hooks SET status = 'blocked' WHERE event = 2";
    assert_eq!(found(harm), [ChainProblem::HooksChanged(2)]);
    let harm = "DELETE FROM hooks WHERE event = 2";
    assert_eq!(found(harm), [ChainProblem::HooksChanged(2)]);
}

#[test]
fn removed_added_and_moved_records_are_found() {
    let removed = "DELETE FROM events WHERE id = 3; DELETE FROM bodies WHERE id = 3;";
    assert_eq!(found(removed), [ChainProblem::Removed(3)]);
    let with_entry = format!("{removed} DELETE FROM chain WHERE number = 3;");
    let problems = found(&with_entry);
    assert!(
        problems.contains(&ChainProblem::EntriesRemoved(3, 3)),
        "{problems:?}"
    );
    // As a limit does it, but in the middle.
    let as_limit =
        format!("{removed} INSERT INTO chain SELECT 6, 3, 3, X'7fffffffffffffff', zeroblob(32);");
    let problems = found(&as_limit);
    assert!(
        problems.contains(&ChainProblem::RemovedOutOfTurn(3)),
        "{problems:?}"
    );
    let moved = "UPDATE events SET id = 90 WHERE id = 2; UPDATE events SET id = 2 WHERE id = 4;
        UPDATE events SET id = 4 WHERE id = 90;";
    let problems = found(moved);
    for event in [2, 4] {
        assert!(
            problems.contains(&ChainProblem::Changed(event)),
            "{problems:?}"
        );
    }
    let added = "INSERT INTO events SELECT 6, time, source, session, event, tool, decision,
        duration_us, redacted, cut FROM events WHERE id = 1;";
    assert!(found(added).contains(&ChainProblem::Added(6)));
    let entries = "UPDATE chain SET number = 90 WHERE number = 2;
        UPDATE chain SET number = 2 WHERE number = 3; UPDATE chain SET number = 3 WHERE number = 90;";
    assert!(found(entries).contains(&ChainProblem::EntryChanged(2)));
    let content = "UPDATE chain SET content = zeroblob(32) WHERE number = 2";
    assert!(found(content).contains(&ChainProblem::EntryChanged(2)));
}

#[test]
fn a_checkpoint_shows_a_removed_end_and_a_log_that_was_written_anew() {
    let log = told();
    let head = log.reader().chain_head().unwrap();
    log.tell(&call("Bash", "later"), None);
    let verified = verify(&log, std::slice::from_ref(&head));
    assert_eq!((verified.checkpoints, verified.problems), (1, vec![]));
    let end = "DELETE FROM events WHERE id > 3; DELETE FROM bodies WHERE id > 3;
        DELETE FROM hooks WHERE event > 3; DELETE FROM chain WHERE number > 3;";
    Connection::open(log.file())
        .unwrap()
        .execute_batch(end)
        .unwrap();
    assert_eq!(
        verify(&log, &[]).problems,
        [],
        "without one nobody can tell"
    );
    let truncated = ChainProblem::Truncated {
        last: 3,
        checkpoint: 5,
    };
    assert_eq!(
        verify(&log, std::slice::from_ref(&head)).problems,
        [truncated]
    );
    let anew = told();
    assert_eq!(verify(&anew, &[]).problems, []);
    assert_eq!(
        verify(&anew, &[head]).problems,
        [ChainProblem::NotAsAtCheckpoint(5)]
    );
}

#[test]
fn what_limits_remove_breaks_nothing() {
    let log = Log::with("log.db", |options| options.max_days(7));
    let now = SystemTime::now();
    log.tell_at(now - DAY * 9, &call("First", "ls"), None);
    let first = log.reader().chain_head().unwrap();
    for number in 0..300 {
        log.tell_at(now - DAY * 8, &call(&format!("Old{number}"), "ls"), None);
    }
    for number in 0..20 {
        // Some began before those that are in the log already.
        let age = if number % 3 == 0 { DAY * 8 } else { DAY };
        log.tell_at(now - age, &call("Mixed", "ls"), None);
        log.flush();
        assert_eq!(verify(&log, &[]).problems, [], "{number}");
    }
    let verified = verify(&log, &[first]);
    assert_eq!(verified.problems, []);
    assert_eq!(verified.old_checkpoints, 1);
    assert!(verified.removed_by_limits > 200, "{verified:?}");
    let database = Connection::open(log.file()).unwrap();
    let count = "SELECT count(*) FROM chain";
    let entries: i64 = database.query_row(count, [], |row| row.get(0)).unwrap();
    assert!(
        entries < 500,
        "{entries} entries for {} records",
        verified.records
    );
}

#[test]
fn writers_at_once_write_one_chain() {
    let log = Log::new();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let own = AuditLog::new(LogOptions::new(log.file()));
                let recorder = own.recorder("test", None);
                for _ in 0..50 {
                    let input = call("Bash", "ls");
                    recorder.dispatched(&snaphook::DispatchRecord::new(
                        SystemTime::now(),
                        &input,
                        None,
                    ));
                }
                own.flush(HANG).unwrap();
            });
        }
    });
    let verified = verify(&log, &[]);
    assert_eq!((verified.records, verified.problems), (200, vec![]));
}
