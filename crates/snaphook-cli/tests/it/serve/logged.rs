//! What clients fire is in the audit log, as what `fire` runs is.

use serde_json::{Value, json};

use super::client::{Client, Lines};
use super::process::Serving;
use crate::log::{guarded, logged};
use crate::world::World;

/// Fires one of each kind, and waits for the server's end.
fn served(world: &World, more: &[&str]) {
    let args = [&["serve"], more].concat();
    let mut serving = Serving::start(&mut world.command(&args));
    let (stdin, stdout) = serving.pipes();
    let mut client = Lines::new(stdout, stdin);
    client.initialize();
    client.ask("session/start", json!({"sessionId": "s1"}));
    let bash = |command: &str| json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": command}});
    let inside = json!({"input": bash("rm -rf /"), "sessionId": "s1"});
    let outcome = client.ask("hooks/execute", inside)["outcome"].clone();
    assert_eq!(outcome["blocked"], true);
    client.ask("hooks/execute", json!({"input": bash("ls")}));
    client.ask("permissions/authorize", json!({"input": bash("make")}));
    client.ask(
        "hooks/observe",
        json!({"input": bash("date"), "sessionId": "s1"}),
    );
    client.ask("shutdown", json!({"patienceMs": 60_000}));
    assert!(serving.ended().success());
}

#[test]
fn every_event_of_a_client_is_recorded() {
    let world = guarded();
    served(&world, &[]);
    let events = logged(&world, &[]);
    let mut commands: Vec<&str> = events
        .iter()
        .filter(|event| event["event"] == "PreToolUse")
        .filter_map(|event| event["input"]["tool_input"]["command"].as_str())
        .collect();
    commands.sort_unstable();
    assert_eq!(commands, ["date", "ls", "make", "rm -rf /"], "{events:#?}");
    let blocked = |event: &&Value| event["outcome"]["blocked"] == true;
    let blocked = events.iter().filter(blocked);
    // Nobody could be asked about `make`.
    let mut blocked: Vec<_> = blocked
        .filter_map(|event| event["event"].as_str())
        .collect();
    blocked.sort_unstable();
    assert_eq!(blocked, ["Authorize", "PreToolUse"]);
}

#[test]
fn who_wants_no_log_has_none() {
    let world = guarded();
    served(&world, &["--no-log"]);
    assert_eq!(logged(&world, &[]), Vec::<Value>::new());
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"auditLog": false}"#,
    );
    served(&world, &[]);
    assert_eq!(logged(&world, &[]), Vec::<Value>::new());
}
