//! Scopes: every pair of them, with the same hook, different hooks, one
//! disabled, and `disableAllHooks` in either; and what each scope may say.

use snaphook::prelude::*;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use snaphook::hook::{Authority, Scope};
use snaphook::{BuildError, Context, Engine, EngineBuilder, Outcome, Places, TrustPolicy};

use crate::common::run;

/// Every scope that brings hooks from a file, or at run time.
const SCOPES: [Scope; 9] = [
    Scope::Managed,
    Scope::User,
    Scope::Project,
    Scope::Local,
    Scope::Explicit,
    Scope::Plugin,
    Scope::Skill,
    Scope::Agent,
    Scope::Session,
];

/// A world of its own: system, home and project.
pub(crate) struct World(tempfile::TempDir);

impl World {
    pub(crate) fn new() -> Self {
        let world = Self(tempfile::tempdir().unwrap());
        std::fs::create_dir(world.project()).unwrap();
        world
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.0.path().join("project")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let file = self.path(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }

    pub(crate) fn builder(&self) -> EngineBuilder {
        let home = self.path("home");
        let places = Places::usual(&self.path("etc"), &home, None).project(self.project());
        let context = Context::from_process()
            .home(home)
            .project_dir(self.project());
        Engine::builder().context(context).discover(places)
    }

    /// Writes the settings of a scope.
    fn settings(&self, scope: Scope, settings: &Value) {
        let front_matter = || format!("---\nname: x\nhooks: {}\n---\n", settings["hooks"]);
        let (file, text) = match scope {
            Scope::Managed => ("etc/snaphook/managed-settings.json", settings.to_string()),
            Scope::User => ("home/.claude/settings.json", settings.to_string()),
            Scope::Project => ("project/.claude/settings.json", settings.to_string()),
            Scope::Local => ("project/.claude/settings.local.json", settings.to_string()),
            Scope::Explicit => ("named.json", settings.to_string()),
            Scope::Plugin => (
                "home/.claude/plugins/p/hooks/hooks.json",
                settings.to_string(),
            ),
            Scope::Skill => ("home/.claude/skills/s/SKILL.md", front_matter()),
            Scope::Agent => ("home/.claude/agents/a.md", front_matter()),
            Scope::Host | Scope::Session => return,
        };
        self.write(file, &text);
    }
}

/// The scopes and statuses of an outcome's entries.
pub(crate) fn entries(outcome: &Outcome) -> Vec<(Scope, &'static str)> {
    let entries = outcome.hooks.iter();
    entries
        .map(|entry| (entry.scope, entry.status.as_str()))
        .collect()
}

fn event() -> snaphook::Input {
    snaphook::Input::parse(r#"{"hook_event_name":"Notification","session_id":"s"}"#).unwrap()
}

fn hook(command: &str, enabled: bool) -> Value {
    json!({"type": "command", "command": "/bin/sh", "args": ["-c", command], "enabled": enabled})
}

fn settings_with(hook: &Value, disable_all: bool) -> Value {
    let mut settings = json!({"hooks": {"Notification": [{"hooks": [hook]}]}});
    if disable_all {
        settings["disableAllHooks"] = true.into();
    }
    settings
}

/// What should come of two hooks, by the words of the documentation.
fn expected(
    pair: [Scope; 2],
    same: bool,
    disabled: Option<usize>,
    off: Option<usize>,
) -> Vec<(Scope, &'static str)> {
    let off = off.map(|at| pair[at]).filter(|scope| {
        // The others bring hooks and nothing else.
        !matches!(
            scope,
            Scope::Plugin | Scope::Skill | Scope::Agent | Scope::Session
        )
    });
    // The host vouches for the project here, so its switch counts for the user's
    // hooks and those of plugins, too: these are not guards.
    let reach = off.map(|scope| scope.authority().max(Authority::User));
    let lives = |scope: Scope| {
        scope == Scope::Session || reach.is_none_or(|reach| scope.authority() > reach)
    };
    let has_origin = |scope| matches!(scope, Scope::Plugin | Scope::Skill | Scope::Agent);
    let mut expected: Vec<_> = [0, 1]
        .into_iter()
        .filter(|at| lives(pair[*at]))
        .map(|at| {
            let status = if disabled == Some(at) {
                "skipped"
            } else {
                "success"
            };
            (pair[at], status)
        })
        .collect();
    let one = same && disabled.is_none() && !pair.iter().any(|scope| has_origin(*scope));
    if one && expected.len() == 2 {
        // It belongs to whoever has the higher authority.
        let of_second = pair[1].authority() > pair[0].authority();
        expected.remove(usize::from(!of_second));
    }
    expected
}

async fn outcome_of(pair: [Scope; 2], hooks: [&Value; 2], off: Option<usize>) -> Outcome {
    let world = World::new();
    for (at, scope) in pair.into_iter().enumerate() {
        world.settings(scope, &settings_with(hooks[at], off == Some(at)));
    }
    let mut builder = world.builder().trust(TrustPolicy::All);
    if pair.contains(&Scope::Explicit) {
        builder = builder.settings_file(world.path("named.json"));
    }
    let engine = builder.build().unwrap();
    let session = engine.session("s");
    for (at, scope) in pair.into_iter().enumerate() {
        match scope {
            Scope::Skill => {
                let file = world.path("home/.claude/skills/s/SKILL.md");
                session.activate(scope, &file).unwrap().unwrap();
            }
            Scope::Agent => {
                let file = world.path("home/.claude/agents/a.md");
                session.activate(scope, &file).unwrap().unwrap();
            }
            Scope::Session => {
                session.add_hook("Notification", None, hooks[at]).unwrap();
            }
            _ => {}
        }
    }
    run(&session, event()).await
}

#[tokio::test]
async fn every_pair_of_scopes_unites_disables_and_switches_off_as_documented() {
    for (number, first) in SCOPES.into_iter().enumerate() {
        for second in SCOPES.into_iter().skip(number + 1) {
            let pair = [first, second];
            for (same, disabled) in [
                (true, None),
                (false, None),
                (true, Some(0)),
                (false, Some(1)),
            ] {
                for off in [None, Some(0), Some(1)] {
                    let hooks = [0, 1].map(|at| {
                        let command = if same {
                            "exit 0".to_owned()
                        } else {
                            format!("exit 0 # {at}")
                        };
                        hook(&command, disabled != Some(at))
                    });
                    let outcome = outcome_of(pair, [&hooks[0], &hooks[1]], off).await;
                    assert_eq!(
                        entries(&outcome),
                        expected(pair, same, disabled, off),
                        "{pair:?}, same: {same}, disabled: {disabled:?}, off: {off:?}"
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn of_scalars_the_highest_precedence_decides() {
    let precedence = [
        Scope::User,
        Scope::Project,
        Scope::Local,
        Scope::Explicit,
        Scope::Managed,
    ];
    for (number, lower) in precedence.into_iter().enumerate() {
        for higher in precedence.into_iter().skip(number + 1) {
            for off in [true, false] {
                let world = World::new();
                let mut low = settings_with(&hook("exit 0", true), !off);
                low["stopHookBlockCap"] = 1.into();
                low["disableAllHooks"] = (!off).into();
                world.settings(lower, &low);
                world.settings(
                    higher,
                    &json!({"disableAllHooks": off, "stopHookBlockCap": 2}),
                );
                let mut builder = world.builder().trust(TrustPolicy::All);
                if [lower, higher].contains(&Scope::Explicit) {
                    builder = builder.settings_file(world.path("named.json"));
                }
                let engine = builder.build().unwrap();
                let settings = engine.settings();
                let cap = settings.stop_hook_block_cap.as_ref().unwrap();
                assert_eq!((cap.value, cap.scope), (2, higher));
                let ran = run(&engine.session("s"), event()).await.hooks.len();
                // Of the user's hooks, the user's own word counts.
                let of_user = lower.authority() > higher.authority();
                assert_eq!(
                    ran,
                    usize::from(off == of_user),
                    "{lower:?} below {higher:?}, off: {off}"
                );
            }
        }
    }
}

#[tokio::test]
async fn only_a_managed_list_disables_a_managed_hook() {
    for (scope, disabled) in [
        (Scope::User, false),
        (Scope::Local, false),
        (Scope::Managed, true),
    ] {
        let world = World::new();
        let mut guard = hook("exit 0", true);
        guard["name"] = "guard".into();
        let mut managed = settings_with(&guard, false);
        if scope == Scope::Managed {
            managed["disabledHooks"] = json!(["guard"]);
        } else {
            world.settings(scope, &json!({"disabledHooks": ["guard"]}));
        }
        world.settings(Scope::Managed, &managed);
        let engine = world.builder().build().unwrap();
        let outcome = run(&engine.session("s"), event()).await;
        let status = if disabled { "skipped" } else { "success" };
        assert_eq!(entries(&outcome), [(Scope::Managed, status)], "{scope:?}");
    }
}

#[tokio::test]
async fn managed_settings_may_allow_managed_hooks_only() {
    let world = World::new();
    for scope in SCOPES {
        let mut settings = settings_with(&hook(&format!("exit 0 # {scope:?}"), true), false);
        if scope == Scope::Managed {
            settings["allowManagedHooksOnly"] = true.into();
        }
        world.settings(scope, &settings);
    }
    let host = snaphook::FunctionHook::new("Notification", "host", |_| async {});
    let engine = world
        .builder()
        .trust(TrustPolicy::All)
        .settings_file(world.path("named.json"))
        .function(host)
        .build()
        .unwrap();
    let session = engine.session("s");
    session
        .add_hook("Notification", None, &hook("exit 0", true))
        .unwrap();
    let outcome = run(&session, event()).await;
    assert_eq!(
        entries(&outcome),
        [(Scope::Managed, "success"), (Scope::Host, "success")]
    );

    // Said elsewhere, it has no effect, and that is told.
    let world = World::new();
    let mut settings = settings_with(&hook("exit 0", true), false);
    settings["allowManagedHooksOnly"] = true.into();
    world.settings(Scope::User, &settings);
    let engine = world.builder().build().unwrap();
    assert_eq!(engine.findings()[0].code, "only-in-managed-settings");
    assert_eq!(entries(&run(&engine.session("s"), event()).await).len(), 1);
}

#[tokio::test]
async fn strict_customization_leaves_managed_and_plugin_hooks() {
    let world = World::new();
    for scope in SCOPES {
        let mut settings = settings_with(&hook(&format!("exit 0 # {scope:?}"), true), false);
        if scope == Scope::Managed {
            settings["strictPluginOnlyCustomization"] = json!(["hooks"]);
        }
        world.settings(scope, &settings);
    }
    let engine = world
        .builder()
        .trust(TrustPolicy::All)
        .settings_file(world.path("named.json"))
        .build()
        .unwrap();
    let outcome = run(&engine.session("s"), event()).await;
    assert_eq!(
        entries(&outcome),
        [(Scope::Managed, "success"), (Scope::Plugin, "success")]
    );
}

#[test]
fn managed_settings_that_cannot_be_read_stop_the_engine_unless_it_is_told_otherwise() {
    let world = World::new();
    world.write("etc/claude-code/managed-settings.d/10-guard.json", "{ nope");
    world.settings(Scope::User, &settings_with(&hook("exit 0", true), false));
    let error = world.builder().build().unwrap_err();
    assert!(matches!(error, BuildError::Managed(_)));
    let message = error.to_string();
    assert!(message.contains("10-guard.json:1:"), "{message}");
    let engine = world.builder().start_without_managed(true).build().unwrap();
    assert_eq!(engine.load_errors().len(), 1);
    assert!(
        engine
            .diagnostics()
            .iter()
            .any(|one| one.code == "settings-not-loaded")
    );
}

#[tokio::test]
async fn a_users_broken_file_costs_only_itself() {
    let world = World::new();
    world.write("home/.claude/settings.json", "{ nope");
    world.settings(Scope::Plugin, &settings_with(&hook("exit 0", true), false));
    let engine = world.builder().build().unwrap();
    let outcome = run(&engine.session("s"), event()).await;
    assert_eq!(entries(&outcome), [(Scope::Plugin, "success")]);
    assert!(
        outcome
            .diagnostics
            .iter()
            .any(|one| one.code == "settings-not-loaded")
    );
}

#[tokio::test]
async fn hooks_merge_in_the_order_of_their_scopes_and_files() {
    let world = World::new();
    let named = |name: &str| {
        let mut hook = hook(&format!("exit 0 # {name}"), true);
        hook["name"] = name.into();
        settings_with(&hook, false).to_string()
    };
    for file in [
        "project/.snaphook/settings.local.json",
        "project/.claude/settings.local.json",
        "project/.snaphook/settings.json",
        "project/.claude/settings.json",
        "home/.config/snaphook/settings.json",
        "home/.claude/settings.json",
        "etc/snaphook/managed-settings.d/20-b.json",
        "etc/snaphook/managed-settings.d/10-a.json",
        "etc/snaphook/managed-settings.json",
        "etc/claude-code/managed-settings.json",
        "home/.config/snaphook/plugins/q/plugin.json",
        "home/.claude/plugins/p/hooks/hooks.json",
    ] {
        world.write(file, &named(file));
    }
    let engine = world.builder().trust(TrustPolicy::All).build().unwrap();
    let outcome = run(&engine.session("s"), event()).await;
    let names: Vec<_> = outcome
        .hooks
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "etc/claude-code/managed-settings.json",
            "etc/snaphook/managed-settings.json",
            "etc/snaphook/managed-settings.d/10-a.json",
            "etc/snaphook/managed-settings.d/20-b.json",
            "home/.claude/settings.json",
            "home/.config/snaphook/settings.json",
            "project/.claude/settings.json",
            "project/.snaphook/settings.json",
            "project/.claude/settings.local.json",
            "project/.snaphook/settings.local.json",
            "home/.claude/plugins/p/hooks/hooks.json",
            "home/.config/snaphook/plugins/q/plugin.json",
        ]
    );
    let files = engine.files();
    let read: Vec<&Path> = files.iter().map(|file| &*file.path).collect();
    assert_eq!(read.len(), 12, "{read:?}");
}
