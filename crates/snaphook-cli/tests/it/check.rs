//! `snaphook check`: the whole text that people read for each broken file,
//! held by snapshots, and what programs get.

use crate::common::{Folder, Ran};
use serde_json::json;

/// A project with the scripts that the files name, and one of the files.
fn project(name: &str, text: &str) -> Folder {
    let folder = Folder::with(name, text);
    folder.write("hooks/guard.sh", "#!/bin/sh\n");
    folder.write("hooks/plain.sh", "#!/bin/sh\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let guard = folder.path().join("hooks/guard.sh");
        std::fs::set_permissions(guard, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn all_of(ran: &Ran) -> String {
    assert_eq!(ran.stderr, "", "{ran:?}");
    format!("{}\nexit status {}\n", ran.stdout, ran.code)
}

macro_rules! snapshots {
    ($($test:ident: $file:literal;)*) => { $(
        #[test]
        fn $test() {
            let name = concat!($file, ".json");
            let folder = project(name, include_str!(concat!("check/", $file, ".json")));
            let ran = folder.snaphook(&["check", name], "");
            insta::assert_snapshot!($file, all_of(&ran));
        }
    )* };
}

snapshots! {
    an_event_that_nobody_fires: "unknown-event";
    a_key_that_nobody_knows: "unknown-key";
    values_of_the_wrong_type: "wrong-types";
    a_hook_without_a_group: "not-wrapped";
    an_expression_that_does_not_compile: "bad-regex";
    a_matcher_that_nothing_matches: "never-matches";
    options_that_are_ignored: "ignored";
    a_file_that_is_no_json: "not-json";
    timeouts_in_the_wrong_unit: "timeouts";
    scripts_that_cannot_be_run: "scripts";
    the_same_hook_twice: "duplicates";
    a_good_file_has_no_problems: "good";
}

#[test]
fn warnings_fail_only_when_they_are_denied() {
    let folder = project("s.json", include_str!("check/duplicates.json"));
    assert_eq!(folder.snaphook(&["check", "s.json"], "").code, 0);
    let denied = folder.snaphook(&["check", "--deny-warnings", "s.json"], "");
    assert_eq!(denied.code, 1);
    // A hint is no warning.
    let hint = r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "true"}]}]}}"#;
    let folder = Folder::with("s.json", hint);
    let ran = folder.snaphook(&["check", "--deny-warnings", "s.json"], "");
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.ends_with("1 file: 1 hint\n"), "{ran:?}");
}

#[test]
fn programs_get_a_list() {
    let text = "{\"hooks\": {\"Stop\": [\n  {\"hooks\": [{\"command\": \"x\", \"if\": \"Bash\"}]},\n  {\n  }]}}";
    let folder = Folder::with("s.json", text);
    let ran = folder.snaphook(&["check", "--json", "s.json"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    let mut found = ran.json();
    let hook = found[0]["hook"].take();
    assert!(hook.as_str().unwrap().starts_with("Stop-"), "{hook}");
    assert_eq!(
        found,
        json!([
            {
                "severity": "warning",
                "code": "if-never-runs",
                "message": "conditions are not evaluated on Stop: with an `if`, this hook never runs",
                "help": "remove `if`; the hook itself can look at its input and exit 0",
                "file": "s.json",
                "line": 2, "column": 37, "endLine": 2, "endColumn": 43,
                "hook": null,
            },
            {
                "severity": "error",
                "code": "no-hooks",
                "message": "this group has no `hooks`",
                "file": "s.json",
                "line": 3, "column": 3, "endLine": 4, "endColumn": 4,
            },
        ])
    );
    let good = Folder::with("s.json", "{}");
    let ran = good.snaphook(&["check", "--json", "s.json"], "");
    assert_eq!((ran.code, ran.json()), (0, json!([])));
}

#[test]
fn a_folder_stands_for_its_settings() {
    let hook = r#"{"hooks": {"Stop": [{"hooks": [{"command": "./hooks/guard.sh"}]}]}}"#;
    let folder = project(".claude/settings.json", hook);
    folder.write(".snaphook/settings.local.json", hook);
    folder.write("sub/x.json", "{}");
    folder.write(".git/HEAD", "");
    for args in [
        &["check"][..],
        &["check", "."],
        &["check", ".claude", ".snaphook"],
        &["check", ".claude/settings.json", "."],
    ] {
        let ran = folder.snaphook(args, "");
        assert_eq!(ran.code, 0, "{ran:?}");
        let twice = "warning[duplicate]: this is the same hook as at .claude/settings.json:1;";
        assert!(ran.stdout.starts_with(twice), "{args:?}: {ran:?}");
        assert!(ran.stdout.ends_with("2 files: 1 warning\n"), "{ran:?}");
    }
    // Below the project, its root is found.
    let ran = folder
        .command(&["check"])
        .current_dir(folder.path().join("sub"))
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&ran.stdout).ends_with("2 files: 1 warning\n"));
}

#[test]
fn two_projects_are_not_mixed() {
    let hook = r#"{"hooks": {"Stop": [{"hooks": [{"command": "./run.sh"}]}]}}"#;
    let folder = Folder::with("a/.claude/settings.json", hook);
    folder.write("b/.claude/settings.json", hook);
    folder.write("a/run.sh", "");
    let ran = folder.snaphook(&["check", "a", "b", "--json"], "");
    let found = ran.json();
    assert_eq!(found[0]["code"], "script-not-executable", "{found}");
    assert_eq!(found[1]["code"], "script-missing", "{found}");
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    // Unless the caller says so.
    let ran = folder.snaphook(&["check", "a", "b", "--json", "--project", "a"], "");
    assert_eq!(ran.json()[1]["code"], "duplicate", "{ran:?}");
}

#[test]
fn the_users_own_settings_hold_in_each_project() {
    let hook =
        r#"{"hooks": {"Stop": [{"hooks": [{"command": "sh ${CLAUDE_PROJECT_DIR}/x.sh"}]}]}}"#;
    let folder = Folder::with(".claude/settings.json", hook);
    folder.write("project/.git/HEAD", "");
    folder.write("project/x.sh", "");
    let ran = folder
        .command(&["check", "../.claude/settings.json"])
        .current_dir(folder.path().join("project"))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(shown, "no problems in 1 file\n");
}

#[test]
fn what_is_not_there_is_an_error_that_says_what_to_do() {
    let folder = Folder::new();
    for (args, message) in [
        (&["check"][..], "there are no settings here"),
        (&["check", "none.json"], "none.json: no such file or folder"),
        (&["check", "--project", "none"], "there is no such folder"),
        (&["check", "--nonsense"], "--nonsense"),
    ] {
        let ran = folder.snaphook(args, "");
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(ran.stdout, "");
        assert!(ran.stderr.contains(message), "{ran:?}");
    }
    let ran = folder.snaphook(&["check"], "");
    assert!(ran.stderr.contains("help: write `.claude/settings.json`"));
}

#[test]
fn a_file_that_is_not_even_text_is_shown_too() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("s.json"), b"{\n\"a\": \"\xe9\"}").unwrap();
    let ran = folder.snaphook(&["check", "s.json"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("--> s.json:2:7\n"), "{ran:?}");
    std::fs::write(folder.path().join("s.json"), b"").unwrap();
    let ran = folder.snaphook(&["check", "s.json"], "");
    assert!(ran.stdout.contains("the file is empty"), "{ran:?}");
}
