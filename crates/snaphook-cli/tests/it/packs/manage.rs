//! The other commands about packs: `new`, `test`, `audit`, refused sources, many packs.

use super::place::{agree, write_pack};
use crate::world::World;

#[test]
fn a_new_pack_passes_its_own_test_and_is_clean() {
    let world = World::new();
    let ran = world.snaphook(&["pack", "new", "mine"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let ran = world.snaphook(&["pack", "test", "./mine", "--coverage"]);
    assert!(
        ran.code == 0 && ran.stdout.contains("2 passed, 0 failed"),
        "{ran:?}"
    );
    let ran = world.snaphook(&["check", "--deny-warnings", "mine"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    agree(&world, &["pack", "add", "./mine"]);
    let ran = world.snaphook(&["pack", "test"]);
    assert!(ran.stdout.contains("2 passed, 0 failed"), "{ran:?}");
    // Nothing is written over.
    assert_eq!(world.snaphook(&["pack", "new", "mine"]).code, 1);
    assert_eq!(world.snaphook(&["pack", "new", "../mine"]).code, 1);
}

#[test]
fn an_audit_finds_content_that_is_known_to_be_bad() {
    let world = World::new();
    write_pack(&world, "pack");
    agree(&world, &["pack", "add", "../pack"]);
    let ran = world.snaphook(&["pack", "audit"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("unknown-rights"), "{ran:?}");
    let list = world.snaphook(&["pack", "list", "--json"]).json();
    let tree = list[0]["tree"].as_str().unwrap().to_owned();
    world.write("bad", &format!("# known\n{tree} since 2026\n"));
    let ran = world.snaphook(&["pack", "audit", "--bad-digests", "../bad"]);
    assert!(ran.code == 1 && ran.stdout.contains("known-bad"), "{ran:?}");
}

#[test]
fn a_refused_source_leaves_nothing_behind() {
    let world = World::new();
    world.write("empty/README.md", "no hooks");
    world.write(
        "out/.claude-plugin/plugin.json",
        r#"{"hooks": "../../secret.json"}"#,
    );
    write_pack(&world, "filter");
    world.write("filter/.gitattributes", "* filter=evil");
    write_pack(&world, "broken");
    world.write("broken/hooks/hooks.json", "{");
    for source in [
        "../empty",
        "../out",
        "../filter",
        "../broken",
        "../none",
        "--upload-pack=x",
        "ext::sh -c touch% x",
        "https://127.0.0.1:1/x.tar.gz",
    ] {
        let ran = world.snaphook(&["pack", "add", "--", source]);
        assert_eq!(ran.code, 1, "{source}: {ran:?}");
        assert!(
            ran.stderr.contains("error:") && ran.stderr.contains("help:"),
            "{source}: {ran:?}"
        );
        assert!(!world.path("project/snaphook.lock").exists(), "{source}");
    }
    let packs = std::fs::read_dir(world.path("state/snaphook/packs"));
    assert_eq!(packs.map_or(0, Iterator::count), 0);
}

#[test]
fn settings_of_a_folder_run_the_scripts_of_the_pack() {
    let world = World::new();
    let hooks = r#"{"permissions": {"allow": ["Bash"]}, "hooks": {"Stop": [{"hooks": [
      {"name": "x", "command": "sh \"$CLAUDE_PROJECT_DIR\"/.claude/hooks/x.sh"}]}]}}"#;
    world.write("folder/.claude/settings.json", hooks);
    world.write("folder/.claude/hooks/x.sh", "echo x >> \"$HOME/ran\"\n");
    agree(&world, &["pack", "add", "../folder", "--user"]);
    assert_eq!(world.fire(&["Stop"]), ["x success"]);
    assert_eq!(world.ran(), ["x"]);
}

#[test]
fn a_thousand_hooks_in_fifty_packs_are_listed() {
    let world = World::new();
    for number in 0..50 {
        let hooks: Vec<_> = (0..20)
            .map(|hook| serde_json::json!({"name": format!("h{number}-{hook}"), "command": "true"}))
            .collect();
        let settings = serde_json::json!({"hooks": {"Stop": [{"hooks": hooks}]}});
        world.write(
            &format!("many/p{number}/hooks/hooks.json"),
            &settings.to_string(),
        );
        let manifest = format!("{{\"name\": \"p{number}\"}}");
        world.write(
            &format!("many/p{number}/.claude-plugin/plugin.json"),
            &manifest,
        );
    }
    let add = |number: usize| {
        let source = format!("../many/p{number}");
        let digest =
            super::place::shown_digest(&world.snaphook(&["pack", "add", "--user", &source]));
        let ran = world.snaphook(&[
            "pack", "add", "--user", &source, "--yes", "--digest", &digest,
        ]);
        assert_eq!(ran.code, 0, "{ran:?}");
    };
    (0..50).for_each(add);
    let list = world.snaphook(&["list", "--json"]).json();
    assert_eq!(list.as_array().unwrap().len(), 1000);
    assert_eq!(world.snaphook(&["pack", "verify"]).code, 0);
}
