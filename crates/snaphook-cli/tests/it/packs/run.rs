//! What of a pack runs, and when it does not.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use super::place::{agree, write_pack};
use crate::world::World;

const BASH: [&str; 3] = ["PreToolUse", "--tool", "Bash"];

/// The folder of the only pack in the store.
fn tree(world: &World) -> PathBuf {
    let packs = world.path("state/snaphook/packs");
    let mut entries = std::fs::read_dir(packs)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries.find(|path| path.is_dir()).unwrap().join("tree")
}

#[track_caller]
fn allow_writing(path: &PathBuf) {
    let mode = if path.is_dir() { 0o755 } else { 0o644 };
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

fn user_pack() -> World {
    let world = World::new();
    write_pack(&world, "pack");
    agree(&world, &["pack", "add", "../pack", "--user"]);
    world
}

#[test]
fn a_pack_of_the_user_runs_and_is_named_in_outcomes() {
    let world = user_pack();
    let ran = world.snaphook(&["fire", "--json", "PreToolUse", "--tool", "Bash"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    let outcome = ran.json();
    assert_eq!(outcome["blockReason"], "no");
    assert_eq!(outcome["hooks"][0]["scope"], "plugin");
    assert_eq!(outcome["hooks"][0]["plugin"], "guard");
    assert_eq!(world.ran(), ["guard"]);
    let list = world.snaphook(&["list", "--json"]).json();
    assert_eq!(list[0]["plugin"], "guard");
}

#[test]
fn packs_of_a_project_wait_for_trust() {
    let world = World::new();
    write_pack(&world, "pack");
    agree(&world, &["pack", "add", "../pack"]);
    assert_eq!(world.fire(&BASH), ["guard not trusted"]);
    assert_eq!(world.ran(), [""; 0]);
    let shown = world.snaphook(&["trust"]);
    assert!(
        shown.stdout.contains("every file of it, sha256"),
        "{shown:?}"
    );
    world.trust();
    assert_eq!(world.fire(&BASH), ["guard blocked"]);
    // Another content is another hook, though its definition is the same.
    let old = world.read("project/snaphook.lock");
    world.write("pack/guard.sh", "exit 0\n");
    agree(&world, &["pack", "update", "guard"]);
    assert_eq!(
        world.fire(&BASH),
        ["guard not trusted: what it runs has changed"]
    );
    assert_eq!(world.ran(), ["guard"]);
    // Nobody goes back to the old version, once the new one is trusted.
    let new = world.read("project/snaphook.lock");
    world.trust();
    assert_eq!(world.fire(&BASH), ["guard success"]);
    world.write("project/snaphook.lock", &old);
    assert_eq!(
        world.fire(&BASH),
        ["guard not trusted: what it runs has changed"]
    );
    // A lock that cannot be read may have had the guard that was trusted.
    world.write("project/snaphook.lock", "<<<<<<<");
    let ran = world.snaphook(&["fire", "PreToolUse", "--tool", "Bash"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    world.write("project/snaphook.lock", &new);
    assert_eq!(world.fire(&BASH), ["guard success"]);
}

#[test]
fn a_script_that_was_changed_in_the_store_does_not_run() {
    let world = user_pack();
    let script = tree(&world).join("guard.sh");
    allow_writing(&script);
    std::fs::write(&script, "exit 0\n").unwrap();
    let ran = world.snaphook(&["fire", "PreToolUse", "--tool", "Bash"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stdout.contains("is not what was locked"), "{ran:?}");
    let verified = world.snaphook(&["pack", "verify"]);
    assert_eq!(verified.code, 1, "{verified:?}");
    let frozen = world.snaphook(&["pack", "add", "--frozen", "--user"]);
    assert_eq!(frozen.code, 0, "{frozen:?}");
    assert_eq!(world.fire(&BASH), ["guard blocked"]);
    assert_eq!(world.snaphook(&["pack", "verify"]).code, 0);
}

#[test]
fn a_file_that_was_put_beside_a_script_keeps_it_from_running() {
    let world = user_pack();
    let root = tree(&world);
    allow_writing(&root);
    std::fs::write(root.join("json.py"), "evil").unwrap();
    assert_eq!(world.fire(&BASH), ["guard failed"]);
    assert_eq!(world.ran(), [""; 0]);
}

#[test]
fn hooks_that_were_changed_or_are_gone_count_as_a_failed_guard() {
    let world = user_pack();
    let hooks = tree(&world).join("hooks/hooks.json");
    allow_writing(&hooks);
    std::fs::write(&hooks, r#"{"hooks": {}}"#).unwrap();
    let ran = world.snaphook(&["fire", "PreToolUse", "--tool", "Bash"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stdout.contains("not what was locked"), "{ran:?}");
    let listing = tree(&world).parent().unwrap().join("listing");
    std::fs::remove_file(listing).unwrap();
    let ran = world.snaphook(&["fire", "PreToolUse", "--tool", "Bash"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stdout.contains("pack add --frozen"), "{ran:?}");
}

#[test]
fn a_broken_lock_of_a_project_that_nobody_trusted_blocks_nobody() {
    let world = World::new();
    world.write("project/snaphook.lock", "<<<<<<< \"guard\": true");
    let ran = world.snaphook(&["fire", "PreToolUse", "--tool", "Bash"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    // One of the user may have had a guard.
    world.write("home/.config/snaphook/snaphook.lock", "{}");
    let ran = world.snaphook(&["fire", "PreToolUse", "--tool", "Bash"]);
    assert_eq!(ran.code, 2, "{ran:?}");
}

#[test]
fn a_lock_that_tells_other_hooks_is_noticed() {
    let world = user_pack();
    let lock = "home/.config/snaphook/snaphook.lock";
    let text = world
        .read(lock)
        .replace("\"event\": \"PreToolUse\"", "\"event\": \"Stop\"");
    world.write(lock, &text);
    let ran = world.snaphook(&["pack", "verify"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("the hooks in the lock file"), "{ran:?}");
}

#[test]
fn a_pack_and_its_hooks_are_switched_off_by_name() {
    let world = user_pack();
    let pack = |args: &[&str]| {
        let ran = world.snaphook(&[&["pack"], args, &["--user"]].concat());
        assert_eq!(ran.code, 0, "{ran:?}");
    };
    pack(&["disable", "guard", "guard"]);
    assert_eq!(world.fire(&BASH), ["guard disabled"]);
    pack(&["enable", "guard", "guard"]);
    pack(&["disable", "guard"]);
    assert_eq!(world.fire(&BASH), [""; 0]);
    pack(&["enable", "guard"]);
    assert_eq!(world.fire(&BASH), ["guard blocked"]);
    pack(&["remove", "guard"]);
    assert_eq!(world.fire(&BASH), [""; 0]);
    let gc = world.snaphook(&["pack", "gc"]);
    assert!(gc.stdout.contains("removed sha256:"), "{gc:?}");
}

#[test]
fn a_pack_works_behind_the_bridge() {
    let world = user_pack();
    let project = world.path("project");
    let input = serde_json::json!({
        "hook_event_name": "PreToolUse", "session_id": "s", "transcript_path": "",
        "cwd": project.to_str().unwrap(), "tool_name": "Bash", "tool_input": {"command": "ls"},
    });
    for agent in ["claude", "codex"] {
        let mut command = world.command(&["hook", "--agent", agent]);
        let ran = crate::common::run(&mut command, &input.to_string());
        assert!(ran.stdout.contains("\"deny\""), "{agent}: {ran:?}");
    }
}

#[test]
fn settings_say_which_packs_are_accepted() {
    let world = user_pack();
    let settings = "home/.config/snaphook/settings.json";
    let with = |packs: &str| {
        world.write(settings, &format!(r#"{{"packs": {packs}}}"#));
        let hooks = world.fire(&BASH);
        let added = world.snaphook(&["pack", "add", "../pack"]);
        (hooks, added)
    };
    for packs in [
        r#"{"blocked": ["guard"]}"#,
        r#"{"allowedSources": ["github:acme/*"]}"#,
        r#"{"requireSignature": true}"#,
        r#"{"requireSignature": ["ssh:SHA256:x"]}"#,
        // What cannot be read accepts nothing.
        r#"{"allowedSources": "github:acme/*"}"#,
        "[]",
    ] {
        let (hooks, added) = with(packs);
        assert_eq!(hooks, [""; 0], "{packs}");
        assert!(
            added.stderr.contains("is not accepted"),
            "{packs}: {added:?}"
        );
        assert!(!world.path("project/snaphook.lock").exists());
    }
    let (hooks, _) = with(r#"{"allowedSources": ["*"], "requireSignature": false}"#);
    assert_eq!(hooks, ["guard blocked"]);
    // A project does not say it.
    world.write(
        "project/.snaphook/settings.json",
        r#"{"packs": {"blocked": ["guard"]}}"#,
    );
    assert_eq!(world.fire(&BASH), ["guard blocked"]);
}
