//! The kept bridge: one process that answers many events.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::world::World;

const GUARD: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"name": "guard",
    "onFailure": "block",
    "command": "if grep -q forbidden; then echo not here >&2; exit 2; fi"}]}]}}"#;

struct KeptBridge {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl KeptBridge {
    fn start(world: &World, args: &[&str]) -> Self {
        let mut child = world
            .command(&[&["hook", "--agent", "opencode", "--keep"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the bridge starts");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, answers }
    }

    fn send(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().expect("a pipe");
        stdin
            .write_all(format!("{line}\n").as_bytes())
            .expect("it reads");
    }

    fn ask(&mut self, id: u32, command: &str) {
        let input =
            json!({"session_id": "s", "tool_name": "bash", "tool_input": {"command": command}});
        self.send(&json!({"id": id, "event": "PreToolUse", "input": input}).to_string());
    }

    /// The next answer: its id, and what it says.
    fn answer(&mut self) -> (Value, Value) {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("it answers");
        let answer: Value = serde_json::from_str(&line).expect("a line of JSON");
        let said = answer["stdout"].as_str().unwrap_or_default();
        (
            answer["id"].clone(),
            serde_json::from_str(said).unwrap_or_default(),
        )
    }

    fn end(mut self) -> Option<i32> {
        drop(self.child.stdin.take());
        self.child.wait().expect("it ends").code()
    }
}

#[test]
fn one_process_answers_many_events_and_reads_changed_settings() {
    let world = World::new();
    world.write("home/.config/snaphook/settings.json", GUARD);
    let mut bridge = KeptBridge::start(&world, &[]);
    for (id, command, denied) in [(1, "echo forbidden", true), (2, "ls", false)] {
        bridge.ask(id, command);
        let (answered, said) = bridge.answer();
        assert_eq!(
            (answered, said["deny"].is_string()),
            (id.into(), denied),
            "{said}"
        );
    }
    world.write(
        "home/.config/snaphook/settings.json",
        &GUARD.replace("forbidden", "ls"),
    );
    bridge.ask(3, "ls");
    assert!(bridge.answer().1["deny"].is_string());
    assert_eq!(bridge.end(), Some(0));
}

#[test]
fn events_are_answered_concurrently() {
    let world = World::new();
    // The first event waits for a file that the hook of the second one makes.
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"name": "h", "command":
            "if grep -q second; then touch \"$HOME/made\"; else until [ -e \"$HOME/made\" ]; do sleep 0.01; done; fi"}]}]}}"#,
    );
    let mut bridge = KeptBridge::start(&world, &[]);
    bridge.ask(1, "first");
    bridge.ask(2, "second");
    let mut ids = [bridge.answer().0, bridge.answer().0].map(|id| id.as_u64());
    ids.sort_unstable();
    assert_eq!(ids, [Some(1), Some(2)]);
}

#[test]
fn requests_that_cannot_be_read_are_denied_and_the_next_one_is_answered() {
    let world = World::new();
    world.write("home/.config/snaphook/settings.json", GUARD);
    let mut bridge = KeptBridge::start(&world, &[]);
    bridge.send("not json");
    let (id, said) = bridge.answer();
    assert_eq!(id, Value::Null);
    assert!(said["deny"].is_string(), "{said}");
    bridge.send(r#"{"id": 7, "event": "NewEvent", "input": {}}"#);
    let (id, said) = bridge.answer();
    assert_eq!(id, 7);
    assert!(said["deny"].is_string(), "{said}");
    bridge.ask(8, "ls");
    assert_eq!(bridge.answer(), (8.into(), json!({})));
}

#[test]
fn a_guard_that_hangs_denies_only_its_own_event() {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"name": "h", "onFailure": "block", "command":
            "if grep -q slow; then sleep 100; fi"}]}]}}"#,
    );
    let mut bridge = KeptBridge::start(&world, &["--limit", "6"]);
    bridge.ask(1, "slow");
    bridge.ask(2, "quick");
    assert_eq!(bridge.answer(), (2.into(), json!({})));
    let (id, said) = bridge.answer();
    assert_eq!(id, 1);
    assert!(said["deny"].is_string(), "{said}");
}

#[test]
#[cfg(unix)]
fn a_signal_ends_it_after_its_answers() {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"name": "h", "onFailure": "block",
            "command": "kill -TERM $PPID; sleep 100"}]}]}}"#,
    );
    let mut bridge = KeptBridge::start(&world, &[]);
    bridge.ask(1, "ls");
    let (_, said) = bridge.answer();
    assert!(
        said["deny"]
            .as_str()
            .is_some_and(|why| why.contains("interrupted")),
        "{said}"
    );
    // Waiting closes its input otherwise, whose end is another way to end.
    let input = bridge.child.stdin.take();
    let ended = bridge.child.wait().expect("it ends");
    drop(input);
    assert_eq!(ended.code(), Some(2));
}
