//! What an organisation manages runs in spite of everybody, and nothing runs
//! without it.

use serde_json::json;

use crate::world::{World, hooks, log, logs, settings};

const MANAGED: &str = "etc/claude-code/managed-settings.json";

fn world() -> World {
    let world = World::new();
    world.write(MANAGED, &logs("managed"));
    world.write("home/.claude/settings.json", &logs("user"));
    world.write("project/.claude/settings.json", &logs("project"));
    world.write(
        "home/.claude/plugins/tidy/hooks/hooks.json",
        &logs("plugin"),
    );
    world
}

#[test]
fn managed_hooks_run_first_and_in_spite_of_everybody() {
    let world = world();
    world.write("etc/snaphook/managed-settings.d/20-b.json", &logs("b"));
    world.write(
        "etc/snaphook/managed-settings.d/10-a.yaml",
        "hooks: {Stop: [{hooks: [{name: a, command: 'true'}]}]}",
    );
    world.write("etc/snaphook/managed-settings.d/README", "not settings");
    world.write("etc/snaphook/managed-settings.json", &logs("own"));
    let managed = ["managed success", "own success", "a success", "b success"];
    let fired = world.fire(&["Stop"]);
    assert_eq!(fired[..4], managed);
    assert_eq!(
        fired[4..],
        ["user success", "project not trusted", "plugin success"]
    );
    world.ran();
    let env = [("SNAPHOOK", "0")];
    let ran = world.snaphook_env(&["fire", "Stop", "--json"], &env);
    assert_eq!(crate::world::results(&ran.json()), managed);
    assert_eq!(world.ran(), ["b", "managed", "own"]);
    for switch in [
        json!({"disableAllHooks": true}),
        json!({"disabledHooks": ["managed", "own", "a", "b"]}),
        json!({"allowManagedHooksOnly": true}),
        json!({"strictPluginOnlyCustomization": ["hooks"]}),
    ] {
        for file in [
            "home/.config/snaphook/settings.json",
            "project/.snaphook/settings.json",
        ] {
            world.write(file, &switch.to_string());
            let fired = world.fire(&["Stop", "--trust", "all"]);
            assert_eq!(fired[..4], managed, "{switch} in {file}");
            std::fs::remove_file(world.path(file)).unwrap();
        }
    }
}

#[test]
fn only_the_organisation_switches_its_own_hooks_off() {
    let world = world();
    world.trust();
    world.write(
        "project/.claude/settings.local.json",
        r#"{"disableAllHooks": true}"#,
    );
    let others = ["managed success", "user success", "plugin success"];
    assert_eq!(world.fire(&["Stop"]), others);
    world.trust();
    assert_eq!(world.fire(&["Stop"]), ["managed success"]);
    // Where it says that hooks run, nobody else says that they do not.
    world.write(
        "etc/snaphook/managed-settings.json",
        r#"{"disableAllHooks": false}"#,
    );
    assert_eq!(world.fire(&["Stop"]).len(), 4);
    world.write(
        "etc/snaphook/managed-settings.json",
        r#"{"disabledHooks": ["managed"]}"#,
    );
    assert_eq!(world.fire(&["Stop"]), ["managed disabled"]);
    world.write(
        "etc/snaphook/managed-settings.json",
        r#"{"disableAllHooks": true}"#,
    );
    assert_eq!(world.fire(&["Stop"]), [""; 0]);
}

#[test]
fn managed_settings_that_cannot_be_read_stop_everything() {
    let world = world();
    world.write(MANAGED, "{\n  \"hooks\": {\n    \"Stop\": [,]\n  }\n}");
    for args in [
        &["fire", "Stop"][..],
        &["fire", "Stop", "--json", "--trust", "all"],
        &["fire", "SessionEnd"],
        &["explain", "Stop"],
        &["status-line"],
        &["trust", "--yes"],
        &["authorize", "--tool", "Bash"],
    ] {
        let ran = world.snaphook(args);
        let guards = ["fire", "authorize"].contains(&args[0]);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (if guards { 2 } else { 1 }, ""),
            "{args:?}: {ran:?}"
        );
        for words in [
            "error: managed settings cannot be loaded, so no event may run without them:\n",
            "error: W/etc/claude-code/managed-settings.json:3:14: not valid JSON: ",
            "help: nothing was run; run `snaphook check` and correct",
        ] {
            assert!(ran.stderr.contains(words), "{args:?}: {ran:?}");
        }
    }
    assert_eq!(world.ran(), [""; 0]);
    // Whoever looks for the reason is shown it.
    let ran = world.snaphook(&["list", "--scopes"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let line = "managed  not loaded  W/etc/claude-code/managed-settings.json\n";
    assert!(ran.stdout.contains(line), "{ran:?}");
    assert!(
        ran.stderr
            .contains("failed to load W/etc/claude-code/managed-settings.json"),
        "{ran:?}"
    );
    let ran = world.snaphook(&["check"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout
            .contains("--> W/etc/claude-code/managed-settings.json:3:14\n"),
        "{ran:?}"
    );
    // A slip in it costs only itself, but is said.
    world.write(MANAGED, &hooks("Stop", &[("managed", "")]));
    let ran = world.snaphook(&["fire", "Stop"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = "error: 1 problem in W/etc/claude-code/managed-settings.json; run `snaphook check`";
    assert!(ran.stdout.contains(told), "{ran:?}");
}

#[test]
fn the_organisation_may_allow_its_own_hooks_only() {
    let world = world();
    world.trust();
    let mut managed = settings("Stop", &[("managed", &log("managed"))]);
    managed["allowManagedHooksOnly"] = json!(true);
    world.write(MANAGED, &managed.to_string());
    let skill = "---\nhooks:\n  Stop:\n  - hooks: [{name: skill, command: 'true'}]\n---\n";
    world.write("home/.claude/skills/x/SKILL.md", skill);
    let file = world.path("home/.claude/skills/x/SKILL.md");
    let fired = world.fire(&["Stop", "--skill", file.to_str().unwrap()]);
    assert_eq!(fired, ["managed success"]);
    assert_eq!(world.ran(), ["managed"]);
    let ran = world.snaphook(&["explain", "Stop", "--skill", file.to_str().unwrap()]);
    let by = "hooks are switched off by `allowManagedHooksOnly` in W/etc/claude-code/managed-settings.json:1\n";
    assert_eq!(ran.stdout.matches(by).count(), 4, "{ran:?}");
    // Nobody else may say it.
    world.write(MANAGED, &logs("managed"));
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"allowManagedHooksOnly": true}"#,
    );
    assert_eq!(world.fire(&["Stop"]).len(), 4);
    let ran = world.snaphook(&["check"]);
    let words = "`allowManagedHooksOnly` has no effect here: only managed settings may set it";
    assert!(ran.stdout.contains(words), "{ran:?}");
}

#[test]
fn the_organisation_may_allow_hooks_of_plugins_beside_its_own() {
    let world = world();
    world.trust();
    world.write(
        "etc/snaphook/managed-settings.json",
        r#"{"strictPluginOnlyCustomization": ["skills"]}"#,
    );
    assert_eq!(world.fire(&["Stop"]).len(), 4);
    world.write(
        "etc/snaphook/managed-settings.json",
        r#"{"strictPluginOnlyCustomization": ["skills", "hooks"]}"#,
    );
    world.ran();
    assert_eq!(world.fire(&["Stop"]), ["managed success", "plugin success"]);
    assert_eq!(world.ran(), ["managed", "plugin"]);
    // A status line obeys as hooks do.
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"statusLine": {"command": "echo x"}}"#,
    );
    assert_eq!(world.snaphook(&["status-line"]).stdout, "");
}

