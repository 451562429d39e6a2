//! What counts of a file that changed.

use std::io::Write;
use std::path::Path;

use snaphook::hook::Scope;
use snaphook::{FileChange, TrustPolicy};

use super::{MANAGED, PROJECT, USER, builder, engine, fates, names, reload, said, saying};
use crate::common::folder;
use crate::scopes::World;
use crate::trust;

#[tokio::test]
async fn a_changed_file_is_put_in_and_told_of() {
    let world = World::new();
    world.write(USER, &saying(&["old", "both"]));
    let engine = engine(&world);
    let mut changes = engine.settings_changes();
    assert!(!reload(&engine).await.is_news());
    world.write(USER, &saying(&["both", "new"]));
    let reloaded = reload(&engine).await;
    assert!(reloaded.swapped);
    assert_eq!(fates(&reloaded), [("settings.json".into(), "taken")]);
    assert_eq!(reloaded.files[0].change, FileChange::Changed);
    assert_eq!(names(&reloaded.added), ["new"]);
    assert_eq!(names(&reloaded.removed), ["old"]);
    assert!(reloaded.changed.is_empty());
    assert_eq!(said(&engine).await, ["both", "new"]);
    assert_eq!(names(&changes.try_recv().unwrap().added), ["new"]);
    assert!(changes.try_recv().is_err());
}

#[tokio::test]
async fn files_come_and_go_in_every_format() {
    let world = World::new();
    let engine = engine(&world);
    world.write("project/.snaphook/settings.local.yaml", &saying(&["local"]));
    world.write(USER, &saying(&["user"]));
    let reloaded = reload(&engine).await;
    let expected = [("settings.json", "taken"), ("settings.local.yaml", "taken")];
    assert_eq!(fates(&reloaded), expected.map(|(a, b)| (a.to_owned(), b)));
    assert_eq!(reloaded.files[1].scope, Scope::Local);
    assert_eq!(reloaded.files[1].change, FileChange::Added);
    assert_eq!(said(&engine).await, ["user", "local"]);
    std::fs::remove_dir_all(world.path("project/.snaphook")).unwrap();
    let reloaded = reload(&engine).await;
    assert_eq!(reloaded.files[0].change, FileChange::Removed);
    assert_eq!(said(&engine).await, ["user"]);
}

#[tokio::test]
async fn a_broken_edit_keeps_what_counted_and_is_told_once() {
    let world = World::new();
    world.write(USER, &saying(&["good"]));
    let engine = engine(&world);
    for broken in ["", "{ \"hooks\": ", "[]", "\u{0}"] {
        world.write(USER, broken);
        world.write(PROJECT, &saying(&[broken.trim(), "beside"]));
        let reloaded = reload(&engine).await;
        let expected = [
            ("settings.json".to_owned(), "broken"),
            ("settings.json".into(), "taken"),
        ];
        assert_eq!(fates(&reloaded), expected, "{broken:?}");
        assert_eq!(said(&engine).await[0], "good");
        assert!(said(&engine).await.contains(&"beside".to_owned()));
        let told = engine.diagnostics();
        let told: Vec<_> = told.iter().filter(|d| d.code == "settings-kept").collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(!reload(&engine).await.is_news());
    }
    // As it was: nothing is wrong any more, and nothing has changed.
    world.write(USER, &saying(&["good"]));
    let reloaded = reload(&engine).await;
    assert!(reloaded.files.is_empty(), "{:?}", reloaded.files);
    assert!(reloaded.swapped);
    assert!(engine.diagnostics().is_empty());
}

#[tokio::test]
async fn a_file_that_was_never_good_costs_itself() {
    let world = World::new();
    world.write(USER, "{");
    let engine = engine(&world);
    assert_eq!(engine.load_errors().len(), 1);
    world.write(USER, "{ \"hooks\"");
    let reloaded = reload(&engine).await;
    assert_eq!(fates(&reloaded), [("settings.json".into(), "broken")]);
    assert_eq!(engine.load_errors().len(), 1);
    world.write(USER, &saying(&["good"]));
    reload(&engine).await;
    assert_eq!(said(&engine).await, ["good"]);
    assert!(engine.load_errors().is_empty());
}

#[tokio::test]
async fn a_new_file_that_is_broken_counts_for_nothing() {
    let world = World::new();
    let engine = engine(&world);
    world.write(USER, "{");
    assert_eq!(
        fates(&reload(&engine).await),
        [("settings.json".into(), "broken")]
    );
    std::fs::remove_file(world.path(USER)).unwrap();
    let reloaded = reload(&engine).await;
    assert!(reloaded.files.is_empty());
    assert!(engine.diagnostics().is_empty());
}

#[tokio::test]
async fn a_bad_entry_costs_itself_and_a_guard_stays_and_fails() {
    let world = World::new();
    world.write(USER, &saying(&["good"]));
    let engine = engine(&world);
    world.write(
        USER,
        r#"{"hooks": {
            "Notification": [{"hooks": [{"command": 7}, {"command": "true", "name": "fine"}]}],
            "PreToolUse": [{"hooks": [{"type": "nonsense", "onFailure": "block"}]}]
        }}"#,
    );
    let reloaded = reload(&engine).await;
    assert_eq!(fates(&reloaded), [("settings.json".into(), "taken")]);
    assert!(!reloaded.diagnostics.is_empty());
    assert!(names(&reloaded.added).contains(&"fine"));
    let outcome = crate::common::fire(&engine, crate::common::call(1)).await;
    assert!(outcome.blocked);
}

