//! The store: what it keeps, what it refuses, and how it lies on the disk.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::Path;

use serde_json::{Value, json};
use snaphook_trust::{TrustError, TrustFile, TrustState, TrustStore};

use crate::common::{NOW, World, command, hook_on};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn json_of(store: &TrustFile) -> Value {
    serde_json::from_str(&fs::read_to_string(store.path()).unwrap()).unwrap()
}

/// Replaces the store's text, keeping it private.
fn overwrite(store: &TrustFile, text: &str) {
    fs::create_dir_all(store.path().parent().unwrap()).unwrap();
    fs::write(store.path(), text).unwrap();
    fs::set_permissions(store.path(), Permissions::from_mode(0o600)).unwrap();
}

#[test]
fn the_store_is_its_owners_alone() {
    let world = World::new();
    world.trust(&command("true"));
    assert_eq!(mode(world.store.path()), 0o600);
    assert_eq!(mode(world.store.path().parent().unwrap()), 0o700);
}

#[test]
fn a_store_that_is_not_there_is_empty() {
    let world = World::new();
    assert_eq!(world.trust_state(&command("true")), TrustState::Unknown);
    assert_eq!(world.store.problem(), None);
    assert_eq!(world.store.list().unwrap(), []);
    assert_eq!(world.store.revoke_all(&world.project).unwrap(), []);
    assert!(!world.store.path().parent().unwrap().exists());
}

#[test]
fn what_is_trusted_can_be_listed() {
    let world = World::with_guard();
    let hook = hook_on("Stop", None, command("./guard.sh").handler);
    world.trust(&hook);
    world.trust(&command("true"));
    let list = world.store.list().unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(list[0].project, world.project);
    let record = &list[0].hooks[0];
    assert_eq!(record.id, hook.id.as_str());
    assert_eq!(record.name, "./guard.sh");
    assert_eq!(record.event, "Stop");
    assert_eq!(record.trusted_at, NOW);
    assert_eq!(record.definition.text("command"), Some("./guard.sh"));
    assert_eq!(record.scripts, world.scripts(&hook));
    assert_eq!(record.digest, world.evidence(&hook).digest());
    assert_eq!(list[0].hooks[1].name, "true");
}

#[test]
fn trust_can_be_taken_back() {
    let world = World::new();
    let hooks = [command("a"), command("b"), command("c")];
    hooks.iter().for_each(|hook| world.trust(hook));
    let revoked = world
        .store
        .revoke(&world.project, |record| record.name == "b")
        .unwrap();
    assert_eq!(revoked.len(), 1);
    let trusted = hooks.each_ref().map(|hook| world.trusts(hook));
    assert_eq!(trusted, [true, false, true]);
    assert_eq!(world.trust_state(&hooks[1]), TrustState::Unknown);
    assert_eq!(world.store.revoke_all(&world.project).unwrap().len(), 2);
    assert!(hooks.iter().all(|hook| !world.trusts(hook)));
    assert_eq!(world.store.list().unwrap(), []);
}

#[test]
fn projects_are_kept_apart() {
    let world = World::new();
    let hook = command("true");
    world.trust(&hook);
    let evidence = world.evidence(&hook);
    let elsewhere = world.store.trust_state(&world.home, &hook, &evidence);
    assert_eq!(elsewhere, TrustState::Unknown);
    assert_eq!(world.store.revoke_all(&world.home).unwrap(), []);
    assert!(world.trusts(&hook));
}

#[test]
fn trust_in_a_project_that_is_gone_can_be_taken_back() {
    let world = World::new();
    world.trust(&command("true"));
    fs::remove_dir(&world.project).unwrap();
    assert_eq!(world.store.revoke_all(&world.project).unwrap().len(), 1);
}

#[test]
fn trusting_again_replaces_what_the_scripts_were() {
    let world = World::with_guard();
    let hook = command("./guard.sh");
    world.trust(&hook);
    world.write("guard.sh", "exit 1\n");
    world.trust(&hook);
    assert_eq!(world.store.list().unwrap()[0].hooks.len(), 1);
    world.write("guard.sh", "exit 0\n");
    assert!(!world.trusts(&hook));
}

#[test]
fn all_are_trusted_or_none() {
    let world = World::new();
    world.link("loop.sh", "loop.sh");
    let (good, bad) = (command("true"), command("./loop.sh"));
    let evidence = [&good, &bad].map(|hook| world.evidence(hook));
    let hooks = [(&good, &evidence[0]), (&bad, &evidence[1])];
    let error = world.store.trust(&world.project, &hooks, NOW).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the hook `./loop.sh` cannot be trusted: loop.sh: ")
    );
    assert!(!world.trusts(&good));
}

