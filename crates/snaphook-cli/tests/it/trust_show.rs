//! `snaphook trust`: what it does not cover, and the text of scripts.

use crate::world::{World, hooks};

const SETTINGS: &str = "project/.claude/settings.json";

fn world(command: &str) -> World {
    let world = World::new();
    world.write(SETTINGS, &hooks("Stop", &[("guard", command)]));
    world
}

#[test]
fn what_trust_does_not_cover_is_told_for_each_hook() {
    let world = world("make lint && node hooks");
    world.write("project/hooks/index.js", "");
    world.write("project/hooks/node_modules/x/index.js", "");
    let ran = world.snaphook(&["trust"]);
    for line in [
        "  script  hooks/index.js  sha256 ",
        "  not covered: runs `make lint`: the Makefile is not checked\n",
        "  not covered: runs `node hooks`: the files of the folder hooks/node_modules are not checked\n",
    ] {
        assert!(ran.stdout.contains(line), "{ran:?}");
    }
    let json = world.snaphook(&["trust", "--json"]).json();
    let told = json["hooks"][0]["evidence"]["uncovered"]
        .as_array()
        .unwrap();
    assert_eq!(told.len(), 2, "{json}");
}

#[test]
fn the_text_of_a_script_is_shown_with_what_changed_since_it_was_trusted() {
    let world = world("sh hooks/guard.sh && sh hooks/other.sh");
    let path = "project/hooks/guard.sh";
    world.write(path, "exit 0\n");
    world.write("project/hooks/other.sh", "exit 0\n");
    let ran = world.snaphook(&["trust", "--show", "--yes"]);
    assert!(ran.stdout.contains("\n        | exit 0\n"), "{ran:?}");
    assert!(!world.snaphook(&["trust"]).stdout.contains("| exit 0"));
    let hidden = format!("true{}; rm x\u{2800}\r\nexit 0\n", " ".repeat(99));
    world.write(path, &hidden);
    let ran = world.snaphook(&["trust", "--show", "./hooks/guard.sh"]);
    let shown = "\n          (- as it was trusted, + as it is now)\n        + true\\u{20}×99; rm x\\u{2800}\\r\n        | exit 0\n";
    assert!(ran.stdout.contains(shown), "{ran:?}");
    let other = ran.stdout.split("hooks/other.sh").last().unwrap();
    assert!(!other.contains("| exit 0"), "{ran:?}");
    let json = world
        .snaphook(&["trust", "--show", "guard", "--json"])
        .json();
    assert_eq!(json["hooks"][0]["texts"][0]["trustedBefore"], "exit 0\n");
    assert_eq!(json["hooks"][0]["texts"][0]["text"], hidden);
    let ran = world.snaphook(&["trust", "--show", "hooks/none.sh"]);
    assert_eq!(ran.code, 1, "{ran:?}");
}

#[test]
fn what_was_trusted_is_kept_as_long_as_its_record() {
    let world = world("sh guard.sh");
    let texts = world.path("state/snaphook/scripts/texts");
    let count = || std::fs::read_dir(&texts).unwrap().count();
    world.write("project/guard.sh", "exit 0\n");
    world.trust();
    assert_eq!(count(), 1);
    world.write("project/guard.sh", "exit 1\n");
    world.trust();
    assert_eq!(count(), 1);
    world.snaphook(&["trust", "--revoke"]);
    assert_eq!(count(), 0);
}

#[test]
fn a_fired_hook_runs_a_private_copy() {
    let world = world("sh guard.sh");
    world.write("project/guard.sh", "exit 0\n");
    world.trust();
    assert_eq!(world.fire(&["Stop"]), ["guard success"]);
    let copies = world.path("state/snaphook/scripts/copies");
    let copy = std::fs::read_dir(copies).unwrap().next().unwrap().unwrap();
    let text = std::fs::read_to_string(copy.path().join("guard.sh")).unwrap();
    assert_eq!(text, "exit 0\n");
}
