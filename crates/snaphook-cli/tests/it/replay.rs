//! `snaphook replay`: yesterday's events on the settings of today, or of tomorrow.

use serde_json::{Value, json};

use crate::common::Ran;
use crate::log::{call, guarded, logged};
use crate::world::{World, hooks};

/// Three calls on the guard: two go on, one is blocked.
fn logged_calls() -> World {
    let world = guarded();
    for command in ["ls", "rm -rf /", "make deploy"] {
        call(&world, command, &[]);
    }
    world
}

fn replayed(world: &World, args: &[&str]) -> Value {
    let ran = world.snaphook(&[&["replay", "--json"], args].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.json()
}

/// The kinds of changes of an event of the report.
fn kinds(report: &Value, id: i64) -> Vec<String> {
    let told = report["told"].as_array().unwrap().iter();
    let mut of = told.filter(|event| event["id"] == id);
    let changes = of.next().map(|event| event["changes"].as_array().unwrap());
    let changes = changes.into_iter().flatten();
    changes
        .map(|change| change["kind"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn an_event_is_fired_again_and_what_changed_is_told() {
    let world = logged_calls();
    let ran = world.snaphook(&["replay", "2"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("blocked: no rm here") && ran.stdout.contains("nothing changed"));
    // On other settings: what was blocked goes on, what went on is blocked.
    let no_make = "if grep -q make; then echo 'not on Fridays' >&2; exit 2; fi";
    world.write(
        "project/new.json",
        &hooks("PreToolUse", &[("no-make", no_make)]),
    );
    let ran = world.snaphook(&["replay", "2", "--settings", "new.json"]);
    for words in [
        "no longer blocked (it was by no-rm)",
        "no-rm no longer runs: no settings have it",
        "no-make now runs",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
    let report = replayed(&world, &["3", "--settings", "new.json"]);
    assert_eq!(report["mode"], "run");
    assert_eq!(kinds(&report, 3), ["nowBlocked", "noLongerRuns", "nowRuns"]);
    assert_eq!(report["told"][0]["changes"][0]["reason"], "not on Fridays");
    let ran = world.snaphook(&["replay", "3", "--settings", "new.json", "--fail-on-change"]);
    assert_eq!(ran.code, 1);
    // A replay is not an event of its own.
    assert_eq!(logged(&world, &[]).len(), 3);
}

#[test]
fn many_events_are_only_selected_unless_they_are_to_run() {
    let world = logged_calls();
    let writes = format!("echo ran >> {}", world.path("home/ran").display());
    let settings = json!({"hooks": {"PreToolUse": [
        {"matcher": "Bash", "hooks": [{"name": "writes", "command": writes, "if": "Bash(make *)"}]}]}});
    world.write("project/new.json", &settings.to_string());
    let report = replayed(&world, &["--since", "1d", "--settings", "new.json"]);
    assert!(world.ran().is_empty(), "selecting runs nothing");
    assert_eq!(
        (&report["mode"], &report["events"]),
        (&json!("select"), &json!(3))
    );
    assert_eq!(kinds(&report, 1), ["noLongerRuns"]);
    assert_eq!(kinds(&report, 2), ["noLongerBlocked", "noLongerRuns"]);
    assert_eq!(kinds(&report, 3), ["noLongerRuns", "nowRuns"]);
    let by_hook = report["hooks"].as_array().unwrap();
    let writes = by_hook.iter().find(|it| it["hook"] == "writes").unwrap();
    assert_eq!(writes["nowRuns"], 1);
    let table = world
        .snaphook(&["replay", "--since", "1d", "--settings", "new.json"])
        .stdout;
    assert!(table.contains("3 of 3 events changed (selected again, nothing was run)"));

    let report = replayed(
        &world,
        &["--since", "1d", "--settings", "new.json", "--run"],
    );
    assert_eq!(report["mode"], "run");
    assert_eq!(world.ran(), ["ran"]);
}

#[test]
fn another_rewrite_and_another_decision_are_told() {
    let world = World::new();
    let answer = |text: &str| {
        let answer = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
            "permissionDecision": text, "updatedInput": {"command": format!("echo {text}")}}});
        hooks("PreToolUse", &[("rewrites", &format!("echo '{answer}'"))])
    };
    world.write("home/.claude/settings.json", &answer("allow"));
    call(&world, "ls", &[]);
    world.write("home/.claude/settings.json", &answer("ask"));
    let report = replayed(&world, &["last"]);
    assert_eq!(kinds(&report, 1), ["decision", "rewrite"]);
    assert_eq!(
        report["told"][0]["changes"][1]["to"],
        json!({"command": "echo ask"})
    );
}

#[test]
fn what_was_taken_out_is_said_because_hooks_do_not_see_it() {
    let world = guarded();
    let key = format!("ghp_{}", "a1B2".repeat(9));
    call(&world, &format!("curl -H {key}"), &[]);
    let ran = world.snaphook(&["replay", "1"]);
    assert!(!ran.stdout.contains(&key), "{ran:?}");
    assert!(
        ran.stdout
            .contains("in 1 event secrets were removed from the input"),
        "{ran:?}"
    );
    assert_eq!(replayed(&world, &["1"])["told"][0]["redacted"], true);
}

#[test]
fn events_become_test_cases_that_pass() {
    let world = World::new();
    let no_rm = "if grep -q 'rm -rf'; then echo 'no rm here' >&2; exit 2; fi";
    world.write(
        "project/.claude/settings.json",
        &hooks("PreToolUse", &[("no-rm", no_rm)]),
    );
    world.trust();
    for command in ["ls", "ls", "rm -rf /"] {
        call(&world, command, &[]);
    }
    let save = |file: &str| world.snaphook(&["replay", "--since", "1d", "--save", file]);
    let ran = save("tests/guard.hooktest.json");
    assert_eq!(ran.code, 1, "the folder is not there: {ran:?}");
    let ran = save("guard.hooktest.json");
    assert!(ran.stdout.starts_with("2 cases in "), "{ran:?}");
    let cases: Value = serde_json::from_str(&world.read("project/guard.hooktest.json")).unwrap();
    assert_eq!(
        cases["cases"][0]["settings"],
        json!([".claude/settings.json"])
    );
    assert_eq!(cases["cases"][1]["expect"]["blockReason"], "no rm here");
    assert!(cases["cases"][1]["input"].get("session_id").is_none());
    let tested = world.snaphook(&["test"]);
    assert_eq!(tested.code, 0, "{tested:?}");
    assert!(tested.stdout.ends_with("2 passed, 0 failed\n"));
    // Cases that fail when the guard is gone, and a file that is never overwritten.
    world.write("project/.claude/settings.json", r#"{"hooks": {}}"#);
    assert_eq!(world.snaphook(&["test"]).code, 1);
    assert_eq!(save("guard.hooktest.json").code, 1);
    assert_eq!(save("guard.json").code, 1);
}

#[test]
fn usage_that_cannot_be_meant_is_refused_with_advice() {
    let world = guarded();
    let failed = |args: &[&str]| -> Ran {
        let ran = world.snaphook(&[&["replay"], args].concat());
        assert_eq!(ran.code, 1, "{ran:?}");
        ran
    };
    assert!(
        failed(&["--since", "1d"])
            .stderr
            .contains("no event is logged yet")
    );
    call(&world, "ls", &[]);
    assert!(failed(&[]).stderr.contains("required"));
    assert!(failed(&["99"]).stderr.contains("no event 99 in "));
    assert!(
        failed(&["x1"])
            .stderr
            .contains("expected the number of an event")
    );
    assert!(
        failed(&["1", "--since", "1d"])
            .stderr
            .contains("cannot be used")
    );
    let ran = failed(&["--hook", "no-mr"]);
    assert!(ran.stderr.contains("did you mean `no-rm`?"), "{ran:?}");
}
