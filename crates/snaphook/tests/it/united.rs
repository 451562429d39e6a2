//! The same hook in several places: it runs once, and never not at all.

use serde_json::{Value, json};
use snaphook::hook::Scope;
use snaphook::prelude::*;
use snaphook::{Answer, Engine, FunctionHook, Input};

use crate::common::run;
use crate::scopes::{World, entries};
use crate::trust::{engine, trust_all, trusting};

fn settings(hook: &Value) -> String {
    json!({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}).to_string()
}

fn call(world: &World, tool_input: &Value) -> Input {
    let input = json!({"hook_event_name": "PreToolUse", "session_id": "s", "cwd": world.project(),
        "tool_name": "Edit", "tool_input": tool_input});
    Input::parse(&input.to_string()).unwrap()
}

/// The guard of these tests: its failure is what counts.
fn guard(options: &Value) -> Value {
    let mut hook = json!({"command": "sh ./guard.sh"});
    for (key, value) in options.as_object().unwrap() {
        hook[key] = value.clone();
    }
    hook
}

#[tokio::test]
async fn a_trusted_copy_of_the_project_does_not_change_what_the_users_hook_runs() {
    let world = World::new();
    world.write("project/guard.sh", "echo root >&2; exit 2\n");
    world.write("project/sub/guard.sh", "exit 0\n");
    world.write("home/.claude/settings.json", &settings(&guard(&json!({}))));
    for options in [
        json!({"cwd": "sub"}),
        json!({"async": true}),
        json!({"timeout": 0.001}),
        json!({"once": true}),
        json!({"enabled": false}),
        json!({"env": {"PATH": "/nowhere"}}),
    ] {
        let copy = settings(&guard(&options));
        world.write("project/.claude/settings.json", &copy);
        trust_all(&world);
        let session = engine(&world).session("s");
        for _ in 0..2 {
            let outcome = run(&session, call(&world, &json!({}))).await;
            assert!(
                entries(&outcome).contains(&(Scope::User, "blocked")),
                "{options}"
            );
            assert_eq!(outcome.block_reason.as_deref(), Some("root"), "{options}");
        }
    }
}

#[tokio::test]
async fn a_copy_that_changed_leaves_the_others_with_their_own_options() {
    let world = World::new();
    world.write("project/guard.sh", "echo root >&2; exit 2\n");
    world.write("project/sub/guard.sh", "exit 0\n");
    let own = settings(&guard(&json!({})));
    world.write("project/.claude/settings.json", &own);
    let in_sub = guard(&json!({"cwd": "sub"}));
    world.write("project/.claude/settings.local.json", &settings(&in_sub));
    trust_all(&world);
    let engine = engine(&world);
    let session = engine.session("s");
    let fired = async || run(&session, call(&world, &json!({}))).await;
    // The options of the last: what was trusted runs.
    assert_eq!(entries(&fired().await), [(Scope::Project, "success")]);
    world.write("project/sub/guard.sh", "touch ../stolen\n");
    let outcome = fired().await;
    assert_eq!(
        entries(&outcome),
        [(Scope::Project, "blocked"), (Scope::Local, "skipped")]
    );
    assert_eq!(outcome.block_reason.as_deref(), Some("root"));
    assert!(!world.project().join("stolen").exists());
    let explained = session.explain(&call(&world, &json!({})));
    assert!(explained.hooks[0].runs() && !explained.hooks[1].runs());
}

#[tokio::test]
async fn a_copy_that_changed_does_not_take_one_with_it_that_needs_no_trust() {
    let world = World::new();
    world.write("project/guard.sh", "exit 0\n");
    let text = settings(&guard(&json!({})));
    world.write("project/.claude/settings.json", &text);
    trust_all(&world);
    let engine = trusting(&world).settings_json(text).build().unwrap();
    world.write("project/guard.sh", "exit 2\n");
    let outcome = run(&engine.session("s"), call(&world, &json!({}))).await;
    assert!(outcome.blocked, "{outcome:?}");
    assert_eq!(
        entries(&outcome),
        [(Scope::Project, "skipped"), (Scope::Explicit, "blocked")]
    );
}

