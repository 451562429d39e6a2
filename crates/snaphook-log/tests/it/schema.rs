//! The file itself: whose it is, and how old.

use rusqlite::Connection;
use snaphook_log::{Filter, LogError, LogReader};

use crate::common::*;

#[cfg(unix)]
#[test]
fn only_its_owner_may_read_it() {
    use std::os::unix::fs::PermissionsExt;
    let log = Log::with("state/snaphook/log.db", |options| options);
    log.tell(&call("Bash", "ls"), None);
    log.flush();
    let mode = |path: std::path::PathBuf| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(log.file()), 0o600);
    assert_eq!(mode(log.folder().join("state/snaphook/log.db-wal")), 0o600);
    assert_eq!(mode(log.folder().join("state/snaphook")), 0o700);
}

#[test]
fn readers_and_writers_do_not_wait_for_each_other() {
    let log = Log::new();
    log.tell(&call("Bash", "ls"), None);
    log.flush();
    let database = Connection::open(log.file()).unwrap();
    let mode: String = database
        .pragma_query_value(None, "journal_mode", |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "wal");
    database
        .execute_batch("BEGIN; SELECT * FROM events")
        .unwrap();
    log.tell(&call("Read", "ls"), None);
    assert_eq!(log.tools(&Filter::default()), ["Read", "Bash"]);
}

#[test]
fn an_older_log_is_brought_up_to_date() {
    let log = Log::new();
    // As the first version made it, with a record in it.
    let database = Connection::open(log.file()).unwrap();
    database
        .execute_batch(
            "CREATE TABLE events (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, source TEXT NOT NULL,
                session TEXT NOT NULL, event TEXT NOT NULL, tool TEXT, decision TEXT NOT NULL,
                duration_us INTEGER NOT NULL, redacted INTEGER NOT NULL, cut INTEGER NOT NULL);
            CREATE TABLE bodies (id INTEGER PRIMARY KEY, project TEXT, dialect TEXT NOT NULL,
                input TEXT NOT NULL, outcome TEXT);
            CREATE TABLE hooks (event INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL,
                hook TEXT NOT NULL, status TEXT NOT NULL, duration_us INTEGER NOT NULL,
                decided INTEGER NOT NULL, PRIMARY KEY (event, place)) WITHOUT ROWID;
            CREATE TABLE gaps (time INTEGER NOT NULL, dropped INTEGER NOT NULL);
            PRAGMA user_version = 1; PRAGMA application_id = 0x736e6170;
            INSERT INTO events VALUES (41, 1, 'fire', 's', 'Stop', 'Old', 'none', 5, 0, 0);
            INSERT INTO bodies VALUES (41, NULL, 'claude', '{\"hook_event_name\":\"Stop\",\"why\":\"ancient history\"}', NULL);",
        )
        .unwrap();
    drop(database);
    let text = Filter {
        text: Some("history".to_owned()),
        ..Filter::default()
    };
    let mut reader = LogReader::open(&log.file()).unwrap();
    assert_eq!(tools(&reader.newest(&text, 5).unwrap()), ["Old"]);
    log.tell(&call("New", "more history"), None);
    assert_eq!(log.tools(&text), ["New"]);
}

#[test]
fn a_newer_log_and_another_database_are_left_alone() {
    let log = Log::new();
    log.tell(&call("Bash", "ls"), None);
    log.flush();
    let database = Connection::open(log.file()).unwrap();
    database.execute_batch("PRAGMA user_version = 99").unwrap();
    let error = LogReader::open(&log.file()).unwrap_err();
    assert!(
        matches!(error, LogError::Newer { found: 99, .. }),
        "{error}"
    );

    let other = Log::new();
    let database = Connection::open(other.file()).unwrap();
    database.execute_batch("CREATE TABLE mine (x)").unwrap();
    let error = LogReader::open(&other.file()).unwrap_err();
    assert!(matches!(error, LogError::NoLog(_)), "{error}");
    other.tell(&call("Bash", "ls"), None);
    let error = other.log.flush(HANG).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("this database is not a log of snaphook"),
        "{error}"
    );
    let count = |sql: &str| {
        database
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(count("SELECT count(*) FROM sqlite_master"), 1);

    std::fs::write(
        log.folder().join("text.db"),
        "this is not a database at all, but text",
    )
    .unwrap();
    assert!(LogReader::open(&log.folder().join("text.db")).is_err());
    let error = LogReader::open(&log.folder().join("none.db")).unwrap_err();
    assert!(matches!(error, LogError::File { .. }), "{error}");
}
