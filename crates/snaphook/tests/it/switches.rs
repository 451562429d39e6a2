//! Who may switch off what: a project's files have no say over what higher
//! levels configured, unless a person agreed, and never over a guard.

use serde_json::{Value, json};
use snaphook::hook::Scope;
use snaphook::{Input, Outcome};

use crate::common::run;
use crate::scopes::{World, entries};
use crate::trust::{engine, trust_all, trusting};

const USER: &str = "home/.claude/settings.json";
const PROJECT: [&str; 4] = [
    "project/.claude/settings.json",
    "project/.claude/settings.local.json",
    "project/.snaphook/settings.json",
    "project/.snaphook/settings.local.yaml",
];

fn call() -> Input {
    let input = json!({"hook_event_name": "PreToolUse", "session_id": "s",
        "tool_name": "Bash", "tool_input": {"command": "ls"}});
    Input::parse(&input.to_string()).unwrap()
}

fn settings(hooks: &[Value]) -> String {
    json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": hooks}]}}).to_string()
}

fn guard() -> Value {
    json!({"name": "guard", "command": "echo no >&2; exit 2", "onFailure": "block"})
}

fn plain() -> Value {
    json!({"name": "plain", "command": "exit 0"})
}

/// The switches by which a project would get rid of the user's hooks.
fn switches() -> Vec<Value> {
    vec![
        json!({"disableAllHooks": true}),
        json!({"disabledHooks": ["guard", "plain", "of-plugin"]}),
        json!({"strictPluginOnlyCustomization": ["hooks"]}),
        json!({"allowManagedHooksOnly": true}),
        json!({"enabledPlugins": {"p": false}}),
    ]
}

fn world() -> World {
    let world = World::new();
    world.write(USER, &settings(&[guard(), plain()]));
    let of_plugin = json!({"name": "of-plugin", "command": "exit 0 # p"});
    let guard = json!({"name": "guard-of-plugin", "command": "exit 0 # g", "onFailure": "block"});
    world.write(
        "home/.claude/plugins/p/hooks/hooks.json",
        &settings(&[of_plugin, guard]),
    );
    world
}

fn ran(outcome: &Outcome) -> Vec<String> {
    let entries = outcome.hooks.iter();
    let ran = entries.filter(|entry| entry.status.as_str() != "skipped");
    ran.map(|entry| entry.name.to_string()).collect()
}

fn codes(outcome: &Outcome) -> Vec<&str> {
    outcome.diagnostics.iter().map(|one| one.code).collect()
}

#[tokio::test]
async fn an_untrusted_project_switches_off_nothing_of_the_user_or_a_plugin() {
    for file in PROJECT {
        for switch in switches() {
            let world = world();
            world.write(file, &switch.to_string());
            let outcome = run(&engine(&world).session("s"), call()).await;
            let all = ["guard", "plain", "of-plugin", "guard-of-plugin"];
            assert_eq!(ran(&outcome), all, "{file}: {switch}");
            assert!(outcome.blocked);
            let told = ["switch-not-counted", "only-in-managed-settings"];
            let codes = codes(&outcome);
            assert!(
                codes.iter().any(|code| told.contains(code)),
                "{switch}: {outcome:?}"
            );
        }
    }
}

#[tokio::test]
async fn what_a_person_agreed_to_counts_and_never_for_a_guard() {
    for (switch, left) in [
        (
            json!({"disableAllHooks": true}),
            vec!["guard", "guard-of-plugin"],
        ),
        (
            json!({"disabledHooks": ["guard", "plain"]}),
            vec!["guard", "of-plugin", "guard-of-plugin"],
        ),
        (
            json!({"enabledPlugins": {"p": false}}),
            vec!["guard", "plain", "guard-of-plugin"],
        ),
    ] {
        let world = world();
        world.write(PROJECT[0], &switch.to_string());
        let questions = engine(&world).trust_questions();
        let words: Vec<_> = questions
            .iter()
            .map(|question| question.hook.description.clone().unwrap())
            .collect();
        assert!(
            words.iter().any(|words| words.starts_with("switches off")),
            "{words:?}"
        );
        trust_all(&world);
        let outcome = run(&engine(&world).session("s"), call()).await;
        assert_eq!(ran(&outcome), left, "{switch}");
        assert!(outcome.blocked);
        assert!(codes(&outcome).contains(&"switched-off"), "{outcome:?}");
    }
}