#[test]
fn a_damaged_store_trusts_nothing_and_is_left_alone() {
    let world = World::new();
    let hook = command("true");
    world.trust(&hook);
    let whole = fs::read_to_string(world.store.path()).unwrap();
    for text in ["", "{", &whole[..whole.len() / 2], "[]", "\u{feff}{}"] {
        overwrite(&world.store, text);
        assert_eq!(world.trust_state(&hook), TrustState::Unknown);
        let problem = world.store.problem().unwrap();
        assert!(problem.contains("move it away"), "{problem}");
        let evidence = world.evidence(&hook);
        let hooks = [(&hook, &evidence)];
        let error = world.store.trust(&world.project, &hooks, NOW).unwrap_err();
        assert!(matches!(error, TrustError::Corrupt { .. }), "{error}");
        let error = world.store.revoke_all(&world.project).unwrap_err();
        assert!(matches!(error, TrustError::Corrupt { .. }), "{error}");
        assert!(world.store.list().is_err());
        assert_eq!(fs::read_to_string(world.store.path()).unwrap(), text);
    }
    overwrite(&world.store, &whole);
    assert!(world.trusts(&hook));
}

#[test]
fn a_store_of_a_newer_release_is_left_alone() {
    let world = World::new();
    let hook = command("true");
    world.trust(&hook);
    let mut newer = json_of(&world.store);
    newer["version"] = json!(2);
    overwrite(&world.store, &newer.to_string());
    assert!(!world.trusts(&hook));
    assert!(world.store.problem().unwrap().contains("update snaphook"));
    let evidence = world.evidence(&hook);
    let hooks = [(&hook, &evidence)];
    let error = world.store.trust(&world.project, &hooks, NOW).unwrap_err();
    assert!(matches!(error, TrustError::Newer { version: 2, .. }));
    assert_eq!(json_of(&world.store), newer);
}

#[test]
fn unknown_fields_are_kept() {
    let world = World::with_guard();
    let hook = command("./guard.sh");
    world.trust(&hook);
    let mut known = json_of(&world.store);
    let project = world.project.to_str().unwrap();
    known["more"] = json!({"a": 1});
    known["projects"][project]["note"] = json!("mine");
    known["projects"][project]["hooks"][0]["by"] = json!("me");
    known["projects"][project]["hooks"][0]["scripts"][0]["lines"] = json!(1);
    overwrite(&world.store, &known.to_string());
    assert!(world.trusts(&hook));
    world.trust(&command("true"));
    let mut after = json_of(&world.store);
    let hooks = after["projects"][project]["hooks"].as_array_mut().unwrap();
    assert_eq!(hooks.pop().unwrap()["name"], "true");
    assert_eq!(after, known);
}

#[test]
fn a_store_that_others_may_write_is_refused() {
    let world = World::new();
    let hook = command("true");
    world.trust(&hook);
    let file = world.store.path();
    let folder = file.parent().unwrap();
    for (path, exposed, usual) in [
        (file, 0o620, 0o600),
        (file, 0o602, 0o600),
        (folder, 0o707, 0o700),
    ] {
        fs::set_permissions(path, Permissions::from_mode(exposed)).unwrap();
        assert!(!world.trusts(&hook));
        let problem = world.store.problem().unwrap();
        assert!(problem.contains("chmod"), "{problem}");
        let error = world.store.revoke_all(&world.project).unwrap_err();
        assert!(matches!(error, TrustError::Exposed { .. }), "{error}");
        fs::set_permissions(path, Permissions::from_mode(usual)).unwrap();
        assert!(world.trusts(&hook));
    }
    // Readers do no harm.
    fs::set_permissions(file, Permissions::from_mode(0o644)).unwrap();
    assert!(world.trusts(&hook));
}

#[test]
fn a_store_of_somebody_else_is_refused() {
    let world = World::new();
    let hook = command("true");
    world.trust(&hook);
    // Only root can give a file away, so only root can try this.
    if chown(world.store.path(), Some(12345), None).is_ok() {
        assert!(!world.trusts(&hook));
        let problem = world.store.problem().unwrap();
        assert!(problem.contains("belongs to user 12345"), "{problem}");
    }
}

#[test]
fn a_store_that_is_no_file_is_refused() {
    let world = World::new();
    fs::create_dir_all(world.store.path()).unwrap();
    assert!(world.store.problem().is_some());
    let hook = command("true");
    let evidence = world.evidence(&hook);
    let hooks = [(&hook, &evidence)];
    assert!(world.store.trust(&world.project, &hooks, NOW).is_err());
}

#[test]
fn a_store_behind_a_link_is_written_where_it_is() {
    let world = World::new();
    let real = world.home.join("trust.json");
    fs::create_dir_all(world.store.path().parent().unwrap()).unwrap();
    symlink(&real, world.store.path()).unwrap();
    // A link to nothing is not a store that is not there.
    assert!(world.store.problem().is_some());
    overwrite(&TrustFile::new(&real), r#"{"version": 1, "projects": {}}"#);
    world.trust(&command("true"));
    assert!(world.trusts(&command("true")));
    assert!(
        fs::symlink_metadata(world.store.path())
            .unwrap()
            .is_symlink()
    );
    assert_eq!(mode(&real), 0o600);
}
