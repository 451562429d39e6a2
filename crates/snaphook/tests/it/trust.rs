//! Trust, in an engine that runs: what was trusted is looked at before every
//! run, wherever the session has gone.

use std::os::unix::fs::symlink;
use std::sync::Arc;

use serde_json::json;
use snaphook::hook::{Hook, Scope};
use snaphook::trust::{Evidence, TrustFile, TrustState, TrustStore};
use snaphook::{Engine, EngineBuilder, Input, TrustPolicy};

use crate::common::run;
use crate::scopes::{World, entries};

const SETTINGS: &str = "project/.claude/settings.json";

fn event(world: &World, cwd: &str) -> Input {
    let cwd = world.project().join(cwd);
    let event = json!({"hook_event_name": "Notification", "session_id": "s", "cwd": cwd});
    Input::parse(&event.to_string()).unwrap()
}

fn world_with(commands: &[&str]) -> World {
    let world = World::new();
    let hooks: Vec<_> = commands
        .iter()
        .map(|command| json!({"command": command}))
        .collect();
    let settings = json!({"hooks": {"Notification": [{"hooks": hooks}]}});
    world.write(SETTINGS, &settings.to_string());
    world.write("project/guard.sh", "exit 0\n");
    world
}

fn store(world: &World) -> TrustFile {
    TrustFile::new(world.path("state/trust.json"))
}

pub(crate) fn trusting(world: &World) -> EngineBuilder {
    let policy = TrustPolicy::Store(Arc::new(store(world)));
    world.builder().trust(policy)
}

pub(crate) fn engine(world: &World) -> Engine {
    trusting(world).build().unwrap()
}

/// Trusts everything in the project, as it is now.
pub(crate) fn trust_all(world: &World) {
    let questions = engine(world).trust_questions();
    let hooks: Vec<(&Hook, &Evidence)> = questions
        .iter()
        .map(|question| (&*question.hook, &question.evidence))
        .collect();
    store(world).trust(&world.project(), &hooks, 0).unwrap();
}

async fn statuses(engine: &Engine, input: Input) -> Vec<&'static str> {
    let outcome = run(&engine.session("s"), input).await;
    let statuses = entries(&outcome);
    statuses.into_iter().map(|(_, status)| status).collect()
}

#[tokio::test]
async fn nothing_of_an_untrusted_project_runs() {
    let world = world_with(&["touch ran"]);
    let engine = engine(&world);
    let outcome = run(&engine.session("s"), event(&world, "")).await;
    assert_eq!(entries(&outcome), [(Scope::Project, "skipped")]);
    assert_eq!(outcome.hooks[0].skip_reason, Some("not trusted"));
    assert!(!engine.has(&snaphook::Event::resolve("Notification")));
    assert!(!world.project().join("ran").exists());
}

#[tokio::test]
async fn a_script_that_changes_while_the_engine_runs_is_trusted_no_more() {
    let world = world_with(&["sh ./guard.sh", "true"]);
    trust_all(&world);
    let engine = engine(&world);
    assert_eq!(statuses(&engine, event(&world, "")).await, ["success"; 2]);
    world.write("project/guard.sh", "exit 1\n");
    assert_eq!(
        statuses(&engine, event(&world, "")).await,
        ["skipped", "success"]
    );
    let explained = engine.session("s").explain(&event(&world, ""));
    assert!(!explained.hooks[0].runs() && explained.hooks[1].runs());
    world.write("project/guard.sh", "exit 0\n");
    assert_eq!(statuses(&engine, event(&world, "")).await, ["success"; 2]);
    std::fs::rename(
        world.project().join("guard.sh"),
        world.project().join("same.sh"),
    )
    .unwrap();
    symlink("same.sh", world.project().join("guard.sh")).unwrap();
    assert_eq!(
        statuses(&engine, event(&world, "")).await,
        ["skipped", "success"]
    );
}

#[tokio::test]
async fn a_relative_script_is_another_one_in_another_folder() {
    let world = world_with(&["sh ./guard.sh", "sh $CLAUDE_PROJECT_DIR/guard.sh"]);
    world.write("project/sub/guard.sh", "echo > ../stolen\n");
    std::fs::create_dir(world.project().join("empty")).unwrap();
    trust_all(&world);
    let engine = engine(&world);
    assert_eq!(statuses(&engine, event(&world, "")).await, ["success"; 2]);
    for _ in 0..2 {
        assert_eq!(
            statuses(&engine, event(&world, "sub")).await,
            ["skipped", "success"]
        );
    }
    assert!(!world.project().join("stolen").exists());
    // Where there is no such script, the hook finds out by itself.
    let missing = statuses(&engine, event(&world, "empty")).await;
    assert_ne!(missing[0], "skipped");
}