#[tokio::test]
async fn agreeing_to_one_switch_agrees_to_no_other() {
    let world = world();
    world.write(PROJECT[0], r#"{"disabledHooks": ["plain"]}"#);
    trust_all(&world);
    world.write(
        PROJECT[0],
        r#"{"disableAllHooks": true, "disabledHooks": ["of-plugin"]}"#,
    );
    let outcome = run(&engine(&world).session("s"), call()).await;
    assert_eq!(ran(&outcome).len(), 4, "{outcome:?}");
}

#[tokio::test]
async fn a_project_switches_off_its_own_hooks_at_once() {
    let world = World::new();
    let mut own: Value = serde_json::from_str(&settings(&[guard()])).unwrap();
    world.write(PROJECT[0], &own.to_string());
    trust_all(&world);
    own["disableAllHooks"] = true.into();
    world.write(PROJECT[0], &own.to_string());
    let outcome = run(&engine(&world).session("s"), call()).await;
    assert!(outcome.hooks.is_empty() && !outcome.blocked);
    assert!(codes(&outcome).contains(&"switched-off"));
}

#[tokio::test]
async fn the_user_does_not_switch_off_what_the_caller_named() {
    let world = World::new();
    world.write(
        USER,
        r#"{"disableAllHooks": true, "disabledHooks": ["guard"]}"#,
    );
    let builder = trusting(&world).settings_json(settings(&[guard()]));
    let outcome = run(&builder.build().unwrap().session("s"), call()).await;
    assert_eq!(entries(&outcome), [(Scope::Explicit, "blocked")]);
    assert!(
        codes(&outcome).contains(&"switch-not-counted"),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn a_project_does_not_take_back_what_the_user_switched_off() {
    let world = world();
    let mut user: Value = serde_json::from_str(&settings(&[plain()])).unwrap();
    user["disableAllHooks"] = true.into();
    user["enabledPlugins"] = json!({"p": false});
    world.write(USER, &user.to_string());
    let back = json!({"disableAllHooks": false, "enabledPlugins": {"p": true}});
    world.write(PROJECT[0], &back.to_string());
    trust_all(&world);
    let outcome = run(&engine(&world).session("s"), call()).await;
    assert!(outcome.hooks.is_empty(), "{outcome:?}");
}

#[tokio::test]
async fn a_project_does_not_make_the_users_stop_hook_give_up_sooner() {
    let stop = |words: &str| {
        let block = json!([{"command": format!("echo {words} >&2; exit 2")}]);
        json!({"hooks": {"Stop": [{"hooks": block}]}})
    };
    for (user_cap, project_cap, honoured) in [
        (None, json!(1), 8),
        (Some(3), json!(1), 3),
        (Some(3), json!(5), 5),
    ] {
        let world = World::new();
        let mut user = stop("user");
        if let Some(cap) = user_cap {
            user["stopHookBlockCap"] = json!(cap);
        }
        world.write(USER, &user.to_string());
        world.write(
            PROJECT[0],
            &json!({"stopHookBlockCap": project_cap}).to_string(),
        );
        trust_all(&world);
        let session = engine(&world).session("s");
        let mut blocks = 0;
        let input = || Input::parse(r#"{"hook_event_name":"Stop","session_id":"s"}"#).unwrap();
        while blocks < 20 && run(&session, input()).await.blocked {
            blocks += 1;
        }
        assert_eq!(blocks, honoured, "{user_cap:?} {project_cap}");
    }
}
