//! `snaphook log`: what the commands record is found again.

use serde_json::{Value, json};
use snaphook_testkit::secrets::{FakeSecret, fake_secrets};

use crate::common::{self, Ran};
use crate::world::World;

const NO_RM: &str = "if grep -q 'rm -rf'; then echo 'no rm here' >&2; exit 2; fi";

/// A world whose user has a guard, and a hook that fails.
pub(crate) fn guarded() -> World {
    let world = World::new();
    let settings = json!({"hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"name": "no-rm", "command": NO_RM}]}],
        "PostToolUse": [{"hooks": [{"name": "broken", "command": "exit 7"}]}],
    }});
    world.write("home/.claude/settings.json", &settings.to_string());
    world
}

pub(crate) fn call(world: &World, command: &str, more: &[&str]) -> Ran {
    let input = json!({"command": command}).to_string();
    let args = [
        "fire",
        "PreToolUse",
        "--tool",
        "Bash",
        "--tool-input",
        &input,
    ];
    world.snaphook(&[&args, more].concat())
}

/// What `log --json` says, a value for each line.
pub(crate) fn logged(world: &World, args: &[&str]) -> Vec<Value> {
    let ran = world.snaphook(&[&["log", "--json"], args].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let lines = ran.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn ids(events: &[Value]) -> Vec<i64> {
    let ids = events.iter().map(|event| event["id"].as_i64().unwrap());
    ids.collect()
}

#[test]
fn an_empty_log_says_so_and_is_no_failure() {
    let world = World::new();
    let ran = world.snaphook(&["log"]);
    assert_eq!((ran.code, &*ran.stdout), (0, ""), "{ran:?}");
    assert_eq!(
        ran.stderr,
        "nothing is logged yet (W/state/snaphook/log.db)\n"
    );
    assert_eq!(world.snaphook(&["log", "--json"]).stderr, "");
    assert_eq!(
        world.snaphook(&["log", "stats"]).stderr,
        "no hook ran in these events\n"
    );
    let ran = world.snaphook(&["log", "show", "1"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("no event in W/"), "{ran:?}");
    // Looking makes nothing.
    assert!(!world.path("state").exists());
}

#[test]
fn every_event_is_recorded_with_its_hooks_and_found_by_every_filter() {
    let world = guarded();
    assert_eq!(call(&world, "ls", &["--set", "session_id=s-1"]).code, 0);
    assert_eq!(
        call(&world, "rm -rf /", &["--set", "session_id=s-2"]).code,
        2
    );
    let ran = world.snaphook(&[
        "fire",
        "PostToolUse",
        "--tool",
        "Edit",
        "--set",
        "file=notes.txt",
    ]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let authorized = world.snaphook(&[
        "authorize",
        "--tool",
        "Bash",
        "--tool-input",
        r#"{"command": "rm -rf x"}"#,
        "--no-ask",
    ]);
    assert_eq!(authorized.code, 2, "{authorized:?}");

    let all = logged(&world, &[]);
    assert_eq!(ids(&all)[..3], [1, 2, 3]);
    let blocked = &all[1];
    assert_eq!(blocked["source"], "fire");
    assert_eq!(blocked["decision"], "blocked");
    assert_eq!(blocked["tool"], "Bash");
    assert_eq!(blocked["dialect"], "claude");
    assert_eq!(blocked["input"]["tool_input"]["command"], "rm -rf /");
    assert_eq!(blocked["outcome"]["blockReason"], "no rm here");
    assert_eq!(blocked["outcome"]["hooks"][0]["name"], "no-rm");
    assert!(blocked["durationMs"].as_f64().unwrap() > 0.0);
    assert_eq!(all[3]["source"], "authorize");
    assert_eq!(all[3]["decision"], "blocked");

    let found = |args: &[&str]| ids(&logged(&world, args));
    assert_eq!(found(&["--event", "PostToolUse"]), [3]);
    assert_eq!(
        found(&["--tool", "Edit", "--tool", "Bash", "-n", "2"])[0],
        {
            let last = all.len() as i64;
            last - 1
        }
    );
    assert_eq!(found(&["--hook", "broken"]), [3]);
    assert_eq!(found(&["--decision", "blocked", "--session", "s-2"]), [2]);
    assert_eq!(found(&["--session", "s-1"]), [1]);
    assert_eq!(found(&["--text", "notes.txt"]), [3]);
    assert_eq!(found(&["--since", "1h"]), ids(&all));
    assert!(found(&["--until", "1h"]).is_empty());

    let table = world.snaphook(&["log", "--session", "s-2"]);
    let line = table.stdout.lines().nth(1).unwrap();
    for word in ["2", "PreToolUse", "Bash", "blocked", "no-rm", "rm -rf /"] {
        assert!(line.contains(word), "{word}: {line}");
    }
    let shown = world.snaphook(&["log", "show", "2"]);
    assert_eq!(shown.code, 0);
    for word in [
        "event 2",
        "session s-2",
        "\"command\": \"rm -rf /\"",
        "✗ no-rm",
        "no rm here",
    ] {
        assert!(shown.stdout.contains(word), "{word}: {}", shown.stdout);
    }
    let last = world.snaphook(&["log", "show", "last", "--json"]).json();
    assert_eq!(&last["id"], &all.last().unwrap()["id"]);
}

#[test]
fn stats_count_what_each_hook_did() {
    let world = guarded();
    for command in ["ls", "pwd", "rm -rf /"] {
        call(&world, command, &[]);
    }
    world.snaphook(&["fire", "PostToolUse", "--tool", "Bash"]);
    let stats = world.snaphook(&["log", "stats", "--json"]).json();
    let of = |name: &str| {
        let list = stats.as_array().unwrap().iter();
        list.clone().find(|one| one["hook"] == name).unwrap()
    };
    assert_eq!(of("no-rm")["calls"], 3);
    assert_eq!(of("no-rm")["blocks"], 1);
    assert_eq!(of("broken")["failures"], 1);
    assert!(of("no-rm")["p99Ms"].as_f64() >= of("no-rm")["p50Ms"].as_f64());
    let table = world.snaphook(&["log", "stats", "--hook", "no-rm"]).stdout;
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), 2, "{table}");
    assert!(lines[1].starts_with("no-rm") && lines[1].contains('█'));
}

#[test]
fn who_wants_no_log_has_none_unless_the_organisation_demands_it() {
    let world = guarded();
    call(&world, "ls", &["--no-log"]);
    assert!(!world.path("state/snaphook/log.db").exists());
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"auditLog": false}"#,
    );
    call(&world, "ls", &[]);
    assert!(!world.path("state/snaphook/log.db").exists());
}

