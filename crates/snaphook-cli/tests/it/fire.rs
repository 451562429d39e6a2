//! `snaphook fire`, as people and programs call it.

use crate::common::Folder;
use serde_json::{Value, json};

const GUARD: &str = r#"{ "hooks": { "PreToolUse": [ // guards
    { "matcher": "Bash", "hooks": [
        { "name": "no-rm", "command": "if grep -q 'rm -rf'; then echo 'no rm -rf here' >&2; exit 2; fi" } ] },
] } }"#;

const RM: &str =
    r#"{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}"#;

#[test]
fn an_input_on_stdin_gives_an_outcome_as_json() {
    let folder = Folder::with("s.json", GUARD);
    let ran = folder.snaphook(&["fire", "--settings", "s.json", "--json"], RM);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert_eq!(ran.stderr, "no rm -rf here\n");
    let outcome = ran.json();
    assert_eq!(outcome["event"], "PreToolUse");
    assert_eq!(outcome["blocked"], true);
    assert_eq!(outcome["blockedBy"], "hook");
    assert_eq!(outcome["permissionDecision"], "deny");
    assert_eq!(outcome["continue"], true);
    assert_eq!(outcome["decidedBy"][0], outcome["hooks"][0]["id"]);
    let hook = &outcome["hooks"][0];
    assert_eq!(hook["name"], "no-rm");
    assert_eq!(hook["type"], "command");
    assert_eq!(hook["scope"], "explicit");
    assert_eq!(hook["line"], 3);
    assert_eq!(hook["status"], "blocked");
    assert_eq!(hook["exitCode"], 2);
    assert!(hook["file"].as_str().unwrap().ends_with("s.json"));
    assert!(outcome["durationMs"].is_number());
}

#[test]
fn settings_may_be_yaml() {
    let guard = "hooks:
  PreToolUse:
    - matcher: Bash
      hooks:
        - name: no-rm
          onFailure: block
          command: |
            if grep -q 'rm -rf'; then
              echo 'no rm -rf here' >&2
              exit 2
            fi
";
    let folder = Folder::with("s.yaml", guard);
    let ran = folder.snaphook(&["fire", "--settings", "s.yaml", "--json"], RM);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert_eq!(ran.stderr, "no rm -rf here\n");
    assert_eq!(ran.json()["hooks"][0]["line"], 5);
    folder.write("s.yaml", "hooks: [");
    let ran = folder.snaphook(&["fire", "--settings", "s.yaml", "--json"], RM);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("s.yaml:1:8: not valid YAML"), "{ran:?}");
}

#[test]
fn an_event_can_be_typed_by_hand() {
    let folder = Folder::with("s.json", GUARD);
    let fire = |command: &str| {
        let tool_input = json!({ "command": command }).to_string();
        folder.snaphook(
            &[
                "fire",
                "PreToolUse",
                "--tool",
                "Bash",
                "--tool-input",
                &tool_input,
                "--settings",
                "s.json",
            ],
            "",
        )
    };
    let ran = fire("ls");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout.starts_with("PreToolUse: go on (1 hook"),
        "{ran:?}"
    );
    assert!(ran.stdout.contains("✓ no-rm"), "{ran:?}");
    let ran = fire("rm -rf x");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.stdout.starts_with("PreToolUse: blocked by no-rm"),
        "{ran:?}"
    );
    assert_eq!(ran.stderr, "no rm -rf here\n");
}

#[test]
fn set_builds_and_changes_fields() {
    let settings = r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "cat"}]}]}}"#;
    let folder = Folder::with("s.json", settings);
    let ran = folder.snaphook(
        &[
            "fire",
            "PreToolUse",
            "--settings",
            "s.json",
            "--json",
            "--set",
            "tool_input.command=ls -l",
            "--set",
            "tool_input.deep.n=3",
            "--set",
            "list=[1,2]",
            "--set",
            "text=not json {",
            "--tool",
            "Bash",
        ],
        r#"{"tool_input": {"kept": true}, "cwd": null}"#,
    );
    // `cat` gives the input back; it is JSON without anything that matters.
    let stdout = ran.json()["hooks"][0]["stdout"]
        .as_str()
        .unwrap()
        .to_owned();
    let input: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        input["tool_input"],
        json!({"kept": true, "command": "ls -l", "deep": {"n": 3}})
    );
    assert_eq!(input["list"], json!([1, 2]));
    assert_eq!(input["text"], "not json {");
    assert_eq!(input["hook_event_name"], "PreToolUse");
    assert_eq!(input["transcript_path"], "");
    assert!(!input["session_id"].as_str().unwrap().is_empty());
    assert_eq!(input["cwd"], folder.path().to_string_lossy().as_ref());
}

