//! `snaphook approvals`: a call waits while somebody looks, and goes on as they answer.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStderr, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::world::World;

/// Somebody who looks at requests, until dropped.
pub(crate) struct Follower {
    child: Child,
    requests: Lines<BufReader<ChildStdout>>,
    _stderr: ChildStderr,
}

impl Follower {
    /// Returns once agents know that somebody looks.
    pub(crate) fn start(world: &World) -> Self {
        let mut command = world.command(&["approvals", "follow", "--json"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.stdin(Stdio::null()).spawn().unwrap();
        let mut stderr = child.stderr.take().unwrap();
        let mut line = String::new();
        BufReader::new(&mut stderr).read_line(&mut line).unwrap();
        assert!(line.contains("waiting for requests"), "{line}");
        let requests = BufReader::new(child.stdout.take().unwrap()).lines();
        Self {
            child,
            requests,
            _stderr: stderr,
        }
    }

    /// The next change of a request.
    pub(crate) fn next(&mut self) -> Value {
        let line = self.requests.next().unwrap().unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// The id of the next request that waits.
    pub(crate) fn pending(&mut self) -> String {
        let request = self.next();
        assert_eq!(request["state"], "pending", "{request}");
        request["id"].as_str().unwrap().to_owned()
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A user whose rules ask about pushes and deny resets.
pub(crate) fn world() -> World {
    let world = World::new();
    let settings =
        json!({"permissions": {"ask": ["Bash(git push *)"], "deny": ["Bash(git reset *)"]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    world
}

pub(crate) fn authorize(world: &World, more: &[&str]) -> Child {
    let call = r#"{"command": "git push"}"#;
    let mut args = vec![
        "authorize",
        "--session",
        "s1",
        "--tool",
        "Bash",
        "--tool-input",
        call,
    ];
    args.extend(more);
    spawn(&mut world.command(&args))
}

pub(crate) fn spawn(command: &mut Command) -> Child {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_call_waits_while_somebody_looks_and_runs_when_they_allow_it() {
    let world = world();
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    let shown = world.snaphook(&["approvals", "show", &id]);
    assert!(
        shown.stdout.contains(r#""command": "git push""#),
        "{shown:?}"
    );
    assert!(
        shown.stdout.contains("Allow this call for the session"),
        "{shown:?}"
    );
    let listed = world.snaphook(&["approvals"]);
    assert!(listed.stdout.contains("Bash: git push"), "{listed:?}");
    let ran = world.snaphook(&["approvals", "allow", &id]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let output = asking.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(follower.next()["state"], "approved");
    // The first answer counts; who comes later is told who was first.
    let late = world.snaphook(&["approvals", "deny", &id]);
    assert_eq!(late.code, 1);
    assert!(
        late.stderr.contains("is already approved by local:"),
        "{late:?}"
    );
}

#[test]
fn a_call_is_denied_at_once_where_nobody_looks() {
    let world = world();
    drop(Follower::start(&world));
    let output = authorize(&world, &[]).wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("there is nobody to ask"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_words_of_a_denial_reach_the_model() {
    let world = world();
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    let ran = world.snaphook(&["approvals", "deny", &id, "--reason", "push to a branch"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let output = asking.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("push to a branch"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_edited_call_is_held_against_rules_again() {
    let world = world();
    let mut follower = Follower::start(&world);
    for (edited, code) in [
        (r#"{"command": "git push origin topic"}"#, 0),
        (r#"{"command": "git reset --hard"}"#, 2),
        (r#"{"cmd": "git push"}"#, 2),
    ] {
        let asking = authorize(&world, &["--json"]);
        let id = follower.pending();
        let ran = world.snaphook(&["approvals", "allow", &id, "--input", edited]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let output = asking.wait_with_output().unwrap();
        assert_eq!(
            output.status.code(),
            Some(code),
            "{edited}: {}",
            stderr(&output)
        );
        if code == 0 {
            let decision: Value = serde_json::from_slice(&output.stdout).unwrap();
            let wanted: Value = serde_json::from_str(edited).unwrap();
            assert_eq!(decision["toolInput"], wanted, "{decision}");
        }
        assert_eq!(follower.next()["state"], "approved");
    }
}

#[test]
fn a_call_that_was_allowed_for_the_session_is_not_asked_again() {
    let world = world();
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &[]);
    let id = follower.pending();
    assert_eq!(
        world
            .snaphook(&["approvals", "allow", &id, "--session"])
            .code,
        0
    );
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(0));
    let again = authorize(&world, &[]).wait_with_output().unwrap();
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    // Another session has to ask.
    let call = r#"{"command": "git push"}"#;
    let args = [
        "authorize",
        "--session",
        "s2",
        "--tool",
        "Bash",
        "--tool-input",
        call,
        "--wait",
        "1",
    ];
    let other = spawn(&mut world.command(&args)).wait_with_output().unwrap();
    assert_eq!(other.status.code(), Some(2));
}

#[test]
fn nothing_is_allowed_when_the_time_is_over() {
    let world = world();
    let mut follower = Follower::start(&world);
    let output = authorize(&world, &["--wait", "1"])
        .wait_with_output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("nobody answered in time"),
        "{}",
        stderr(&output)
    );
    let id = follower.pending();
    assert_eq!(follower.next()["state"], "expired");
    let late = world.snaphook(&["approvals", "allow", &id]);
    assert_eq!(late.code, 1, "{late:?}");
}

#[test]
fn the_request_of_an_agent_that_was_killed_is_cancelled() {
    let world = world();
    let mut follower = Follower::start(&world);
    let mut asking = authorize(&world, &[]);
    let id = follower.pending();
    asking.kill().unwrap();
    asking.wait().unwrap();
    let late = world.snaphook(&["approvals", "allow", &id]);
    assert_eq!(late.code, 1);
    assert!(
        late.stderr.contains("the agent that asked is gone"),
        "{late:?}"
    );
}

#[test]
fn an_answer_to_something_else_than_what_waits_does_not_count() {
    let world = world();
    let mut follower = Follower::start(&world);
    let asking = authorize(&world, &["--wait", "2"]);
    let id = follower.pending();
    let other = "0".repeat(64);
    let ran = world.snaphook(&["approvals", "allow", &id, "--digest", &other]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("digest"), "{ran:?}");
    assert_eq!(asking.wait_with_output().unwrap().status.code(), Some(2));
}

#[test]
fn an_agent_that_cannot_ask_waits_for_whoever_looks() {
    let world = world();
    let ask = r#"echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "careful"}}'"#;
    let hooks =
        json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": ask}]}]}});
    world.write("home/.config/snaphook/settings.json", &hooks.to_string());
    let input = json!({"session_id": "c1", "cwd": world.path("project"), "hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": {"command": "make deploy"}, "tool_use_id": "t1"});
    let hook = || {
        let mut command = world.command(&["hook", "--agent", "codex"]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.to_string().as_bytes()).unwrap();
        child
    };
    let said = |output: Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let nobody = said(hook().wait_with_output().unwrap());
    assert!(nobody.contains(r#""deny""#), "{nobody}");
    let mut follower = Follower::start(&world);
    let asking = hook();
    let request = follower.next();
    assert_eq!(request["agent"], "codex", "{request}");
    assert_eq!(request["input"]["command"], "make deploy", "{request}");
    let id = request["id"].as_str().unwrap();
    assert_eq!(world.snaphook(&["approvals", "allow", id]).code, 0);
    let allowed = said(asking.wait_with_output().unwrap());
    assert!(!allowed.contains("deny"), "{allowed}");
    assert_eq!(follower.next()["state"], "approved");
    let asking = hook();
    let id = follower.pending();
    assert_eq!(
        world
            .snaphook(&["approvals", "deny", &id, "--reason", "not today"])
            .code,
        0
    );
    let denied = said(asking.wait_with_output().unwrap());
    assert!(denied.contains("not today"), "{denied}");
}