#[test]
fn neither_named_settings_nor_another_dialect_undo_what_the_user_says_of_the_log() {
    let world = guarded();
    let own = "home/.config/snaphook/settings.json";
    world.write("s.json", r#"{"auditLog": {"maxDays": 1}}"#);
    let named = world.path("s.json");
    let ways = [
        ["--settings", named.to_str().unwrap()],
        ["--dialect", "gen"],
        ["--dialect", "cagent"],
    ];
    world.write(own, r#"{"auditLog": false}"#);
    for way in &ways {
        let ran = call(&world, "ls", way);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(!world.path("state").exists(), "{way:?}");
        let told = ran.stderr.contains("s.json:1 has no effect");
        assert_eq!(told, way[0] == "--settings", "{ran:?}");
    }
    world.write(
        own,
        r#"{"auditLog": {"file": "~/own.jsonl", "redactFields": ["plan"]}}"#,
    );
    for way in &ways {
        let more = [&way[..], &["--set", "plan=attack at dawn"]].concat();
        assert_eq!(call(&world, "ls", &more).code, 0);
    }
    let text = world.read("home/own.jsonl");
    assert_eq!(text.matches("[redacted: plan]").count(), ways.len());
    assert!(!text.contains("dawn"));
    // Whoever reads the log in a project for another agent finds it, too.
    world.write("project/cagent.yaml", "agents: {root: {model: x}}\n");
    assert_eq!(
        logged(&world, &["--from", "../home/own.jsonl"]).len(),
        ways.len()
    );
}

#[cfg(debug_assertions)]
#[test]
fn a_log_that_is_demanded_is_kept_and_who_said_no_is_told() {
    let world = guarded();
    world.write(
        "etc/snaphook/managed-settings.json",
        r#"{"auditLog": true}"#,
    );
    let ran = call(&world, "ls", &["--no-log"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains("--no-log has no effect"), "{ran:?}");
    assert_eq!(logged(&world, &[]).len(), 1);
}

#[test]
fn settings_move_the_log_and_name_fields_that_are_not_kept() {
    let world = guarded();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"auditLog": {"file": "~/agents.jsonl", "redactFields": ["plan"]}}"#,
    );
    call(&world, "ls", &["--set", "plan=attack at dawn"]);
    let text = world.read("home/agents.jsonl");
    assert!(text.contains("[redacted: plan]") && !text.contains("dawn"));
    assert_eq!(
        logged(
            &world,
            &["--tool", "Bash", "--from", "../home/agents.jsonl"]
        )[0]["input"]["plan"],
        "[redacted: plan]"
    );
    assert!(!world.path("state/snaphook/log.db").exists());
}

#[test]
fn a_log_that_cannot_be_written_is_told_and_changes_nothing_else() {
    let world = guarded();
    world.write("state/snaphook", "a file where the folder should be");
    let ran = call(&world, "rm -rf /", &["--json"]);
    assert_eq!(ran.code, 2);
    assert_eq!(ran.json()["blocked"], true);
    assert!(ran.stderr.contains("1 event was not logged"), "{ran:?}");
}

#[test]
fn slips_in_filters_get_a_hint() {
    let world = guarded();
    call(&world, "ls", &[]);
    let ran = world.snaphook(&["log", "--hook", "no-mr", "--event", "pretooluse"]);
    assert_eq!((ran.code, &*ran.stdout), (0, ""));
    assert!(ran.stderr.contains("no event matches"), "{ran:?}");
    assert!(ran.stderr.contains("did you mean `no-rm`?"), "{ran:?}");
    assert!(ran.stderr.contains("did you mean `PreToolUse`?"), "{ran:?}");
    for (args, word) in [
        (["--since", "soon"], "`soon`"),
        (["--decision", "maybe"], "possible values: blocked"),
        (["--text", "!!"], "no word to search for"),
        (["--file", "/repo/none.db"], "/repo/none.db"),
    ] {
        let ran = world.snaphook(&[&["log"], &args[..]].concat());
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stderr.contains(word), "{ran:?}");
    }
}

