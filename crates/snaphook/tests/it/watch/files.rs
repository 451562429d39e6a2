//! Files that hooks name: FileChanged is fired when they change.

use snaphook::prelude::*;
use std::path::Path;

use serde_json::{Value, json};
use snaphook::input::CommonFields;
use snaphook::turn::AgentHooks;
use snaphook::watch::{WatchEvent, WatchHandle, WatchedSession};
use snaphook::{Answer, Engine, FunctionHook, Outcome};
use tokio::sync::broadcast::Receiver;

use super::{next, until, watch};
use crate::common::HANG;
use crate::reload::{USER, builder, engine, reload};
use crate::scopes::World;

/// An answer that names files to watch.
fn watches(event: &str, paths: Value) -> Value {
    json!({"hookSpecificOutput": {"hookEventName": event, "watchPaths": paths}})
}

/// The answer of a function that names these paths.
fn naming<const N: usize>(paths: [&str; N]) -> Answer {
    names(paths.map(str::to_owned).to_vec())
}

fn names(paths: Vec<String>) -> Answer {
    let mut answer = Answer::default();
    answer.watch_paths = Some(paths);
    answer
}

fn prints(answer: &Value) -> Value {
    json!({"command": "/bin/echo", "args": [answer.to_string()]})
}

async fn session(world: &World, engine: &Engine, watching: &WatchHandle) -> WatchedSession {
    let common = CommonFields::new("s", world.project().to_string_lossy());
    let watched = watching.session(&engine.session("s"), common);
    ready(&watched).await;
    watched
}

async fn ready(watched: &WatchedSession) {
    tokio::time::timeout(HANG, watched.until_ready())
        .await
        .expect("it never watches");
}

