//! Where the settings of each dialect are, and how they add up.

use snaphook::prelude::*;
use std::sync::Arc;

use serde_json::{Value, json};
use snaphook::{Context, Dialect, Engine, Folders, TrustPolicy};
use snaphook_dialects::{Cagent, Claude, Gen};

use super::{bash, entries, input};
use crate::common::{fire, run};
use crate::scopes::World;

fn engine_in(world: &World, dialect: impl Dialect + 'static) -> Engine {
    let (system, home, project) = (world.path("etc"), world.path("home"), world.project());
    let places = dialect.places(&Folders {
        system: &system,
        home: Some(&home),
        config: None,
        claude: None,
        project: Some(&project),
    });
    let context = Context::from_process().home(&home).project_dir(&project);
    let builder = Engine::builder().context(context).discover(places);
    let builder = builder.trust(TrustPolicy::All).dialect(Arc::new(dialect));
    builder.build().unwrap()
}

fn settings(event: &str, names: &[&str]) -> String {
    let hooks: Vec<Value> = names
        .iter()
        .map(|name| json!({"command": format!("cat >/dev/null # {name}"), "name": name}))
        .collect();
    json!({"hooks": {event: [{"hooks": hooks}]}}).to_string()
}

fn names(engine: &Engine) -> Vec<String> {
    let snapshot = engine.snapshot();
    let hooks = snapshot.configured().iter();
    hooks.map(|hook| hook.name.to_string()).collect()
}

fn stop() -> Value {
    json!({"hook_event_name": "Stop", "stop_hook_active": false})
}

#[tokio::test]
async fn gen_reads_the_users_settings_and_the_projects_replace_them_event_by_event() {
    let world = World::new();
    world.write(
        "home/.gen/settings.json",
        r#"{"hooks": {
            "Stop": [{"hooks": [{"command": "exit 2", "name": "user-stop"}]}],
            "PreToolUse": [{"hooks": [{"command": "cat >/dev/null", "name": "user-tool"}]}]}}"#,
    );
    world.write("project/.gen/settings.json", &settings("Stop", &["own"]));
    let engine = engine_in(&world, Gen);
    let outcome = fire(&engine, input(&engine, stop())).await;
    assert_eq!(entries(&outcome), [("own", "success")]);
    let outcome = fire(&engine, input(&engine, bash("ls"))).await;
    assert_eq!(entries(&outcome), [("user-tool", "success")]);
}

#[tokio::test]
async fn an_empty_list_of_the_project_switches_the_users_event_off() {
    let world = World::new();
    world.write("home/.gen/settings.json", &settings("Stop", &["user"]));
    world.write(
        "project/.gen/settings.json",
        r#"{"hooks": {"Stop": []}} // quiet here"#,
    );
    let engine = engine_in(&world, Gen);
    assert!(!engine.has(&engine.event("Stop")));
    assert!(fire(&engine, input(&engine, stop())).await.hooks.is_empty());
}

#[tokio::test]
async fn hooks_of_plugins_are_added_and_come_last() {
    let world = World::new();
    world.write("home/.gen/settings.json", &settings("Stop", &["user"]));
    world.write("project/.gen/settings.json", &settings("Stop", &["own"]));
    let plugin = json!({"name": "tidy", "hooks": {"Stop": [{"hooks": [
        {"command": "test -d \"$GEN_PLUGIN_ROOT\"", "name": "plugin"}]}]}});
    world.write("home/.gen/plugins/tidy/plugin.json", &plugin.to_string());
    let engine = engine_in(&world, Gen);
    let outcome = fire(&engine, input(&engine, stop())).await;
    assert_eq!(
        entries(&outcome),
        [("own", "success"), ("plugin", "success")]
    );
}

#[test]
fn each_dialect_reads_its_own_places_only() {
    let world = World::new();
    let agent = "hooks: {stop: {command: 'true', name: agent}}";
    world.write("project/.claude/settings.json", &settings("Stop", &["c"]));
    world.write("project/.gen/settings.json", &settings("Stop", &["g"]));
    world.write(
        "project/.gen/settings.local.json",
        &settings("Stop", &["l"]),
    );
    world.write("project/agent.yaml", agent);
    assert_eq!(names(&engine_in(&world, Claude)), ["c"]);
    assert_eq!(names(&engine_in(&world, Gen)), ["g"]);
    assert_eq!(names(&engine_in(&world, Cagent)), ["agent"]);
}

#[tokio::test]
async fn an_agent_file_stands_in_the_projects_root() {
    for name in ["agent.yaml", "agent.yml", "cagent.yaml", "cagent.yml"] {
        let world = World::new();
        let text =
            "agents:\n  root:\n    hooks:\n      turn_start: {command: 'cat >/dev/null; date'}\n";
        world.write(&format!("project/{name}"), text);
        let engine = engine_in(&world, Cagent);
        let event = json!({"hook_event_name": "turn_start"});
        let outcome = fire(&engine, input(&engine, event)).await;
        assert_eq!(outcome.additional_context.len(), 1, "{name}");
    }
}

#[tokio::test]
async fn a_path_with_a_slash_begins_at_the_folder_around_the_settings_folder() {
    let world = World::new();
    let hook = json!({"command": "exit 2", "name": "guard"});
    let guard = json!({"hooks": {"PreToolUse": [{"matcher": "Write(/src/*)", "hooks": [hook]}]}});
    world.write("project/.gen/settings.json", &guard.to_string());
    let engine = engine_in(&world, Gen);
    for (file, blocked) in [("src/a.rs", true), (".gen/src/a.rs", false)] {
        let path = world.project().join(file);
        let event = json!({"hook_event_name": "PreToolUse", "tool_name": "Write",
            "tool_input": {"file_path": path}});
        let outcome = fire(&engine, input(&engine, event)).await;
        assert_eq!(outcome.blocked, blocked, "{file}");
    }
}

#[tokio::test]
async fn the_hooks_of_a_skill_are_read_in_the_engines_dialect() {
    let world = World::new();
    world.write(
        "home/.gen/skills/git/SKILL.md",
        "---\nhooks:\n  PostToolUse:\n    - matcher: Bash(git:*)\n      hooks: [{command: 'echo no >&2; exit 2'}]\n---\n",
    );
    let engine = engine_in(&world, Gen);
    assert_eq!(engine.skills().len(), 1);
    let session = engine.session("s");
    let file = world.path("home/.gen/skills/git/SKILL.md");
    session
        .activate(snaphook::hook::Scope::Skill, &file)
        .unwrap()
        .unwrap();
    for (command, blocked) in [("git push", true), ("ls", false)] {
        let event = json!({"hook_event_name": "PostToolUse", "tool_name": "Bash",
            "tool_input": {"command": command}, "tool_response": ""});
        let outcome = run(&session, input(&engine, event)).await;
        assert_eq!(outcome.blocked, blocked, "{command}");
    }
}
