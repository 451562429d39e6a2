//! The bridge answers before the agent stops waiting, whatever hangs: its stdin, a settings
//! file, the session's lock, a hook, a reader of its output.

use std::io::{Read, Write};
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::world::World;

fn guarded() -> World {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"name": "guard", "onFailure": "block",
            "command": "true"}]}]}}"#,
    );
    world
}

/// Starts the bridge in an agent that waits for one second.
fn start(world: &World, args: &[&str]) -> Child {
    start_with_limit(world, "1", args)
}

fn start_with_limit(world: &World, seconds: &str, args: &[&str]) -> Child {
    let args = [&["hook", "--limit", seconds, "--agent"], args].concat();
    world
        .command(&args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the bridge starts")
}

/// The exit status and the answer of a bridge that ends by itself; `input` is written, and
/// stdin stays open.
fn ended(mut child: Child, input: &str) -> (Option<i32>, String) {
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    let mut said = String::new();
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_to_string(&mut said).expect("text");
    let status = child.wait().expect("it ends");
    drop(stdin);
    (status.code(), said)
}

fn denies(answer: &str) -> bool {
    serde_json::from_str::<Value>(answer)
        .is_ok_and(|answer| answer["hookSpecificOutput"]["permissionDecision"] == "deny")
}

fn call() -> String {
    json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash",
           "tool_input": {"command": "ls"}})
    .to_string()
}

#[test]
fn a_stdin_that_never_ends_is_denied() {
    let (code, said) = ended(start(&guarded(), &["codex", "PreToolUse"]), &call());
    assert!(denies(&said), "{said}");
    assert_eq!(code, Some(0));
    let (code, said) = ended(start(&guarded(), &["windsurf", "pre_run_command"]), "");
    assert_eq!((code, said.as_str()), (Some(2), ""));
    // Where no guard is configured, the agent goes on.
    let unguarded = start_with_limit(&World::new(), "6", &["codex", "PreToolUse"]);
    let (code, said) = ended(unguarded, &call());
    assert_eq!(code, Some(0));
    assert!(!denies(&said) && said.contains("systemMessage"), "{said}");
}

#[test]
#[cfg(unix)]
fn a_settings_file_that_never_ends_is_denied() {
    let world = World::new();
    let fifo = world.path("home/.config/snaphook/settings.json");
    std::fs::create_dir_all(fifo.parent().expect("a folder")).expect("it is made");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut child = start(&world, &["codex"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(call().as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stdout);
    // Either it is refused as a file, or it hangs: in no case the call goes on unguarded.
    assert!(denies(&said), "{output:?}");
}

#[test]
#[cfg(unix)]
fn a_locked_session_keeps_no_guard_from_answering() {
    let world = guarded();
    let folder = world.path("state/snaphook/sessions/codex-s");
    std::fs::create_dir_all(&folder).expect("it is made");
    let lock = std::fs::File::create(folder.join("lock")).expect("it is made");
    lock.lock().expect("it is free");
    std::fs::write(folder.join("session.json"), "{}").expect("it is written");
    // Far more than the bridge waits for the lock, also on a busy machine.
    let mut child = start_with_limit(&world, "60", &["codex"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(call().as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(
        (output.status.code(), &*output.stdout),
        (Some(0), &b""[..]),
        "{output:?}"
    );
}

#[test]
fn an_answer_that_cannot_be_printed_is_the_status_that_denies() {
    for (agent, status) in [("codex", 2), ("code-puppy", 1)] {
        let world = World::new();
        world.write(
            "home/.config/snaphook/settings.json",
            r#"{"hooks": {"PreToolUse": [{"hooks": [{"name": "h", "command": "echo no >&2; exit 2"}]}]}}"#,
        );
        let mut child = start(&world, &[agent]);
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(call().as_bytes()).expect("it reads");
        drop(stdin);
        assert_eq!(
            child.wait().expect("it ends").code(),
            Some(status),
            "{agent}"
        );
    }
}
