//! What PermissionRequest hooks change: all six kinds, where they are kept, and
//! who may not.

use snaphook::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use snaphook::input::CommonFields;
use snaphook::permission::{CallDecision, Decision, Mode, PermissionOptions};
use snaphook::trust::TrustFile;
use snaphook::{Context, Engine, EngineBuilder, Places, ToolCall, TrustPolicy};
use std::sync::Arc;

use super::world::{Person, bash, common, file, in_mode, request, rules, says};

fn allows_with(updates: Value) -> Value {
    json!({"behavior": "allow", "updatedPermissions": updates})
}

/// A home and a project.
struct World(tempfile::TempDir);

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["home", "repo/.claude"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        Self(folder)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.at(name).parent().unwrap()).unwrap();
        fs::write(self.at(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    fn builder(&self) -> EngineBuilder {
        let repo = self.at("repo");
        let places = Places::usual(&self.at("etc"), &self.at("home"), None).project(&repo);
        Engine::builder()
            .context(Context::default().project_dir(&repo).home(self.at("home")))
            .discover(places)
            .trust(TrustPolicy::Store(Arc::new(TrustFile::new(
                self.at("state/trust.json"),
            ))))
    }

    fn common(&self) -> CommonFields {
        CommonFields::new("session-1", self.at("repo").display().to_string())
    }

    /// Lets a hook of this scope allow a call, with these updates.
    async fn granted(&self, updates: Value) -> (Engine, Decision) {
        let engine = self
            .builder()
            .function(request("grants", allows_with(updates)))
            .build();
        let engine = engine.unwrap();
        let decision = engine.authorize(&self.common(), bash("make")).await;
        (engine, decision)
    }
}

async fn is_allowed(engine: &Engine, common: &CommonFields, call: ToolCall) -> bool {
    let mut common = common.clone();
    common.permission_mode = Some("dontAsk".to_owned());
    engine.authorize(&common, call).await.is_allowed()
}

#[tokio::test]
async fn rules_come_and_go_in_a_session() {
    let rule = |content: &str| json!([{"toolName": "Bash", "ruleContent": content}]);
    let update = |kind: &str, content: &str| json!({"type": kind, "rules": rule(content), "behavior": "allow", "destination": "session"});
    for (updates, allowed, not) in [
        (
            json!([update("addRules", "one"), update("addRules", "two")]),
            vec!["one", "two"],
            vec!["three"],
        ),
        (
            json!([update("addRules", "one"), update("replaceRules", "two")]),
            vec!["two"],
            vec!["one"],
        ),
        (
            json!([update("addRules", "one"), update("removeRules", "one")]),
            vec![],
            vec!["one"],
        ),
    ] {
        let engine = rules(&[])
            .function(request("grants", allows_with(updates)))
            .build()
            .unwrap();
        let session = engine.session("session-1");
        let decision = session.authorize(&common(), bash("make")).await;
        assert!(decision.is_allowed());
        assert!(
            decision
                .updates
                .iter()
                .all(|update| update.applied && update.file.is_none())
        );
        for command in allowed {
            assert!(
                is_allowed(&engine, &common(), bash(command)).await,
                "{command}"
            );
        }
        for command in not {
            assert!(
                !is_allowed(&engine, &common(), bash(command)).await,
                "{command}"
            );
        }
        drop(session);
        // With the session they are gone.
        assert!(!is_allowed(&engine, &common(), bash("two")).await);
    }
}

#[tokio::test]
async fn modes_and_folders_of_a_session_change() {
    let updates = json!([
        {"type": "setMode", "mode": "acceptEdits", "destination": "session"},
        {"type": "addDirectories", "directories": ["/data", "../more"], "destination": "session"},
        {"type": "removeDirectories", "directories": ["/data"], "destination": "session"}]);
    let engine = rules(&[])
        .function(request("grants", allows_with(updates)))
        .build()
        .unwrap();
    let session = engine.session("session-1");
    assert!(
        !session
            .authorize(&in_mode("dontAsk"), file("Edit", "/more/a"))
            .await
            .is_allowed()
    );
    assert!(
        session
            .authorize(&common(), bash("make"))
            .await
            .is_allowed()
    );
    let edit = session.authorize(&common(), file("Edit", "/more/a")).await;
    assert_eq!(
        (edit.decision, edit.mode),
        (CallDecision::Allow, Mode::AcceptEdits)
    );
    assert_eq!(edit.by.to_string(), "the mode acceptEdits");
    let edit = session.authorize(&common(), file("Edit", "/data/a")).await;
    assert_eq!(edit.by.to_string(), "the PermissionRequest hook grants");
}

#[tokio::test]
async fn what_is_kept_is_written_beside_what_stands_there() {
    let world = World::new();
    let text = "{\n  // mine\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(build)\" // keep\n    ]\n  },\n  \"model\": \"x\"\n}\n";
    world.write("repo/.claude/settings.local.json", text);
    let (engine, decision) = world
        .granted(
            json!([{"type": "addRules", "behavior": "allow", "destination": "localSettings",
                         "rules": [{"toolName": "Bash", "ruleContent": "make"}]}]),
        )
        .await;
    assert!(decision.updates[0].applied, "{:?}", decision.updates);
    assert_eq!(
        world.read("repo/.claude/settings.local.json"),
        text.replace(
            "\"Bash(build)\" // keep",
            "\"Bash(build)\", // keep\n      \"Bash(make)\""
        )
    );
    // At once, in every session; and in the next engine, which reads the file.
    let other = CommonFields {
        session_id: "session-2".to_owned(),
        ..world.common()
    };
    assert!(is_allowed(&engine, &other, bash("make")).await);
    let next = world.builder().build().unwrap();
    assert!(is_allowed(&next, &world.common(), bash("make")).await);
    // What nobody granted is not trusted by that.
    assert!(!is_allowed(&next, &world.common(), bash("build")).await);
}

#[tokio::test]
async fn once_settings_are_read_again_the_file_speaks_for_itself() {
    let world = World::new();
    let (engine, _) = world
        .granted(
            json!([{"type": "addRules", "behavior": "allow", "destination": "localSettings",
                         "rules": [{"toolName": "Bash", "ruleContent": "make"}]}]),
        )
        .await;
    assert!(engine.reload().await.swapped);
    assert!(is_allowed(&engine, &world.common(), bash("make")).await);
    world.write("repo/.claude/settings.local.json", "{}");
    assert!(engine.reload().await.swapped);
    assert!(!is_allowed(&engine, &world.common(), bash("make")).await);
}

#[tokio::test]
async fn every_kind_finds_its_file() {
    let world = World::new();
    let rules = |content: &str| json!([{"toolName": "Bash", "ruleContent": content}]);
    let (_, decision) = world
        .granted(json!([
            {"type": "addRules", "behavior": "deny", "destination": "projectSettings", "rules": rules("rm *")},
            {"type": "addRules", "behavior": "allow", "destination": "userSettings", "rules": rules("old")},
            {"type": "replaceRules", "behavior": "allow", "destination": "userSettings", "rules": rules("build")},
            {"type": "addRules", "behavior": "ask", "destination": "localSettings", "rules": rules("git *")},
            {"type": "removeRules", "behavior": "ask", "destination": "localSettings", "rules": rules("git *")},
            {"type": "setMode", "mode": "plan", "destination": "localSettings"},
            {"type": "addDirectories", "directories": ["/a", "/b"], "destination": "userSettings"},
            {"type": "removeDirectories", "directories": ["/a"], "destination": "userSettings"}]))
        .await;
    assert!(
        decision
            .updates
            .iter()
            .all(|one| one.applied && one.why_not.is_none()),
        "{:?}",
        decision.updates
    );
    let read = |name: &str| serde_json::from_str::<Value>(&world.read(name)).unwrap();
    assert_eq!(
        read("repo/.claude/settings.json"),
        json!({"permissions": {"deny": ["Bash(rm *)"]}})
    );
    assert_eq!(
        read("home/.claude/settings.json"),
        json!({"permissions": {"allow": ["Bash(build)"], "additionalDirectories": ["/b"]}})
    );
    assert_eq!(
        read("repo/.claude/settings.local.json"),
        json!({"permissions": {"ask": [], "defaultMode": "plan"}})
    );
    let next = world.builder().build().unwrap();
    assert!(is_allowed(&next, &world.common(), bash("build")).await);
    let edit = next.authorize(&world.common(), file("Edit", "a")).await;
    assert_eq!(edit.mode, Mode::Plan);
}

#[tokio::test]
async fn only_a_request_hook_that_allows_changes_anything() {
    let update = json!([{"type": "addRules", "behavior": "allow", "destination": "localSettings",
                         "rules": [{"toolName": "Bash"}]}]);
    let world = World::new();
    let denies = json!({"behavior": "deny", "updatedPermissions": update});
    let pre = json!({"permissionDecision": "allow", "updatedPermissions": update,
                     "decision": {"behavior": "allow", "updatedPermissions": update}});
    for hook in [request("denies", denies), says("before", "PreToolUse", pre)] {
        let engine = world.builder().function(hook).build().unwrap();
        let decision = engine.authorize(&world.common(), bash("make")).await;
        assert!(decision.updates.is_empty());
        assert!(!world.at("repo/.claude/settings.local.json").exists());
    }
    // A hook that denies beside one that allows drops the other's updates.
    let engine = world
        .builder()
        .function(request("grants", allows_with(update)))
        .function(request("denies", json!({"behavior": "deny"})))
        .build()
        .unwrap();
    let decision = engine.authorize(&world.common(), bash("make")).await;
    assert_eq!(
        (decision.decision, decision.updates.len()),
        (CallDecision::Deny, 0)
    );
}

#[tokio::test]
async fn no_hook_grants_bypass_unless_it_was_to_be_had() {
    let bypass =
        |to: &str| json!([{"type": "setMode", "mode": "bypassPermissions", "destination": to}]);
    for (available, destination, granted) in [
        (false, "session", false),
        (true, "session", true),
        (true, "localSettings", false),
        (true, "userSettings", false),
    ] {
        let world = World::new();
        let options = PermissionOptions::default().bypass_available(available);
        let engine = world
            .builder()
            .permissions(options)
            .function(request("grants", allows_with(bypass(destination))))
            .build()
            .unwrap();
        let session = engine.session("session-1");
        let decision = session.authorize(&world.common(), bash("make")).await;
        assert_eq!(
            decision.updates[0].applied, granted,
            "{available} {destination}"
        );
        assert!(!world.at("repo/.claude/settings.local.json").exists());
        assert!(!world.at("home/.claude/settings.json").exists());
        let next = session
            .authorize(&world.common(), file("Edit", "/etc/hosts"))
            .await;
        assert_eq!(next.mode == Mode::BypassPermissions, granted);
    }
}

#[tokio::test]
async fn a_hook_of_the_project_does_not_loosen_the_users_settings() {
    let world = World::new();
    let command = |behavior: &str| {
        let update = json!([{"type": "addRules", "behavior": behavior, "destination": "userSettings",
                             "rules": [{"toolName": "Bash", "ruleContent": "x"}]}]);
        let answer = json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest",
                            "decision": allows_with(update)}});
        json!({"command": format!("printf '%s' '{answer}'")})
    };
    let hooks =
        json!({"hooks": {"PermissionRequest": [{"hooks": [command("allow"), command("deny")]}]}});
    world.write("repo/.claude/settings.json", &hooks.to_string());
    let engine = world.builder().trust(TrustPolicy::All).build().unwrap();
    let decision = engine.authorize(&world.common(), bash("make")).await;
    assert!(decision.is_allowed());
    let [allow, deny] = &decision.updates[..] else {
        panic!("{:?}", decision.updates)
    };
    assert!(!allow.applied);
    assert!(
        allow
            .why_not
            .as_deref()
            .unwrap()
            .contains("user's other projects")
    );
    assert!(deny.applied);
    let written: Value = serde_json::from_str(&world.read("home/.claude/settings.json")).unwrap();
    assert_eq!(written, json!({"permissions": {"deny": ["Bash(x)"]}}));
}

