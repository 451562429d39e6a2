//! `snaphook log verify`: what somebody changed in the log is found.

use rusqlite::Connection;
use serde_json::Value;

use crate::log::{call, guarded};
use crate::world::World;

fn change(world: &World, sql: &str) {
    let file = world.path("state/snaphook/log.db");
    Connection::open(file).unwrap().execute_batch(sql).unwrap();
}

/// The status, and what it says.
fn verify(world: &World, args: &[&str]) -> (i32, String) {
    let ran = world.snaphook(&[&["log", "verify"], args].concat());
    (ran.code, ran.stdout + &ran.stderr)
}

#[test]
fn changed_and_removed_events_are_found() {
    let world = guarded();
    assert_eq!(verify(&world, &[]).0, 1, "there is no log yet");
    world.write("project/log.jsonl", "");
    let (code, text) = verify(&world, &["--from", "log.jsonl"]);
    assert_eq!((code, text.contains("has no chain")), (1, true), "{text}");
    for command in ["ls", "rm -rf x", "make"] {
        call(&world, command, &[]);
    }
    let (code, text) = verify(&world, &[]);
    assert_eq!((code, text.contains("3 records")), (0, true), "{text}");
    change(&world, "UPDATE events SET decision = 'none' WHERE id = 2");
    let (code, text) = verify(&world, &[]);
    let expected = "event 2 was changed after it was recorded";
    assert_eq!((code, text.contains(expected)), (1, true), "{text}");
    let ran = world.snaphook(&["log", "verify", "--json"]);
    assert_eq!(
        (ran.code, &ran.json()["problems"][0]),
        (1, &Value::from(expected))
    );
}

#[test]
fn a_checkpoint_elsewhere_shows_what_was_removed() {
    let world = guarded();
    for command in ["ls", "rm -rf x", "make"] {
        call(&world, command, &[]);
    }
    let checkpoint = world.snaphook(&["log", "checkpoint"]);
    assert_eq!(checkpoint.code, 0, "{checkpoint:?}");
    let line: Value = serde_json::from_str(&checkpoint.stdout).unwrap();
    world.write("project/kept.jsonl", &checkpoint.stdout);
    let with = ["--checkpoints", "kept.jsonl"];
    assert_eq!(verify(&world, &with).0, 0);
    let key = line["key"].as_str().unwrap();
    assert_eq!(verify(&world, &[&with[..], &["--key", key]].concat()).0, 0);
    change(
        &world,
        "DELETE FROM events WHERE id = 3; DELETE FROM bodies WHERE id = 3;
        DELETE FROM hooks WHERE event = 3; DELETE FROM chain WHERE number = 3;",
    );
    assert_eq!(verify(&world, &[]).0, 0, "the chain itself is whole");
    let (code, text) = verify(&world, &with);
    assert_eq!(
        (code, text.contains("its end was removed")),
        (1, true),
        "{text}"
    );
    // A checkpoint that somebody made to fit.
    let mut forged = line.clone();
    forged["number"] = 2.into();
    world.write("project/forged.jsonl", &forged.to_string());
    let (code, text) = verify(&world, &["--checkpoints", "forged.jsonl"]);
    assert_eq!(
        (code, text.contains("not a checkpoint of this key")),
        (1, true),
        "{text}"
    );
    // With a key of their own.
    std::fs::remove_file(world.path("state/snaphook/log-key.pem")).unwrap();
    let own = world.snaphook(&["log", "checkpoint"]).stdout;
    world.write("project/own.jsonl", &own);
    let (code, text) = verify(&world, &["--checkpoints", "own.jsonl", "--key", key]);
    assert_eq!(
        (code, text.contains("not a checkpoint of this key")),
        (1, true),
        "{text}"
    );
    std::fs::remove_file(world.path("state/snaphook/log.db")).unwrap();
    let (code, text) = verify(&world, &[&with[..], &["--key", key]].concat());
    assert_eq!((code, text.contains("it was removed")), (1, true), "{text}");
}
