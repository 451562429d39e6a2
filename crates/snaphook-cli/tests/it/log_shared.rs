//! One log, many commands: at once, followed, and with answers that come late.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::common;
use crate::log::{call, guarded, logged};
use crate::world::World;

/// Nothing here takes this long unless it hangs.
const HANG: Duration = Duration::from_secs(60);

#[test]
fn commands_at_once_share_one_log_without_errors() {
    let world = guarded();
    std::thread::scope(|scope| {
        for name in ["one", "two", "three"] {
            let world = &world;
            scope.spawn(move || {
                for _ in 0..8 {
                    let ran = call(world, "ls", &["--set", &format!("session_id={name}")]);
                    assert_eq!((ran.code, &*ran.stderr), (0, ""), "{ran:?}");
                }
            });
        }
        let world = &world;
        scope.spawn(move || {
            for _ in 0..8 {
                let ran = world.snaphook(&["log", "--json", "--text", "ls"]);
                assert_eq!(ran.code, 0, "{ran:?}");
            }
        });
    });
    for name in ["one", "two", "three"] {
        assert_eq!(logged(&world, &["--session", name]).len(), 8);
    }
    let database = rusqlite::Connection::open(world.path("state/snaphook/log.db")).unwrap();
    let check: String = database
        .pragma_query_value(None, "integrity_check", |row| row.get(0))
        .unwrap();
    assert_eq!(check, "ok");
}

#[test]
fn a_server_beside_commands_writes_the_same_log() {
    let world = guarded();
    let mut lines = vec![json!({"jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {"protocolVersion": 1, "client": {"name": "test"}}})];
    for id in 1..=20 {
        let input = json!({"hook_event_name": "PreToolUse", "session_id": "served",
            "tool_name": "Bash", "tool_input": {"command": format!("rm -rf {id}")}});
        lines.push(
            json!({"jsonrpc": "2.0", "id": id, "method": "hooks/execute",
            "params": {"input": input}}),
        );
    }
    lines.push(json!({"jsonrpc": "2.0", "id": 21, "method": "shutdown",
        "params": {"patienceMs": 60_000}}));
    let stdin: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::thread::scope(|scope| {
        let world = &world;
        scope.spawn(move || {
            let ran = common::run(&mut world.command(&["serve"]), &stdin);
            assert_eq!(ran.code, 0, "{ran:?}");
            assert!(!ran.stderr.contains("warning"), "{ran:?}");
        });
        for name in ["one", "two"] {
            scope.spawn(move || {
                for _ in 0..5 {
                    let ran = call(world, "ls", &["--set", &format!("session_id={name}")]);
                    assert_eq!((ran.code, &*ran.stderr), (0, ""), "{ran:?}");
                }
            });
        }
    });
    let served = logged(&world, &["--session", "served"]);
    assert_eq!(served.len(), 20);
    for event in &served {
        assert_eq!(
            (&event["source"], &event["decision"]),
            (&json!("serve"), &json!("blocked"))
        );
    }
    assert_eq!(logged(&world, &["--hook", "no-rm"]).len(), 30);
}

/// What is recorded while somebody looks is shown, each event once.
#[test]
fn a_log_is_followed_from_before_it_is_there() {
    let world = &guarded();
    let mut child = world
        .command(&["log", "--follow", "--json", "--decision", "blocked"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (lines, heard) = mpsc::channel();
    let out = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        for line in out.lines() {
            let _ = lines.send(line.unwrap());
        }
    });
    let expect = |expected: &str| {
        let line = heard.recv_timeout(HANG).unwrap();
        let event: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(event["input"]["tool_input"]["command"], expected);
    };
    for command in ["ls", "rm -rf one", "pwd", "rm -rf two"] {
        call(world, command, &[]);
    }
    expect("rm -rf one");
    expect("rm -rf two");
    // It has been opened by now, and must be looked at again.
    call(world, "rm -rf three", &[]);
    expect("rm -rf three");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn json_lines_are_imported_and_whoever_opens_them_is_told_how() {
    let world = guarded();
    let settings = json!({"auditLog": {"file": "log.jsonl"}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    call(&world, "rm -rf one", &[]);
    let ran = world.snaphook(&["log"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("import it: `--from "), "{ran:?}");
    let lines = world.path("state/snaphook/log.jsonl");
    let from = ["--from", lines.to_str().unwrap()];
    let database = world.path("imported.db");
    let into = [&from[..], &["--file", database.to_str().unwrap()]].concat();
    assert_eq!(logged(&world, &from), logged(&world, &into));
    assert_eq!(logged(&world, &into[2..]).len(), 1);
}

#[test]
fn a_hook_in_the_background_is_logged_with_what_became_of_it() {
    let world = World::new();
    let settings = json!({"hooks": {"Stop": [{"hooks": [
        {"name": "late", "command": "echo 'said later' >&2; exit 7", "async": true}]}]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    assert_eq!(world.snaphook(&["fire", "Stop"]).code, 0);
    let hook = |events: &[Value]| events[0]["outcome"]["hooks"][0].clone();
    let late = hook(&logged(&world, &[]));
    assert_eq!(
        (&late["status"], &late["background"]),
        (&json!("failed"), &json!(true)),
        "{late}"
    );
    let stats = world.snaphook(&["log", "stats", "--json"]).json();
    assert_eq!(stats[0]["failures"], 1);
}

#[test]
fn whoever_reads_only_the_first_lines_gets_no_error() {
    let world = guarded();
    for _ in 0..3 {
        call(&world, &"word ".repeat(2000), &[]);
    }
    for args in [&["log"][..], &["log", "--json"]] {
        let mut child = world
            .command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{args:?}: {stderr}");
        assert!(!stderr.contains("error"), "{args:?}: {stderr}");
    }
}