#[tokio::test]
async fn a_relative_script_is_another_one_outside_of_the_project() {
    let world = world_with(&["sh ./guard.sh", "sh $CLAUDE_PROJECT_DIR/guard.sh"]);
    world.write("other/guard.sh", "echo > stolen\n");
    world.write("worktree/guard.sh", "exit 0\n");
    symlink(world.project(), world.path("alias")).unwrap();
    trust_all(&world);
    let engine = engine(&world);
    for _ in 0..2 {
        assert_eq!(
            statuses(&engine, event(&world, "../other")).await,
            ["skipped", "success"]
        );
    }
    assert!(!world.path("other/stolen").exists());
    // The same script is as good, and so is another way to the project.
    for folder in ["../worktree", "../alias"] {
        let fired = statuses(&engine, event(&world, folder)).await;
        assert_eq!(fired, ["success"; 2], "{folder}");
    }
    world.write("worktree/guard.sh", "exit 0 # changed\n");
    assert_eq!(
        statuses(&engine, event(&world, "../worktree")).await,
        ["skipped", "success"]
    );
}

#[tokio::test]
async fn a_link_in_the_project_is_the_projects_whichever_way_leads_to_it() {
    let world = World::new();
    let skill = "---\nhooks:\n  Notification:\n    - hooks: [{command: 'exit 0'}]\n---\n";
    world.write("elsewhere/SKILL.md", skill);
    world.write("project/.claude/skills/README", "");
    let link = world.project().join(".claude/skills/x");
    symlink(world.path("elsewhere"), &link).unwrap();
    symlink(world.project(), world.path("alias")).unwrap();
    let session = engine(&world).session("s");
    for file in ["project", "alias"] {
        let file = world.path(&format!("{file}/.claude/skills/x/SKILL.md"));
        session.activate(Scope::Skill, &file).unwrap().unwrap();
    }
    let outcome = run(&session, event(&world, "")).await;
    assert_eq!(entries(&outcome), [(Scope::Skill, "skipped"); 2]);
}

#[tokio::test]
async fn a_guard_that_nobody_trusts_is_skipped_all_the_same() {
    let world = World::new();
    let guard = json!({"command": "exit 1", "onFailure": "block"});
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [guard]}]}});
    world.write(SETTINGS, &settings.to_string());
    let input = Input::parse(r#"{"hook_event_name":"PreToolUse","tool_name":"Bash"}"#).unwrap();
    let outcome = run(&engine(&world).session("s"), input).await;
    assert!(!outcome.blocked);
    assert_eq!(entries(&outcome), [(Scope::Project, "skipped")]);
}

#[tokio::test]
async fn skills_of_the_project_need_trust_and_the_users_own_do_not() {
    let world = World::new();
    let skill = "---\nname: tidy\nhooks:\n  Notification:\n    - hooks:\n        - command: test -f \"$CLAUDE_PLUGIN_ROOT/SKILL.md\" && sh ${CLAUDE_PLUGIN_ROOT}/go.sh\n---\n";
    for place in ["home", "project"] {
        world.write(&format!("{place}/.claude/skills/tidy/SKILL.md"), skill);
        world.write(&format!("{place}/.claude/skills/tidy/go.sh"), "exit 0\n");
    }
    let fired = async || {
        let engine = engine(&world);
        let session = engine.session("s");
        for place in ["home", "project"] {
            let file = world.path(&format!("{place}/.claude/skills/tidy/SKILL.md"));
            session.activate(Scope::Skill, &file).unwrap().unwrap();
        }
        let outcome = run(&session, event(&world, "")).await;
        let statuses = entries(&outcome);
        statuses
            .into_iter()
            .map(|(_, status)| status)
            .collect::<Vec<_>>()
    };
    assert_eq!(fired().await, ["success", "skipped"]);
    assert_eq!(engine(&world).trust_questions().len(), 1);
    trust_all(&world);
    assert_eq!(fired().await, ["success"; 2]);
    world.write("project/.claude/skills/tidy/go.sh", "exit 0 # changed\n");
    assert_eq!(fired().await, ["success", "skipped"]);
}

