//! What is too old or too much goes; numbers are never used twice.

use std::time::{Duration, SystemTime};

use snaphook_log::Filter;

use crate::common::*;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[test]
fn old_records_go_beside_new_ones() {
    let log = Log::with("log.db", |options| options.max_days(7));
    let now = SystemTime::now();
    for number in 0..200 {
        log.tell_at(
            now - DAY * 9,
            &call(&format!("Old{number}"), "kittens"),
            None,
        );
    }
    log.tell_at(now - DAY * 6, &call("Young", "kittens"), None);
    log.flush();
    log.tell_at(now, &call("New", "kittens"), None);
    log.flush();
    log.tell_at(now, &call("Newer", "kittens"), None);
    log.flush();
    log.tell_at(now, &call("Newest", "kittens"), None);
    assert_eq!(
        log.tools(&Filter::default()),
        ["Newest", "Newer", "New", "Young"]
    );
    // Nothing of them is left elsewhere.
    let text = Filter {
        text: Some("kittens".to_owned()),
        ..Filter::default()
    };
    assert_eq!(log.tools(&text).len(), 4);
    let database = rusqlite::Connection::open(log.file()).unwrap();
    let count = |sql: &str| {
        database
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(count("SELECT count(*) FROM bodies"), 4);
    assert_eq!(count("SELECT max(id) FROM events"), 204);
}

#[test]
fn the_newest_record_stays_so_that_its_number_is_not_used_again() {
    let log = Log::with("log.db", |options| options.max_days(1));
    let long_ago = SystemTime::now() - DAY * 30;
    for tool in ["One", "Two", "Three"] {
        log.tell_at(long_ago, &call(tool, "ls"), None);
        log.flush();
    }
    let events = log.reader().newest(&Filter::default(), 10).unwrap();
    assert_eq!(tools(&events), ["Three"]);
    assert_eq!(events[0].id, 3);
}

#[test]
fn a_log_stays_within_its_size_and_gives_space_back() {
    let log = Log::with("log.db", |options| options.max_megabytes(0));
    let body = "some words of a long story ".repeat(1000);
    for number in 0..120 {
        log.tell(&call(&format!("Tool{number}"), &body), None);
    }
    log.flush();
    // Not the file's size: a part may still be in the write-ahead log.
    let size = |name: &str| {
        let database = rusqlite::Connection::open(log.file()).unwrap();
        let get = |name: &str| {
            database
                .pragma_query_value(None, name, |row| row.get::<_, i64>(0))
                .unwrap()
        };
        get(name) * get("page_size")
    };
    let before = size("page_count");
    assert!(before > 2 * 1024 * 1024, "{before}");
    // Another writer, with less room.
    let options = snaphook_log::LogOptions::new(log.file()).max_megabytes(1);
    let small = snaphook_log::AuditLog::new(options);
    let recorder = small.recorder("test", None);
    let input = call("Last", "ls");
    for _ in 0..40 {
        let told = snaphook::DispatchRecord::new(SystemTime::now(), &input, None);
        recorder.dispatched(&told);
        small.flush(HANG).unwrap();
    }
    drop((small, recorder));
    let used = size("page_count") - size("freelist_count");
    assert!(used < 2 * 1024 * 1024, "{used}");
    assert!(size("freelist_count") < 2 * 1024 * 1024);
    assert_eq!(log.tools(&Filter::default())[..40], vec!["Last"; 40]);
}

#[test]
fn a_record_of_a_clock_that_was_ahead_keeps_no_older_ones() {
    let log = Log::with("log.db", |options| options.max_days(7));
    let now = SystemTime::now();
    log.tell_at(now + DAY * 400, &call("Ahead", "ls"), None);
    log.tell_at(now - DAY * 9, &call("Old", "ls"), None);
    log.flush();
    log.tell_at(now, &call("New", "ls"), None);
    log.flush();
    log.tell_at(now, &call("Newest", "ls"), None);
    assert_eq!(log.tools(&Filter::default()), ["Newest", "New", "Ahead"]);
}

#[test]
fn nothing_of_a_removed_record_can_be_read_in_the_file() {
    let log = Log::with("log.db", |options| options.max_days(7));
    let now = SystemTime::now();
    for number in 0..100 {
        let told = call(
            "Old",
            &format!("quagga{number} {}", "and more ".repeat(900)),
        );
        log.tell_at(now - DAY * 9, &told, None);
    }
    log.tell_at(now, &call("New", "zebra"), None);
    let text = Filter {
        text: Some("zebra".to_owned()),
        ..Filter::default()
    };
    // Searching makes words searchable.
    assert_eq!(log.reader().count(&text).unwrap(), 1);
    for _ in 0..4 {
        log.tell_at(now, &call("New", "zebra"), None);
        log.flush();
    }
    assert_eq!(log.tools(&Filter::default()), ["New"; 5]);
    let database = rusqlite::Connection::open(log.file()).unwrap();
    let row = |row: &rusqlite::Row<'_>| row.get::<_, i64>(0);
    let busy = database.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], row);
    assert_eq!(busy.unwrap(), 0);
    let bytes = log.bytes();
    let holds = |word: &[u8]| bytes.windows(word.len()).any(|part| part == word);
    assert!(holds(b"zebra") && !holds(b"quagga"));
}
