//! Several processes share one log.

use std::process::{Command, Stdio};
use std::time::SystemTime;

use snaphook::DispatchRecord;
use snaphook_log::{AuditLog, Filter, LogOptions, LogReader};

use crate::common::*;

const FILE: &str = "SNAPHOOK_TEST_LOG";
const EACH: usize = 150;

/// Not a test of its own: what each process does.
#[test]
#[ignore = "the other processes of the test below"]
fn child() {
    let Ok(file) = std::env::var(FILE) else {
        return;
    };
    // Half of them as a host that stays, half as a command for each event.
    let stays = std::process::id().is_multiple_of(2);
    let open = || AuditLog::new(LogOptions::new(&file).patience(HANG).long_lived(stays));
    let mut log = open();
    for number in 0..EACH {
        let input = call(&format!("Tool{number}"), "some words to find");
        let recorder = log.recorder("child", None);
        recorder.dispatched(&DispatchRecord::new(SystemTime::now(), &input, None));
        if !stays {
            log.flush(HANG).unwrap();
            log = open();
        }
    }
    log.flush(HANG).unwrap();
}

#[test]
fn processes_that_begin_at_once_lose_nothing_and_see_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log.db");
    let children: Vec<_> = (0..6)
        .map(|_| {
            Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "sharing::child", "--ignored"])
                .env(FILE, &file)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    let mut reader = LogReader::open(&file).unwrap();
    assert_eq!(reader.count(&Filter::default()).unwrap(), 6 * EACH);
    let text = Filter {
        text: Some("words to".to_owned()),
        ..Filter::default()
    };
    assert_eq!(reader.count(&text).unwrap(), 6 * EACH);
    assert_eq!(reader.dropped(None).unwrap(), 0);
}