#[tokio::test]
async fn managed_settings_that_break_stay_in_force() {
    let world = World::new();
    world.write(MANAGED, &saying(&["managed"]));
    world.write(
        "etc/snaphook/managed-settings.d/a.json",
        &saying(&["dropped in"]),
    );
    let engine = engine(&world);
    world.write(MANAGED, "{");
    let reloaded = reload(&engine).await;
    assert_eq!(
        fates(&reloaded),
        [("managed-settings.json".into(), "broken")]
    );
    // A folder that cannot be listed may hold anything.
    let folder = world.path("etc/snaphook/managed-settings.d");
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "").unwrap();
    let reloaded = reload(&engine).await;
    assert_eq!(fates(&reloaded), [("a.json".into(), "broken")]);
    assert_eq!(said(&engine).await, ["managed", "dropped in"]);
    assert_eq!(engine.diagnostics().len(), 2);
    // Gone is not broken.
    std::fs::remove_file(&folder).unwrap();
    std::fs::remove_file(world.path(MANAGED)).unwrap();
    reload(&engine).await;
    assert!(said(&engine).await.is_empty());
    assert!(engine.diagnostics().is_empty());
}

#[tokio::test]
async fn a_named_file_that_is_gone_still_counts() {
    let (_kept, file) = folder();
    std::fs::write(file("a.json"), saying(&["named"])).unwrap();
    let engine = crate::common::builder()
        .settings_file(file("a.json"))
        .build()
        .unwrap();
    std::fs::remove_file(file("a.json")).unwrap();
    assert_eq!(fates(&reload(&engine).await), [("a.json".into(), "broken")]);
    assert_eq!(said(&engine).await, ["named"]);
    std::fs::write(file("b.json"), saying(&["renamed over"])).unwrap();
    std::fs::rename(file("b.json"), file("a.json")).unwrap();
    assert_eq!(fates(&reload(&engine).await), [("a.json".into(), "taken")]);
    assert_eq!(said(&engine).await, ["renamed over"]);
}

#[tokio::test]
async fn a_pipe_is_read_once() {
    let (_kept, file) = folder();
    let made = std::process::Command::new("mkfifo")
        .arg(file("pipe"))
        .status();
    assert!(made.unwrap().success());
    let path = file("pipe");
    let writer = std::thread::spawn(move || {
        let mut pipe = std::fs::OpenOptions::new().write(true).open(path).unwrap();
        pipe.write_all(saying(&["piped"]).as_bytes()).unwrap();
    });
    let engine = crate::common::builder()
        .settings_file(file("pipe"))
        .build()
        .unwrap();
    writer.join().unwrap();
    for _ in 0..2 {
        assert!(!reload(&engine).await.is_news());
        assert_eq!(said(&engine).await, ["piped"]);
    }
}

#[tokio::test]
async fn what_changed_in_a_project_needs_trust_anew() {
    let world = World::new();
    world.write(PROJECT, &saying(&["trusted"]));
    trust::trust_all(&world);
    let engine = trust::engine(&world);
    assert_eq!(said(&engine).await, ["trusted"]);
    world.write(PROJECT, &saying(&["trusted", "smuggled in"]));
    let reloaded = reload(&engine).await;
    assert!(!reloaded.added[0].trusted);
    assert_eq!(said(&engine).await, ["trusted"]);
    // No file of the settings changes when somebody trusts what is there.
    trust::trust_all(&world);
    let reloaded = reload(&engine).await;
    assert!(reloaded.swapped && reloaded.files.is_empty());
    assert_eq!(names(&reloaded.changed), ["smuggled in"]);
    assert_eq!(said(&engine).await, ["trusted", "smuggled in"]);
}

#[tokio::test]
async fn plugins_follow_the_settings() {
    let world = World::new();
    world.write(
        "home/.claude/plugins/p/hooks/hooks.json",
        &saying(&["plugin"]),
    );
    let engine = builder(&world).trust(TrustPolicy::All).build().unwrap();
    assert_eq!(said(&engine).await, ["plugin"]);
    world.write(USER, r#"{"enabledPlugins": {"p": false}}"#);
    let reloaded = reload(&engine).await;
    assert_eq!(fates(&reloaded), [("settings.json".into(), "taken")]);
    assert_eq!(names(&reloaded.removed), ["plugin"]);
    std::fs::remove_file(world.path(USER)).unwrap();
    let reloaded = reload(&engine).await;
    assert_eq!(fates(&reloaded), [("settings.json".into(), "taken")]);
    assert_eq!(said(&engine).await, ["plugin"]);
    world.write(
        "home/.claude/plugins/p/hooks/hooks.json",
        &saying(&["newer"]),
    );
    let reloaded = reload(&engine).await;
    assert_eq!(fates(&reloaded), [("hooks.json".into(), "taken")]);
    assert_eq!(reloaded.files[0].scope, Scope::Plugin);
    assert!(Path::new(&reloaded.files[0].path).is_absolute());
}

#[tokio::test]
async fn other_options_of_a_hook_are_a_change_and_another_line_is_none() {
    let world = World::new();
    let hook = |options: &str| {
        format!(r#"{{"hooks": {{"Stop": [{{"hooks": [{{"command": "true"{options}}}]}}]}}}}"#)
    };
    world.write(USER, &hook(""));
    let engine = engine(&world);
    world.write(USER, &format!("\n\n{}", hook("")));
    let reloaded = reload(&engine).await;
    assert!(reloaded.swapped);
    assert!(reloaded.changed.is_empty() && reloaded.added.is_empty());
    assert_eq!(engine.configured()[0].source.line, Some(3));
    world.write(USER, &hook(r#", "timeout": 3"#));
    let reloaded = reload(&engine).await;
    assert_eq!(names(&reloaded.changed), ["true"]);
}