/// The next FileChanged: which file, below the world, and what happened.
async fn changed(
    world: &World,
    events: &mut Receiver<WatchEvent>,
) -> (String, &'static str, Outcome) {
    loop {
        match next(events).await {
            WatchEvent::FileChanged {
                path,
                change,
                outcome,
                ..
            } => {
                let path = path.strip_prefix(world.path("")).unwrap();
                let path = path.to_string_lossy().into_owned();
                return (path, change.as_str(), (*outcome).clone());
            }
            WatchEvent::Settings(_) | WatchEvent::Watched { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Waits for a change. That a file was written once more is not another change: a busy
/// machine may look while it is being written.
async fn expect(
    world: &World,
    events: &mut Receiver<WatchEvent>,
    expected: (&str, &str),
) -> Outcome {
    loop {
        let (path, change, outcome) = changed(world, events).await;
        if (path.as_str(), change) == expected {
            return outcome;
        }
        assert_eq!(change, "change", "{path} instead of {expected:?}");
    }
}

#[tokio::test]
async fn matchers_name_files_in_the_folder_of_the_session() {
    let world = World::new();
    let says = json!({"systemMessage": "the environment changed"});
    let settings =
        json!({"hooks": {"FileChanged": [{"matcher": ".env|.envrc", "hooks": [prints(&says)]}]}});
    world.write(USER, &settings.to_string());
    let engine = engine(&world);
    let (watching, mut events) = watch(&engine).await;
    let watched = session(&world, &engine, &watching).await;
    world.write("project/other", "nobody named it");
    world.write("project/.env", "A=1");
    let outcome = expect(&world, &mut events, ("project/.env", "add")).await;
    assert_eq!(outcome.system_messages, ["the environment changed"]);
    world.write("project/.env", "A=2 and more");
    expect(&world, &mut events, ("project/.env", "change")).await;
    std::fs::remove_file(world.path("project/.env")).unwrap();
    expect(&world, &mut events, ("project/.env", "unlink")).await;
    // Other settings name other files.
    let settings =
        json!({"hooks": {"FileChanged": [{"matcher": "Makefile", "hooks": [prints(&says)]}]}});
    world.write(USER, &settings.to_string());
    until("the other list", async || {
        watched.watched() == [world.path("project/Makefile")]
    })
    .await;
    world.write("project/.env", "A=3");
    world.write("project/Makefile", "all:");
    expect(&world, &mut events, ("project/Makefile", "add")).await;
}

#[tokio::test]
async fn the_host_changes_the_common_fields_of_later_events() {
    let world = World::new();
    let mode = FunctionHook::new("FileChanged", "mode", |call| async move {
        let mode = call.input.fields().value("permission_mode");
        json!({ "systemMessage": mode })
    });
    let settings =
        json!({"hooks": {"FileChanged": [{"matcher": ".env", "hooks": [prints(&json!({}))]}]}});
    world.write(USER, &settings.to_string());
    let engine = builder(&world).function(mode).build().unwrap();
    let (watching, mut events) = watch(&engine).await;
    let watched = session(&world, &engine, &watching).await;
    let mut common = CommonFields::new("s", world.project().to_string_lossy());
    common.permission_mode = Some("plan".to_owned());
    watched.set_common(common);
    world.write("project/.env", "A=1");
    let outcome = expect(&world, &mut events, ("project/.env", "add")).await;
    assert_eq!(outcome.system_messages, ["plan"]);
}

#[tokio::test]
async fn lists_of_hooks_replace_each_other_and_an_empty_one_clears() {
    let world = World::new();
    let settings = json!({"hooks": {"SessionStart": [
        {"matcher": "startup", "hooks": [prints(&watches("SessionStart", json!(["a", "src", world.path("elsewhere")])))]},
        {"matcher": "resume", "hooks": [prints(&watches("SessionStart", json!(["b"])))]},
        {"matcher": "clear", "hooks": [prints(&watches("SessionStart", json!([])))]},
    ]}});
    world.write(USER, &settings.to_string());
    world.write("project/src/deep/old", "");
    let engine = engine(&world);
    let (watching, mut events) = watch(&engine).await;
    let watched = session(&world, &engine, &watching).await;
    let agent = AgentHooks::new(
        &engine,
        CommonFields::new("s", world.project().to_string_lossy()),
    );
    let start = async |source: &str| {
        agent
            .session_start(snaphook::input::typed::SessionStart::new(source))
            .await;
        ready(&watched).await;
    };
    start("startup").await;
    assert_eq!(watched.watched().len(), 3);
    world.write("project/a", "");
    expect(&world, &mut events, ("project/a", "add")).await;
    world.write("project/src/deep/old", "changed");
    expect(&world, &mut events, ("project/src/deep/old", "change")).await;
    world.write("project/src/new/file", "");
    expect(&world, &mut events, ("project/src/new/file", "add")).await;
    world.write("elsewhere", "an absolute path");
    expect(&world, &mut events, ("elsewhere", "add")).await;
    start("resume").await;
    world.write("project/a", "not watched any more");
    world.write("project/b", "");
    expect(&world, &mut events, ("project/b", "add")).await;
    start("clear").await;
    assert!(watched.watched().is_empty());
    // A source that says nothing leaves the list alone.
    start("resume").await;
    start("fork").await;
    assert_eq!(watched.watched(), [world.path("project/b")]);
}

#[tokio::test]
async fn a_hook_changes_the_list_by_the_change_that_fired_it() {
    let world = World::new();
    let engine = engine(&world);
    let (watching, mut events) = watch(&engine).await;
    let session_handle = engine.session("s");
    // Each file names the next; the last names none.
    session_handle.add_function_unchecked(FunctionHook::new("FileChanged", "chain", |call| {
        let path = call.input.fields().text("file_path").unwrap().into_owned();
        let next: Vec<String> = match Path::new(&path).file_name().unwrap().to_str().unwrap() {
            "1" => vec!["2".into(), "3".into()],
            "2" => vec!["4".into()],
            _ => Vec::new(),
        };
        async move { names(next) }
    }));
    session_handle.add_function_unchecked(FunctionHook::new("SessionStart", "first", |_| async {
        naming(["1"])
    }));
    let watched = session(&world, &engine, &watching).await;
    let agent = AgentHooks::new(
        &engine,
        CommonFields::new("s", world.project().to_string_lossy()),
    );
    agent
        .session_start(snaphook::input::typed::SessionStart::new("startup"))
        .await;
    ready(&watched).await;
    for (file, then) in [("1", 2), ("2", 1), ("4", 0)] {
        world.write(&format!("project/{file}"), "");
        expect(&world, &mut events, (&format!("project/{file}"), "add")).await;
        until("the next list", async || watched.watched().len() == then).await;
    }
    assert!(watched.watched().is_empty());
}

#[tokio::test]
async fn changes_of_what_is_not_watched_any_more_are_not_told() {
    let world = World::new();
    let engine = engine(&world);
    let (watching, mut events) = watch(&engine).await;
    let handle = engine.session("s");
    handle.add_function_unchecked(FunctionHook::new("FileChanged", "only-one", |_| async {
        naming(["later"])
    }));
    handle.add_function_unchecked(FunctionHook::new("CwdChanged", "all", |_| async {
        naming(["a", "b", "c"])
    }));
    let watched = session(&world, &engine, &watching).await;
    let project = world.project().to_string_lossy().into_owned();
    let mut agent = AgentHooks::new(&engine, CommonFields::new("s", project.clone()));
    agent.cwd_changed(&project).await;
    ready(&watched).await;
    // All three at once: the first to be told of ends the others.
    for name in ["a", "b", "c"] {
        world.write(&format!("tmp/{name}"), "");
    }
    for name in ["a", "b", "c"] {
        std::fs::rename(
            world.path(&format!("tmp/{name}")),
            world.path(&format!("project/{name}")),
        )
        .unwrap();
    }
    let (first, _, _) = changed(&world, &mut events).await;
    assert!(["project/a", "project/b", "project/c"].contains(&first.as_str()));
    until("the next list", async || {
        watched.watched() == [world.path("project/later")]
    })
    .await;
    world.write("project/later", "");
    expect(&world, &mut events, ("project/later", "add")).await;
}

#[tokio::test]
async fn relative_paths_follow_the_session_to_its_folder() {
    let world = World::new();
    let engine = engine(&world);
    let (watching, mut events) = watch(&engine).await;
    let handle = engine.session("s");
    handle.add_function_unchecked(
        FunctionHook::new("FileChanged", "say", |call| {
            let cwd = call.input.fields().text("cwd").unwrap().into_owned();
            async move { Answer::default().with_system_message(cwd) }
        })
        .matcher("notes|Makefile"),
    );
    let watched = session(&world, &engine, &watching).await;
    assert_eq!(watched.watched().len(), 2);
    std::fs::create_dir(world.path("project/sub")).unwrap();
    let there = world.path("project/sub").to_string_lossy().into_owned();
    let mut agent = AgentHooks::new(
        &engine,
        CommonFields::new("s", world.project().to_string_lossy()),
    );
    agent.cwd_changed(&there).await;
    ready(&watched).await;
    world.write("project/notes", "not here any more");
    world.write("project/sub/notes", "here");
    let outcome = expect(&world, &mut events, ("project/sub/notes", "add")).await;
    assert_eq!(outcome.system_messages, [there]);
}

#[tokio::test]
async fn what_is_switched_off_names_nothing() {
    let world = World::new();
    let settings = |more: Value| {
        let mut settings = json!({"hooks": {"FileChanged": [
            {"matcher": "on", "hooks": [{"command": "true"}]},
            {"matcher": "off", "hooks": [{"command": "true", "enabled": false}]},
            {"matcher": "*", "hooks": [{"command": "true"}]},
            {"hooks": [{"command": "echo"}]},
        ]}});
        for (key, value) in more.as_object().unwrap() {
            settings[key] = value.clone();
        }
        settings.to_string()
    };
    world.write(USER, &settings(json!({})));
    let engine = engine(&world);
    assert_eq!(
        engine
            .session("s")
            .watched_names()
            .into_iter()
            .collect::<Vec<_>>(),
        ["on"]
    );
    world.write(USER, &settings(json!({"disableAllHooks": true})));
    reload(&engine).await;
    assert!(engine.session("s").watched_names().is_empty());
}

#[tokio::test]
async fn the_environment_that_a_hook_writes_is_the_sessions() {
    let world = World::new();
    let command = "echo \"FROM=$(cat .env)\" > \"$CLAUDE_ENV_FILE\"";
    let settings =
        json!({"hooks": {"FileChanged": [{"matcher": ".env", "hooks": [{"command": command}]}]}});
    world.write(USER, &settings.to_string());
    let engine = engine(&world);
    let (watching, mut events) = watch(&engine).await;
    let watched = session(&world, &engine, &watching).await;
    world.write("project/.env", "one");
    changed(&world, &mut events).await;
    until("the variable", async || {
        watched.session().env().contains_key("FROM")
    })
    .await;
    drop(watched);
    world.write("project/.env", "nobody watches");
}

#[tokio::test]
async fn a_folder_with_too_many_files_is_told_of() {
    let world = World::new();
    for number in 0..40 {
        world.write(&format!("project/many/{number}"), "");
    }
    let engine = engine(&world);
    let mut options = snaphook::watch::WatchOptions::default();
    options.quiet = std::time::Duration::from_millis(30);
    options.limit = 20;
    let watching = engine.watch_with(options).unwrap();
    let mut events = watching.events();
    watching.until_ready().await;
    let handle = engine.session("s");
    handle.add_function_unchecked(FunctionHook::new("SessionStart", "many", |_| async {
        naming(["many"])
    }));
    let watched = session(&world, &engine, &watching).await;
    let agent = AgentHooks::new(
        &engine,
        CommonFields::new("s", world.project().to_string_lossy()),
    );
    agent
        .session_start(snaphook::input::typed::SessionStart::new("startup"))
        .await;
    ready(&watched).await;
    loop {
        if let WatchEvent::Problem(problem) = next(&mut events).await {
            assert!(problem.to_string().contains("20"), "{problem}");
            break;
        }
    }
}
