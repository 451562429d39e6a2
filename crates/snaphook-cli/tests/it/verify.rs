//! `install --verify` on agents that are small shell scripts. They ask the scripted model,
//! start the hook that was installed into their private folders, and obey it or do not.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::common::{self, Ran};
use crate::world::World;

/// Calls the model as an agent does, with nothing but Bash; `hook` starts the command that
/// stands in the settings, and prints the reason if it denies.
const PRELUDE: &str = r#"#!/usr/bin/env bash
if [ "$1" = --version ]; then echo '2.1.325 (Claude Code)'; exit; fi
address=${ANTHROPIC_BASE_URL#http://}
model() {
  exec 3<>"/dev/tcp/${address%:*}/${address#*:}"
  printf 'POST /v1/messages HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s' "${#1}" "$1" >&3
  cat <&3
  exec 3>&-
}
tools='"tools":[{"name":"Bash","input_schema":{}}]'
offer() {
  reply=$(model "{\"messages\":[],$tools}")
  command=${reply#*\"command\":\"}; command=${command%%\"*}
}
tell() { model "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"content\":\"$1\"}]}],$tools}" >/dev/null; }
hook() {
  line=$(sed -nE 's/.*"command": "(.* PreToolUse .*)",?/\1/p' ${SETTINGS:-~/.claude/settings.json})
  said=$(printf '{"session_id":"s","hook_event_name":"PreToolUse","cwd":"%s","tool_name":"Bash","tool_input":{"command":"%s"}}' "$PWD" "$command" | sh -c "$line")
  case $said in *'"permissionDecision":"deny"'*) printf %s "$said" | tr -d '"\\'; return 1;; esac
}
"#;

const OBEYS: &str =
    r#"offer; if said=$(hook); then sh -c "$command"; tell ran; else tell "$said"; fi"#;
const IGNORES: &str = r#"offer; hook >/dev/null; sh -c "$command"; tell ran"#;

fn world(lines: &str) -> World {
    let world = World::new();
    world.write("bin/claude", &format!("{PRELUDE}{lines}\n"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(world.path("bin/claude"), executable).unwrap();
    world
}

fn install(world: &World, args: &[&str]) -> Command {
    let mut command = world.command(&[&["install"], args].concat());
    let path = std::env::var("PATH").unwrap();
    let bin = world.path("bin").display().to_string();
    command.env("PATH", format!("{bin}:{path}"));
    command
}

fn verify(world: &World, args: &[&str]) -> Ran {
    let args = [args, &["--verify", "--yes"]].concat();
    world.short(common::run(&mut install(world, &args), ""))
}

#[test]
fn an_agent_that_obeys_the_bridge_is_verified() {
    let world = world(OBEYS);
    let ran = verify(&world, &["claude"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("verified in Claude Code"), "{ran:?}");
    assert!(
        world
            .read("home/.claude/settings.json")
            .contains("hook --agent claude")
    );
    // Nothing of the runs is left in the user's folders.
    assert!(!world.path("home/.config").exists());
    assert!(!world.path("project/canary-harmless").exists());
}

#[test]
fn the_configuration_of_a_project_is_verified_as_such() {
    let world = world(&format!("SETTINGS=.claude/settings.json; {OBEYS}"));
    let ran = verify(&world, &["claude", "--scope", "project"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = verify(&world, &["claude"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("without starting the hook"), "{ran:?}");
}

#[test]
fn an_agent_that_ignores_the_answer_is_not_verified() {
    let world = world(IGNORES);
    let ran = verify(&world, &["claude", "--dry-run"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let words = "not verified in Claude Code: the agent ran a call that the guard denied";
    assert!(ran.stderr.contains(words), "{ran:?}");
    assert!(!world.path("home/.claude").exists());
}

#[test]
fn events_without_the_call_prove_nothing() {
    let ran = verify(&world(OBEYS), &["claude", "--events", "Stop"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("not verified"), "{ran:?}");
}

#[test]
fn what_cannot_be_started_is_not_verified() {
    let world = world(OBEYS);
    let ran = verify(&world, &["windsurf"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("with a scripted model"), "{ran:?}");
    let mut command = world.command(&["install", "codex", "--verify", "--yes"]);
    command.env("PATH", world.path("bin"));
    let ran = common::run(&mut command, "");
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("`codex` is not in PATH"), "{ran:?}");
    let ran = verify(&world, &["claude", "--scope", "managed"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("can be verified"), "{ran:?}");
}

/// The agent is stopped with the command: nothing of it is left.
#[test]
fn an_interrupt_stops_the_agent() {
    let world = world(
        "sleep 1000 & echo $! > \"$AGENT_PID\".new; mv \"$AGENT_PID\".new \"$AGENT_PID\"; wait",
    );
    // Only a few variables reach an agent; this is one of them.
    let pid = world.path("pid");
    let script = world
        .read("bin/claude")
        .replace("$AGENT_PID", pid.to_str().unwrap());
    world.write("bin/claude", &script);
    let mut command = install(&world, &["claude", "--verify", "--dry-run"]);
    command
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped());
    let child = command.spawn().unwrap();
    while !pid.exists() {
        std::thread::yield_now();
    }
    let id = rustix::process::Pid::from_raw(child.id().cast_signed()).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("interrupted; the agent was stopped"),
        "{stderr}"
    );
    let agent = std::fs::read_to_string(&pid).unwrap();
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", agent.trim()));
    let stat = stat.unwrap_or_default();
    assert!(stat.is_empty() || stat.contains(" Z "), "{stat}");
}
