//! Plugins: found in the user's folders, installed, or named; with variables
//! and options of their own.

use serde_json::{Value, json};

use crate::common::has_python;
use crate::world::{World, hooks, log, logs, results};

const TIDY: &str = "home/.claude/plugins/tidy";

fn write_json(world: &World, file: &str, value: &Value) {
    world.write(file, &format!("{value:#}"));
}

/// A plugin with options, a hook in the shell's words and one in Python.
fn tidy() -> World {
    let world = World::new();
    let manifest = json!({"name": "tidy", "version": "1.0.0", "userConfig": {
        "line-length": {"type": "number", "default": 80},
        "style": {"type": "string", "default": "tight"},
        "token": {"type": "string"}}});
    write_json(
        &world,
        &format!("{TIDY}/.claude-plugin/plugin.json"),
        &manifest,
    );
    let shell = r#"printf '%s\n' "$CLAUDE_PLUGIN_ROOT" '${CLAUDE_PLUGIN_ROOT}' "$CLAUDE_PLUGIN_DATA" "$CLAUDE_PLUGIN_OPTION_LINE_LENGTH" "$SNAPHOOK_PLUGIN_OPTION_STYLE" ${user_config.line-length} '${user_config.style}' > "$HOME/shell""#;
    let text = json!({"description": "Keeps things tidy", "hooks": {"Stop": [{"hooks": [
        {"name": "shell", "command": shell},
        {"name": "python", "command": "python3", "args": ["${CLAUDE_PLUGIN_ROOT}/scripts/hook.py", "${user_config.style}", "${CLAUDE_PLUGIN_DATA}/seen"]}]}]}});
    write_json(&world, &format!("{TIDY}/hooks/hooks.json"), &text);
    let python = "import json, sys\nevent = json.load(sys.stdin)['hook_event_name']\nopen(sys.argv[2], 'w').write(event + ' ' + sys.argv[1])\n";
    world.write(&format!("{TIDY}/scripts/hook.py"), python);
    world
}

#[test]
fn a_plugin_has_its_folders_and_its_options() {
    if !has_python() {
        println!("SKIPPED, python3 is not installed: a_plugin_has_its_folders_and_its_options");
        return;
    }
    let world = tidy();
    assert_eq!(world.fire(&["Stop"]), ["shell success", "python success"]);
    let root = world.path(TIDY).display().to_string();
    let data = world
        .path("home/.claude/plugins/data/tidy")
        .display()
        .to_string();
    let seen = |length: &str, style: &str| {
        let lines = [&root, &root, &data, length, style, length, style];
        lines.map(|line| format!("{line}\n")).concat()
    };
    assert_eq!(world.read("home/shell"), seen("80", "tight"));
    assert_eq!(
        world.read("home/.claude/plugins/data/tidy/seen"),
        "Stop tight"
    );
    // What the user chose counts more than what the plugin itself chooses, and
    // an option is not looked at again.
    let chosen = json!({"pluginConfigs": {"tidy": {"options": {"line-length": 100, "style": "${HOME} ${CLAUDE_PLUGIN_ROOT}"}}}});
    write_json(&world, "home/.claude/settings.json", &chosen);
    assert_eq!(world.fire(&["Stop"]), ["shell success", "python success"]);
    assert_eq!(
        world.read("home/shell"),
        seen("100", "${HOME} ${CLAUDE_PLUGIN_ROOT}")
    );
    let said = world.read("home/.claude/plugins/data/tidy/seen");
    assert_eq!(said, "Stop ${HOME} ${CLAUDE_PLUGIN_ROOT}");
}