#[tokio::test]
async fn the_options_of_a_hook_that_a_session_adds_hold() {
    let world = World::new();
    for (configured, added, blocked) in [
        (json!({}), json!({"onFailure": "block"}), true),
        (json!({"onFailure": "block"}), json!({}), false),
    ] {
        let hook = |options: &Value| {
            let mut hook = guard(options);
            hook["command"] = "exit 1".into();
            hook
        };
        let engine = trusting(&world)
            .settings_json(settings(&hook(&configured)))
            .build()
            .unwrap();
        let session = engine.session("s");
        session.add_hook("PreToolUse", None, &hook(&added)).unwrap();
        let outcome = run(&session, call(&world, &json!({}))).await;
        assert_eq!(entries(&outcome), [(Scope::Explicit, "failed")]);
        assert_eq!(outcome.blocked, blocked, "{added}");
    }
    // Those of an organisation hold whatever anybody adds.
    let managed = settings(&json!({"command": "exit 1", "onFailure": "block"}));
    world.write("etc/snaphook/managed-settings.json", &managed);
    let session = trusting(&world).build().unwrap().session("s");
    let added = json!({"command": "exit 1"});
    session.add_hook("PreToolUse", None, &added).unwrap();
    let outcome = run(&session, call(&world, &json!({}))).await;
    assert_eq!(entries(&outcome), [(Scope::Managed, "failed")]);
    assert!(outcome.blocked);
}

#[tokio::test]
async fn a_hook_that_was_to_run_once_does_not_use_up_one_that_a_session_adds() {
    let world = World::new();
    let once = json!({"command": "exit 0", "once": true});
    let engine = trusting(&world).settings_json(settings(&once));
    let session = engine.build().unwrap().session("s");
    run(&session, call(&world, &json!({}))).await;
    let always = json!({"command": "exit 0"});
    session.add_hook("PreToolUse", None, &always).unwrap();
    let outcome = run(&session, call(&world, &json!({}))).await;
    assert_eq!(entries(&outcome), [(Scope::Explicit, "success")]);
}

#[tokio::test]
async fn the_same_words_of_a_condition_are_another_rule_in_another_place() {
    let world = World::new();
    let guard = json!({"command": "exit 2", "if": "Edit(/src/**)"});
    world.write("home/.claude/settings.json", &settings(&guard));
    world.write("project/.claude/settings.json", &settings(&guard));
    world.write("project/src/x", "");
    trust_all(&world);
    let edit = json!({"file_path": world.project().join("src/x")});
    let outcome = run(&engine(&world).session("s"), call(&world, &edit)).await;
    assert_eq!(entries(&outcome), [(Scope::Project, "blocked")]);
}

/// Ids are short: this name and this command have the same one.
#[tokio::test]
async fn a_function_keeps_its_handler_though_a_command_has_its_id() {
    let (name, command) = ("guard-136080", "true 94474");
    // One that does not run: what it would take with it would be gone.
    let off = json!({"command": command, "enabled": false});
    let engine = Engine::builder()
        .settings_json(settings(&off))
        .function(FunctionHook::new("PreToolUse", name, |_| async {
            Answer::deny("never")
        }))
        .build()
        .unwrap();
    let configured = engine.configured();
    let ids: Vec<_> = configured.iter().map(|hook| &hook.id).collect();
    assert!(ids[1].as_str().starts_with(ids[0].as_str()), "{ids:?}");
    let outcome = run(&engine.session("s"), call(&World::new(), &json!({}))).await;
    assert_eq!(outcome.block_reason.as_deref(), Some("never"));
}

#[tokio::test]
async fn the_row_of_a_skill_is_none_of_the_configured_ones() {
    let world = World::new();
    let row =
        json!([{"sequential": true, "hooks": [{"command": "exit 2"}, {"command": "exit 0"}]}]);
    let text = json!({"hooks": {"PreToolUse": row}}).to_string();
    let skill = format!("---\nname: x\nhooks: {{PreToolUse: {row}}}\n---\n");
    for name in ["a", "b"] {
        world.write(&format!("home/.claude/skills/{name}/SKILL.md"), &skill);
    }
    let session = trusting(&world)
        .settings_json(text)
        .build()
        .unwrap()
        .session("s");
    for name in ["a", "b"] {
        let file = world.path(&format!("home/.claude/skills/{name}/SKILL.md"));
        session.activate(Scope::Skill, &file).unwrap().unwrap();
    }
    let outcome = run(&session, call(&world, &json!({}))).await;
    let blocked = outcome.hooks.iter();
    let blocked = blocked.filter(|entry| entry.status.as_str() == "blocked");
    // Each row began, whatever became of the others.
    assert_eq!(blocked.count(), 3, "{:?}", entries(&outcome));
    let ids: std::collections::HashSet<_> = outcome.hooks.iter().map(|entry| &entry.id).collect();
    assert_eq!(ids.len(), 6);
}
