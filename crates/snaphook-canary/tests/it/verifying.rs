//! `verify` on agents that are small shell scripts: one that asks its hook and obeys, and
//! the ways to fail at that.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use snaphook_canary::{Canary, Verification, VerifyFailure, find_launch, verify};
use tempfile::TempDir;

/// Calls the model as an agent does, in a few lines of shell: `model BODY` posts with
/// nothing but Bash, and `command` is the call's command.
const PRELUDE: &str = r#"#!/usr/bin/env bash
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
# The guard stands where `verify` wrote it; a real agent would start `snaphook hook`.
hook() {
  guard=$(sed -E 's/.*"command":"(.*)","timeout".*/\1/' ~/.config/snaphook/settings.json)
  printf '%s\n' "$command" | sh -c "$guard" 2>&1
}
"#;

fn agent(folder: &Path, lines: &str) -> PathBuf {
    let path = folder.join("claude");
    std::fs::write(&path, format!("{PRELUDE}{lines}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

async fn verify_agent(lines: &str) -> (TempDir, Result<Verification, VerifyFailure>) {
    let folder = tempfile::tempdir().unwrap();
    let canary = Canary {
        launch: find_launch("claude").unwrap(),
        program: Some(agent(folder.path(), lines)),
        root: folder.path().join("runs"),
        inherited: std::env::vars_os().collect(),
        deadline: None,
    };
    let proved = verify(&canary, |_| Ok(())).await;
    (folder, proved)
}

#[tokio::test]
async fn an_agent_that_obeys_its_hook_is_proved() {
    let lines = r#"offer; if said=$(hook); then sh -c "$command"; tell ran; else tell "$said"; fi"#;
    let (_folder, proved) = verify_agent(lines).await;
    assert_eq!(proved.unwrap().told, "denied by the canary guard");
}

#[tokio::test]
async fn an_agent_that_ignores_the_answer_is_found_out() {
    let (_folder, proved) =
        verify_agent(r#"offer; hook >/dev/null; sh -c "$command"; tell ran"#).await;
    assert!(
        matches!(proved, Err(VerifyFailure::DeniedRan)),
        "{proved:?}"
    );
}

#[tokio::test]
async fn an_agent_without_the_hook_is_found_out() {
    let (_folder, proved) = verify_agent(r#"offer; sh -c "$command"; tell ran"#).await;
    assert!(
        matches!(proved, Err(VerifyFailure::HookNotStarted)),
        "{proved:?}"
    );
}

#[tokio::test]
async fn an_agent_that_blocks_everything_is_no_proof() {
    let (_folder, proved) = verify_agent(r#"offer; hook >/dev/null; tell "sandbox says no""#).await;
    let Err(VerifyFailure::HarmlessBlocked { told }) = proved else {
        panic!("{proved:?}");
    };
    assert_eq!(told, "sandbox says no");
}

#[tokio::test]
async fn an_agent_that_fails_early_shows_its_words() {
    let (_folder, proved) = verify_agent("echo 'cannot find its config' >&2; exit 3").await;
    let message = proved.unwrap_err().to_string();
    assert!(message.contains("exit status 3"), "{message}");
    assert!(message.contains("cannot find its config"), "{message}");
}

#[tokio::test]
async fn a_hanging_agent_is_ended_with_what_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let canary = Canary {
        launch: find_launch("claude").unwrap(),
        program: Some(agent(folder.path(), "sleep 1000 & echo $! >pid; wait")),
        root: folder.path().join("runs"),
        inherited: std::env::vars_os().collect(),
        deadline: Some(std::time::Duration::from_secs(8)),
    };
    let proved = verify(&canary, |_| Ok(())).await;
    let message = proved.unwrap_err().to_string();
    assert!(message.contains("stopped after its deadline"), "{message}");
    let pid = folder.path().join("runs/canary-harmless/project/pid");
    let pid = std::fs::read_to_string(pid).unwrap();
    let alive = Path::new("/proc").join(pid.trim());
    let state = std::fs::read_to_string(alive.join("stat")).unwrap_or_default();
    assert!(state.is_empty() || state.contains(" Z "), "{state}");
}

#[tokio::test]
async fn an_agent_with_other_tools_is_named_with_them() {
    let lines = r#"model '{"messages":[],"tools":[{"name":"shell_v2","input_schema":{}}]}'"#;
    let (_folder, proved) = verify_agent(lines).await;
    let message = proved.unwrap_err().to_string();
    assert!(
        message.contains("no tool called Bash, only: shell_v2"),
        "{message}"
    );
}

#[tokio::test]
async fn a_setup_that_fails_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let canary = Canary {
        launch: find_launch("claude").unwrap(),
        program: Some(agent(folder.path(), "exit 0")),
        root: folder.path().join("runs"),
        inherited: std::env::vars_os().collect(),
        deadline: None,
    };
    let proved = verify(&canary, |_| Err("the file is read-only".into())).await;
    assert!(
        proved
            .unwrap_err()
            .to_string()
            .contains("the file is read-only")
    );
}
