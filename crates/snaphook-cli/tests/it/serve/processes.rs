//! The server as a process: signals, clients that die, settings that change.

use std::io::Write;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::Signal;
use serde_json::{Value, json};
use snaphook_testkit::processes::{is_alive, pid_in, until, until_gone};

use super::client::{Client, Lines};
use super::process::{HANG, Serving};
use crate::common::{Folder, run};

const HANGS: &str = r#"{ "hooks": { "PreToolUse": [ { "hooks": [
    { "command": "echo $$ > pid; exec sleep 600" } ] } ] } }"#;

fn bash(folder: &Folder, command: &str) -> Value {
    json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": folder.path(),
        "tool_input": {"command": command}})
}

fn connect(folder: &Folder) -> Lines<UnixStream, UnixStream> {
    let stream = UnixStream::connect(folder.path().join("s")).unwrap();
    Lines::new(stream.try_clone().unwrap(), stream)
}

fn hook_pid(folder: &Folder) -> i32 {
    pid_in(&folder.path().join("pid"))
}

#[test]
fn messages_in_a_pipe_are_answered_and_nothing_else_is_on_stdout() {
    let folder = Folder::with(
        "settings.json",
        r#"{ "hooks": { "Stop": [ { "hooks": [ { "command": "echo go on >&2; exit 2" }, { "nonsense": 1 } ] } ] } }"#,
    );
    let lines = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "hooks/execute", "params": {"input": {"hook_event_name": "Stop"}}}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "shutdown", "params": {"patienceMs": 60_000}}),
    ];
    let stdin: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let ran = folder.snaphook(&["serve", "--settings", "settings.json"], &stdin);
    assert_eq!(ran.code, 0, "{ran:?}");
    let answers: Vec<Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let ids: Vec<_> = answers
        .iter()
        .map(|answer| answer["id"].as_i64().unwrap())
        .collect();
    assert_eq!(ids, [1, 2, 3]);
    assert_eq!(answers[1]["result"]["outcome"]["blockReason"], "go on");
    // What is wrong with the settings is for people.
    assert!(ran.stderr.contains("settings.json"), "{ran:?}");
}

#[test]
fn it_ends_when_stdin_does_and_leaves_no_hook_behind() {
    let folder = Folder::with("settings.json", HANGS);
    let mut server = Serving::start(&mut folder.command(&["serve", "--settings", "settings.json"]));
    let (stdin, stdout) = server.pipes();
    let mut client = Lines::new(stdout, stdin);
    client.initialize();
    client.send("hooks/execute", &json!({"input": bash(&folder, "ls")}));
    let pid = hook_pid(&folder);
    drop(client);
    assert_eq!(server.ended().code(), Some(0));
    assert!(!is_alive(pid));
}

#[test]
fn a_signal_lets_what_is_in_flight_finish() {
    for signal in [Signal::TERM, Signal::INT] {
        let folder = Folder::with(
            "settings.json",
            r#"{ "hooks": { "PreToolUse": [ { "hooks": [
                { "command": "echo $$ > pid; until test -e go; do sleep 0.01; done; echo no >&2; exit 2" } ] } ] } }"#,
        );
        let args = [
            "serve",
            "--settings",
            "settings.json",
            "--socket",
            "s",
            "--grace",
            "60",
        ];
        let mut server = Serving::start(&mut folder.command(&args));
        server.socket(Path::new("s"));
        let mut client = connect(&folder);
        client.initialize();
        let fired = client.send("hooks/execute", &json!({"input": bash(&folder, "ls")}));
        hook_pid(&folder);
        server.signal(signal);
        // Nobody new is let in from then on.
        until("clients are still let in", || {
            UnixStream::connect(folder.path().join("s")).is_err()
        });
        let late = client.answer("hooks/has", json!({"event": "Stop"}));
        assert_eq!(late["error"]["code"], -32003);
        folder.write("go", "");
        let answer = client.hear().unwrap();
        assert_eq!(answer["id"], fired);
        assert_eq!(answer["result"]["outcome"]["blocked"], true);
        assert_eq!(client.hear(), None);
        assert_eq!(server.ended().code(), Some(0));
        assert!(!folder.path().join("s").exists());
    }
}