#[tokio::test]
async fn hooks_of_a_skill_live_while_it_is_active() {
    let world = World::new();
    let agent = "---\nhooks:\n  Stop:\n    - hooks: [{command: 'exit 0'}]\n---\n";
    world.write("home/.claude/agents/helper.md", agent);
    let engine = engine(&world);
    assert_eq!(engine.skills()[0].name, "helper");
    let session = engine.session("s");
    let stop = || Input::parse(r#"{"hook_event_name":"SubagentStop"}"#).unwrap();
    assert!(run(&session, stop()).await.hooks.is_empty());
    let file = world.path("home/.claude/agents/helper.md");
    let active = session.activate(Scope::Agent, &file).unwrap().unwrap();
    assert_eq!(
        entries(&run(&session, stop()).await),
        [(Scope::Agent, "success")]
    );
    session.deactivate(&active);
    assert!(run(&session, stop()).await.hooks.is_empty());
}

#[tokio::test]
async fn a_host_may_have_a_store_of_its_own() {
    struct ByName;
    impl TrustStore for ByName {
        fn trust_state(&self, _: &std::path::Path, hook: &Hook, _: &Evidence) -> TrustState {
            match hook.name.as_str() {
                "true" => TrustState::Trusted,
                _ => TrustState::Unknown,
            }
        }
    }
    let world = world_with(&["true", "exit 0"]);
    let policy = TrustPolicy::Store(Arc::new(ByName));
    let engine = world.builder().trust(policy).build().unwrap();
    assert_eq!(
        statuses(&engine, event(&world, "")).await,
        ["success", "skipped"]
    );
}

#[tokio::test]
async fn only_managed_hooks_may_be_trusted() {
    let world = world_with(&["true"]);
    let settings = json!({"hooks": {"Notification": [{"hooks": [{"command": "exit 0"}]}]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    world.write("etc/snaphook/managed-settings.json", &settings.to_string());
    let engine = world
        .builder()
        .trust(TrustPolicy::ManagedOnly)
        .build()
        .unwrap();
    let outcome = run(&engine.session("s"), event(&world, "")).await;
    assert_eq!(
        entries(&outcome),
        [
            (Scope::Managed, "success"),
            (Scope::User, "skipped"),
            (Scope::Project, "skipped")
        ]
    );
}

#[tokio::test]
async fn a_plugin_that_vanished_is_a_failure_and_never_blocks_by_itself() {
    let world = World::new();
    let hooks = json!({"hooks": {"UserPromptSubmit": [{"hooks": [
        {"command": "python3 ${CLAUDE_PLUGIN_ROOT}/gone.py"},
        {"command": "exit 2", "onFailure": "block", "name": "guard"}
    ]}]}});
    world.write(
        "home/.claude/plugins/p/hooks/hooks.json",
        &hooks.to_string(),
    );
    let engine = engine(&world);
    std::fs::remove_dir_all(world.path("home/.claude/plugins/p")).unwrap();
    let prompt = || Input::parse(r#"{"hook_event_name":"UserPromptSubmit","prompt":"x"}"#).unwrap();
    let outcome = run(&engine.session("s"), prompt()).await;
    assert_eq!(entries(&outcome), [(Scope::Plugin, "failed"); 2]);
    assert_eq!(
        outcome
            .block_reason
            .as_deref()
            .and_then(|r| r.lines().next()),
        Some("guard failed; blocking because onFailure is \"block\"")
    );
    assert!(
        outcome.hooks[0]
            .error
            .as_deref()
            .unwrap()
            .contains("is gone")
    );
}

/// A factory that remembers what settings said to it.
#[derive(Default, Clone)]
struct SettingsRecorder(Arc<std::sync::Mutex<Vec<serde_json::Value>>>);

impl snaphook::HandlerFactory for SettingsRecorder {
    fn make(&self, _: &Hook) -> Result<Arc<dyn snaphook::Handler>, snaphook::MakeError> {
        Err(snaphook::MakeError::unusable("it only listens"))
    }

    fn configured(
        &self,
        settings: &snaphook::HandlerSettings,
    ) -> Option<Arc<dyn snaphook::HandlerFactory>> {
        let keys = ["mcpServers", "allowedHttpHookUrls", "hookModel"];
        let said = keys.iter().flat_map(|key| settings.all(key).cloned());
        *self.0.lock().unwrap() = said.collect();
        None
    }
}

#[test]
fn what_a_project_says_to_handlers_is_trusted_as_a_whole() {
    let world = World::new();
    let limits = json!({"allowedHttpHookUrls": ["*"], "hookModel": "anthropic/x"});
    world.write(SETTINGS, &limits.to_string());
    let server = |definition: serde_json::Value| {
        let servers = json!({"mcpServers": {"fake": definition}});
        world.write("project/.mcp.json", &servers.to_string());
    };
    server(json!({"command": "true"}));
    let heard = || {
        let hearing = SettingsRecorder::default();
        let policy = TrustPolicy::Store(Arc::new(store(&world)));
        let kind = "hearing";
        let builder = world.builder().trust(policy);
        builder
            .handler(kind, Arc::new(hearing.clone()))
            .build()
            .unwrap();
        hearing.0.lock().unwrap().len()
    };
    assert_eq!(heard(), 0);
    trust_all(&world);
    assert_eq!(heard(), 3);
    // The same command, and yet another server.
    server(json!({"command": "true", "type": "http", "url": "https://h/"}));
    assert_eq!(heard(), 2);
    world.write(SETTINGS, &json!({"hookModel": "anthropic/y"}).to_string());
    assert_eq!(heard(), 0);
}