#[test]
fn the_input_may_come_from_a_file() {
    let folder = Folder::with("s.json", GUARD);
    folder.write("input.json", &RM.replace(',', ",\n  "));
    let ran = folder.snaphook(
        &["fire", "--settings", "s.json", "--input", "input.json"],
        "",
    );
    assert_eq!(ran.code, 2, "{ran:?}");
}

#[test]
fn an_input_that_no_matcher_can_match_is_told_of() {
    let folder = Folder::with("s.json", GUARD);
    let ran = folder.snaphook(&["fire", "PreToolUse", "--settings", "s.json"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout
            .contains("error: the input of PreToolUse has no `tool_name`"),
        "{ran:?}"
    );
}

#[test]
fn several_settings_files_add_up() {
    let folder = Folder::with("s.json", GUARD);
    folder.write(
        "more.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "cat >/dev/null"}]}]}}"#,
    );
    let ran = folder.snaphook(
        &[
            "fire",
            "--settings",
            "more.json",
            "--settings",
            "s.json",
            "--json",
        ],
        RM,
    );
    let names: Vec<_> = ran.json()["hooks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hook| hook["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["cat >/dev/null", "no-rm"]);
}

#[test]
fn snaphook_0_switches_hooks_off() {
    let folder = Folder::with("s.json", GUARD);
    let ran = folder.snaphook_env(
        &["fire", "--settings", "s.json", "--json"],
        RM,
        &[("SNAPHOOK", "0")],
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.json()["hooks"], json!([]));
}

#[test]
fn a_long_text_goes_to_a_private_file_in_the_state_folder() {
    let settings = r#"{"hooks": {"Stop": [{"hooks": [
        {"command": "cat >/dev/null; head -c 15000 /dev/zero | tr '\\0' 'r' >&2; exit 2"}]}]}}"#;
    let folder = Folder::with("s.json", settings);
    let ran = folder.snaphook(&["fire", "Stop", "--settings", "s.json", "--json"], "");
    let outcome = ran.json();
    let spilled = &outcome["spilled"][0];
    assert_eq!(spilled["field"], "blockReason");
    assert_eq!(spilled["chars"], 15000);
    let path = std::path::Path::new(spilled["path"].as_str().unwrap());
    assert!(path.starts_with(folder.path().join("state/snaphook/sessions")));
    assert_eq!(std::fs::read_to_string(path).unwrap().len(), 15000);
}

/// Bad input: a clear message, what to do, exit 1.
#[test]
fn bad_input_is_exit_1_and_says_what_to_do() {
    let folder = Folder::with("s.json", GUARD);
    let fire = |args: &[&str], stdin: &str| {
        let mut all = vec!["fire", "--settings", "s.json"];
        all.extend(args);
        let ran = folder.snaphook(&all, stdin);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(ran.stdout, "", "{ran:?}");
        ran.stderr
    };
    let table: &[(&[&str], &str, &str)] = &[
        (&[], "not json", "error: the input is not JSON: expected"),
        (
            &[],
            "[1]",
            "error: the input must be a JSON object, but it is a list",
        ),
        (&[], "{\"a\": 1,}", "line 1 column 9"),
        (&[], "", "name the event, as in `snaphook fire PreToolUse`"),
        (&["PreTolUse"], "", "did you mean `PreToolUse`?"),
        (&["pre_tool_use"], "{}", "did you mean `PreToolUse`?"),
        (
            &["Stop"],
            RM,
            "`hook_event_name` is `PreToolUse`, but the event is `Stop`",
        ),
        (&["Stop", "--set", "x"], "", "expected KEY=VALUE"),
        (
            &["Stop", "--tool-input", "{"],
            "",
            "invalid JSON in --tool-input",
        ),
        (&["Stop", "--cwd", "nowhere"], "", "no such folder"),
        (&["Stop", "--input", "nowhere.json"], "", "failed to read"),
        (
            &["Stop", "--dialect", "klingon"],
            "",
            "possible values: claude",
        ),
        (&["Stop", "--no-such-option"], "", "--no-such-option"),
    ];
    for (args, stdin, expected) in table {
        let stderr = fire(args, stdin);
        assert!(stderr.contains(expected), "{args:?} {stdin:?}: {stderr}");
    }
}

