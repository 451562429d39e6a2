//! `snaphook replay` tells what changed, all of it, and nothing else.

use serde_json::{Value, json};

use crate::log::{call, guarded};
use crate::world::{World, hooks};

fn told(world: &World, args: &[&str]) -> Value {
    let ran = world.snaphook(&[&["replay", "--json"], args].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.json()
}

/// Both commands have the same beginning, which is their name.
#[test]
fn a_removed_guard_is_told_though_another_hook_has_its_name() {
    let world = World::new();
    let long = format!("cat > /dev/null; : {}", "x".repeat(60));
    let guard = format!("{long}; exit 2");
    let settings = |commands: &[&str]| {
        let hooks: Vec<_> = commands
            .iter()
            .map(|command| json!({"command": command}))
            .collect();
        json!({"hooks": {"PreToolUse": [{"hooks": hooks}]}}).to_string()
    };
    world.write("home/.claude/settings.json", &settings(&[&long, &guard]));
    assert_eq!(call(&world, "ls", &[]).code, 2);
    world.write("home/.claude/settings.json", &settings(&[&long]));
    for mode in [&["1"][..], &["1", "--select"]] {
        let report = told(&world, mode);
        let changes = report["told"][0]["changes"].as_array().unwrap();
        let kinds: Vec<_> = changes.iter().map(|change| &change["kind"]).collect();
        assert_eq!(kinds, ["noLongerBlocked", "noLongerRuns"], "{report}");
    }
}

#[test]
fn a_name_with_a_secret_is_neither_shown_nor_a_change() {
    let world = World::new();
    let key = format!("ghp_{}", "a1B2".repeat(9));
    let name = format!("ask {key}");
    world.write(
        "home/.claude/settings.json",
        &hooks("PreToolUse", &[(&name, "cat > /dev/null")]),
    );
    call(&world, "ls", &[]);
    for args in [
        &["replay", "1"][..],
        &["replay", "1", "--select"],
        &["replay", "--since", "1d"],
        &["replay", "1", "--json"],
        &["replay", "--since", "1d", "--json"],
    ] {
        let ran = world.snaphook(args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(!ran.stdout.contains(&key), "{ran:?}");
        assert!(!ran.stdout.contains("now runs\n"), "{ran:?}");
    }
    assert_eq!(told(&world, &["1"])["changed"], 0);
    assert_eq!(told(&world, &["--since", "1d"])["changed"], 0);
}

#[test]
fn long_answers_and_background_hooks_are_no_changes() {
    let world = World::new();
    let long = "i=0; while [ $i -lt 3000 ]; do echo some words; i=$((i+1)); done";
    let said = r#"printf '{"systemMessage": "%s"}' "$(printf 'word %.0s' $(seq 3000))""#;
    let settings = json!({"hooks": {"Stop": [{"hooks": [
        {"name": "long", "command": long},
        {"name": "said", "command": said},
        {"name": "late", "command": "true", "async": true}]}]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    assert_eq!(world.snaphook(&["fire", "Stop"]).code, 0);
    let report = told(&world, &["1"]);
    assert_eq!(report["changed"], 0, "{report}");
}

#[test]
fn a_policy_that_cannot_be_loaded_is_told() {
    let world = guarded();
    call(&world, "rm -rf /", &[]);
    let broken = json!({"hooks": {"PreToolUse": [
        {"matcher": "(", "hooks": [{"name": "no-rm", "command": "exit 2"}]}]}});
    world.write("project/new.json", &broken.to_string());
    for more in [&[][..], &["--json"], &["--run"]] {
        let args = ["replay", "--since", "1d", "--settings", "new.json"];
        let ran = world.snaphook(&[&args, more].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(
            ran.stderr.matches("1 problem in new.json").count(),
            1,
            "{ran:?}"
        );
    }
}

#[test]
fn an_event_that_cannot_be_tried_again_is_a_failure() {
    let world = guarded();
    call(&world, "ls", &[]);
    let database = rusqlite::Connection::open(world.path("state/snaphook/log.db")).unwrap();
    database
        .execute("UPDATE bodies SET input = '{}'", [])
        .unwrap();
    let since = ["replay", "--since", "1d"];
    let ran = world.snaphook(&since);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout.contains("1 event could not be replayed"),
        "{ran:?}"
    );
    assert_eq!(
        world
            .snaphook(&[&since[..], &["--fail-on-change"]].concat())
            .code,
        1
    );
    assert_eq!(world.snaphook(&["replay", "1"]).code, 1);
}

/// A case runs with the project's settings alone.
#[test]
fn an_event_that_a_users_hook_decided_becomes_no_case_that_cannot_pass() {
    let world = guarded();
    let no_make = "if grep -q make; then echo 'not on Fridays' >&2; exit 2; fi";
    world.write(
        "project/.claude/settings.json",
        &hooks("PreToolUse", &[("no-make", no_make)]),
    );
    world.trust();
    for command in ["ls", "rm -rf /", "make"] {
        call(&world, command, &[]);
    }
    let ran = world.snaphook(&["replay", "2", "--save", "one.hooktest.json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr.contains("W/home/.claude/settings.json"),
        "{ran:?}"
    );
    let ran = world.snaphook(&["replay", "--since", "1d", "--save", "all.hooktest.json"]);
    assert!(ran.stdout.starts_with("2 cases in "), "{ran:?}");
    assert!(ran.stdout.contains("1 event was skipped"), "{ran:?}");
    let tested = world.snaphook(&["test"]);
    assert!(
        tested.stdout.ends_with("2 passed, 0 failed\n"),
        "{tested:?}"
    );
}

#[test]
fn a_text_that_was_put_into_a_file_is_not_expected() {
    let world = World::new();
    let long = "i=0; while [ $i -lt 3000 ]; do echo word >&2; i=$((i+1)); done; exit 2";
    world.write(
        "project/.claude/settings.json",
        &hooks("PreToolUse", &[("long", long)]),
    );
    world.trust();
    assert_eq!(call(&world, "ls", &[]).code, 2);
    let ran = world.snaphook(&["replay", "1", "--save", "long.hooktest.json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let tested = world.snaphook(&["test"]);
    assert!(
        tested.stdout.ends_with("1 passed, 0 failed\n"),
        "{tested:?}"
    );
}
