//! A worker whose script is edited.

use snaphook::prelude::*;
use std::time::Duration;

use super::*;
use crate::scopes::World;
use crate::trust::trust_all;

/// A worker in shell that answers with a word of its own.
fn script(word: &str) -> String {
    format!(
        "#!/bin/sh\nwhile read -r line; do\n\
         id=${{line#*:}}; id=${{id%%,*}}\n\
         printf '{{\"id\":%s,\"output\":{{\"systemMessage\":\"{word} %s\"}}}}\\n' \"$id\" $$\n\
         done\n"
    )
}

#[tokio::test]
async fn an_edited_script_takes_effect_at_the_next_event() {
    let (folder, file) = folder();
    let guard = file("guard.sh");
    for command in [
        "sh guard.sh",
        "cd . && exec sh \"$CLAUDE_PROJECT_DIR/guard.sh\"",
    ] {
        std::fs::write(&guard, script("one")).unwrap();
        let hook = json!({"command": command, "worker": true, "workerPool": 2});
        let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
        let engine = snaphook::Engine::builder()
            .context(snaphook::Context::from_process().project_dir(folder.path()))
            .settings_json(settings.to_string())
            .build()
            .unwrap();
        let first = answer(&engine).await;
        assert_eq!(first.0, "one");
        assert_eq!(answer(&engine).await, first);
        std::fs::write(&guard, script("two")).unwrap();
        let second = answer(&engine).await;
        assert_eq!(second.0, "two");
        until_gone_async(first.1).await;
        // Also one that is put in its place.
        std::fs::write(file("new"), script("six")).unwrap();
        std::fs::rename(file("new"), &guard).unwrap();
        assert_eq!(answer(&engine).await.0, "six");
        engine.shutdown(Duration::ZERO).await;
    }
}

async fn answer(engine: &Engine) -> (String, i32) {
    let outcome = fire(engine, told("x", "")).await;
    assert_eq!(statuses(&outcome), ["success"], "{outcome:?}");
    let (word, pid) = outcome.system_messages[0].split_once(' ').unwrap();
    (word.to_owned(), pid.parse().unwrap())
}

#[tokio::test]
async fn what_was_trusted_is_what_runs() {
    let world = World::new();
    let hook = json!({"command": "sh guard.sh", "worker": true});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    world.write("project/.claude/settings.json", &settings.to_string());
    world.write("project/guard.sh", &script("good"));
    trust_all(&world);
    let engine = crate::trust::engine(&world);
    let (word, pid) = answer(&engine).await;
    assert_eq!(word, "good");
    // The worker that runs is the good one, but a new one would not be.
    world.write("project/guard.sh", &script("evil"));
    let outcome = fire(&engine, told("x", "")).await;
    assert_eq!(statuses(&outcome), ["skipped"]);
    world.write("project/guard.sh", &script("good"));
    assert_eq!(answer(&engine).await.0, "good");
    engine.shutdown(Duration::ZERO).await;
    assert!(!is_alive(pid));
}

#[tokio::test]
async fn a_request_never_meets_a_script_it_was_not_chosen_for() {
    let (folder, file) = folder();
    let (guard, log) = (file("guard.sh"), file("log"));
    // The first one crashes, and a new one stands in its place by then.
    let crash = format!(
        "read -r line; echo one >> {0}; cp {1} {2}; exit 1\n",
        log.display(),
        file("new").display(),
        guard.display()
    );
    std::fs::write(&guard, crash).unwrap();
    let new = script("new") + &format!("# {}\n", log.display());
    std::fs::write(file("new"), new).unwrap();
    let hook = json!({"command": "sh guard.sh", "worker": true, "onFailure": "block"});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}});
    let engine = snaphook::Engine::builder()
        .context(snaphook::Context::from_process().project_dir(folder.path()))
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    let outcome = fire(&engine, told("x", "")).await;
    failed_with(
        &outcome,
        "it was not asked again, because its script has changed since",
    );
    assert!(outcome.blocked);
    assert_eq!(lines_of(&log), ["one"]);
    assert_eq!(answer(&engine).await.0, "new");
}