#[test]
fn a_narrow_terminal_gets_lines_that_fit() {
    if !common::has_python() {
        return;
    }
    let world = guarded();
    call(&world, &format!("echo {}", "word ".repeat(60)), &[]);
    for (width, args) in [60, 80, 100, 140]
        .map(|width| (width, &["log"][..]))
        .into_iter()
        .chain([(80, &["log", "stats"][..])])
    {
        let mut command = world.command(args);
        command
            .env("COLUMNS", width.to_string())
            .env("NO_COLOR", "1");
        let shown = common::at_a_terminal(&command, "never asked", "").stdout;
        assert!(!shown.contains('\u{1b}'), "{shown:?}");
        for line in shown.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
        assert!(
            shown.contains("PreToolUse") || shown.contains("no-rm"),
            "{shown}"
        );
    }
    let mut command = world.command(&["log"]);
    command.env("COLUMNS", "80").env("TERM", "xterm");
    let shown = common::at_a_terminal(&command, "never asked", "").stdout;
    assert!(shown.contains('\u{1b}'), "{shown:?}");
}

/// A log that was written by something that takes nothing out: what is shown of
/// it must still be fit for a screen.
#[test]
fn no_secret_reaches_the_terminal_even_from_a_log_that_has_one() {
    let world = World::new();
    let all = fake_secrets();
    assert!(all.len() >= 40);
    world.snaphook(&["fire", "Stop"]);
    let database = rusqlite::Connection::open(world.path("state/snaphook/log.db")).unwrap();
    let insert = |text: &str, more: &[&str]| {
        let input =
            json!({"hook_event_name": "Stop", "tool_input": {"command": text}, "more": more});
        let hook = json!({"id": "h", "name": text, "type": "command", "scope": "user", "status": "blocked", "durationMs": 1.0, "stderr": more.join("\n")});
        let outcome = json!({"event": "Stop", "blocked": true, "continue": true, "blockReason": text, "decidedBy": ["h"], "additionalContext": more, "hooks": [hook], "durationMs": 1.0});
        for (sql, values) in [
            (
                "INSERT INTO events (time, source, session, event, tool, decision, duration_us, redacted, cut)
                 VALUES (1, 'x', ?1, 'Stop', ?1, 'blocked', 5, 0, 0)",
                vec![text.to_owned()],
            ),
            (
                "INSERT INTO bodies SELECT max(id), ?, 'claude', ?, ? FROM events",
                vec![text.to_owned(), input.to_string(), outcome.to_string()],
            ),
            (
                "INSERT INTO hooks SELECT max(id), 0, ?, 'h', 'blocked', 5, 1 FROM events",
                vec![text.to_owned()],
            ),
        ] {
            let values = rusqlite::params_from_iter(values);
            database.execute(sql, values).unwrap();
        }
    };
    let texts: Vec<&str> = all.iter().map(|one| &*one.text).collect();
    for text in &texts {
        insert(text, &[]);
    }
    insert("all of them", &texts);
    let mut shown = String::new();
    for args in [
        &["log", "-n", "1000"][..],
        &["log", "-n", "1000", "--json"],
        &["log", "show", "last"],
        &["log", "show", "last", "--json"],
        &["log", "stats"],
        &["log", "stats", "--json"],
        &["log", "--text", "nothing", "--hook", "here"],
        &["replay", "--decision", "blocked", "--project", "."],
        &[
            "replay",
            "--decision",
            "blocked",
            "--project",
            ".",
            "--json",
        ],
    ] {
        let ran = world.snaphook(args);
        assert_eq!(ran.code, 0, "{args:?} {}", ran.stderr);
        shown.push_str(&ran.stdout);
        shown.push_str(&ran.stderr);
    }
    for FakeSecret { name, secret, .. } in &all {
        let parts = secret.split_whitespace().filter(|part| part.len() >= 12);
        for part in parts.filter(|it| !it.starts_with("-----") && !it.starts_with("PuTTY")) {
            assert!(!shown.contains(part), "{name}: {part}");
        }
    }
    assert!(shown.contains("[redacted: GitHub token]"));
}
