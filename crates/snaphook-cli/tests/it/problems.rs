//! What is wrong in settings: by its own name, and once.

use serde_json::Value;

use crate::common::Folder;

const BROKEN_GUARD: &str = r#"{ "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [
  { "name": "no-rm", "command": "./no-rm.sh", "timeout": "5s", "onFailure": "block" },
  { "command": "./lint.sh", "once": "yes", "onFailure": "block" },
  { "type": "comand", "command": "x" } ] } ] } }"#;

fn hooks(list: &Value) -> Vec<(String, String)> {
    let hook = |hook: &Value| {
        let text = |key: &str| hook[key].as_str().unwrap_or_default().to_owned();
        (text("name"), text("handler"))
    };
    list.as_array().unwrap().iter().map(hook).collect()
}

#[test]
fn a_guard_that_cannot_be_read_is_shown_by_its_own_name_and_command() {
    let folder = Folder::with(".snaphook/settings.json", BROKEN_GUARD);
    let expected = [("no-rm", "./no-rm.sh"), ("./lint.sh", "./lint.sh")];
    let expected = expected.map(|(name, handler)| (name.to_owned(), handler.to_owned()));
    let listed = folder.snaphook(&["list", "--json"], "");
    assert_eq!(hooks(&listed.json()), expected);
    let call = ["PreToolUse", "--tool", "Bash", "--trust", "all", "--json"];
    let explained = folder.snaphook(&[&["explain"], &call[..]].concat(), "");
    assert_eq!(hooks(&explained.json()["hooks"]), expected);
    let trusted = folder.snaphook(&["trust", "--json", "--yes"], "");
    assert_eq!(hooks(&trusted.json()["hooks"]), expected);
    let fired = folder.snaphook(&[&["fire"], &call[..]].concat(), "").json();
    let entries = fired["hooks"].as_array().unwrap();
    let names: Vec<_> = entries.iter().map(|entry| &entry["name"]).collect();
    assert_eq!(names, ["no-rm", "./lint.sh"]);
    assert!(fired["blockReason"].as_str().unwrap().contains("no-rm"));
    let checked = folder.snaphook(&["check"], "").stdout;
    assert!(
        checked.contains("the guard `no-rm` counts as failed"),
        "{checked}"
    );
    assert!(
        checked.contains("the guard `./lint.sh` counts as failed"),
        "{checked}"
    );
    let shown = folder.snaphook(&["trust", "--yes"], "").stdout;
    assert!(shown.contains("no-rm  PreToolUse"), "{shown}");
    assert!(shown.contains("command=./no-rm.sh"), "{shown}");
}

#[test]
fn commands_count_the_problems_of_a_file_and_leave_them_to_check() {
    let folder = Folder::with(".snaphook/settings.json", BROKEN_GUARD);
    let line = "error: 3 problems in .snaphook/settings.json; run `snaphook check`\n";
    for args in [
        &["list"][..],
        &["trust"],
        &["explain", "Stop"],
        &["enable", "no-such-hook"],
    ] {
        let ran = folder.snaphook(args, "");
        assert!(ran.stderr.starts_with(line), "{args:?}: {ran:?}");
        assert!(!ran.stderr.contains("comand"), "{args:?}: {ran:?}");
    }
    let fired = folder.snaphook(&["fire", "PreToolUse", "--tool", "Bash"], "");
    assert!(fired.stdout.contains(line), "{fired:?}");
    assert!(!fired.stdout.contains("comand"), "{fired:?}");
    let named = folder.snaphook(&["list", "--settings", ".snaphook/settings.json"], "");
    let line = "error: 3 problems in .snaphook/settings.json; run `snaphook check .snaphook/settings.json`\n";
    assert_eq!(named.stderr, line);
    folder.write(".snaphook/settings.json", "{ \"hooks\": ");
    let broken = folder.snaphook(&["list"], "");
    let line = "error: failed to load .snaphook/settings.json; run `snaphook check`\n";
    assert_eq!(broken.stderr, line);
}

#[test]
fn check_shows_the_brace_that_is_not_closed() {
    let folder = Folder::with("s.json", "{\n  \"hooks\": {\n    \"Stop\": []\n");
    let ran = folder.snaphook(&["check", "s.json"], "");
    insta::assert_snapshot!(ran.stdout, @r#"
    error[not-json]: not valid JSON: expected `}`, found the end of the file
     --> s.json:3:15
      |
    2 |   "hooks": {
      |            - this `{` is not closed
    3 |     "Stop": []
      |               ^
      |
      = help: correct it; until then no hook of this file runs

    1 file: 1 error
    "#);
}

#[test]
fn check_takes_the_folder_and_the_manifest_of_a_plugin() {
    let folder = Folder::new();
    let hooks = r#"{"hooks": {"PreTolUse": []}}"#;
    let plugins = [
        ("one", "hooks/hooks.json", "{}"),
        ("two", "my.json", r#"{"name": "two", "hooks": "./my.json"}"#),
        (
            "three",
            "a/b.json",
            r#"{"name": "three", "hooks": ["./a/b.json"]}"#,
        ),
    ];
    for (name, file, manifest) in plugins {
        folder.write(&format!("{name}/{file}"), hooks);
        folder.write(&format!("{name}/.claude-plugin/plugin.json"), manifest);
        let manifest = format!("{name}/.claude-plugin/plugin.json");
        for args in [
            &["check", name][..],
            &["check", &manifest],
            &["check", "--plugin", name],
        ] {
            let ran = folder.snaphook(args, "");
            assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
            let place = format!("unknown event `PreTolUse`\n --> {name}/{file}:1:12");
            assert!(ran.stdout.contains(&place), "{args:?}: {ran:?}");
            assert!(
                ran.stdout.ends_with("1 file: 1 warning\n"),
                "{args:?}: {ran:?}"
            );
        }
    }
    folder.write("two/plugin.json", "{");
    std::fs::remove_dir_all(folder.path().join("two/.claude-plugin")).unwrap();
    let broken = folder.snaphook(&["check", "two/plugin.json"], "");
    assert_eq!(broken.code, 1, "{broken:?}");
    assert!(
        broken.stdout.contains("this `{` is not closed"),
        "{broken:?}"
    );
    let none = folder.snaphook(&["check", "--plugin", "four"], "");
    assert_eq!((none.code, &*none.stdout), (1, ""), "{none:?}");
    assert!(
        none.stderr.contains("no plugin with hooks in four"),
        "{none:?}"
    );
}