#[test]
fn after_a_second_signal_nothing_is_waited_for_and_nothing_is_left() {
    let folder = Folder::with("settings.json", HANGS);
    let args = [
        "serve",
        "--settings",
        "settings.json",
        "--socket",
        "s",
        "--grace",
        "600",
    ];
    let mut server = Serving::start(&mut folder.command(&args));
    server.socket(Path::new("s"));
    let mut client = connect(&folder);
    client.initialize();
    client.send("hooks/execute", &json!({"input": bash(&folder, "ls")}));
    let pid = hook_pid(&folder);
    server.signal(Signal::TERM);
    until("clients are still let in", || {
        UnixStream::connect(folder.path().join("s")).is_err()
    });
    server.signal(Signal::TERM);
    assert_eq!(client.hear().unwrap()["error"]["code"], -32800);
    assert_eq!(server.ended().code(), Some(0));
    assert!(!is_alive(pid));
}

#[test]
fn a_client_that_is_killed_takes_its_hooks_with_it() {
    let folder = Folder::with("settings.json", HANGS);
    let args = ["serve", "--settings", "settings.json", "--socket", "s"];
    let mut server = Serving::start(&mut folder.command(&args));
    server.socket(Path::new("s"));
    // A process of its own, which holds the connection.
    let script = r#"
import socket, sys
s = socket.socket(socket.AF_UNIX); s.connect("s")
s.sendall(sys.stdin.buffer.read())
while s.recv(65536): pass
"#;
    if !crate::common::has_python() {
        println!("SKIPPED, python3 is not installed");
        return;
    }
    let mut client = Command::new("python3")
        .args(["-c", script])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = client.stdin.take().unwrap();
    for message in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "session/start", "params": {"sessionId": "s1"}}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "hooks/execute", "params": {"sessionId": "s1", "input": bash(&folder, "ls")}}),
    ] {
        writeln!(stdin, "{message}").unwrap();
    }
    drop(stdin);
    let pid = hook_pid(&folder);
    client.kill().unwrap();
    client.wait().unwrap();
    until_gone(pid);
    let mut other = connect(&folder);
    other.initialize();
    until_started(&mut other, "s1");
}

/// Starts a session as soon as nobody has it.
fn until_started(client: &mut impl Client, id: &str) {
    let start = std::time::Instant::now();
    while client
        .answer("session/start", json!({"sessionId": id}))
        .get("error")
        .is_some()
    {
        assert!(start.elapsed() < HANG, "the session is not free");
    }
}

#[test]
fn settings_are_followed_unless_it_is_told_not_to() {
    let with_hook = r#"{ "hooks": { "Stop": [ { "hooks": [ { "command": "true" } ] } ] } }"#;
    let folder = Folder::with("settings.json", "{}");
    let mut server = Serving::start(&mut folder.command(&["serve", "--settings", "settings.json"]));
    let (stdin, stdout) = server.pipes();
    let mut client = Lines::new(stdout, stdin);
    let params = json!({"protocolVersion": 1, "capabilities": {"settings": true}});
    client.ask("initialize", params);
    // A change from before it watches is noticed when it begins to.
    folder.write("settings.json", with_hook);
    // It may have been seen half written.
    while client.hear().unwrap()["params"]["added"][0]["event"] != "Stop" {}
    assert_eq!(
        client.ask("hooks/has", json!({"event": "Stop"}))["has"],
        true
    );

    let folder = Folder::with("settings.json", "{}");
    let args = ["serve", "--settings", "settings.json", "--no-watch"];
    let mut server = Serving::start(&mut folder.command(&args));
    let (stdin, stdout) = server.pipes();
    let mut client = Lines::new(stdout, stdin);
    client.initialize();
    folder.write("settings.json", with_hook);
    assert_eq!(
        client.ask("hooks/has", json!({"event": "Stop"}))["has"],
        false
    );
    assert_eq!(client.ask("hooks/reload", json!({}))["swapped"], true);
    assert_eq!(
        client.ask("hooks/has", json!({"event": "Stop"}))["has"],
        true
    );
}

#[test]
fn the_example_of_the_help_works() {
    let folder = Folder::new();
    let help = run(&mut folder.command(&["serve", "--help"]), "").stdout;
    let (_, example) = help.split_once("echo '").unwrap();
    let (line, _) = example.split_once('\'').unwrap();
    let ran = folder.snaphook(&["serve"], &format!("{line}\n"));
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.json()["result"]["protocolVersion"], 1);
}
