//! `snaphook test`.

use serde_json::json;

use crate::common::Folder;

const SETTINGS: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"name": "no-rm", "command": "if grep -q 'rm -rf'; then echo 'no rm here' >&2; exit 2; fi"}]},
  {"matcher": "Write", "hooks": [
    {"name": "never-run", "command": "true"}]}]}}"#;

fn case(name: &str, command: &str, more: serde_json::Value) -> serde_json::Value {
    let mut case = json!({"name": name, "input": {"hook_event_name": "PreToolUse",
        "tool_name": "Bash", "tool_input": {"command": command}}});
    for (key, value) in more.as_object().unwrap() {
        case[key] = value.clone();
    }
    case
}

fn folder(cases: &[serde_json::Value]) -> Folder {
    let folder = Folder::with(".claude/settings.json", SETTINGS);
    let file = json!({"settings": ".claude/settings.json", "cases": cases});
    folder.write("guard.hooktest.json", &file.to_string());
    folder
}

#[test]
fn cases_that_hold_pass() {
    let folder = folder(&[
        case(
            "refuses",
            "rm -rf /",
            json!({"expect": {"blocked": true}, "expectExit": 2, "expectDecidedBy": "no-rm"}),
        ),
        case(
            "allows",
            "ls",
            json!({"expect": {"blocked": false}, "expectDecidedBy": []}),
        ),
        case(
            "twice",
            "rm -rf /",
            json!({"repeat": 2, "expect": [{"blocked": true}, {"blocked": true}]}),
        ),
    ]);
    let ran = folder.snaphook(&["test"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "✓ guard.hooktest.json (3 of 3 passed)\n3 passed, 0 failed\n"
    );
}

#[test]
fn a_failed_case_shows_what_differed_field_by_field() {
    let folder = folder(&[
        case("allows", "ls", json!({"expect": {"blocked": false}})),
        case(
            "refuses",
            "ls",
            json!({"expect": {"blocked": true, "blockReason": {"$contains": "rm"}}, "expectExit": 2, "expectDecidedBy": "no-rm"}),
        ),
    ]);
    let ran = folder.snaphook(&["test"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "✗ guard.hooktest.json (1 of 2 passed)
  ✗ refuses
      blocked
        expected  true
        actual    false
      blockReason
        expected  {\"$contains\": \"rm\"}
        actual    nothing
      exit status
        expected  2
        actual    0
      decided by
        expected  no-rm
        actual    []
      no-rm: success
1 passed, 1 failed
"
    );
}

#[test]
fn a_filter_chooses_and_coverage_names_what_no_case_ran() {
    let folder = folder(&[
        case("refuses", "rm -rf /", json!({"expectExit": 2})),
        case("allows", "ls", json!({"expectExit": 0})),
    ]);
    let ran = folder.snaphook(&["test", "--filter", "refu", "--coverage"], "");
    assert!(
        ran.stdout
            .contains("hooks that no case ran:\n  never-run  "),
        "{ran:?}"
    );
    assert!(ran.stdout.ends_with("1 passed, 0 failed\n"), "{ran:?}");
    let ran = folder.snaphook(
        &["test", "--filter", "nothing like it", "--fail-on-empty"],
        "",
    );
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("no test case was found"), "{ran:?}");
}

#[test]
fn a_case_may_bring_files_and_variables() {
    let folder = Folder::new();
    let file = json!({"cases": [{
        "name": "reads its own files",
        "settings": {"hooks": {"Stop": [{"hooks": [{"command": "./hooks/say.sh"}]}]}},
        "files": {"hooks/say.sh": "#!/bin/sh\necho \"$WORD $(cat data.txt)\" >&2; exit 2\n", "data.txt": "there"},
        "env": {"WORD": "hello"},
        "input": {"hook_event_name": "Stop"},
        "expect": {"blockReason": "hello there"}
    }]});
    folder.write("own.hooktest.json", &file.to_string());
    let ran = folder.snaphook(&["test"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_file_of_a_case_cannot_leave_its_folder() {
    let folder = Folder::new();
    let file = json!({"cases": [{
        "name": "escapes", "settings": {}, "files": {"../x": ""},
        "input": {"hook_event_name": "Stop"}, "expectExit": 0}]});
    folder.write("own.hooktest.json", &file.to_string());
    let ran = folder.snaphook(&["test"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("must be a path inside"), "{ran:?}");
}

#[test]
fn cases_may_be_written_in_yaml() {
    let folder = Folder::with(".claude/settings.json", SETTINGS);
    folder.write(
        "sub/guard.hooktest.yaml",
        "settings: ../.claude/settings.json
cases:
  - name: refuses to remove
    input:
      hook_event_name: PreToolUse
      tool_name: Bash
      tool_input: { command: rm -rf / }
    expect:
      blocked: true
      hooks: { $length: 1 }
",
    );
    let ran = folder.snaphook(&["test", "sub"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.ends_with("1 passed, 0 failed\n"), "{ran:?}");
}

#[test]
fn reports_for_programs() {
    let folder = folder(&[
        case("refuses <&\">", "ls", json!({"expect": {"blocked": true}})),
        case("allows", "ls", json!({"expectExit": 0})),
    ]);
    let ran = folder.snaphook(&["test", "--json", "--junit", "out.xml"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    let report = ran.json();
    assert_eq!(
        (&report["passed"], &report["failed"]),
        (&json!(1), &json!(1))
    );
    let first = &report["cases"][0];
    assert_eq!(
        first["mismatches"][0],
        json!({"path": "blocked", "expected": "true", "actual": false})
    );
    let xml = std::fs::read_to_string(folder.path().join("out.xml")).unwrap();
    assert!(
        xml.contains("<testsuites name=\"snaphook\" tests=\"2\" skipped=\"0\" failures=\"1\""),
        "{xml}"
    );
    assert!(
        xml.contains("name=\"refuses &lt;&amp;&quot;&gt;\""),
        "{xml}"
    );
    assert!(
        xml.contains("<failure message=\"blocked: expected true, actual false\">"),
        "{xml}"
    );
}

#[test]
fn a_test_file_that_cannot_be_read_fails_and_says_why() {
    let folder = Folder::with("a.hooktest.json", "{");
    folder.write(
        "b.hooktest.json",
        r#"{"cases": [{"name": "x", "settings": {}, "input": {}, "expct": {}}]}"#,
    );
    folder.write("c.hooktest.json", r#"{"cases": [{"name": "x", "settings": {}, "input": {}, "expect": {"a": {"$contain": 1}}}]}"#);
    folder.write("d.hooktest.json", r#"{"dialect": "klingon", "cases": []}"#);
    folder.write(
        "e.hooktest.json",
        r#"{"cases": [{"name": "x", "settings": {}, "input": {}}]}"#,
    );
    folder.write("f.hooktest.json", r#"{"settings": "none.json", "cases": [{"name": "x", "input": {"hook_event_name": "Stop"}, "expectExit": 0}]}"#);
    let ran = folder.snaphook(&["test"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    for expected in [
        "a.hooktest.json: not valid JSON: Unterminated object",
        "b.hooktest.json: case \"x\": unknown key `expct`; did you mean `expect`?",
        "c.hooktest.json: case \"x\": unknown operator `$contain`",
        "d.hooktest.json: the dialect `klingon` is not known",
        "e.hooktest.json: case \"x\": it expects nothing",
        "none.json: no such file",
        "0 passed, 6 failed",
    ] {
        assert!(ran.stdout.contains(expected), "{expected}: {}", ran.stdout);
    }
    let ran = folder.snaphook(&["test", "nowhere"], "");
    assert!(ran.stderr.contains("no such file or folder"), "{ran:?}");
}

#[test]
fn one_bad_case_costs_only_itself_and_comments_are_welcome() {
    let folder = Folder::with(
        "a.hooktest.json",
        r#"{ "settings": {}, // nothing is configured
  "cases": [
    { "name": "bad", "input": {}, "expct": {} },
    { "name": "good", "input": { "hook_event_name": "Stop" }, "expect": { "blocked": false } },
  ] }"#,
    );
    let ran = folder.snaphook(&["test"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.ends_with("1 passed, 1 failed\n"), "{ran:?}");
}

#[test]
fn a_case_with_a_misspelt_event_fails() {
    let folder = folder(&[
        json!({"name": "typo", "input": {"hook_event_name": "UserPromptSubmt"}, "expectExit": 0}),
    ]);
    let ran = folder.snaphook(&["test"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout.contains("unknown event `UserPromptSubmt`"),
        "{ran:?}"
    );
}

#[test]
fn on_github_each_failed_case_is_an_annotation() {
    let folder = folder(&[
        case("allows", "ls", json!({"expect": {"blocked": false}})),
        case("is 100%, sure", "ls", json!({"expect": {"blocked": true}})),
    ]);
    let ran = folder.snaphook(&["test", "--format", "github"], "");
    assert_eq!(ran.code, 1, "{ran:?}");
    let (report, annotations) = ran.stdout.split_once("1 passed, 1 failed\n").unwrap();
    assert!(report.starts_with("::stop-commands::"), "{report}");
    let (_, annotation) = annotations.split_once('\n').unwrap();
    assert_eq!(
        annotation,
        "::error file=guard.hooktest.json,title=is 100%25%2C sure::blocked: expected true, actual false\n"
    );
}
