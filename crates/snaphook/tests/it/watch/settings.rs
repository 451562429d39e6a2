//! Settings that are reloaded by themselves.

use snaphook::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use snaphook::input::CommonFields;
use snaphook::watch::WatchEvent;
use snaphook::{Answer, FunctionHook, ReloadReport};

use super::{next, until, watch};
use crate::common::HANG;
use crate::reload::{
    MANAGED, PROJECT, ReloadQuestions, USER, builder, engine, fates, guard, said, saying, take,
};
use crate::scopes::World;
use crate::trust;

async fn reloaded(events: &mut tokio::sync::broadcast::Receiver<WatchEvent>) -> Arc<ReloadReport> {
    loop {
        match next(events).await {
            WatchEvent::Settings(reloaded) => return reloaded,
            WatchEvent::Watched { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Waits until this became of a file. A busy machine may look while it is being
/// written, and find it broken first.
async fn until_fate(
    events: &mut tokio::sync::broadcast::Receiver<WatchEvent>,
    wanted: &str,
) -> Arc<ReloadReport> {
    loop {
        let told = reloaded(events).await;
        match fates(&told).as_slice() {
            [(_, fate)] if *fate == wanted => return told,
            [(_, "broken")] => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn every_way_to_change_a_file_is_noticed() {
    let world = World::new();
    world.write(USER, &saying(&["zero"]));
    let engine = engine(&world);
    let (_watching, mut events) = watch(&engine).await;
    // In place.
    world.write(USER, &saying(&["one"]));
    until("one", async || said(&engine).await == ["one"]).await;
    // By rename.
    world.write("home/.claude/settings.json.tmp", &saying(&["two"]));
    std::fs::rename(
        world.path("home/.claude/settings.json.tmp"),
        world.path(USER),
    )
    .unwrap();
    until("two", async || said(&engine).await == ["two"]).await;
    // Broken: the last good state stays.
    world.write(USER, "{ \"hooks\": {");
    loop {
        let told = reloaded(&mut events).await;
        let told = fates(&told);
        if told == [("settings.json".to_owned(), "broken")] {
            break;
        }
    }
    assert_eq!(said(&engine).await, ["two"]);
    // Gone, with its folder.
    std::fs::remove_dir_all(world.path("home")).unwrap();
    until("nothing", async || said(&engine).await.is_empty()).await;
    // Back, in folders that are new; and in another format.
    world.write("home/.claude/settings.yaml", &saying(&["three"]));
    until("three", async || said(&engine).await == ["three"]).await;
}

#[tokio::test]
async fn files_that_nobody_had_are_found() {
    let world = World::new();
    let engine = engine(&world);
    let (_watching, _events) = watch(&engine).await;
    let files = [
        "etc/claude-code/managed-settings.json",
        "etc/snaphook/managed-settings.d/10-team.json",
        USER,
        PROJECT,
        "project/.snaphook/settings.local.json",
        "home/.claude/plugins/p/hooks/hooks.json",
    ];
    for (number, file) in files.iter().enumerate() {
        world.write(file, &saying(&[file]));
        until(file, async || said(&engine).await.len() == number + 1).await;
    }
    let skill = "---\nname: s\nhooks: {\"Stop\": []}\n---\n";
    world.write("project/.claude/skills/s/SKILL.md", skill);
    until("the skill", async || engine.skills().len() == 1).await;
    for (number, file) in files.iter().enumerate() {
        std::fs::remove_file(world.path(file)).unwrap();
        let left = files.len() - number - 1;
        until(file, async || said(&engine).await.len() == left).await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn settings_behind_links_are_followed() {
    let world = World::new();
    world.write("dotfiles/settings.json", &saying(&["one"]));
    world.write("home/.claude/x", "");
    std::os::unix::fs::symlink(world.path("dotfiles/settings.json"), world.path(USER)).unwrap();
    let engine = engine(&world);
    let (_watching, _events) = watch(&engine).await;
    world.write("dotfiles/settings.json", &saying(&["two"]));
    until("two", async || said(&engine).await == ["two"]).await;
}

#[tokio::test]
async fn a_burst_is_asked_about_once_and_a_touch_not_at_all() {
    let world = World::new();
    world.write(USER, "{}");
    let asked = ReloadQuestions::default();
    let engine = builder(&world)
        .function(guard(&asked, |_| None))
        .build()
        .unwrap();
    let mut options = snaphook::watch::WatchOptions::default();
    options.quiet = std::time::Duration::from_secs(1);
    options.longest = HANG;
    let watching = engine.watch_with(options).unwrap();
    let mut events = watching.events();
    watching.until_ready().await;
    for number in 0..20 {
        world.write(USER, &saying(&[&number.to_string()]));
    }
    let told = reloaded(&mut events).await;
    assert!(told.swapped);
    assert_eq!(take(&asked).len(), 1);
    assert_eq!(said(&engine).await, ["19"]);
    // The same bytes: nobody is asked. Then something else, to have an end.
    world.write(USER, &saying(&["19"]));
    world.write(PROJECT, &saying(&["project"]));
    let told = reloaded(&mut events).await;
    assert_eq!(told.files.len(), 1);
    assert_eq!(take(&asked).len(), 1);
}

#[tokio::test]
async fn a_block_keeps_the_old_settings_and_managed_ones_cannot_be_blocked() {
    let world = World::new();
    world.write(USER, &saying(&["user"]));
    let asked = ReloadQuestions::default();
    let engine = builder(&world)
        .function(guard(&asked, |_| Some(Answer::block("no changes today"))))
        .build()
        .unwrap();
    let (_watching, mut events) = watch(&engine).await;
    world.write(USER, &saying(&["changed"]));
    until_fate(&mut events, "blocked").await;
    assert_eq!(said(&engine).await, ["user"]);
    world.write(MANAGED, &saying(&["managed"]));
    until("managed", async || {
        said(&engine).await == ["managed", "user"]
    })
    .await;
}

#[tokio::test]
async fn whoever_trusts_a_hook_sees_it_run() {
    let world = World::new();
    world.write(PROJECT, &saying(&["project"]));
    let engine = trust::engine(&world);
    let (_watching, _events) = watch(&engine).await;
    assert!(said(&engine).await.is_empty());
    trust::trust_all(&world);
    until("trust", async || said(&engine).await == ["project"]).await;
}

#[tokio::test]
async fn config_change_is_fired_in_the_oldest_session() {
    let world = World::new();
    let engine = engine(&world);
    let (watching, mut events) = watch(&engine).await;
    let asked = Arc::new(AtomicUsize::new(0));
    let session = |id: &str, answer: Option<&'static str>| {
        let session = engine.session(id);
        let asked = Arc::clone(&asked);
        session.add_function_unchecked(FunctionHook::new("ConfigChange", "mine", move |call| {
            assert_eq!(
                call.input.fields().text("session_id").as_deref(),
                Some("old")
            );
            asked.fetch_add(1, Ordering::SeqCst);
            async move { answer.map(Answer::block) }
        }));
        let common = CommonFields::new(id, world.project().to_string_lossy());
        watching.session(&session, common)
    };
    let old = session("old", Some("not in my session"));
    let _young = session("young", Some("never asked"));
    world.write(USER, &saying(&["user"]));
    until_fate(&mut events, "blocked").await;
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    drop(old);
}

#[tokio::test]
async fn a_reload_by_hand_is_told_too_and_nothing_after_the_end() {
    let world = World::new();
    let engine = engine(&world);
    let (watching, mut events) = watch(&engine).await;
    world.write(USER, &saying(&["user"]));
    engine.reload().await;
    assert!(reloaded(&mut events).await.swapped);
    drop(watching);
    let closed = async { while events.recv().await.is_ok() {} };
    tokio::time::timeout(HANG, closed)
        .await
        .expect("it goes on");
    world.write(USER, &saying(&["nobody looks"]));
    assert_eq!(said(&engine).await, ["user"]);
}

/// As the flood of reloads, with nobody but the watcher to load anything.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_thousand_events_while_the_file_is_rewritten_a_hundred_times() {
    let world = World::new();
    let numbered = |number: usize| {
        let mark = |how: &str| json!({"type": "builtin", "command": "mark", "args": [number.to_string(), how]});
        json!({"hooks": {"PreToolUse": [
            {"hooks": [mark("one"), mark("two")]},
            {"sequential": true, "hooks": [mark("slow"), mark("three")]},
        ]}})
        .to_string()
    };
    world.write("named.json", &numbered(0));
    let builtins = snaphook::Builtins::default();
    let mark = snaphook::BuiltinFunction::new(|call: snaphook::BuiltinCall| async move {
        if call.args[1] == "slow" {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        Ok::<_, snaphook::BuiltinError>(Answer::context(call.args[0].clone()))
    });
    builtins.register("mark", mark).unwrap();
    let engine = builder(&world)
        .settings_file(world.path("named.json"))
        .builtins(builtins)
        .build()
        .unwrap();
    let (_watching, _events) = watch(&engine).await;
    let seen = |engine: snaphook::Engine, number: usize| async move {
        let outcome = crate::common::run(
            &engine.session(&format!("{}", number % 7)),
            crate::common::call(1),
        )
        .await;
        let context = outcome.additional_context.clone();
        assert_eq!(context.len(), 4, "{context:?}");
        assert!(
            context.iter().all(|one| *one == context[0]),
            "a mixture: {context:?}"
        );
        context[0].parse::<usize>().unwrap()
    };
    let mut events = Vec::new();
    for number in 1..=100 {
        let text = numbered(number);
        let path = world.path("named.json");
        match number % 4 {
            0 => std::fs::write(&path, text).unwrap(),
            1 => {
                world.write("named.json.tmp", &text);
                std::fs::rename(world.path("named.json.tmp"), &path).unwrap();
            }
            2 => std::fs::write(&path, &text[..40]).unwrap(),
            _ => {
                std::fs::remove_file(&path).unwrap();
                std::fs::write(&path, text).unwrap();
            }
        }
        for event in 0..10 {
            events.push(tokio::spawn(seen(engine.clone(), event)));
        }
        tokio::task::yield_now().await;
    }
    for event in events {
        assert!(event.await.unwrap() <= 100);
    }
    until("the last state", async || {
        seen(engine.clone(), 0).await == 100
    })
    .await;
}
