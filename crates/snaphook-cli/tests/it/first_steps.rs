//! The first five minutes: what the command says to do next is right, and somebody
//! who is in the wrong folder is told so.

use serde_json::json;

use crate::common::{Folder, Ran, SNAPHOOK, run};

/// Runs a line as somebody would who copies it.
fn copied(folder: &Folder, line: &str) -> i32 {
    let mut shell = folder.command(&[]);
    let snaphook = shell.get_program().to_owned();
    let envs: Vec<_> = shell
        .get_envs()
        .map(|(name, value)| (name.to_owned(), value.unwrap_or_default().to_owned()))
        .collect();
    shell = std::process::Command::new("sh");
    shell
        .args(["-c", &line.replacen("snaphook", "\"$0\"", 1)])
        .arg(snaphook)
        .env_clear()
        .envs(envs)
        .current_dir(folder.path());
    run(&mut shell, "").code
}

#[test]
fn what_init_says_to_do_next_does_what_it_says() {
    let folder = Folder::new();
    let ran = folder.snaphook(&["init"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    let said: Vec<_> = ran
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("  "))
        .collect();
    let [trust, fire, test] = &*said else {
        panic!("{ran:?}");
    };
    assert_eq!(*trust, "snaphook trust");
    assert_eq!(copied(&folder, fire), 0, "not trusted yet");
    assert_eq!(copied(&folder, &format!("{trust} --yes")), 0);
    assert_eq!(copied(&folder, fire), 2, "the guard refuses");
    assert_eq!(copied(&folder, test), 0);
}

#[test]
fn a_slip_in_the_sample_guard_refuses() {
    for (right, wrong) in [
        ("\"decision\": \"deny\"", "\"decision\": \"denny\""),
        ("\"decision\": \"deny\"", "\"decision\": 7"),
        ("\"decision\": \"deny\"", "\"decison\": \"deny\""),
        ("\"reason\": \"git", "\"type\": \"rul\", \"reason\": \"git"),
        ("Bash(git push *)", "Bash(git push *"),
    ] {
        let folder = Folder::new();
        assert_eq!(folder.snaphook(&["init"], "").code, 0);
        let settings = folder.path().join(".snaphook/settings.json");
        let text = std::fs::read_to_string(&settings).unwrap();
        assert!(text.contains(right), "{right}");
        std::fs::write(&settings, text.replacen(right, wrong, 1)).unwrap();
        let push = r#"{"command": "git push"}"#;
        let args = ["--tool", "Bash", "--tool-input", push, "--trust", "all"];
        let args = [&["fire", "PreToolUse"], &args[..]].concat();
        let ran = folder.snaphook(&args, "");
        assert_eq!(ran.code, 2, "{wrong}: {ran:?}");
    }
}

/// The guard that `init` writes is a rule; its script is no guard.
#[test]
fn the_first_guard_is_no_script_that_could_be_got_round() {
    let folder = Folder::new();
    assert_eq!(folder.snaphook(&["init"], "").code, 0);
    let written = std::fs::read_dir(folder.path().join(".snaphook")).unwrap();
    let mut names: Vec<_> = written.map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        ["context.sh", "guard.hooktest.json", "settings.json"]
    );
    for (command, code) in [
        ("git push", 2),
        ("git -C x push --force", 2),
        ("g\"it\" 'push' x", 2),
        ("sudo -u me bash -c 'git push'", 2),
        ("find . -exec git push {} +", 2),
        ("if true; then git push; fi", 2),
        ("git commit -m push", 0),
    ] {
        let input = json!({ "command": command }).to_string();
        let args = ["--tool", "Bash", "--tool-input", &input, "--trust", "all"];
        let ran = folder.snaphook(&[&["fire", "PreToolUse"], &args[..]].concat(), "");
        assert_eq!(ran.code, code, "{command}: {ran:?}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_not_taken_for_none() {
    let folder = Folder::new();
    folder.write(".snaphook/settings.json", r#"{"hooks": {"Stop": [}"#);
    let ran = folder.snaphook(&["fire", "Stop"], "");
    let said = format!("{}{}", ran.stdout, ran.stderr);
    assert!(said.contains("settings.json"), "{ran:?}");
    assert!(!said.contains("no hooks are configured"), "{ran:?}");
}

#[test]
fn where_nothing_is_configured_it_is_said() {
    let folder = Folder::new();
    for args in [["fire", "Stop"], ["explain", "Stop"]] {
        let ran = folder.snaphook(&args, "");
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains("no hooks are configured"), "{ran:?}");
        assert!(ran.stdout.contains("snaphook init"), "{ran:?}");
    }
    let ran = folder.snaphook(&["fire", "Stop", "--json"], "");
    assert!(ran.stderr.is_empty() && ran.json()["blocked"] == false);
    folder.write(
        ".snaphook/settings.json",
        r#"{"hooks": {"SessionEnd": []}}"#,
    );
    folder.write("named.json", "{}");
    let ran = folder.snaphook(&["fire", "Stop", "--settings", "named.json"], "");
    assert!(!ran.stdout.contains("hint"), "{ran:?}");
}

#[test]
fn a_test_run_without_cases_says_where_they_would_be() {
    let ran = Folder::new().snaphook(&["test"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("*.hooktest.json"), "{ran:?}");
}

/// Somebody puts `snaphook fire` as a hook where it finds itself.
#[test]
fn a_hook_that_starts_itself_comes_to_an_end() {
    let folder = Folder::new();
    let again = format!("echo x >> count; {SNAPHOOK} fire --trust all");
    let hook = json!({ "command": again, "onFailure": "block" });
    let settings = json!({ "hooks": { "PreToolUse": [ { "hooks": [hook] } ] } });
    folder.write(".snaphook/settings.json", &settings.to_string());
    let ran = folder.snaphook(&["fire", "PreToolUse", "--trust", "all"], "");
    assert_eq!(ran.code, 2, "{ran:?}");
    let count = std::fs::read_to_string(folder.path().join("count")).unwrap();
    assert_eq!(count.lines().count(), 8);
    let last = folder.snaphook_env(&["fire", "Stop"], "", &[("SNAPHOOK_DEPTH", "8")]);
    assert_eq!(last.code, 1);
    assert!(last.stderr.contains("--settings FILE"), "{last:?}");
}

#[test]
fn the_demo_tells_its_story() {
    let folder = Folder::new();
    let Ran {
        code,
        stdout,
        stderr,
    } = folder.snaphook(&["demo"], "");
    assert_eq!((code, stderr.as_str()), (0, ""));
    let mut rest = stdout.as_str();
    for expected in [
        "SessionStart",
        "context for the model: This project",
        "UserPromptSubmit",
        "PreToolUse",
        "→ denied, the command never runs",
        "refused by block-dangerous",
        "→ allowed, with another command",
        "npm install --ignore-scripts left-pad",
        "PostToolUse",
        "feedback for the model: app.js:1",
        "→ sent back to work",
        "→ the session may end",
    ] {
        let (_, after) = rest
            .split_once(expected)
            .unwrap_or_else(|| panic!("`{expected}` is missing or out of order:\n{stdout}"));
        rest = after;
    }
}
