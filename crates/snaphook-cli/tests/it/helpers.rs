//! `snaphook status-line` and `snaphook suggest-files`.

use crate::common::Folder;
use serde_json::json;

const SETTINGS: &str = r#"{
  "statusLine": { "type": "command", "command": "grep -o '\"model\":\"[a-z]*\"'; printf ' \\033[31mred\\033[0m \\n\\n'" },
  "fileSuggestion": { "command": "cat >got.json; printf 'src/a.rs\\n  src/b.rs\\n'" }
}"#;

#[test]
fn the_status_line_is_printed_as_it_is() {
    let folder = Folder::with("s.json", SETTINGS);
    let ran = folder.snaphook(
        &["status-line", "--settings", "s.json"],
        r#"{"model": "m"}"#,
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(ran.stdout, "\"model\":\"m\"\n\u{1b}[31mred\u{1b}[0m\n");
    assert_eq!(ran.stderr, "");
    folder.write("in.json", r#"{"model": "n"}"#);
    let args = [
        "status-line",
        "--settings",
        "s.json",
        "--input",
        "in.json",
        "--json",
    ];
    let ran = folder.snaphook(&args, "");
    assert_eq!(
        ran.json(),
        json!(["\"model\":\"n\"", "\u{1b}[31mred\u{1b}[0m"])
    );
}

#[test]
fn files_are_suggested_for_a_query() {
    let folder = Folder::with("s.json", SETTINGS);
    let ran = folder.snaphook(&["suggest-files", "--settings", "s.json", "src/"], "");
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "src/a.rs\nsrc/b.rs\n"),
        "{ran:?}"
    );
    let got = std::fs::read_to_string(folder.path().join("got.json")).unwrap();
    let got: serde_json::Value = serde_json::from_str(&got).unwrap();
    assert_eq!(got["query"], "src/");
    let cwd = std::fs::canonicalize(got["cwd"].as_str().unwrap()).unwrap();
    assert_eq!(cwd, std::fs::canonicalize(folder.path()).unwrap());
    assert_eq!(got.get("hook_event_name"), None);
}

#[test]
fn a_failure_and_a_missing_command_are_silent() {
    let folder = Folder::with("s.json", r#"{"statusLine": {"command": "echo x; exit 1"}}"#);
    for command in ["status-line", "suggest-files"] {
        let ran = folder.snaphook(&[command, "--settings", "s.json"], "{}");
        assert_eq!(
            (ran.code, ran.stdout.as_str(), ran.stderr.as_str()),
            (0, "", ""),
            "{command}"
        );
    }
    let ran = folder.snaphook(&["status-line", "--settings", "s.json", "--json"], "{}");
    assert_eq!(ran.stdout, "[]\n");
}

#[test]
fn switched_off_nothing_runs() {
    let folder = Folder::with("s.json", SETTINGS);
    let args = ["suggest-files", "--settings", "s.json", "q"];
    let ran = folder.snaphook_env(&args, "", &[("SNAPHOOK", "0")]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    assert!(!folder.path().join("got.json").exists());
}

#[test]
fn usage_input_and_settings_that_are_wrong_are_errors() {
    let folder = Folder::with("s.json", SETTINGS);
    for (args, stdin, words) in [
        (&["status-line", "--nonsense"][..], "", "--nonsense"),
        (
            &["status-line", "--settings", "gone.json"],
            "",
            "no such file",
        ),
        (
            &["status-line", "--settings", "s.json"],
            "[1]",
            "must be a JSON object",
        ),
    ] {
        let ran = folder.snaphook(args, stdin);
        assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{ran:?}");
        assert!(ran.stderr.contains(words), "{ran:?}");
    }
    // Without --settings it looks for them; that there are none is not an error.
    let ran = folder.snaphook(&["status-line"], "");
    let said = (ran.code, ran.stdout.as_str(), ran.stderr.as_str());
    assert_eq!(said, (0, "", ""), "{ran:?}");
}

#[test]
fn check_knows_both_keys() {
    let folder = Folder::with("s.json", SETTINGS);
    let ran = folder.snaphook(&["check", "s.json", "--json"], "");
    assert_eq!((ran.code, ran.json()), (0, json!([])), "{ran:?}");
    folder.write(
        "s.json",
        "{\n  \"statusLine\": { \"command\": \"./gone.sh\" },\n  \"fileSuggestion\": \"ls\"\n}",
    );
    let ran = folder.snaphook(&["check", "s.json"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    for words in [
        "`statusLine` cannot run it",
        "`fileSuggestion` must be an object with `command`, not `\"ls\"`",
    ] {
        assert!(
            (ran.stdout.clone() + &ran.stderr).contains(words),
            "{ran:?}"
        );
    }
}
