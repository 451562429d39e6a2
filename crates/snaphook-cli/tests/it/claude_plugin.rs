//! The plugin for Claude Code that the repository offers as a marketplace: its files are
//! right, and its hooks give each event to the program, or say that it is missing.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::Folder;

fn repository() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    here.canonicalize().unwrap()
}

/// Runs the plugin's script as Claude Code does, with this program.
fn bridge(event: &str, program: &str, input: &str, folder: &Folder) -> Output {
    let script = repository().join("packaging/claude-plugin/hooks/bridge.sh");
    let mut child = Command::new("sh")
        .arg(script)
        .arg(event)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path().join("config"))
        .env("XDG_STATE_HOME", folder.path().join("state"))
        .env("SNAPHOOK_BINARY", program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that is missing reads nothing.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

#[test]
fn the_marketplace_and_its_plugin_have_no_mistakes() {
    let folder = Folder::with("x", "");
    for (path, report) in [
        (".claude-plugin/marketplace.json", "no problems in 1 file"),
        // Claude Code reads this file, and it does not know `onFailure`.
        ("packaging/claude-plugin", "1 file: 1 hint"),
    ] {
        let path = repository().join(path);
        let ran = folder.snaphook(&["check", "--deny-warnings", path.to_str().unwrap()], "");
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains(report), "{ran:?}");
    }
}

/// The hooks of a settings file of Claude Code, event by event: the limit of each.
fn limits(settings: &str) -> BTreeMap<String, Vec<u64>> {
    let settings: serde_json::Value = serde_json::from_str(settings).unwrap();
    let events = settings["hooks"].as_object().unwrap();
    let limit = |group: &serde_json::Value| group["hooks"][0]["timeout"].as_u64().unwrap();
    let limits =
        |groups: &serde_json::Value| groups.as_array().unwrap().iter().map(limit).collect();
    events
        .iter()
        .map(|(event, groups)| (event.clone(), limits(groups)))
        .collect()
}

#[test]
fn the_plugin_has_the_hooks_that_install_writes() {
    let folder = Folder::with(".claude/settings.json", "{}");
    let path = repository().join("packaging/claude-plugin/hooks/hooks.json");
    let plugin = limits(&std::fs::read_to_string(path).unwrap());
    let ran = folder.snaphook(&["install", "claude", "--yes"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    let written = std::fs::read_to_string(folder.path().join(".claude/settings.json"));
    let mut written = limits(&written.unwrap());
    // Claude Code waits no longer for this one, whatever its hooks ask for.
    written.insert("SessionEnd".to_owned(), vec![60]);
    assert_eq!(plugin, written);
}

/// The script tells the program how long Claude Code waits for it.
#[test]
fn the_bridge_knows_the_limit_of_its_hook() {
    let folder = Folder::with("echo", "#!/bin/sh\necho \"$@\"\n");
    let program = folder.path().join("echo");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    let path = repository().join("packaging/claude-plugin/hooks/hooks.json");
    for (event, limit) in limits(&std::fs::read_to_string(path).unwrap()) {
        let ran = bridge(&event, program.to_str().unwrap(), "", &folder);
        let expected = format!("hook --agent claude {event} --limit {}\n", limit[0]);
        assert_eq!(String::from_utf8_lossy(&ran.stdout), expected);
    }
}

#[test]
fn an_event_reaches_the_hooks_of_the_user() {
    let folder = Folder::with(
        "config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [
            {"type": "builtin", "command": "deny_commands", "args": ["rm -r"]}]}]}}"#,
    );
    let input = serde_json::json!({
        "hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Bash",
        "cwd": folder.path(), "tool_input": {"command": "rm -rf x"},
    });
    let program = env!("CARGO_BIN_EXE_snaphook");
    let ran = bridge("PreToolUse", program, &input.to_string(), &folder);
    let stdout = String::from_utf8_lossy(&ran.stdout);
    assert!(stdout.contains("\"deny\""), "{ran:?}");
}

#[test]
fn without_the_program_tools_are_denied_and_the_user_is_told() {
    let folder = Folder::with("x", "");
    for (event, code) in [("PreToolUse", 2), ("PermissionRequest", 2), ("Stop", 1)] {
        let ran = bridge(event, "/none/snaphook", "{}", &folder);
        assert_eq!(ran.status.code(), Some(code), "{ran:?}");
        let stderr = String::from_utf8_lossy(&ran.stderr);
        assert!(
            stderr.contains("cannot find the program `/none/snaphook`"),
            "{stderr}"
        );
        assert!(
            stderr.contains("\nhelp: `uv tool install snaphook`"),
            "{stderr}"
        );
        assert!(ran.stdout.is_empty(), "{ran:?}");
    }
}
