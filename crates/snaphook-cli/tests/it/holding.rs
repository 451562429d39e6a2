//! Whatever goes wrong around a guard, the command ends with exit 2.
#![cfg(unix)]

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use serde_json::json;
use snaphook_testkit::fake::fake_hook;
use snaphook_testkit::processes::until;

use crate::common::{Folder, Ran, run};

const CALL: &str =
    r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}"#;

fn guarded(hook: &serde_json::Value) -> Folder {
    on("PreToolUse", hook)
}

fn on(event: &str, hook: &serde_json::Value) -> Folder {
    let settings = json!({"hooks": {event: [{"hooks": [hook]}]}});
    Folder::with(".config/snaphook/settings.json", &settings.to_string())
}

/// A guard that refuses everything.
fn refuses() -> serde_json::Value {
    json!({"command": "echo refused >&2; exit 2", "onFailure": "block"})
}

fn says_state(ran: &Ran) -> bool {
    let outcome = ran.json();
    let diagnostics = outcome["diagnostics"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    diagnostics.iter().any(|one| one["code"] == "session-state")
}

#[test]
fn a_session_that_cannot_be_kept_does_not_keep_a_guard_from_running() {
    for spoil in [
        (|folder: &Folder| folder.write("state", "a file where a folder should be")) as fn(&Folder),
        |folder| folder.write("state/snaphook/sessions/s/session.json", "{broken"),
        |folder| folder.write("state/snaphook/sessions/s/session.json", r#"{"usedUp": 7}"#),
        |folder| folder.write("state/snaphook/sessions/s/session.json", "\u{0}\u{0}"),
        |folder| folder.write("state/snaphook/sessions/s/session.json/x", ""),
        |folder| folder.write("state/snaphook/sessions/s/session.json.new/x", ""),
        |folder| folder.write("state/snaphook/sessions/s/lock/x", ""),
        |folder| folder.write("state/snaphook/sessions/s", "a file"),
        |folder| {
            let sessions = folder.path().join("state/snaphook/sessions/s");
            std::fs::create_dir_all(&sessions).unwrap();
            std::os::unix::fs::symlink("/dev/full", sessions.join("session.json.new")).unwrap();
        },
        |folder| {
            let sessions = folder.path().join("state/snaphook/sessions/s");
            std::fs::create_dir_all(&sessions).unwrap();
            let made = Command::new("mkfifo")
                .arg(sessions.join("session.json"))
                .status();
            assert!(made.unwrap().success());
        },
        |folder| {
            let sessions = folder.path().join("state/snaphook/sessions/s");
            std::fs::create_dir_all(&sessions).unwrap();
            let names = ["lock", "session.json.new"].map(|name| sessions.join(name));
            let made = Command::new("mkfifo").args(names).status();
            assert!(made.unwrap().success());
        },
    ] {
        let folder = guarded(&refuses());
        spoil(&folder);
        let ran = folder.snaphook(&["fire", "--session", "s", "--json"], CALL);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.starts_with("refused\n"), "{ran:?}");
        assert!(!ran.stderr.contains("the session"), "{ran:?}");
        assert!(says_state(&ran), "{ran:?}");
        let asked = folder.snaphook(&["authorize", "--session", "s", "--json"], CALL);
        assert_eq!(asked.code, 2, "{asked:?}");

        // And none without a guard from being heard.
        let folder = guarded(&json!({"command": "true"}));
        spoil(&folder);
        let ran = folder.snaphook(&["fire", "--session", "s", "--json"], CALL);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stderr.contains("the session in"), "{ran:?}");
    }
}

