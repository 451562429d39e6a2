//! `has`: exact about what is disabled, managed-only and not trusted; only
//! matchers and conditions may still say no.

use serde_json::json;
use snaphook::hook::Scope;
use snaphook::{FunctionHook, TrustPolicy};

use super::*;
use crate::common::fire;
use crate::scopes::World;

const STOP: &str = r#"{"hooks": {"Stop": [{"hooks": [{"command": "cat >/dev/null"}]}]}}"#;

fn has_stop(engine: &Engine) -> bool {
    engine.has(&engine.event("Stop"))
}

#[test]
fn what_is_disabled_is_not_there() {
    let with = |more: Value| {
        let mut settings: Value = serde_json::from_str(STOP).unwrap();
        for (key, value) in more.as_object().unwrap() {
            settings[key] = value.clone();
        }
        has_stop(&gen_engine(&settings))
    };
    assert!(with(json!({})));
    assert!(!with(json!({"disableAllHooks": true})));
    assert!(!with(json!({"disabledHooks": ["cat >/dev/null"]})));
    let off = json!({"hooks": {"Stop": [{"hooks": [{"command": "x", "enabled": false}]}]}});
    assert!(!has_stop(&gen_engine(&off)));
    // A condition where none is evaluated never holds.
    let never = json!({"hooks": {"Stop": [{"hooks": [{"command": "x", "if": "Bash"}]}]}});
    assert!(!has_stop(&gen_engine(&never)));
}

#[test]
fn what_nobody_trusts_is_not_there() {
    let world = World::new();
    world.write("project/.claude/settings.json", STOP);
    assert!(!has_stop(&world.builder().build().unwrap()));
    let trusted = world.builder().trust(TrustPolicy::All).build().unwrap();
    assert!(has_stop(&trusted));
    let managed = world.builder().trust(TrustPolicy::ManagedOnly);
    assert!(!has_stop(&managed.build().unwrap()));
}

#[test]
fn where_only_managed_hooks_run_sessions_have_none() {
    let world = World::new();
    let only = r#"{"allowManagedHooksOnly": true}"#;
    let quiet = || FunctionHook::new("Stop", "quiet", |_| async {});
    let session = |world: &World| {
        let engine = world.builder().build().unwrap();
        let session = engine.session("s");
        session.add_function_unchecked(quiet());
        session
    };
    let open = session(&world);
    assert!(open.has(&open.engine().event("Stop")));
    world.write("etc/snaphook/managed-settings.json", only);
    let closed = session(&world);
    assert!(!closed.has(&closed.engine().event("Stop")));
    // A function of the host itself still runs.
    let engine = world.builder().function(quiet()).build().unwrap();
    assert!(has_stop(&engine));
}

#[test]
fn a_skill_that_nobody_trusts_adds_nothing() {
    let world = World::new();
    world.write(
        "project/.claude/skills/s/SKILL.md",
        "---\nhooks:\n  Stop: [{hooks: [{command: 'true'}]}]\n---\n",
    );
    let file = world.path("project/.claude/skills/s/SKILL.md");
    for (policy, there) in [(TrustPolicy::default(), false), (TrustPolicy::All, true)] {
        let engine = world.builder().trust(policy).build().unwrap();
        let session = engine.session("s");
        session.activate(Scope::Skill, &file).unwrap().unwrap();
        assert_eq!(session.has(&engine.event("Stop")), there);
    }
}

#[tokio::test]
async fn a_matcher_may_still_say_no_and_without_hooks_all_is_allowed() {
    let hook = json!({"command": "exit 2"});
    let settings = json!({"hooks": {"pre_tool_use": {"matcher": "shell", "hooks": hook}}});
    let engine = cagent(&settings);
    assert!(engine.has(&engine.event("pre_tool_use")));
    assert!(!engine.has(&engine.event("stop")));
    let call = json!({"hook_event_name": "pre_tool_use", "tool_name": "read_file"});
    let outcome = fire(&engine, input(&engine, call)).await;
    assert_eq!(engine.dialect().result(&outcome), json!({"Allowed": true}));
}