#[test]
fn a_settings_file_that_cannot_be_used_and_may_hold_a_guard_is_exit_2() {
    let folder = Folder::with("bad.json", "{ \"onFailure\": \"block\" ");
    folder.write("folder/x", "");
    folder.write("list.json", "[{\"on\\u0046ailure\": \"block\"}]");
    for command in ["fire", "authorize"] {
        for file in ["bad.json", "folder", "list.json"] {
            let ran = folder.snaphook(&[command, "--settings", file], RM);
            assert_eq!((ran.code, &*ran.stdout), (2, ""), "{ran:?}");
            assert!(ran.stderr.contains(file), "{ran:?}");
        }
    }
}

#[test]
fn a_settings_file_that_cannot_be_used_names_the_place() {
    let folder = Folder::with("bad.json", "{\n  \"hooks\": {,}\n}");
    folder.write("list.json", "[]");
    folder.write("folder/x", "");
    let fire = |file: &str| {
        let ran = folder.snaphook(&["fire", "--settings", file], RM);
        let code = if file == "folder" { 2 } else { 1 };
        assert_eq!(ran.code, code, "{ran:?}");
        ran.stderr
    };
    assert!(fire("missing.json").contains("missing.json: no such file"));
    assert!(fire("folder").contains("folder: this is a folder, not a settings file"));
    assert!(
        fire("bad.json").contains("bad.json:2:13: not valid JSON"),
        "{}",
        fire("bad.json")
    );
    assert!(fire("list.json").contains("list.json:1:1: settings must be an object"));
}

#[test]
fn one_bad_handler_costs_only_itself() {
    let folder = Folder::with(
        "s.json",
        "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [\n  {\"type\": \"comand\", \"command\": \"exit 2\"},\n  {\"command\": \"echo good >&2; exit 2\"}\n]}]}}",
    );
    let ran = folder.snaphook(&["fire", "--settings", "s.json", "--json"], RM);
    assert_eq!(ran.code, 2, "{ran:?}");
    let outcome = ran.json();
    assert_eq!(outcome["blockReason"], "good");
    assert_eq!(outcome["hooks"].as_array().unwrap().len(), 1);
    let message = outcome["diagnostics"][0]["message"].as_str().unwrap();
    assert!(
        message.starts_with("s.json:2:12: unknown hook type `comand`"),
        "{message}"
    );
    assert!(message.contains("did you mean `command`?"), "{message}");
}

#[test]
fn one_bad_file_costs_only_itself() {
    let folder = Folder::with("s.json", GUARD);
    folder.write("bad.json", "nope");
    let ran = folder.snaphook(
        &[
            "fire",
            "--settings",
            "bad.json",
            "--settings",
            "s.json",
            "--json",
        ],
        RM,
    );
    assert_eq!(ran.code, 2, "{ran:?}");
    assert_eq!(ran.json()["diagnostics"][0]["code"], "settings-not-loaded");
}

#[test]
fn a_guard_that_cannot_be_loaded_blocks() {
    let folder = Folder::with(
        "s.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [
            {"type": "comand", "name": "guard", "command": "x", "onFailure": "block"}]}]}}"#,
    );
    let ran = folder.snaphook(&["fire", "--settings", "s.json", "--json"], RM);
    assert_eq!(ran.code, 2, "{ran:?}");
    let outcome = ran.json();
    assert_eq!(outcome["blockedBy"], "failure");
    assert_eq!(
        outcome["blockReason"],
        "guard failed; blocking because onFailure is \"block\"\nunknown hook type `comand`"
    );
}

#[test]
fn a_hook_that_cannot_be_made_is_told_and_a_guard_of_it_blocks() {
    let settings = |policy: &str| {
        json!({"hooks": {"PreToolUse": [{"hooks": [
            {"type": "http", "url": "ftp://localhost/", "onFailure": policy}]}]}})
        .to_string()
    };
    let folder = Folder::with("open.json", &settings("continue"));
    folder.write("guard.json", &settings("block"));
    let open = folder.snaphook(&["fire", "--settings", "open.json", "--json"], RM);
    assert_eq!(open.code, 0, "{open:?}");
    assert_eq!(open.json()["diagnostics"][0]["code"], "no-handler");
    let guard = folder.snaphook(&["fire", "--settings", "guard.json"], RM);
    assert_eq!(guard.code, 2, "{guard:?}");
}

