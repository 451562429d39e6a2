//! Settings files that cannot be read: one that may hold a guard acts as a guard
//! that failed.

use serde_json::json;
use snaphook::{Input, Outcome, TrustPolicy};

use crate::common::run;
use crate::scopes::World;
use crate::trust::{engine, trust_all, trusting};

const USER: &str = "home/.claude/settings.json";
const PROJECT: &str = "project/.claude/settings.json";
const GUARD: &str =
    r#"{"hooks": {"PreToolUse": [{"hooks": [{"command": "true", "onFailure": "block"}]}]}}"#;

fn broken() -> String {
    GUARD.replace("]}]}}", "]}]}\n  oops")
}

fn input(event: &str) -> Input {
    let input = json!({"hook_event_name": event, "session_id": "s",
        "tool_name": "Bash", "tool_input": {"command": "ls"}});
    Input::parse(&input.to_string()).unwrap()
}

async fn fired(world: &World, event: &str) -> Outcome {
    run(&engine(world).session("s"), input(event)).await
}

#[tokio::test]
async fn a_guard_in_a_file_that_is_not_json_is_not_lost() {
    let world = World::new();
    world.write(USER, &broken());
    for event in [
        "PreToolUse",
        "UserPromptSubmit",
        "PreCompact",
        "an-event-of-the-host",
    ] {
        let outcome = fired(&world, event).await;
        assert!(outcome.blocked, "{event}: {outcome:?}");
        let reason = outcome.block_reason.clone().unwrap();
        assert!(
            reason.contains("settings.json:1:83: not valid JSON"),
            "{reason}"
        );
    }
    for event in ["Stop", "SubagentStop", "ConfigChange"] {
        assert!(!fired(&world, event).await.blocked, "{event}");
    }
    // It is put right, and all is well.
    world.write(USER, GUARD);
    assert!(!fired(&world, "PreToolUse").await.blocked);
}

#[tokio::test]
async fn a_guard_in_a_file_that_is_not_yaml_is_not_lost() {
    let world = World::new();
    let text =
        "hooks:\n  PreToolUse:\n  - hooks:\n    - command: x\n      onFailure: block\n   oops: [";
    world.write("home/.config/snaphook/settings.yaml", text);
    assert!(fired(&world, "PreToolUse").await.blocked);
}

#[tokio::test]
async fn a_broken_file_without_a_guard_costs_itself() {
    let world = World::new();
    world.write(USER, "{ not json");
    let outcome = fired(&world, "PreToolUse").await;
    assert!(!outcome.blocked);
    assert_eq!(outcome.diagnostics[0].code, "settings-not-loaded");
}

#[tokio::test]
async fn a_file_of_the_user_that_nobody_can_read_acts_as_a_failed_guard() {
    let world = World::new();
    std::fs::create_dir_all(world.path(USER)).unwrap();
    assert!(fired(&world, "PreToolUse").await.blocked);
    let world = World::new();
    world.write(USER, "");
    std::fs::write(
        world.path(USER),
        b"{\"onFailure\": \"block\", \"x\": \"\xff\"}",
    )
    .unwrap();
    assert!(fired(&world, "PreToolUse").await.blocked);
}

#[tokio::test]
async fn a_broken_file_of_a_project_counts_only_where_one_of_its_hooks_was_trusted() {
    let world = World::new();
    world.write(PROJECT, &broken());
    assert!(!fired(&world, "PreToolUse").await.blocked);
    let all = world.builder().trust(TrustPolicy::All).build().unwrap();
    assert!(run(&all.session("s"), input("PreToolUse")).await.blocked);
    world.write(PROJECT, GUARD);
    trust_all(&world);
    world.write(PROJECT, &broken());
    assert!(fired(&world, "PreToolUse").await.blocked);
    // Another file of the same project is another matter.
    world.write(PROJECT, GUARD);
    world.write("project/.snaphook/settings.json", &broken());
    assert!(!fired(&world, "PreToolUse").await.blocked);
}

#[tokio::test]
async fn a_running_engine_goes_on_with_what_it_had() {
    let world = World::new();
    world.write(USER, GUARD);
    let engine = engine(&world);
    let session = engine.session("s");
    world.write(USER, &broken());
    engine.reload().await;
    let outcome = run(&session, input("PreToolUse")).await;
    assert!(!outcome.blocked, "{outcome:?}");
    assert_eq!(outcome.hooks.len(), 1);
    assert!(!run(&session, input("UserPromptSubmit")).await.blocked);
}

#[tokio::test]
async fn a_broken_file_among_those_that_were_named_is_not_passed_over() {
    let world = World::new();
    world.write("good.json", "{}");
    world.write("bad.json", &broken());
    for named in ["bad.json", "missing.json"] {
        let engine = trusting(&world)
            .settings_file(world.path("good.json"))
            .settings_file(world.path(named))
            .build()
            .unwrap();
        let outcome = run(&engine.session("s"), input("PreToolUse")).await;
        assert!(outcome.blocked, "{named}: {outcome:?}");
    }
}

#[tokio::test]
async fn explain_names_the_file() {
    let world = World::new();
    world.write(USER, &broken());
    let explained = engine(&world).explain(&input("PreToolUse"));
    assert_eq!(explained.hooks.len(), 1);
    assert!(explained.hooks[0].runs());
    assert!(
        explained.hooks[0]
            .hook
            .name
            .as_str()
            .ends_with("settings.json")
    );
}
