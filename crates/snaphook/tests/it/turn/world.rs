//! Folders, files and worktrees.

use std::path::Path;

use serde_json::json;
use snaphook::turn::{AgentHooks, WorktreeCreation, WorktreeRemoval};
use snaphook::{Answer, FunctionHook};

use super::{answering, common, input, saying, specific, watched};
use crate::common::{builder, fake_with};

#[tokio::test]
async fn after_a_change_of_the_folder_every_input_has_the_new_one() {
    let (mut hooks, seen) = watched(builder());
    let old = common().cwd;
    hooks.cwd_changed("/").await;
    assert_eq!(
        seen.one(),
        input(
            "CwdChanged",
            json!({"cwd": "/", "old_cwd": old, "new_cwd": "/"})
        )
    );
    hooks.turn_start().await;
    hooks
        .gate()
        .execute("Read", json!({}), crate::gate::echo)
        .await;
    assert!(seen.take().iter().all(|fired| fired["cwd"] == "/"));
}

#[tokio::test]
async fn hooks_say_what_to_watch_from_now_on() {
    let mut hooks = saying(
        "CwdChanged",
        &specific("CwdChanged", json!({"watchPaths": ["/w"]})),
    );
    let watching = hooks.cwd_changed("/").await.watch_paths;
    assert_eq!(watching.as_deref(), Some(&["/w".to_owned()][..]));
    assert_eq!(hooks.session().watched(), ["/w"]);

    let hooks = saying(
        "FileChanged",
        &specific("FileChanged", json!({"watchPaths": []})),
    );
    let watching = hooks.file_changed("/w/.envrc", "change").await.watch_paths;
    assert_eq!(watching, Some(Vec::new()), "an empty list watches none");

    let (hooks, _) = watched(builder());
    assert_eq!(
        hooks.file_changed("/w/.envrc", "add").await.watch_paths,
        None
    );
}

fn making(steps: &[&str]) -> AgentHooks {
    let hook = fake_with(steps, json!({"name": "maker"}));
    let settings = json!({"hooks": {"WorktreeCreate": [{"hooks": [hook]}]}});
    watched(builder().settings_json(settings.to_string())).0
}

async fn failed(hooks: &AgentHooks) -> (String, Vec<String>) {
    match hooks.worktree_create("feature").await {
        WorktreeCreation::Failed(reason, messages) => (reason, messages.texts_for_user),
        other => panic!("it cannot have been made: {other:?}"),
    }
}

#[tokio::test]
async fn a_worktree_is_where_a_hook_made_it() {
    for (said, expected) in [
        ("say:/trees/feature", Path::new("/trees/feature").to_owned()),
        (
            "say:cloning…\ntrees/feature",
            std::env::temp_dir().join("trees/feature"),
        ),
    ] {
        let WorktreeCreation::At(path, _) = making(&[said]).worktree_create("feature").await else {
            panic!("a hook made it");
        };
        assert_eq!(path, expected);
    }
}

#[tokio::test]
async fn a_worktree_that_no_hook_makes_is_the_hosts_to_make() {
    // Somebody who only looks on makes none, and was not asked to.
    let (hooks, seen) = watched(builder());
    assert!(matches!(
        hooks.worktree_create("feature").await,
        WorktreeCreation::ByHost
    ));
    assert!(matches!(
        hooks.worktree_remove("/trees/feature").await,
        WorktreeRemoval::ByHost
    ));
    assert_eq!(seen.take().len(), 2);
}

#[tokio::test]
async fn a_worktree_that_a_hook_did_not_make_has_failed() {
    let (reason, user) = failed(&making(&["warn:disk full", "exit:1"])).await;
    assert!(reason.contains("disk full"), "{reason}");
    assert_eq!(user.len(), 1);
    let (reason, _) = failed(&making(&["read"])).await;
    assert_eq!(reason, "no hook gave the path of the worktree");
    let (reason, _) = failed(&answering("WorktreeCreate", Answer::block("no"))).await;
    assert_eq!(reason, "no");
}

#[tokio::test]
async fn a_worktree_is_gone_when_a_hook_removed_it() {
    let hooks = answering("WorktreeRemove", Answer::default());
    let removed = hooks.worktree_remove("/nowhere").await;
    assert!(matches!(removed, WorktreeRemoval::Gone(_)));

    let hooks = answering("WorktreeRemove", Answer::block("in use"));
    let folder = tempfile::tempdir().unwrap();
    let still_there = folder.path().to_string_lossy();
    let WorktreeRemoval::Failed(reason, messages) = hooks.worktree_remove(&still_there).await
    else {
        panic!("it is still there");
    };
    assert_eq!(reason, "in use");
    assert_eq!(messages.texts_for_user.len(), 1);
    // It is gone all the same, whatever the hook says.
    let removed = hooks.worktree_remove("/nowhere").await;
    assert!(matches!(removed, WorktreeRemoval::Gone(_)));
}

#[tokio::test]
async fn one_who_looks_on_may_still_take_part() {
    let maker = FunctionHook::new("WorktreeCreate", "maker", |_| async {
        let mut answer = Answer::default();
        answer.worktree_path = Some("/made".to_owned());
        answer
    });
    let engine = builder().function(maker.internal()).build().unwrap();
    let hooks = AgentHooks::new(&engine, common());
    let created = hooks.worktree_create("feature").await;
    assert!(matches!(created, WorktreeCreation::At(path, _) if path == Path::new("/made")));
}