#[test]
fn an_option_without_a_value_is_a_failure() {
    let world = tidy();
    let text = json!({"hooks": {"PreToolUse": [{"hooks": [
        {"name": "none", "command": "echo ${user_config.token}"},
        {"name": "guard", "command": "true ${user_config.unknown}", "onFailure": "block"}]}]}});
    write_json(&world, &format!("{TIDY}/hooks/hooks.json"), &text);
    let ran = world.snaphook(&["fire", "PreToolUse", "--tool", "Bash", "--json"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    let outcome = ran.json();
    assert_eq!(results(&outcome), ["none failed", "guard failed"]);
    let error = outcome["hooks"][0]["error"].as_str().unwrap();
    assert!(
        error.starts_with("`${user_config.token}` has no value"),
        "{error}"
    );
    assert_eq!(outcome["blockedBy"], "failure");
}

/// The options of a plugin become part of its commands, and these need no
/// trust.
#[test]
fn a_project_does_not_choose_options() {
    let world = tidy();
    let options = json!({"pluginConfigs": {"tidy": {"options": {"line-length": "80; touch \"$HOME/evil\""}}}});
    for file in [
        "project/.claude/settings.json",
        "project/.snaphook/settings.local.json",
    ] {
        write_json(&world, file, &options);
        for trust in ["store", "all"] {
            world.fire(&["Stop", "--trust", trust]);
            assert!(!world.path("home/evil").exists(), "{file}");
        }
    }
    let ran = world.snaphook(&["check", "--json"]);
    let found = ran.json();
    assert_eq!(found[0]["code"], "not-in-project-settings", "{found}");
    assert_eq!(found[0]["file"], ".claude/settings.json");
    let ran = world.snaphook(&["check"]);
    assert!(
        ran.stdout
            .contains("`pluginConfigs` has no effect in a project's file"),
        "{ran:?}"
    );
}

#[test]
fn plugins_are_switched_on_and_off_by_scope() {
    let world = World::new();
    for name in ["one", "two"] {
        world.write(
            &format!("home/.claude/plugins/{name}/hooks/hooks.json"),
            &logs(name),
        );
    }
    // What is installed is on. A project neither switches on what the user
    // switched off, nor off what is the user's, unless a person agrees.
    for (file, text, running) in [
        (
            "home/.claude/settings.json",
            r#"{"enabledPlugins": {"one": false}}"#,
            &["two success"][..],
        ),
        (
            "project/.claude/settings.json",
            r#"{"enabledPlugins": {"one": true, "two": false}}"#,
            &["two success"],
        ),
        ("trust", "", &["two disabled"]),
        (
            "project/.claude/settings.local.json",
            r#"{"enabledPlugins": ["two"]}"#,
            &["two success"],
        ),
        (
            "home/named.json",
            r#"{"enabledPlugins": {"one@market": false}}"#,
            &["two success"],
        ),
    ] {
        match file {
            "trust" => world.trust(),
            file => world.write(file, text),
        }
        let fired = match file {
            "home/named.json" => {
                let named = world.path(file);
                let plugins =
                    ["one", "two"].map(|name| world.path(&format!("home/.claude/plugins/{name}")));
                let [one, two] = plugins.each_ref().map(|path| path.to_str().unwrap());
                world.fire(&[
                    "Stop",
                    "--settings",
                    named.to_str().unwrap(),
                    "--plugin",
                    one,
                    "--plugin",
                    two,
                ])
            }
            _ => world.fire(&["Stop"]),
        };
        assert_eq!(fired, running, "{file}");
    }
    let ran = world.snaphook(&["list", "--scopes"]);
    assert!(
        ran.stdout
            .contains("plugin   1 hook         W/home/.claude/plugins/two/hooks/hooks.json\n"),
        "{ran:?}"
    );
}

#[test]
fn two_plugins_with_the_same_command_both_run() {
    let world = World::new();
    let command = "basename \"$CLAUDE_PLUGIN_ROOT\" >> \"$HOME/ran\"";
    for name in ["a", "b"] {
        let file = format!("home/.claude/plugins/{name}/hooks/hooks.json");
        world.write(&file, &hooks("Stop", &[("which", command)]));
    }
    assert_eq!(world.fire(&["Stop"]), ["which success", "which success"]);
    assert_eq!(world.ran(), ["a", "b"]);
    // In one plugin it is one hook.
    let twice = json!({"hooks": {"Stop": [{"hooks": [{"command": command}]}, {"matcher": "*", "hooks": [{"command": command}]}]}});
    write_json(&world, "home/.claude/plugins/a/hooks/hooks.json", &twice);
    assert_eq!(world.fire(&["Stop"]).len(), 2);
    let check = world.snaphook(&["check", "--json"]).json();
    assert_eq!(check.as_array().unwrap().len(), 1, "{check}");
    assert_eq!(check[0]["code"], "duplicate");
}

#[test]
fn hooks_may_stand_in_the_manifest_or_in_files_that_it_names() {
    let world = World::new();
    let mut manifest: Value = serde_json::from_str(&logs("inline")).unwrap();
    manifest["name"] = json!("inline");
    write_json(
        &world,
        "home/.config/snaphook/plugins/x/plugin.json",
        &manifest,
    );
    let named = json!({"name": "named", "hooks": ["./config/a.json", "../../../../../etc/b.json"]});
    write_json(
        &world,
        "home/.claude/plugins/y/.claude-plugin/plugin.json",
        &named,
    );
    world.write("home/.claude/plugins/y/config/a.json", &logs("a"));
    world.write("home/.claude/plugins/y/hooks/hooks.json", &logs("usual"));
    world.write("home/.claude/plugins/y/etc/b.json", &logs("b"));
    let fired = world.fire(&["Stop"]);
    assert_eq!(
        fired,
        ["usual success", "a success", "b success", "inline success"]
    );
}

#[test]
fn an_installed_plugin_is_found_where_it_was_installed() {
    let world = World::new();
    world.write("home/market/tidy/1.2/hooks/hooks.json", &logs("tidy"));
    world.write("home/market/other/hooks/hooks.json", &logs("other"));
    let path = |name: &str| world.path(name).display().to_string();
    let installed = json!({"version": 2, "plugins": {
        "tidy@acme": [{"scope": "user", "installPath": path("home/market/tidy/1.2")}],
        "other@acme": [{"scope": "project", "projectPath": path("elsewhere"), "installPath": path("home/market/other")}],
        "gone@acme": [{"scope": "user", "installPath": path("home/market/gone")}],
        "off@acme": {"installPath": path("home/market/off")}}});
    write_json(
        &world,
        "home/.claude/plugins/installed_plugins.json",
        &installed,
    );
    world.write(
        "home/.claude/settings.json",
        r#"{"enabledPlugins": {"tidy@acme": true, "off@acme": false, "never@acme": true}}"#,
    );
    let ran = world.snaphook(&["fire", "Stop"]);
    assert_eq!(world.ran(), ["tidy"], "{ran:?}");
    let ran = world.snaphook(&["check"]);
    for words in [
        "the plugin `never@acme` is enabled but not installed",
        "the folder of the installed plugin `gone@acme` is missing: W/home/market/gone",
    ] {
        assert!(ran.stdout.contains(words), "{ran:?}");
    }
    assert!(!ran.stdout.contains("`off@acme`"), "{ran:?}");
    let check = world.snaphook(&["check"]);
    assert!(
        check
            .stdout
            .contains("--> W/home/.claude/plugins/installed_plugins.json:"),
        "{check:?}"
    );
    let list = world.snaphook(&["list"]);
    assert!(list.stdout.contains("(of tidy@acme)"), "{list:?}");
    // In its own project the other one runs.
    std::fs::create_dir(world.path("elsewhere")).unwrap();
    world.snaphook_in("elsewhere", &["fire", "Stop"]);
    assert_eq!(world.ran(), ["other", "tidy"]);
}

#[test]
fn a_plugin_may_be_named_by_its_folder() {
    let world = World::new();
    let command = format!("{}; mkdir -p \"$CLAUDE_PLUGIN_DATA/x\"", log("named"));
    world.write(
        "plugins/named/hooks/hooks.json",
        &hooks("Stop", &[("named", &command)]),
    );
    let fired = world.fire(&["Stop", "--plugin", "../plugins/named"]);
    assert_eq!(fired, ["named success"]);
    assert_eq!(world.ran(), ["named"]);
    // What it keeps is the user's.
    assert!(world.path("home/.claude/plugins/data/named/x").is_dir());
    assert!(!world.path("plugins/data").exists());
    let list = world.snaphook(&["list", "--plugin", "../plugins/named"]);
    assert!(
        list.stdout
            .contains("W/plugins/named/hooks/hooks.json:1  (of named)"),
        "{list:?}"
    );
    let ran = world.snaphook(&["fire", "Stop", "--plugin", "../plugins/none"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("no such folder"), "{ran:?}");
}

/// An interpreter exits with 2 for a script that is gone: that must not block.
#[test]
fn a_plugin_that_vanishes_is_a_failure_and_never_a_block() {
    let world = World::new();
    let text = json!({"hooks": {
        "PreToolUse": [{"sequential": true, "hooks": [
            {"name": "remove", "command": "rm -r \"$CLAUDE_PLUGIN_ROOT\""},
            {"name": "gone", "command": "sh ${CLAUDE_PLUGIN_ROOT}/gone.sh; exit 2"}]}],
        "Stop": [{"hooks": [{"name": "meanwhile", "command": "rm -r \"$CLAUDE_PLUGIN_ROOT\"; exit 2"}]}]}});
    for (event, became) in [
        ("PreToolUse", &["remove success", "gone failed"][..]),
        ("Stop", &["meanwhile failed"]),
    ] {
        write_json(&world, &format!("{TIDY}/hooks/hooks.json"), &text);
        let ran = world.snaphook(&["fire", event, "--tool", "Bash", "--json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let outcome = ran.json();
        assert_eq!(results(&outcome), became);
        let last = outcome["hooks"].as_array().unwrap().last().unwrap();
        assert_eq!(
            last["error"],
            "the folder of `tidy` is gone: W/home/.claude/plugins/tidy; install it again, or remove its hooks"
        );
    }
    assert_eq!(world.fire(&["Stop"]), [""; 0]);
}

#[test]
fn a_broken_plugin_is_told_of_and_costs_itself() {
    let world = World::new();
    world.write("home/.claude/settings.json", &logs("user"));
    let plugins = "home/.claude/plugins";
    for (file, text, message) in [
        (
            "x/plugin.json",
            "{",
            "W/home/.claude/plugins/x/plugin.json:1:2: not valid JSON: ",
        ),
        (
            "x/hooks/hooks.json",
            "[1]",
            "W/home/.claude/plugins/x/hooks/hooks.json:1:1: settings must be ",
        ),
        (
            "x/plugin.json",
            r#"{"hooks": "./none.json"}"#,
            "W/home/.claude/plugins/x/none.json: no such file",
        ),
        (
            "installed_plugins.json",
            "[]",
            "W/home/.claude/plugins/installed_plugins.json:1:1: ",
        ),
    ] {
        world.write(&format!("{plugins}/{file}"), text);
        let ran = world.snaphook(&["fire", "Stop", "--json"]);
        let outcome = ran.json();
        assert_eq!(results(&outcome), ["user success"], "{file}");
        let told = outcome["diagnostics"][0]["message"].as_str().unwrap();
        assert!(told.starts_with(message), "{file}: {told}");
        let check = world.snaphook(&["check"]);
        assert_eq!(check.code, 1, "{file}: {check:?}");
        std::fs::remove_dir_all(world.path(plugins)).unwrap();
    }
}