#[test]
fn fire_can_stand_as_a_hook_of_itself() {
    let folder = Folder::with("inner.json", GUARD);
    let inner = format!("'{}' fire --settings inner.json", crate::common::SNAPHOOK);
    let outer = json!({"hooks": {"PreToolUse": [{"hooks": [{"command": inner}]}]}});
    folder.write("outer.json", &outer.to_string());
    let ran = folder.snaphook(&["fire", "--settings", "outer.json", "--json"], RM);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert_eq!(ran.json()["blockReason"], "no rm -rf here");
}

#[test]
fn usage_errors_are_exit_1_and_help_is_exit_0() {
    let folder = Folder::new();
    assert_eq!(folder.snaphook(&[], "").code, 1);
    assert_eq!(folder.snaphook(&["fire"], "").code, 1);
    assert_eq!(folder.snaphook(&["no-such-command"], "").code, 1);
    assert_eq!(folder.snaphook(&["--version"], "").code, 0);
    let help = folder.snaphook(&["fire", "--help"], "");
    assert_eq!(help.code, 0);
    assert!(help.stdout.contains("Exit status:"));
}

#[test]
fn a_cwd_may_be_empty_or_relative() {
    let settings = r#"{"hooks": {"Stop": [{"hooks": [{"command": "pwd -P >&2; echo $CLAUDE_PROJECT_DIR >&2; exit 2"}]}]}}"#;
    let folder = Folder::with("s.json", settings);
    folder.write("sub/x", "");
    let here = folder.path().canonicalize().unwrap();
    for (cwd, expected) in [
        ("", here.clone()),
        (".", here.clone()),
        ("sub", here.join("sub")),
    ] {
        let input = json!({"hook_event_name": "Stop", "cwd": cwd}).to_string();
        let ran = folder.snaphook(&["fire", "--settings", "s.json"], &input);
        assert_eq!(
            ran.stderr.lines().next().unwrap(),
            expected.to_string_lossy(),
            "{cwd:?}"
        );
        assert!(!ran.stderr.lines().nth(1).unwrap().is_empty(), "{cwd:?}");
    }
}

#[test]
fn a_person_may_choose_what_hooks_read_their_input_from() {
    let hook =
        r#"{"hooks": {"Stop": [{"hooks": [{"command": "test -p /dev/stdin && exit 2; true"}]}]}}"#;
    let folder = Folder::with("settings.json", hook);
    let args = ["fire", "Stop", "--settings", "settings.json"];
    let stdin = |kind| folder.snaphook_env(&args, "{}", &[("SNAPHOOK_STDIN", kind)]);
    assert_eq!(stdin("pipe").code, 2);
    assert_eq!(
        stdin("file").code,
        if cfg!(target_os = "linux") { 0 } else { 2 }
    );
    let wrong = stdin("tape");
    assert_eq!(wrong.code, 1);
    assert!(
        wrong.stderr.contains("`auto`, `pipe` or `file`"),
        "{wrong:?}"
    );
}

#[test]
fn what_is_wrong_with_its_arguments_is_told_as_of_any_command() {
    let folder = Folder::new();
    let run = |args: &[&str]| folder.snaphook(args, "");
    assert_eq!(
        run(&["fire", "--help"]).stdout,
        run(&["help", "fire"]).stdout
    );
    assert_eq!(run(&["fire", "--version"]).code, 0);
    let wrong = run(&["fire", "Stop", "--nonsense"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.stderr.contains("Usage: snaphook fire"), "{wrong:?}");
}

#[test]
fn an_event_without_hooks_ends_as_one_whose_hooks_do_not_match() {
    let hook =
        r#"{"hooks": {"PreToolUse": [{"matcher": "Read", "hooks": [{"command": "exit 2"}]}]}}"#;
    let folder = Folder::with("settings.json", hook);
    folder.write("none.json", "{}");
    for output in ["--json", "--native"] {
        let fire = |settings| {
            let args = ["fire", "PreToolUse", "--tool", "Bash", output];
            let ran = folder.snaphook(&[&args[..], &["--settings", settings]].concat(), "");
            assert_eq!(ran.code, 0, "{ran:?}");
            let mut outcome = ran.json();
            outcome["durationMs"] = 0.into();
            outcome
        };
        assert_eq!(fire("none.json"), fire("settings.json"));
    }
    let slip = folder.snaphook(&["fire", "PreToolUze", "--settings", "none.json"], "");
    assert!(
        slip.stderr.contains("did you mean `PreToolUse`"),
        "{slip:?}"
    );
}
