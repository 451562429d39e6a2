//! What lives on when settings change: sessions, and events under way.

use std::sync::Arc;

use serde_json::json;
use snaphook::hook::Scope;
use snaphook::input::CommonFields;
use snaphook::turn::AgentHooks;
use snaphook::{Answer, BuiltinError, BuiltinFunction, Builtins, FunctionHook};
use tokio::sync::Notify;

use super::{
    ReloadQuestions, USER, builder, engine, fates, guard, reload, said, saying, says, take,
};
use crate::common::{HANG, run, stop};
use crate::scopes::{World, entries};

#[tokio::test]
async fn sessions_keep_what_they_remember() {
    let world = World::new();
    let once = |more: &str| {
        let mut hook = says("once");
        hook["once"] = true.into();
        json!({"hooks": {
            "Notification": [{"hooks": [hook, says(more)]}],
            "Stop": [{"hooks": [{"command": "exit 2"}]}],
            "CwdChanged": [{"hooks": [{"command": "echo WHO=me >> \"$CLAUDE_ENV_FILE\"; echo '{\"hookSpecificOutput\": {\"hookEventName\": \"CwdChanged\", \"watchPaths\": [\"a\"]}}'"}]}]
        }, "stopHookBlockCap": 3})
        .to_string()
    };
    world.write(USER, &once("one"));
    let engine = engine(&world);
    let session = engine.session("s");
    session.add_function_unchecked(FunctionHook::new("Notification", "added", |_| async {
        Answer::context("added")
    }));
    session.set_intent(Some("to test".into()));
    let moved = json!({"hook_event_name": "CwdChanged", "session_id": "s", "old_cwd": "/", "new_cwd": world.project()});
    run(
        &session,
        snaphook::Input::parse(&moved.to_string()).unwrap(),
    )
    .await;
    assert_eq!(said(&engine).await, ["once", "one", "added"]);
    assert!(run(&session, stop()).await.blocked);
    assert!(run(&session, stop()).await.blocked);
    world.write(USER, &once("two"));
    assert!(reload(&engine).await.swapped);
    assert_eq!(said(&engine).await, ["two", "added"]);
    assert!(run(&session, stop()).await.blocked);
    assert!(!run(&session, stop()).await.blocked);
    assert_eq!(session.env()["WHO"], "me");
    assert_eq!(session.watched(), ["a"]);
    assert_eq!(session.intent().as_deref(), Some("to test"));
}

