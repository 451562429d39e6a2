//! The environment of hooks: `env` of settings, variables about the event, and the
//! variables that the command itself reads.

use serde_json::{Value, json};

use crate::world::{World, log, logs, settings};

/// Settings with this `env`, and one hook on Stop that writes the variables to
/// `home/NAME`.
fn tells(name: &str, env: Value, more: Value) -> String {
    let command = format!(
        "printf '%s %s %s' \"$WHO\" \"$ONLY_{name}\" \"${{LD_LIBRARY_PATH:-none}}\" > \"$HOME/{name}\""
    );
    let mut all = settings("Stop", &[(name, &command)]);
    all["env"] = env;
    let hook = all["hooks"]["Stop"][0]["hooks"][0].as_object_mut().unwrap();
    for (key, value) in more.as_object().unwrap() {
        hook.insert(key.clone(), value.clone());
    }
    all.to_string()
}

#[test]
fn env_of_user_settings_reaches_the_hooks_of_every_file() {
    let world = World::new();
    let env = json!({"WHO": "user", "ONLY_user": 7, "ONLY_project": true});
    world.write("home/.claude/settings.json", &tells("user", env, json!({})));
    world.write(
        "project/.claude/settings.json",
        &tells("project", json!({}), json!({})),
    );
    world.write(
        "home/.claude/plugins/tidy/hooks/hooks.json",
        &tells(
            "plugin",
            json!({"WHO": "a plugin's env counts for nothing"}),
            json!({}),
        ),
    );
    world.fire(&["Stop", "--trust", "all"]);
    assert_eq!(world.read("home/user"), "user 7 none");
    assert_eq!(world.read("home/project"), "user true none");
    assert_eq!(world.read("home/plugin"), "user  none");
    let ran = world.snaphook(&["check"]);
    assert!(!ran.stdout.contains("`env"), "{ran:?}");
}

#[test]
fn env_of_a_project_needs_trust_and_has_the_limits_of_the_environment_file() {
    let world = World::new();
    let user = json!({"WHO": "user"});
    world.write(
        "home/.claude/settings.json",
        &tells("user", user, json!({})),
    );
    world.write(
        "home/.config/snaphook/settings.json",
        &tells("guard", json!({}), json!({"onFailure": "block"})),
    );
    let project = json!({"WHO": "project", "ONLY_user": "p", "ONLY_guard": "p",
        "ONLY_project": "p", "LD_LIBRARY_PATH": "/p"});
    world.write(
        "project/.claude/settings.json",
        &tells("project", project, json!({})),
    );
    let ran = world.snaphook(&["fire", "Stop", "--json"]);
    let outcome = ran.json();
    let told = outcome["diagnostics"].as_array().unwrap().iter();
    let told: Vec<&Value> = told.filter(|one| one["code"] == "untrusted-env").collect();
    assert_eq!(told.len(), 1, "{outcome:#}");
    assert!(
        told[0]["message"]
            .as_str()
            .unwrap()
            .contains("`LD_LIBRARY_PATH`")
    );
    assert_eq!(world.read("home/user"), "user  none");
    assert_eq!(world.read("home/guard"), "user  none");

    let shown = world.snaphook(&["trust", "--yes"]);
    for name in ["WHO", "LD_LIBRARY_PATH"] {
        assert!(shown.stdout.contains(name), "{shown:?}");
    }
    world.fire(&["Stop"]);
    assert_eq!(world.read("home/project"), "project p /p");
    assert_eq!(world.read("home/user"), "project p none");
    assert_eq!(world.read("home/guard"), "user  none");

    // Another value is another decision.
    let text = world.read("project/.claude/settings.json");
    world.write(
        "project/.claude/settings.json",
        &text.replace("\"WHO\":\"project\"", "\"WHO\":\"changed\""),
    );
    world.fire(&["Stop"]);
    assert_eq!(world.read("home/project"), "user p /p");
    let ran = world.snaphook(&["check"]);
    assert!(
        ran.stdout.contains(
            "`LD_LIBRARY_PATH` in a project's file is set for the project's own hooks only"
        ),
        "{ran:?}"
    );
}

#[test]
fn of_files_that_set_the_same_variable_the_highest_counts() {
    let world = World::new();
    let file = |name: &str| tells(name, json!({"WHO": name}), json!({}));
    world.write("home/.claude/settings.json", &file("user"));
    world.write("project/.claude/settings.json", &file("project"));
    world.write("project/.claude/settings.local.json", &file("local"));
    let who = |args: &[&str]| {
        world.fire(&[&["Stop", "--trust", "all"], args].concat());
        let said = world.read("home/user");
        said.split(' ').next().unwrap().to_owned()
    };
    assert_eq!(who(&[]), "local");
    world.write("one.json", &file("user"));
    let two = json!({"env": {"WHO": "second"}}).to_string();
    world.write("two.json", &two);
    let (one, two) = (world.path("one.json"), world.path("two.json"));
    let named = [
        "--settings",
        one.to_str().unwrap(),
        "--settings",
        two.to_str().unwrap(),
    ];
    assert_eq!(who(&named), "second");
}

