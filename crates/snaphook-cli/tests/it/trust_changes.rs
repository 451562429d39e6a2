//! Trust is in what a hook says and runs: change one thing, and just that hook
//! is skipped until somebody has looked at it again.

use serde_json::{Value, json};

use crate::world::{World, log};

/// Two neighbours that each run a script, and one that runs none.
fn settings() -> Value {
    json!({"hooks": {"PostToolUse": [
        {"matcher": "Bash|Edit", "hooks": [
            {"name": "one", "command": "sh ./hooks/one.sh"},
            {"name": "two", "command": "sh", "args": ["hooks/two.sh"]}]},
        {"hooks": [{"name": "plain", "command": log("plain")}]}]}})
}

fn trusted() -> World {
    let world = World::new();
    world.write("project/hooks/one.sh", &log("one"));
    world.write("project/hooks/two.sh", &log("two"));
    world.write("project/.claude/settings.json", &settings().to_string());
    world.trust();
    assert_eq!(
        fire(&world),
        ["one success", "two success", "plain success"]
    );
    assert_eq!(world.ran(), ["one", "plain", "two"]);
    world
}

fn fire(world: &World) -> Vec<String> {
    world.fire(&["PostToolUse", "--tool", "Bash"])
}

const CHANGED: &str = "not trusted: what it runs has changed";

/// What `trust` says has changed.
fn changes(world: &World) -> Vec<String> {
    let ran = world.snaphook(&["trust"]);
    let lines = ran.stdout.lines();
    let changes = lines.filter_map(|line| line.strip_prefix("  changed "));
    changes.map(str::to_owned).collect()
}

#[test]
fn one_byte_of_a_script_is_enough() {
    let world = trusted();
    let text = world.read("project/hooks/one.sh");
    world.write("project/hooks/one.sh", &text.replace("one", "One"));
    assert_eq!(
        fire(&world),
        [&format!("one {CHANGED}"), "two success", "plain success"]
    );
    assert_eq!(world.ran(), ["plain", "two"]);
    let told = changes(&world);
    assert_eq!(told.len(), 1);
    assert!(
        told[0].starts_with("hooks/one.sh: the content changed (sha256 was "),
        "{told:?}"
    );
    let ran = world.snaphook(&["explain", "PostToolUse", "--tool", "Bash"]);
    let line = "\n      it has changed since it was trusted: hooks/one.sh: the content changed ";
    assert!(ran.stdout.contains(line), "{ran:?}");
    let list = world.snaphook(&["list"]).stdout;
    assert!(list.contains("  changed  W/project/"), "{list}");
    // Back as it was, it is what was trusted.
    world.write("project/hooks/one.sh", &text);
    assert_eq!(fire(&world)[0], "one success");
    world.write("project/hooks/one.sh", "exit 0\n");
    world.trust();
    assert_eq!(
        fire(&world),
        ["one success", "two success", "plain success"]
    );
}