#[test]
fn a_state_folder_that_nobody_may_write_does_not_keep_a_guard_from_running() {
    for mode in [0o000, 0o500] {
        let folder = guarded(&refuses());
        let state = folder.path().join("state");
        std::fs::create_dir(&state).unwrap();
        std::fs::set_permissions(&state, std::fs::Permissions::from_mode(mode)).unwrap();
        let writable = std::fs::write(state.join("probe"), "").is_ok();
        let ran = folder.snaphook(&["fire", "--session", "s", "--json"], CALL);
        std::fs::set_permissions(&state, std::fs::Permissions::from_mode(0o700)).unwrap();
        assert_eq!(ran.code, 2, "{ran:?}");
        // Root may write everywhere.
        assert_eq!(says_state(&ran), !writable, "{ran:?}");
    }
    let folder = guarded(&refuses());
    let mut command = folder.command(&["fire", "--session", "s", "--json"]);
    let ran = run(command.env("XDG_STATE_HOME", "/proc/none"), CALL);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(says_state(&ran), "{ran:?}");
}

#[test]
fn a_session_that_was_broken_is_kept_again() {
    let folder = guarded(&json!({"command": "true", "once": true}));
    folder.write("state/snaphook/sessions/s/session.json", "{broken");
    let fire = || folder.snaphook(&["fire", "--session", "s", "--json"], CALL);
    assert_eq!(fire().json()["hooks"][0]["status"], "success");
    let second = fire();
    assert_eq!(second.json()["hooks"][0]["status"], "skipped");
    assert!(!says_state(&second), "{second:?}");
}

#[test]
fn a_log_and_a_trust_store_that_cannot_be_used_do_not_keep_a_guard_from_running() {
    for spoil in [
        (|folder: &Folder| folder.write("state/snaphook/trust.json", "{broken")) as fn(&Folder),
        |folder| folder.write("state/snaphook/trust.json/x", ""),
        |folder| folder.write("state/snaphook/log.db/x", ""),
        |folder| folder.write("state", ""),
    ] {
        let folder = guarded(&refuses());
        spoil(&folder);
        let ran = folder.snaphook(&["fire"], CALL);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains("refused"), "{ran:?}");
    }
}

/// Starts the command with a guard that hangs, and waits until it does.
fn hanging(args: &[&str], event: &str, policy: &str) -> (Folder, std::process::Child) {
    let folder = Folder::new();
    let pid = folder.path().join("pid");
    let hook = json!({"command": fake_hook(), "args": [format!("pid:{}", pid.display()), "hang"],
        "onFailure": policy});
    let settings = json!({"hooks": {event: [{"hooks": [hook]}]}});
    folder.write("s.json", &settings.to_string());
    let mut child = folder
        .command(args)
        .args(["--settings", "s.json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let input = CALL.replace("PreToolUse", event);
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    until("the hook does not start", || pid.exists());
    (folder, child)
}

#[test]
fn a_signal_while_a_guard_runs_lets_nothing_pass() {
    for signal in ["TERM", "INT", "HUP", "QUIT", "ALRM", "USR1", "USR2"] {
        for command in ["fire", "authorize"] {
            let (_folder, mut child) = hanging(&[command], "PreToolUse", "block");
            let sent = Command::new("kill")
                .args(["-s", signal, &child.id().to_string()])
                .status();
            assert!(sent.unwrap().success());
            assert_eq!(child.wait().unwrap().code(), Some(2), "{command} {signal}");
        }
    }
}

#[test]
fn a_signal_where_no_guard_has_a_say_is_a_failure_of_the_command() {
    for (event, policy) in [("PreToolUse", "continue"), ("Stop", "block")] {
        let (_folder, mut child) = hanging(&["fire"], event, policy);
        let sent = Command::new("kill").arg(child.id().to_string()).status();
        assert!(sent.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(1), "{event}");
    }
}

#[test]
fn an_input_that_cannot_be_read_does_not_pass_where_a_guard_is() {
    let unreadable = [
        "{",
        "[]",
        "",
        "{\"hook_event_name\": 5}",
        "{\"tool_name\": \"Bash\"}",
    ];
    for input in unreadable {
        let ran = guarded(&refuses()).snaphook(&["fire"], input);
        assert_eq!(ran.code, 2, "{input}: {ran:?}");
        assert!(ran.stderr.contains("error:"), "{ran:?}");
        let ran = guarded(&json!({"command": "exit 2"})).snaphook(&["fire"], input);
        assert_eq!(ran.code, 1, "no guard: {input}: {ran:?}");
        let ran = on("Stop", &refuses()).snaphook(&["fire", "Stop"], "{");
        assert_eq!(ran.code, 1, "{ran:?}");
    }
    let managed = Folder::with("etc/snaphook/managed-settings.json", "{}");
    assert_eq!(managed.snaphook(&["fire", "PreToolUse"], "{").code, 2);
    // Not of this event, and not by a name that is none.
    let misspelt = CALL.replace("PreToolUse", "PreToolUze");
    assert_eq!(guarded(&refuses()).snaphook(&["fire"], &misspelt).code, 2);
    // Calling it in a way that means nothing stays exit 1.
    assert_eq!(
        guarded(&refuses()).snaphook(&["fire", "Stop"], CALL).code,
        1
    );
}

#[test]
fn a_missing_tool_name_passes_neither_fire_nor_authorize() {
    let hook = json!({"command": "exit 2", "onFailure": "block"});
    let settings = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [hook]}]}});
    let folder = Folder::with(".config/snaphook/settings.json", &settings.to_string());
    for input in [
        r#"{"hook_event_name":"PreToolUse","toolName":"Bash","tool_input":{"command":"ls"}}"#,
        r#"{"hook_event_name":"PreToolUse","tool_name":""}"#,
    ] {
        for command in ["fire", "authorize"] {
            let ran = folder.snaphook(&[command], input);
            assert_eq!(ran.code, 2, "{command} {input} {ran:?}");
        }
    }
    let nothing = Folder::new();
    let ran = nothing.snaphook(&["authorize"], r#"{"toolName": "Bash"}"#);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("toolName"), "{ran:?}");
}

