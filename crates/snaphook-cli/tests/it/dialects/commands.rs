//! Every command in each dialect.

use serde_json::{Value, json};

use super::*;

#[test]
fn fire_takes_an_event_by_its_own_name_or_the_canonical_one() {
    let folder = Folder::with("agent.yaml", AGENT);
    for event in ["pre_tool_use", "PreToolUse"] {
        for named in ["pre_tool_use", "PreToolUse"] {
            let stdin = json!({"hook_event_name": named, "tool_name": "shell"}).to_string();
            let args = ["fire", event, "--dialect", "cagent", "--trust", "all"];
            let ran = folder.snaphook(&args, &stdin);
            let expected = (2, "no shell here\n");
            assert_eq!((ran.code, ran.stderr.as_str()), expected, "{event} {named}");
        }
    }
    let other = r#"{"hook_event_name": "stop"}"#;
    let ran = folder.snaphook(&["fire", "pre_tool_use"], other);
    assert_eq!(ran.code, 1, "{ran:?}");
    let ran = folder.snaphook(&["fire", "pre_tool_usee"], "");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("did you mean `pre_tool_use`?"),
        "{ran:?}"
    );
}

#[test]
fn native_prints_the_result_in_the_dialects_own_shape() {
    let folder = Folder::with(".gen/settings.json", GEN);
    folder.write("agent.yaml", AGENT);
    let call = r#"{"command": "git push"}"#;
    let native = |dialect: &str, tool: &str| {
        let args = [
            "fire",
            "PreToolUse",
            "--tool",
            tool,
            "--tool-input",
            call,
            "--trust",
            "all",
            "--dialect",
            dialect,
            "--native",
        ];
        folder.snaphook(&args, "")
    };
    let ran = native("gen", "Bash");
    assert_eq!(ran.code, 2);
    let expected =
        json!({"ShouldBlock": true, "BlockReason": "no git here", "PermissionDecision": "deny"});
    assert_eq!(ran.json(), expected);
    assert_eq!(ran.stderr, "no git here\n");
    assert_eq!(native("gen", "Write").json(), json!({"ShouldBlock": false}));
    let expected = json!({"Allowed": false, "Message": "no shell here", "ExitCode": 2,
        "Stderr": "no shell here\n"});
    assert_eq!(native("cagent", "shell").json(), expected);
    assert_eq!(native("cagent", "x").json(), json!({"Allowed": true}));
    let canonical = native("claude", "x").json();
    assert_eq!(canonical["blocked"], false);
    let ran = folder.snaphook(&["fire", "Stop", "--native", "--json"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
}

#[test]
fn json_is_the_canonical_outcome_in_every_dialect() {
    let folder = Folder::with("agent.yaml", AGENT);
    let args = [
        "fire",
        "pre_tool_use",
        "--tool",
        "shell",
        "--trust",
        "all",
        "--json",
    ];
    let outcome = folder.snaphook(&args, "").json();
    assert_eq!(outcome["event"], "PreToolUse");
    assert_eq!(outcome["permissionDecision"], "deny");
    assert_eq!(outcome["hooks"][0]["name"], "no-shell");
}

#[test]
fn a_dialect_that_is_not_there_is_an_error_that_names_those_that_are() {
    let ran = Folder::new().snaphook(&["fire", "Stop", "--dialect", "klingon"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("claude, gen, cagent"), "{ran:?}");
}

#[test]
fn trust_is_needed_for_the_projects_hooks_in_every_dialect() {
    for (file, text, tool, reason) in [
        (".gen/settings.json", GEN, "Bash", "no git here\n"),
        ("agent.yaml", AGENT, "shell", "no shell here\n"),
    ] {
        let folder = project_with(file, text);
        let fire = || {
            let call = r#"{"command": "git push"}"#;
            let args = [
                "fire",
                "PreToolUse",
                "--tool",
                tool,
                "--tool-input",
                call,
                "--project",
                "p",
            ];
            folder.snaphook(&args, "")
        };
        let ran = fire();
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains("skipped for lack of trust"), "{ran:?}");
        let ran = folder.snaphook(&["trust", "--yes", "--project", "p"], "");
        assert!(ran.stderr.contains(", because of "), "{ran:?}");
        assert!(ran.stdout.contains("trusted 1 hook"), "{ran:?}");
        let ran = fire();
        assert_eq!((ran.code, ran.stderr.as_str()), (2, reason), "{ran:?}");
    }
}

#[test]
fn named_files_replace_each_other_event_by_event() {
    let hooks = |event: &str, name: &str| {
        json!({"hooks": {event: [{"hooks": [{"command": "true", "name": name}]}]}}).to_string()
    };
    let folder = Folder::with("a.json", &hooks("Stop", "first"));
    folder.write("b.json", &hooks("Stop", "second"));
    folder.write("c.json", r#"{"hooks": {"Stop": []}}"#);
    for (files, names) in [
        (&["a.json", "b.json"][..], &["second"][..]),
        (&["b.json", "a.json"], &["first"]),
        (&["a.json", "c.json"], &[]),
        (&["c.json", "b.json"], &["second"]),
    ] {
        let named = files.iter().flat_map(|file| ["--settings", file]);
        let mut args = vec!["list", "--json", "--dialect", "gen"];
        args.extend(named);
        let list = folder.snaphook(&args, "").json();
        let list = list.as_array().unwrap().iter();
        let found: Vec<_> = list
            .map(|hook| hook["name"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(found, names, "{files:?}");
    }
}

#[test]
fn list_shows_the_timeouts_of_the_dialect_and_takes_either_name() {
    let camel = r#"{"hooks": {"SessionEnd": [{"hooks": [{"command": "a"}]}],
        "UserPromptSubmit": [{"hooks": [{"command": "b"}]}],
        "Stop": [{"hooks": [{"command": "c", "timeout": 5}]}]}}"#;
    let snake = r#"{"hooks": {"session_end": {"command": "a"}, "on_user_input": {"command": "b"},
        "stop": {"command": "c", "timeout": 5}}}"#;
    let folder = Folder::with("camel.json", camel);
    folder.write("snake.json", snake);
    let timeouts = |file: &str, dialect: &str| -> Vec<Value> {
        let args = ["list", "--json", "--settings", file, "--dialect", dialect];
        let list = folder.snaphook(&args, "").json();
        let list = list.as_array().unwrap().iter();
        list.map(|hook| hook["timeout"].clone()).collect()
    };
    assert_eq!(timeouts("camel.json", "claude"), [1.5, 30.0, 5.0]);
    assert_eq!(timeouts("camel.json", "gen"), [600.0, 600.0, 5.0]);
    assert_eq!(timeouts("snake.json", "cagent"), [60.0, 60.0, 5.0]);
    for event in ["session_end", "SessionEnd"] {
        let args = ["list", "--settings", "snake.json", "--event", event];
        let ran = folder.snaphook(&args, "");
        assert!(ran.stdout.contains("1 hook"), "{ran:?}");
    }
}

#[test]
fn explain_says_how_the_dialect_reads_a_matcher() {
    let folder = Folder::with(".gen/settings.json", GEN);
    folder.write("agent.yaml", AGENT);
    let explain = |dialect: &str, tool: &str, command: &str| {
        let call = json!({ "command": command }).to_string();
        let args = [
            "explain",
            "PreToolUse",
            "--tool",
            tool,
            "--tool-input",
            &call,
            "--trust",
            "all",
            "--dialect",
            dialect,
        ];
        folder.snaphook(&args, "").stdout
    };
    let said = explain("gen", "Bash", "cd x && git push");
    assert!(
        said.contains("the condition `Bash(git:*)` matches"),
        "{said}"
    );
    let said = explain("gen", "Bash", "ls");
    assert!(said.contains("0 of 1 hooks"), "{said}");
    let said = explain("cagent", "my_shell", "");
    let words = "for the whole name and does not fit `my_shell`";
    assert!(said.contains(words), "{said}");
}

#[test]
fn check_looks_at_files_and_folders_in_each_dialect() {
    let folder = project_with(
        ".gen/settings.json",
        r#"{"hooks": {"PreTolUse": [], "Stop": [{"hooks": [{"type": "mcp_tool", "server": "s", "tool": "t"}]}]}}"#,
    );
    folder.write(
        "p/agent.yaml",
        "hooks:\n  pre_tool_uses: []\n  stop: 5\nagents: {root: {}}\n",
    );
    for args in [
        &["check", "--json", "p"][..],
        &["check", "--json", "p/.gen", "p/agent.yaml"],
    ] {
        let ran = folder.snaphook(args, "");
        assert_eq!(ran.code, 1, "{ran:?}");
        let found = ran.json();
        let found: Vec<_> = found
            .as_array()
            .unwrap()
            .iter()
            .map(|one| format!("{} {}", one["code"].as_str().unwrap(), one["help"]))
            .collect();
        let expected = [
            r#"unknown-event "did you mean `PreToolUse`?""#,
            r#"handler-not-allowed "use a command hook, or register a handler for the type in the host""#,
            r#"unknown-event "did you mean `pre_tool_use`?""#,
            "wrong-type null",
        ];
        assert_eq!(found, expected, "{args:?}");
    }
    let ran = folder.snaphook(&["check", "p", "--dialect", "gen", "--json"], "");
    assert_eq!(ran.json().as_array().unwrap().len(), 2);
    let ran = folder.snaphook(&["check", "--dialect", "gen"], "");
    assert!(
        ran.stderr.contains("write `.gen/settings.json` there"),
        "{ran:?}"
    );
}

#[test]
fn a_good_file_of_each_dialect_has_no_problems() {
    let folder = Folder::with(".gen/settings.json", GEN);
    folder.write("agent.yaml", AGENT);
    for file in [".gen/settings.json", "agent.yaml"] {
        let ran = folder.snaphook(&["check", file, "--deny-warnings"], "");
        assert_eq!(ran.code, 0, "{ran:?}");
    }
}

#[test]
fn a_case_may_expect_the_dialects_own_result() {
    let folder = Folder::with(
        "x.hooktest.json",
        r#"{"dialect": "gen", "settings": {"hooks": {"Stop": [{"hooks": [{"command": "exit 2"}]}]}},
            "cases": [
              {"name": "right", "input": {"hook_event_name": "Stop"}, "expectNative": {"ShouldBlock": true}},
              {"name": "wrong", "input": {"hook_event_name": "Stop"}, "expectNative": {"ShouldBlock": false}},
              {"name": "elsewhere", "dialect": "klingon", "input": {"hook_event_name": "Stop"}, "expectExit": 0}]}"#,
    );
    let ran = folder.snaphook(&["test"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("1 passed, 2 failed"), "{ran:?}");
    assert!(ran.stdout.contains("ShouldBlock"), "{ran:?}");
    assert!(ran.stdout.contains("unknown dialect `klingon`"), "{ran:?}");
}