#[tokio::test]
async fn a_file_that_cannot_be_changed_is_left_alone() {
    let world = World::new();
    world.write("repo/.claude/settings.local.json", "{ not json");
    let (engine, decision) = world
        .granted(
            json!([{"type": "addRules", "behavior": "allow", "destination": "localSettings",
                         "rules": [{"toolName": "Bash", "ruleContent": "make"}]}]),
        )
        .await;
    assert_eq!(world.read("repo/.claude/settings.local.json"), "{ not json");
    let updated = &decision.updates[0];
    assert!(updated.applied && updated.file.is_none());
    assert!(
        updated
            .why_not
            .as_deref()
            .unwrap()
            .contains("applies to this session")
    );
    drop(engine);
}

#[tokio::test]
async fn a_file_of_the_project_that_leads_elsewhere_is_not_written() {
    let world = World::new();
    world.write("home/.claude/settings.json", "{}");
    std::os::unix::fs::symlink(
        world.at("home/.claude/settings.json"),
        world.at("repo/.claude/settings.local.json"),
    )
    .unwrap();
    let (_, decision) = world
        .granted(
            json!([{"type": "addRules", "behavior": "allow", "destination": "localSettings",
                         "rules": [{"toolName": "Bash", "ruleContent": "make"}]}]),
        )
        .await;
    let updated = &decision.updates[0];
    assert!(
        updated
            .why_not
            .as_deref()
            .unwrap()
            .contains("leads out of the project")
    );
    assert_eq!(world.read("home/.claude/settings.json"), "{}");
}