#[test]
fn too_few_descriptors_or_no_memory_for_them_let_nothing_pass() {
    // With fewer the command itself cannot be loaded.
    for most in [4, 5, 6, 7, 8, 9, 10, 12, 16] {
        for command in ["fire", "authorize"] {
            let folder = guarded(&refuses());
            let limited = format!("ulimit -n {most} && exec \"$0\" {command}");
            let mut shell = Command::new("sh");
            let bare = folder.command(&[]);
            shell
                .args(["-c", &limited])
                .arg(bare.get_program())
                .env_clear();
            for (name, value) in bare.get_envs() {
                shell.env(name, value.unwrap_or_default());
            }
            shell.current_dir(folder.path());
            let ran = run(&mut shell, CALL);
            assert_eq!(ran.code, 2, "{most} {command}: {ran:?}");
        }
    }
}

#[test]
fn a_block_is_told_by_the_exit_also_where_nothing_can_be_printed() {
    for args in [
        &["fire"][..],
        &["fire", "--json"],
        &["fire", "--native"],
        &["authorize"],
    ] {
        let folder = guarded(&refuses());
        let full = || {
            std::fs::File::options()
                .write(true)
                .open("/dev/full")
                .unwrap()
        };
        let mut child = folder
            .command(args)
            .stdin(Stdio::piped())
            .stdout(full())
            .stderr(full())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(CALL.as_bytes())
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{args:?}");
    }
}

#[test]
fn an_answer_that_cannot_be_printed_is_not_taken_for_a_yes() {
    let ask = r#"{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}"#;
    let hook = json!({"command": "printf", "args": ["%s", ask], "onFailure": "block"});
    for args in [&["fire", "--json"][..], &["fire", "--native"]] {
        let folder = guarded(&hook);
        assert_eq!(folder.snaphook(args, CALL).code, 0);
        let mut child = folder
            .command(args)
            .stdin(Stdio::piped())
            .stdout(
                std::fs::File::options()
                    .write(true)
                    .open("/dev/full")
                    .unwrap(),
            )
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child
            .stdin
            .take()
            .unwrap()
            .write_all(CALL.as_bytes())
            .unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(2), "{args:?}");
    }
}