#[test]
fn a_project_in_another_dialect_is_not_rid_of_managed_hooks() {
    let guard = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash|Edit",
        "hooks": [{"name": "managed", "command": "echo never >&2; exit 2"}]}]}}"#;
    for (file, text) in [
        ("project/.gen/settings.json", r#"{"hooks": {}}"#),
        ("project/agent.yaml", "agents: {root: {model: x}}"),
    ] {
        let world = World::new();
        world.write(MANAGED, guard);
        world.write(file, text);
        let dialect = if file.ends_with("yaml") {
            "cagent"
        } else {
            "gen"
        };
        for more in [&[][..], &["--dialect", dialect]] {
            let fire = ["fire", "PreToolUse", "--tool", "Bash", "--json"];
            let ran = world.snaphook(&[&fire, more].concat());
            assert_eq!(ran.code, 2, "{file}: {ran:?}");
            assert_eq!(ran.json()["blockReason"], "never", "{file}");
        }
    }
}

#[test]
fn managed_hooks_replace_nobodys_in_a_dialect_that_replaces_events() {
    let world = World::new();
    world.write(MANAGED, &logs("managed"));
    world.write("home/.gen/settings.json", &logs("user"));
    world.write("project/.gen/settings.json", r#"{"hooks": {}}"#);
    assert_eq!(
        world.fire(&["Stop", "--dialect", "gen"]),
        ["managed success", "user success"]
    );
    // The project's empty list is for the user's hooks alone, and for them only
    // where a person agreed.
    world.write("project/.gen/settings.json", r#"{"hooks": {"Stop": []}}"#);
    assert_eq!(
        world.fire(&["Stop", "--dialect", "gen"]),
        ["managed success", "user success"]
    );
    let ran = world.snaphook(&["trust", "--yes", "--dialect", "gen"]);
    assert!(
        ran.stdout
            .contains("replaces your own hooks on Stop by the project's, except guards"),
        "{ran:?}"
    );
    assert_eq!(
        world.fire(&["Stop", "--dialect", "gen"]),
        ["managed success"]
    );
}

#[test]
fn managed_settings_that_are_there_and_cannot_be_read_stop_everything() {
    let dropped = "etc/snaphook/managed-settings.d";
    let world = World::new();
    world.write(dropped, "a file where a folder should be");
    let ran = world.snaphook(&["fire", "Stop"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("managed-settings.d"), "{ran:?}");
    #[cfg(unix)]
    {
        let world = World::new();
        world.write(MANAGED, "{}");
        std::fs::remove_file(world.path(MANAGED)).unwrap();
        crate::world::link("gone.json".as_ref(), &world.path(MANAGED));
        let ran = world.snaphook(&["fire", "Stop"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.stderr.contains("no such file"), "{ran:?}");
    }
}

#[test]
fn a_file_in_another_dialect_does_not_undo_the_users_deny_rules() {
    let world = World::new();
    let deny = json!({"permissions": {"deny": ["Bash(rm *)"]}});
    world.write("home/.claude/settings.json", &deny.to_string());
    world.write("project/.gen/settings.json", r#"{"hooks": {"Stop": []}}"#);
    let call = r#"{"command": "rm -rf x"}"#;
    let args = [
        "authorize",
        "--tool",
        "Bash",
        "--tool-input",
        call,
        "--json",
    ];
    let ran = world.snaphook(
        &[
            &args[..],
            &["--mode", "bypassPermissions", "--bypass-available"],
        ]
        .concat(),
    );
    assert_eq!(ran.code, 2, "{ran:?}");
}