#[tokio::test]
async fn active_skills_stay_active_and_follow_the_switches() {
    let world = World::new();
    let hook = says("skill");
    let skill = format!("---\nname: s\nhooks:\n  Notification: [{{\"hooks\": [{hook}]}}]\n---\n");
    world.write("home/.claude/skills/s/SKILL.md", &skill);
    let engine = engine(&world);
    let session = engine.session("s");
    let file = world.path("home/.claude/skills/s/SKILL.md");
    session.activate(Scope::Skill, &file).unwrap().unwrap();
    let event = || {
        let event =
            json!({"hook_event_name": "Notification", "notification_type": "x", "message": "m"});
        snaphook::Input::parse(&event.to_string()).unwrap()
    };
    for (settings, expected) in [
        ("{}", vec![(Scope::Skill, "success")]),
        (
            r#"{"disabledHooks": ["skill"]}"#,
            vec![(Scope::Skill, "skipped")],
        ),
        (r#"{"disableAllHooks": true}"#, vec![]),
        ("{} ", vec![(Scope::Skill, "success")]),
    ] {
        world.write(USER, settings);
        assert!(reload(&engine).await.swapped);
        let outcome = run(&session, event()).await;
        assert_eq!(entries(&outcome), expected, "{settings}");
        let runs = expected.iter().any(|(_, status)| *status == "success");
        assert_eq!(
            session.has(&engine.event("Notification")),
            runs,
            "{settings}"
        );
    }
}

#[tokio::test]
async fn rows_of_skills_and_of_new_settings_are_apart() {
    let world = World::new();
    let group = |words: [&str; 2]| json!({"sequential": true, "hooks": words.map(says)});
    let skill = format!(
        "---\nname: s\nhooks:\n  Notification: [{}]\n---\n",
        group(["a", "b"])
    );
    world.write("home/.claude/skills/s/SKILL.md", &skill);
    let engine = engine(&world);
    let session = engine.session("s");
    let file = world.path("home/.claude/skills/s/SKILL.md");
    session.activate(Scope::Skill, &file).unwrap().unwrap();
    let settings = json!({"hooks": {"Notification": [
        group(["c", "d"]),
        {"sequential": true, "hooks": [{"command": "exit 2"}, says("never")]}]}});
    world.write(USER, &settings.to_string());
    reload(&engine).await;
    // A block ends its own row only.
    assert_eq!(said(&engine).await, ["c", "d", "a", "b"]);
}

#[tokio::test]
async fn an_event_under_way_finishes_on_the_settings_it_began_with() {
    let world = World::new();
    let (entered, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let builtins = Builtins::default();
    let (enter, wait) = (Arc::clone(&entered), Arc::clone(&go));
    let wait = BuiltinFunction::new(move |_| {
        let (enter, wait) = (Arc::clone(&enter), Arc::clone(&wait));
        async move {
            enter.notify_one();
            wait.notified().await;
            Ok::<_, BuiltinError>(None::<Answer>)
        }
    });
    builtins.register("wait", wait).unwrap();
    let waiting = json!({"type": "builtin", "command": "wait"});
    let settings = json!({"hooks": {"Notification": [
        {"sequential": true, "hooks": [waiting, says("old")]}]}});
    world.write(USER, &settings.to_string());
    let engine = builder(&world).builtins(builtins).build().unwrap();
    let under_way = tokio::spawn({
        let engine = engine.clone();
        async move { said(&engine).await }
    });
    tokio::time::timeout(HANG, entered.notified())
        .await
        .unwrap();
    world.write(USER, &saying(&["new"]));
    assert!(reload(&engine).await.swapped);
    assert_eq!(said(&engine).await, ["new"]);
    go.notify_one();
    assert_eq!(under_way.await.unwrap(), ["old"]);
}

#[tokio::test]
async fn a_session_may_reload_and_its_own_hooks_are_asked() {
    let world = World::new();
    let engine = engine(&world);
    let session = engine.session("s");
    let asked = ReloadQuestions::default();
    session.add_function_unchecked(guard(&asked, |_| Some(Answer::block("no"))));
    world.write(USER, &saying(&["user"]));
    let common = CommonFields::new("s", world.project().to_string_lossy());
    let reloaded = session.reload(&common).await;
    assert_eq!(fates(&reloaded), [("settings.json".into(), "blocked")]);
    assert_eq!(take(&asked).len(), 1);
    assert!(said(&engine).await.is_empty());
    // An agent does it in its own session.
    world.write(USER, &saying(&["another"]));
    let reloaded = AgentHooks::new(&engine, common).reload_settings().await;
    assert_eq!(fates(&reloaded), [("settings.json".into(), "blocked")]);
    assert_eq!(take(&asked).len(), 1);
}

#[tokio::test]
async fn reloads_wait_for_each_other_and_one_change_is_asked_once() {
    let world = World::new();
    let asked = ReloadQuestions::default();
    let engine = builder(&world)
        .function(guard(&asked, |_| None))
        .build()
        .unwrap();
    world.write(USER, &saying(&["user"]));
    let reloads = (0..8).map(|_| reload(&engine));
    let reloads = futures_util::future::join_all(reloads).await;
    assert_eq!(
        reloads.iter().filter(|reloaded| reloaded.swapped).count(),
        1
    );
    assert_eq!(take(&asked).len(), 1);
}

#[tokio::test]
async fn an_engine_that_shuts_down_loads_nothing() {
    let world = World::new();
    let engine = engine(&world);
    engine.shutdown(std::time::Duration::ZERO).await;
    world.write(USER, &saying(&["user"]));
    let reloaded = reload(&engine).await;
    assert!(!reloaded.swapped && reloaded.problem.is_some());
}