#[cfg(debug_assertions)]
#[test]
fn what_a_managed_file_sets_no_hook_changes() {
    let world = World::new();
    let managed = json!({"env": {"WHO": "managed", "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP": "3"}});
    world.write("etc/snaphook/managed-settings.json", &managed.to_string());
    let mut user: Value =
        serde_json::from_str(&tells("user", json!({"WHO": "user"}), json!({}))).unwrap();
    user["hooks"]["SessionStart"] = json!([{"hooks": [
        {"command": "echo 'export WHO=hook ONLY_user=hook' >> \"$CLAUDE_ENV_FILE\""}]}]);
    world.write("home/.claude/settings.json", &user.to_string());
    world.fire(&["SessionStart", "--session", "s"]);
    world.fire(&["Stop", "--session", "s"]);
    assert_eq!(world.read("home/user"), "managed hook none");
}

#[test]
fn a_variable_that_no_environment_can_hold_costs_only_itself() {
    let world = World::new();
    let env = json!({"WHO": "user", "": "x", "A=B": "y", "L": ["z"], "N": null});
    world.write("home/.claude/settings.json", &tells("user", env, json!({})));
    world.fire(&["Stop"]);
    assert_eq!(world.read("home/user"), "user  none");
    let ran = world.snaphook(&["check"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    for words in [
        "`env.` is not a valid name or value of an environment variable",
        "`env.A=B` is not a valid name or value of an environment variable",
        "`env.L` must be a string, not a list",
        "`env.N` must be a string, not",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {ran:?}");
    }
    world.write("home/.claude/settings.json", r#"{"env": "X=1"}"#);
    let ran = world.snaphook(&["check"]);
    assert!(
        ran.stdout.contains("`env` must be an object of strings"),
        "{ran:?}"
    );
}

#[test]
fn the_status_line_has_the_environment_of_hooks() {
    let world = World::new();
    let text = json!({"env": {"WHO": "me"}, "statusLine": {"type": "command",
        "command": "echo $WHO $CLAUDE_CODE_SESSION_ID"}});
    world.write("home/.claude/settings.json", &text.to_string());
    world.write("in.json", r#"{"session_id": "s1"}"#);
    let input = world.path("in.json");
    let ran = world.snaphook(&["status-line", "--input", input.to_str().unwrap()]);
    assert_eq!(ran.stdout, "me s1\n", "{ran:?}");
}

#[test]
fn a_hook_is_told_of_its_session_and_of_the_effort() {
    let world = World::new();
    let command = r#"printf '%s %s %s %s' "$CLAUDE_CODE_SESSION_ID" "$SNAPHOOK_CODE_SESSION_ID" "$CLAUDE_EFFORT" "$SNAPHOOK_EFFORT" > "$HOME/told""#;
    let mut all = settings("PreToolUse", &[("tool", command)]);
    all["hooks"]["Stop"] = settings("Stop", &[("stop", command)])["hooks"]["Stop"].clone();
    world.write("home/.claude/settings.json", &all.to_string());
    let tool = ["PreToolUse", "--tool", "Bash", "--set", "session_id=s-1"];
    for effort in ["high", r#"{"level": "high"}"#] {
        let effort = format!("effort={effort}");
        world.fire(&[&tool[..], &["--set", &effort]].concat());
        assert_eq!(world.read("home/told"), "s-1 s-1 high high", "{effort}");
    }
    world.fire(&[&tool[..], &["--set", r#"session_id="a\u0000b""#]].concat());
    assert_eq!(world.read("home/told"), "   ", "no environment holds a NUL");
    world.fire(&["Stop", "--set", "session_id=s-1", "--set", "effort=high"]);
    assert_eq!(world.read("home/told"), "s-1 s-1  ");
}

#[test]
fn claude_config_dir_is_in_place_of_the_usual_folder() {
    let world = World::new();
    world.write("home/.claude/settings.json", &logs("usual"));
    world.write("other/settings.json", &logs("other"));
    world.write("other/plugins/tidy/hooks/hooks.json", &logs("plugin"));
    let skill = "---\nname: sweep\nhooks:\n  Stop:\n  - hooks: [{command: 'true'}]\n---\n";
    world.write("other/skills/sweep/SKILL.md", skill);
    let other = world.path("other");
    let env = [("CLAUDE_CONFIG_DIR", other.to_str().unwrap())];
    world.snaphook_env(&["fire", "Stop"], &env);
    assert_eq!(world.ran(), ["other", "plugin"]);
    // A relative name is one from here.
    world.snaphook_env(&["fire", "Stop"], &[("CLAUDE_CONFIG_DIR", "../other")]);
    assert_eq!(world.ran(), ["other", "plugin"]);
    let scopes = world.snaphook_env(&["list", "--scopes"], &env);
    assert!(
        scopes.stdout.contains("W/other/skills/sweep/SKILL.md"),
        "{scopes:?}"
    );
    assert!(!scopes.stdout.contains("home/.claude"), "{scopes:?}");
    world.snaphook_env(&["fire", "Stop"], &[("CLAUDE_CONFIG_DIR", "")]);
    assert_eq!(world.ran(), ["usual"]);
}

#[test]
fn the_project_is_the_nearest_folder_with_settings() {
    let world = World::new();
    world.write("project/.claude/settings.json", &logs("root"));
    let app = settings("Stop", &[("app", &log("\"$CLAUDE_PROJECT_DIR\""))]);
    world.write("project/app/.claude/settings.json", &app.to_string());
    world.write("project/app/src/main.c", "");
    world.write("project/lib/lib.c", "");
    let ran_in = |folder: &str| {
        world.snaphook_in(folder, &["fire", "Stop", "--trust", "all"]);
        world.ran()
    };
    let app = world.path("project/app").display().to_string();
    assert_eq!(ran_in("project/app"), std::slice::from_ref(&app));
    assert_eq!(ran_in("project/app/src"), [app]);
    assert_eq!(ran_in("project/lib"), ["root"]);
    assert_eq!(ran_in("project"), ["root"]);
}

#[test]
fn an_agent_that_must_not_stop_is_let_go_after_as_many_blocks_as_the_variable_says() {
    let world = World::new();
    let hook = settings("Stop", &[("never", "echo no >&2; exit 2")]);
    world.write("home/.claude/settings.json", &hook.to_string());
    let stop = |cap: &str| {
        let env = [("CLAUDE_CODE_STOP_HOOK_BLOCK_CAP", cap)];
        let session = format!("s{cap}");
        let args = ["fire", "Stop", "--session", &session];
        let codes = (0..4).map(|_| world.snaphook_env(&args, &env).code);
        codes.collect::<Vec<_>>()
    };
    assert_eq!(stop("2"), [2, 2, 0, 0]);
    assert_eq!(stop("0"), [2, 2, 2, 2]);
    assert_eq!(stop("x"), [2, 2, 2, 2]);
    // What settings say counts more.
    let mut capped = hook;
    capped["stopHookBlockCap"] = 1.into();
    world.write("home/.claude/settings.json", &capped.to_string());
    assert_eq!(stop("3"), [2, 0, 0, 0]);
}

#[test]
fn a_plugin_that_is_not_installed_is_told_by_list_and_check_alone() {
    let world = World::new();
    let mut text: Value = serde_json::from_str(&logs("user")).unwrap();
    text["enabledPlugins"] = json!({"team@acme": true});
    world.write("project/.claude/settings.json", &text.to_string());
    let missing = "the plugin `team@acme` is enabled but not installed";
    let fired = world.snaphook(&["fire", "Stop", "--trust", "all"]);
    assert!(!format!("{fired:?}").contains("team@acme"), "{fired:?}");
    let fired = world
        .snaphook(&["fire", "Stop", "--trust", "all", "--json"])
        .json();
    assert_eq!(fired.get("diagnostics"), None, "{fired:#}");
    let list = world.snaphook(&["list"]);
    assert!(list.stderr.contains(missing), "{list:?}");
    let check = world.snaphook(&["check"]);
    assert!(check.stdout.contains(missing), "{check:?}");
    assert_eq!(check.code, 0, "{check:?}");
}

#[test]
fn an_unreadable_skill_is_told_by_check_alone() {
    let world = World::new();
    world.write("home/.claude/settings.json", &logs("user"));
    let broken = "---\nname: sweep\nhooks:\n  Stop: [\n---\n";
    world.write("home/.claude/skills/sweep/SKILL.md", broken);
    world.write("project/.claude/agents/reviewer.md", broken);
    let fired = world.snaphook(&["fire", "Stop"]);
    assert_eq!((fired.code, &*fired.stderr), (0, ""), "{fired:?}");
    let fired = world.snaphook(&["fire", "Stop", "--json"]).json();
    assert_eq!(fired.get("diagnostics"), None, "{fired:#}");
    let check = world.snaphook(&["check"]);
    assert_eq!(check.code, 1, "{check:?}");
    for file in ["skills/sweep/SKILL.md", "agents/reviewer.md"] {
        assert_eq!(check.stdout.matches(file).count(), 1, "{check:?}");
    }
    // Who activates it hears of it.
    let skill = world.path("home/.claude/skills/sweep/SKILL.md");
    let active = world.snaphook(&["fire", "Stop", "--skill", skill.to_str().unwrap()]);
    assert_ne!(active.code, 0, "{active:?}");
}
