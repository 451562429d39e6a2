//! `snaphook explain` and `snaphook list`: why did my hook (not) fire?

use serde_json::{Value, json};

use crate::common::Folder;

const SETTINGS: &str = r#"{ "hooks": {
  "PreToolUse": [
    { "matcher": "Edit|Write", "hooks": [ { "name": "format", "command": "true" } ] },
    { "matcher": "^Note", "hooks": [ { "name": "notes", "command": "true" } ] },
    { "matcher": "Bash", "hooks": [
      { "name": "guard", "command": "exit 2", "if": "Bash(rm *)" },
      { "name": "push", "command": "exit 2 # push", "if": "Bash(git push *)" },
      { "name": "off", "command": "true # off", "enabled": false },
      { "name": "src", "command": "true # src", "if": "Write(src/**)" } ] },
    { "matcher": "*", "hooks": [
      { "name": "guard-again", "command": "exit 2", "if": "Bash(rm *)" },
      { "name": "all", "command": "true # all" } ] }
  ],
  "Stop": [ { "hooks": [ { "name": "never", "command": "true", "if": "Bash" }, { "name": "stop", "command": "true # stop" } ] } ]
} }"#;

fn explain(folder: &Folder, event: &str, tool: &str, command: &str) -> Value {
    let tool_input = json!({"command": command, "file_path": "src/x"}).to_string();
    let ran = folder.snaphook(
        &[
            "explain",
            event,
            "--tool",
            tool,
            "--tool-input",
            &tool_input,
            "--settings",
            "s.json",
            "--json",
        ],
        "",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.json()
}

fn reason(explanation: &Value, name: &str) -> String {
    let hook = explanation["hooks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|hook| hook["name"] == name)
        .unwrap();
    match hook["why"]["message"].as_str() {
        Some(why) => format!("no: {why}"),
        None => format!("runs: {}", hook["note"].as_str().unwrap_or_default()),
    }
}

#[test]
fn every_reason_is_given_in_the_words_that_decided_it() {
    let folder = Folder::with("s.json", SETTINGS);
    let bash = explain(&folder, "PreToolUse", "Bash", "cd x && rm -rf y");
    let expected = [
        (
            "format",
            "no: the matcher `Edit|Write` is an exact list and does not contain `Bash`",
        ),
        (
            "notes",
            "no: the matcher `^Note` is a regular expression and is not found in `Bash`",
        ),
        (
            "guard",
            "runs: the condition `Bash(rm *)` matches `rm -rf y`",
        ),
        (
            "push",
            "no: the condition saw `cd x`, `rm -rf y`, and none matches `git push *`",
        ),
        ("off", "no: it is disabled"),
        (
            "src",
            "no: the condition `Write(src/**)` is for another tool than `Bash`",
        ),
        ("guard-again", "no: it is a duplicate of s.json:6"),
        ("all", "runs: "),
        ("never", "no: it is for Stop"),
        ("stop", "no: it is for Stop"),
    ];
    for (name, expected) in expected {
        assert_eq!(reason(&bash, name), expected, "{name}");
    }
    let stop = explain(&folder, "Stop", "x", "");
    assert_eq!(
        reason(&stop, "never"),
        "no: it has an `if`, and conditions are only evaluated on tool events"
    );
    assert_eq!(reason(&stop, "stop"), "runs: ");
    let unknown = explain(&folder, "PreToolUse", "Bash", "bash -c \"$X\"");
    assert!(
        reason(&unknown, "guard").starts_with("runs: the condition `Bash(rm *)` could match"),
        "{unknown}"
    );
    assert!(unknown["unknown"].is_string());
}

/// An explanation that differed from what happens would be worse than none.
#[test]
fn what_is_explained_is_what_happens() {
    let folder = Folder::with("s.json", SETTINGS);
    for (tool, command) in [
        ("Bash", "ls"),
        ("Bash", "sudo rm x"),
        ("Bash", "git push"),
        ("Bash", "echo 'unterminated"),
        ("Write", "x"),
        ("MyNotebook", "x"),
        ("Notebook", "x"),
    ] {
        let explained: Vec<_> = explain(&folder, "PreToolUse", tool, command)["hooks"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|hook| hook["runs"] == true)
            .map(|hook| hook["name"].clone())
            .collect();
        let tool_input = json!({"command": command, "file_path": "src/x"}).to_string();
        let fired = folder.snaphook(
            &[
                "fire",
                "PreToolUse",
                "--tool",
                tool,
                "--tool-input",
                &tool_input,
                "--settings",
                "s.json",
                "--json",
            ],
            "",
        );
        let ran: Vec<_> = fired.json()["hooks"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|hook| hook["status"] != "skipped")
            .map(|hook| hook["name"].clone())
            .collect();
        // The duplicate's options hold, its name among them.
        let same = |name: &Value| name.as_str().map(|name| name.replace("-again", ""));
        assert_eq!(
            explained.iter().map(same).collect::<Vec<_>>(),
            ran.iter().map(same).collect::<Vec<_>>(),
            "{tool} {command}"
        );
    }
}

#[test]
fn people_see_the_commands_and_where_each_came_from() {
    let folder = Folder::with("s.json", SETTINGS);
    let ran = folder.snaphook(
        &[
            "explain",
            "PreToolUse",
            "--tool",
            "Bash",
            "--tool-input",
            r#"{"command": "cd 'x' && echo $(rm y)"}"#,
            "--settings",
            "s.json",
        ],
        "",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    for expected in [
        "PreToolUse on `Bash`: 2 of 10 hooks would run\n",
        "the commands in it:\n",
        "  cd x from `cd 'x'`\n",
        "  rm y\n",
        "  ✓ guard        runs  s.json:6\n      the condition `Bash(rm *)` matches `rm y`\n",
        "  – format       does not run  s.json:3\n",
    ] {
        assert!(ran.stdout.contains(expected), "{expected}\n{}", ran.stdout);
    }
    let ran = folder.snaphook(&["explain", "PreTolUse", "--settings", "s.json"], "");
    assert!(
        ran.stdout.contains("did you mean the event `PreToolUse`?"),
        "{ran:?}"
    );
}

#[test]
fn list_shows_every_hook_and_filters() {
    let folder = Folder::with("s.json", SETTINGS);
    let all = folder.snaphook(&["list", "--settings", "s.json"], "");
    assert_eq!(all.code, 0, "{all:?}");
    assert!(
        all.stdout.starts_with("event       matcher     hook"),
        "{}",
        all.stdout
    );
    assert!(all.stdout.contains("(disabled)"), "{}", all.stdout);
    assert!(all.stdout.ends_with("10 hooks\n"), "{}", all.stdout);
    let stop = folder
        .snaphook(
            &["list", "--settings", "s.json", "--event", "Stop", "--json"],
            "",
        )
        .json();
    assert_eq!(stop.as_array().unwrap().len(), 2);
    assert_eq!(stop[0]["if"], "Bash");
    assert_eq!(stop[1]["handler"], "true # stop");
    assert_eq!(stop[1]["timeout"], 600.0);
    let none = folder.snaphook(
        &[
            "list",
            "--settings",
            "s.json",
            "--scope",
            "managed",
            "--json",
        ],
        "",
    );
    assert_eq!(none.json(), json!([]));
    let wrong = folder.snaphook(&["list", "--settings", "s.json", "--scope", "nowhere"], "");
    assert_eq!(wrong.code, 1);
}

#[test]
fn list_tells_of_hooks_that_could_not_be_loaded() {
    let folder = Folder::with(
        "s.json",
        r#"{"hooks": {"Stop": [{"hooks": [{"type": "comand", "command": "x"}]}]}}"#,
    );
    let ran = folder.snaphook(&["list", "--settings", "s.json"], "");
    assert!(
        ran.stderr
            .contains("1 problem in s.json; run `snaphook check s.json`"),
        "{ran:?}"
    );
}

#[test]
fn init_writes_a_guard_and_its_test_passes() {
    let folder = Folder::new();
    let ran = folder.snaphook(&["init"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("18 passed, 0 failed"), "{ran:?}");
    let tested = folder.snaphook(&["test", "--coverage", "--fail-on-empty"], "");
    assert_eq!(tested.code, 0, "{tested:?}");
    assert!(
        tested.stdout.contains("every configured hook was run"),
        "{tested:?}"
    );
    let again = folder.snaphook(&["init"], "");
    assert_eq!(again.code, 1, "{again:?}");
    assert!(again.stderr.contains("nothing was written"), "{again:?}");
}

/// What the first guard of a new user must stand up to.
#[test]
fn the_first_guard_holds() {
    let folder = Folder::new();
    assert_eq!(folder.snaphook(&["init"], "").code, 0);
    let fire = |command: &str| {
        let tool_input = json!({ "command": command }).to_string();
        let args = [
            "fire",
            "PreToolUse",
            "--tool",
            "Bash",
            "--tool-input",
            &tool_input,
            "--settings",
            ".snaphook/settings.json",
        ];
        folder.snaphook(&args, "").code
    };
    for refused in [
        "git push",
        "git  push --force",
        "git push;ls",
        "git \"push\"",
        "git push origin\nls",
        "cd x && git -C y push",
        "bash -c 'git push'",
        "git -c a=b push",
        "X=1 git push",
        "git $X",
    ] {
        assert_eq!(fire(refused), 2, "{refused}");
    }
    for allowed in [
        "git pull",
        "git stash push -m x",
        "ls push",
        "git commit -m 'git push'",
    ] {
        assert_eq!(fire(allowed), 0, "{allowed}");
    }
}

#[test]
fn init_in_a_folder_of_a_repository_writes_to_its_root() {
    let folder = Folder::new();
    folder.write(".git/HEAD", "");
    folder.write("sub/x", "");
    let mut init = folder.command(&["init"]);
    assert!(
        init.current_dir(folder.path().join("sub"))
            .output()
            .unwrap()
            .status
            .success()
    );
    assert!(folder.path().join(".snaphook/guard.hooktest.json").exists());
}

#[test]
fn a_guard_that_is_changed_for_the_worse_fails_its_test() {
    let folder = Folder::new();
    assert_eq!(folder.snaphook(&["init"], "").code, 0);
    let settings = std::fs::read_to_string(folder.path().join(".snaphook/settings.json")).unwrap();
    folder.write(
        ".snaphook/settings.json",
        &settings.replace("Bash(git push *)", "Bash(git pull *)"),
    );
    let tested = folder.snaphook(&["test"], "");
    assert_eq!(tested.code, 1, "{tested:?}");
    assert!(
        tested.stdout.contains(
            "✗ refuses to push\n      blocked\n        expected  true\n        actual    false\n"
        ),
        "{}",
        tested.stdout
    );
}
