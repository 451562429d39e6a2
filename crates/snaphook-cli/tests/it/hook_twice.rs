//! An agent that fires two events for one call gets one decision.

use serde_json::{Value, json};

use crate::common::{Ran, run};
use crate::world::World;

/// A guard that counts its runs, and denies `forbidden`.
fn counting() -> World {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"name": "guard",
            "onFailure": "block", "command":
            "echo run >> \"$HOME/runs\"; if grep -q forbidden; then echo not here >&2; exit 2; fi"}]}]}}"#,
    );
    world
}

fn bridge(world: &World, agent: &str, input: &Value) -> Ran {
    run(
        &mut world.command(&["hook", "--agent", agent]),
        &input.to_string(),
    )
}

fn runs(world: &World) -> usize {
    world.read("home/runs").lines().count()
}

fn cursor(event: &str, command: &str) -> Value {
    match event {
        "preToolUse" => json!({"conversation_id": "s", "hook_event_name": event,
            "tool_name": "Shell", "tool_input": {"command": command, "timeout": 5}}),
        _ => json!({"conversation_id": "s", "hook_event_name": event, "command": command}),
    }
}

#[test]
fn the_second_event_of_a_call_is_answered_from_the_first() {
    let world = counting();
    for event in ["preToolUse", "beforeShellExecution"] {
        let ran = bridge(&world, "cursor", &cursor(event, "echo forbidden"));
        assert_eq!(ran.json()["permission"], "deny", "{event}: {ran:?}");
        assert!(ran.stdout.contains("not here"), "{event}: {ran:?}");
    }
    assert_eq!(runs(&world), 1);
}

#[test]
fn the_same_call_again_is_decided_anew() {
    let world = counting();
    for event in [
        "preToolUse",
        "beforeShellExecution",
        "preToolUse",
        "beforeShellExecution",
    ] {
        bridge(&world, "cursor", &cursor(event, "ls"));
    }
    assert_eq!(runs(&world), 2);
}

#[test]
fn another_command_is_another_call() {
    let world = counting();
    bridge(&world, "cursor", &cursor("preToolUse", "ls"));
    let ran = bridge(
        &world,
        "cursor",
        &cursor("beforeShellExecution", "echo forbidden"),
    );
    assert_eq!(ran.json()["permission"], "deny", "{ran:?}");
    assert_eq!(runs(&world), 2);
}

#[test]
fn a_decision_counts_in_its_session_only() {
    let world = counting();
    bridge(&world, "cursor", &cursor("preToolUse", "ls"));
    let mut other = cursor("beforeShellExecution", "ls");
    other["conversation_id"] = "other".into();
    bridge(&world, "cursor", &other);
    assert_eq!(runs(&world), 2);
}

#[test]
fn hooks_of_claude_codes_settings_share_the_decision_of_their_reader() {
    let world = counting();
    let own = json!({"sessionId": "s", "toolName": "bash", "toolArgs": {"command": "ls"}});
    let own = run(
        &mut world.command(&["hook", "--agent", "copilot", "preToolUse"]),
        &own.to_string(),
    );
    assert_eq!(own.code, 0, "{own:?}");
    let pascal = json!({"hook_event_name": "PreToolUse", "session_id": "s",
        "timestamp": "2026-11-16T00:00:00Z", "tool_name": "bash", "tool_input": {"command": "ls"}});
    bridge(&world, "claude", &pascal);
    assert_eq!(runs(&world), 1);
}

#[test]
fn claude_code_itself_is_asked_each_time() {
    let world = counting();
    let input = json!({"session_id": "s", "hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": {"command": "ls"}});
    bridge(&world, "claude", &input);
    bridge(&world, "claude", &input);
    assert_eq!(runs(&world), 2);
}

#[test]
#[cfg(unix)]
fn where_nothing_can_be_kept_hooks_run_again() {
    use std::os::unix::fs::symlink;
    let world = counting();
    // A state folder that is a link to nowhere.
    std::fs::create_dir_all(world.path("home")).expect("a folder");
    let state = world.path("nowhere/state");
    let link = world.path("linked");
    symlink(&state, &link).expect("a link");
    for event in ["preToolUse", "beforeShellExecution"] {
        let mut command = world.command(&["hook", "--agent", "cursor"]);
        command.env("XDG_STATE_HOME", &link);
        let ran = run(&mut command, &cursor(event, "echo forbidden").to_string());
        assert_eq!(ran.json()["permission"], "deny", "{event}: {ran:?}");
    }
    assert_eq!(runs(&world), 2);
}

#[test]
fn the_log_says_what_the_agent_could_not_do() {
    let world = World::new();
    let answer = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "ask", "permissionDecisionReason": "sure"}});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"name": "ask", "command": format!("echo '{answer}'")}]}]}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let call = json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "ls"}});
    bridge(&world, "codex", &call);
    let shown = world.snaphook(&["log", "show", "1", "--json"]);
    let diagnostics = shown.json()["outcome"]["diagnostics"].to_string();
    assert!(
        diagnostics.contains("\"degraded\"") && diagnostics.contains("cannot ask"),
        "{shown:?}"
    );
}