#[test]
fn so_is_any_word_of_the_definition() {
    let world = trusted();
    let file = "project/.claude/settings.json";
    for (path, value, told) in [
        (
            "/hooks/PostToolUse/0/hooks/0/command",
            json!("sh ./hooks/one.sh "),
            r#"command: was "sh ./hooks/one.sh", now "sh ./hooks/one.sh\u{20}""#,
        ),
        (
            "/hooks/PostToolUse/0/hooks/0/timeout",
            json!(5),
            r#"timeout: was none, now "5s""#,
        ),
        (
            "/hooks/PostToolUse/0/hooks/0/env",
            json!({"PATH": "."}),
            r#"env: was [], now [["PATH", "."]]"#,
        ),
        (
            "/hooks/PostToolUse/0/hooks/0/onFailure",
            json!("block"),
            r#"onFailure: was "continue", now "block""#,
        ),
    ] {
        let mut changed = settings();
        let (parent, key) = path.rsplit_once('/').unwrap();
        changed.pointer_mut(parent).unwrap()[key] = value;
        world.write(file, &changed.to_string());
        let fired = fire(&world);
        assert_eq!(
            fired,
            [&format!("one {CHANGED}"), "two success", "plain success"],
            "{path}"
        );
        assert_eq!(changes(&world), [told]);
    }
    // Another matcher is another thing for all hooks of the group.
    let mut changed = settings();
    changed["hooks"]["PostToolUse"][0]["matcher"] = json!("Bash|Edit|Write");
    world.write(file, &changed.to_string());
    assert_eq!(
        fire(&world),
        [
            &format!("one {CHANGED}"),
            &format!("two {CHANGED}"),
            "plain success"
        ]
    );
    let matcher = r#"matcher: was "Bash|Edit", now "Bash|Edit|Write""#;
    assert_eq!(changes(&world), [matcher, matcher]);
    // So is another event.
    let mut changed = settings();
    let plain = changed["hooks"]["PostToolUse"]
        .as_array_mut()
        .unwrap()
        .remove(1);
    changed["hooks"]["Stop"] = json!([plain]);
    world.write(file, &changed.to_string());
    assert_eq!(fire(&world), ["one success", "two success"]);
    assert_eq!(world.fire(&["Stop"]), [format!("plain {CHANGED}")]);
    assert_eq!(changes(&world), [r#"event: was "PostToolUse", now "Stop""#]);
}

#[test]
fn where_a_hook_stands_is_no_change() {
    let world = trusted();
    let mut moved = settings();
    moved["hooks"]["PostToolUse"]
        .as_array_mut()
        .unwrap()
        .reverse();
    moved["model"] = json!("opus");
    std::fs::remove_file(world.path("project/.claude/settings.json")).unwrap();
    world.write(
        "project/.snaphook/settings.local.json",
        &format!("// moved\n{moved:#}"),
    );
    assert_eq!(
        fire(&world),
        ["plain success", "one success", "two success"]
    );
}

#[test]
fn a_new_hook_beside_trusted_ones_is_new() {
    let world = trusted();
    let mut more = settings();
    let hooks = more["hooks"]["PostToolUse"][1]["hooks"]
        .as_array_mut()
        .unwrap();
    hooks.push(json!({"name": "more", "command": log("more")}));
    world.write("project/.claude/settings.json", &more.to_string());
    assert_eq!(
        fire(&world),
        [
            "one success",
            "two success",
            "plain success",
            "more not trusted"
        ]
    );
    let shown = world.snaphook(&["trust"]).stdout;
    assert!(shown.contains("\nnew more  PostToolUse"), "{shown}");
    assert!(shown.contains("\ntrusted plain  PostToolUse"), "{shown}");
}

#[cfg(unix)]
#[test]
fn a_script_that_is_swapped_for_a_link_is_another() {
    use crate::world::link;
    let world = trusted();
    // To a file that says the very same.
    world.write("elsewhere/one.sh", &log("one"));
    std::fs::remove_file(world.path("project/hooks/one.sh")).unwrap();
    link(
        &world.path("elsewhere/one.sh"),
        &world.path("project/hooks/one.sh"),
    );
    assert_eq!(
        fire(&world),
        [&format!("one {CHANGED}"), "two success", "plain success"]
    );
    assert_eq!(world.ran(), ["plain", "two"]);
    let told = changes(&world);
    assert_eq!(
        told,
        [r#"hooks/one.sh: is a symlink to "W/elsewhere/one.sh" now"#]
    );
    world.trust();
    assert_eq!(fire(&world)[0], "one success");
    // What it leads to counts, outside of the project, too.
    world.write("elsewhere/one.sh", &log("other"));
    assert_eq!(fire(&world)[0], format!("one {CHANGED}"));
}

#[test]
fn a_script_that_changes_between_two_events_of_a_session_is_not_run() {
    let world = trusted();
    let session = ["PostToolUse", "--tool", "Bash", "--session", "s"];
    assert_eq!(world.fire(&session)[0], "one success");
    world.write("project/hooks/one.sh", &log("evil"));
    assert_eq!(world.fire(&session)[0], format!("one {CHANGED}"));
    std::fs::remove_file(world.path("project/hooks/one.sh")).unwrap();
    assert_eq!(world.fire(&session)[0], format!("one {CHANGED}"));
    assert!(!world.ran().contains(&"evil".to_owned()));
}

/// The first of a row writes the script of the second, after both were looked
/// at.
#[test]
fn a_script_that_the_hook_before_it_has_written_is_not_run() {
    let world = World::new();
    world.write("project/second.sh", &log("second"));
    let text = json!({"hooks": {"Stop": [{"sequential": true, "hooks": [
        {"name": "first", "command": "test ! -e \"$HOME/go\" || echo 'echo evil >> \"$HOME/ran\"' > second.sh"},
        {"name": "second", "command": "sh second.sh"}]}]}});
    world.write("project/.claude/settings.json", &text.to_string());
    world.trust();
    assert_eq!(world.fire(&["Stop"]), ["first success", "second success"]);
    world.write("home/go", "");
    assert_eq!(world.fire(&["Stop"])[1], format!("second {CHANGED}"));
    assert_eq!(world.ran(), ["second"]);
}