#[tokio::test]
async fn rules_that_are_none_are_refused() {
    let (_, decision) = World::new()
        .granted(
            json!([{"type": "addRules", "behavior": "allow", "destination": "session",
                         "rules": [{"toolName": "Bash|Edit"}]}]),
        )
        .await;
    assert!(decision.is_allowed());
    assert!(!decision.updates[0].applied);
    assert!(
        decision.updates[0]
            .why_not
            .as_deref()
            .unwrap()
            .contains("invalid rule")
    );
}

/// Several engines, as several agents are, write into one file.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn updates_of_many_sessions_lose_nothing() {
    const AGENTS: usize = 8;
    const EACH: usize = 12;
    let world = Arc::new(World::new());
    world.write("repo/.claude/settings.local.json", "{\n  // ours\n}\n");
    let agents = (0..AGENTS).map(|agent| {
        let world = Arc::clone(&world);
        tokio::spawn(async move {
            for number in 0..EACH {
                let update = json!([{"type": "addRules", "behavior": "allow", "destination": "localSettings",
                    "rules": [{"toolName": "Bash", "ruleContent": format!("make {agent}-{number}")}]}]);
                let (_, decision) = world.granted(update).await;
                assert!(decision.updates[0].file.is_some(), "{:?}", decision.updates);
            }
        })
    });
    for agent in agents.collect::<Vec<_>>() {
        agent.await.unwrap();
    }
    let text = world.read("repo/.claude/settings.local.json");
    assert!(text.contains("// ours"));
    for agent in 0..AGENTS {
        for number in 0..EACH {
            assert!(text.contains(&format!("\"Bash(make {agent}-{number})\"")));
        }
    }
    let next = world.builder().build().unwrap();
    assert!(is_allowed(&next, &world.common(), bash("make 3-7")).await);
}

#[tokio::test]
async fn a_person_who_says_always_is_not_asked_in_the_next_session() {
    let world = World::new();
    let engine = world
        .builder()
        .approver(Person::who_says("always"))
        .build()
        .unwrap();
    let decision = engine.authorize(&world.common(), bash("make test")).await;
    let written = decision.updates[0].file.as_deref().unwrap();
    assert!(Path::new(written).ends_with(".claude/settings.local.json"));
    let next = world.builder().build().unwrap();
    assert!(is_allowed(&next, &world.common(), bash("make test")).await);
}
