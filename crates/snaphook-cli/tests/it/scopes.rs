//! Settings that are found: which places are looked at, and which hooks run.

use serde_json::json;

use crate::world::{World, hooks, log, logs};

/// One hook in every place but the system's, called after its place.
pub(crate) fn everywhere() -> World {
    let world = World::new();
    for (name, file) in [
        ("user", "home/.claude/settings.json"),
        ("user-config", "home/.config/snaphook/settings.yaml"),
        ("project", "project/.claude/settings.json"),
        ("project-own", "project/.snaphook/settings.json"),
        ("local", "project/.claude/settings.local.json"),
        ("plugin", "home/.claude/plugins/tidy/hooks/hooks.json"),
    ] {
        world.write(file, &logs(name));
    }
    world
}

#[test]
fn every_place_is_listed_in_the_order_of_merging() {
    let world = everywhere();
    world.write("project/.snaphook/settings.json", "{ not json");
    world.write(
        "home/.claude/plugins/off/hooks/hooks.json",
        &logs("not-this"),
    );
    world.write("project/.snaphook/settings.local.json", "{}");
    let off = json!({"enabledPlugins": {"off": false}}).to_string();
    world.write("home/.config/snaphook/settings.json", &off);
    let skill = "---\nhooks:\n  Stop:\n  - hooks: [{command: 'true'}, {command: 'false'}]\n---\n";
    world.write("project/.claude/skills/sweep/SKILL.md", skill);
    world.write("home/.claude/agents/reviewer.md", skill);
    let ran = world.snaphook(&["list", "--scopes"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
scope    state          file
managed  absent         W/etc/claude-code/managed-settings.json
managed  absent         W/etc/snaphook/managed-settings.json
user     1 hook         W/home/.claude/settings.json
user     0 hooks        W/home/.config/snaphook/settings.json
user     1 hook         W/home/.config/snaphook/settings.yaml
project  1 hook         W/project/.claude/settings.json
project  not loaded     W/project/.snaphook/settings.json
local    1 hook         W/project/.claude/settings.local.json
local    0 hooks        W/project/.snaphook/settings.local.json
plugin   plugin is off  W/home/.claude/plugins/off/hooks/hooks.json
plugin   1 hook         W/home/.claude/plugins/tidy/hooks/hooks.json
agent    2 hooks        W/home/.claude/agents/reviewer.md
skill    2 hooks        W/project/.claude/skills/sweep/SKILL.md
"
    );
    let line = "error: failed to load .snaphook/settings.json; run `snaphook check`\n";
    assert_eq!(ran.stderr, line);
    let ran = world.snaphook(&["list", "--scopes", "--json"]);
    let list = ran.json();
    assert_eq!(
        list[2],
        json!({"scope": "user", "file": "W/home/.claude/settings.json", "state": "read", "hooks": 1})
    );
    let states: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|place| &place["state"])
        .collect();
    assert_eq!(
        states,
        [
            "absent",
            "absent",
            "read",
            "read",
            "read",
            "read",
            "notLoaded",
            "read",
            "read",
            "off",
            "read",
            "read",
            "read"
        ]
    );
}

#[test]
fn files_that_are_named_are_the_only_places() {
    let world = everywhere();
    world.write("project/a.json", &logs("a"));
    world.write("project/b.json", "[]");
    let ran = world.snaphook(&[
        "list",
        "--scopes",
        "--settings",
        "a.json",
        "--settings",
        "b.json",
    ]);
    assert_eq!(
        ran.stdout,
        "scope     state       file\nexplicit  1 hook      a.json\nexplicit  not loaded  b.json\n"
    );
    let fired = world.fire(&["Stop", "--settings", "a.json"]);
    assert_eq!(fired, ["a success"]);
    assert_eq!(world.ran(), ["a"]);
}

#[test]
fn the_users_folder_for_configuration_may_be_elsewhere() {
    let world = World::new();
    world.write("conf/snaphook/settings.json", &logs("elsewhere"));
    let conf = world.path("conf");
    let env = [("XDG_CONFIG_HOME", conf.to_str().unwrap())];
    world.snaphook_env(&["fire", "Stop"], &env);
    assert_eq!(world.ran(), ["elsewhere"]);
    // One that is not absolute is none.
    world.snaphook_env(&["fire", "Stop"], &[("XDG_CONFIG_HOME", "../conf")]);
    assert_eq!(world.ran(), [""; 0]);
}

#[test]
fn hooks_of_a_project_are_skipped_until_somebody_trusts_them() {
    let world = everywhere();
    let ran = world.snaphook(&["fire", "Stop"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    assert_eq!(world.ran(), ["plugin", "user", "user-config"]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[0].starts_with("Stop: go on (6 hooks, "), "{ran:?}");
    let project = lines.iter().position(|line| line.contains("– project  "));
    assert_eq!(lines[project.unwrap() + 1], "      not trusted");
    assert_eq!(
        lines[lines.len() - 1],
        "  3 hooks were skipped for lack of trust: look at what would run with `snaphook trust`"
    );
    // Beside JSON it is on stderr.
    let ran = world.snaphook(&["fire", "Stop", "--json"]);
    assert_eq!(
        ran.stderr,
        "3 hooks were skipped for lack of trust: look at what would run with `snaphook trust`\n"
    );
    assert_eq!(
        crate::world::results(&ran.json()),
        [
            "user success",
            "user-config success",
            "project not trusted",
            "project-own not trusted",
            "local not trusted",
            "plugin success",
        ]
    );
    world.ran();
    world.trust();
    let names = [
        "user",
        "user-config",
        "project",
        "project-own",
        "local",
        "plugin",
    ];
    let all: Vec<_> = names.iter().map(|name| format!("{name} success")).collect();
    assert_eq!(world.fire(&["Stop"]), all);
    assert_eq!(world.ran().len(), 6);
    let ran = world.snaphook(&["fire", "Stop"]);
    assert!(!ran.stdout.contains("trust"), "{ran:?}");
}

#[test]
fn a_guard_that_nobody_trusts_blocks_nothing() {
    let world = World::new();
    let text = json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
        {"name": "guard", "command": "exit 2", "onFailure": "block"},
        {"name": "broken", "type": "comand", "onFailure": "block"}]}]}});
    world.write("project/.claude/settings.json", &text.to_string());
    let args = ["fire", "PreToolUse", "--tool", "Bash", "--json"];
    let ran = world.snaphook(&args);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        crate::world::results(&ran.json()),
        ["guard not trusted", "broken not trusted"]
    );
    world.trust();
    assert_eq!(world.snaphook(&args).code, 2);
    // The reason of a block stays alone on stderr.
    world.write(
        "project/.claude/settings.local.json",
        &hooks("PreToolUse", &[("new", "true")]),
    );
    let ran = world.snaphook(&args);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(!ran.stderr.contains("lack of trust"), "{ran:?}");
}

#[test]
fn the_caller_may_vouch_for_all_or_for_nothing_but_managed_hooks() {
    let world = everywhere();
    let fired = world.fire(&["Stop", "--trust", "all"]);
    assert!(
        fired.iter().all(|hook| hook.ends_with(" success")),
        "{fired:?}"
    );
    assert_eq!(world.ran().len(), 6);
    let ran = world.snaphook(&["fire", "Stop", "--trust", "managed"]);
    assert_eq!(world.ran(), [""; 0]);
    assert!(
        ran.stdout.ends_with(
            "  6 hooks were skipped for lack of trust: with `--trust managed`, only managed hooks run\n"
        ),
        "{ran:?}"
    );
    let ran = world.snaphook(&["explain", "Stop", "--trust", "managed"]);
    assert!(
        ran.stdout.starts_with("Stop: 0 of 6 hooks would run\n"),
        "{ran:?}"
    );
    assert!(
        ran.stdout
            .contains("\n      only managed hooks are trusted\n"),
        "{ran:?}"
    );
}

#[test]
fn the_project_is_the_git_root_above_the_cwd_or_as_named() {
    let world = everywhere();
    world.write("project/deep/down/x", "");
    world.write("elsewhere/x", "");
    let scopes = |folder: &str, more: &[&str]| {
        let args = [&["list", "--scopes"], more].concat();
        let ran = world.snaphook_in(folder, &args);
        let is_project = |line: &&str| line.starts_with("project");
        ran.stdout
            .lines()
            .filter(is_project)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let here = scopes("project", &[]);
    assert_eq!(here.len(), 2);
    assert_eq!(scopes("project/deep/down", &[]), here);
    assert_eq!(scopes("elsewhere", &["--project", "../project"]), here);
    assert_eq!(
        scopes("project", &["--project", "../elsewhere"]),
        scopes("elsewhere", &[])
    );
    // The cwd of the input counts, where there is one.
    let cwd = format!("cwd={}", world.path("project/deep").display());
    let ran = world.snaphook_in("elsewhere", &["fire", "Stop", "--json", "--set", &cwd]);
    assert_eq!(ran.json()["hooks"].as_array().unwrap().len(), 6, "{ran:?}");
}

#[test]
fn the_status_line_of_a_project_needs_trust_too() {
    let world = World::new();
    world.write(
        "home/.claude/settings.json",
        r#"{"statusLine": {"command": "echo mine"}}"#,
    );
    world.write("project/line.sh", "echo theirs\n");
    world.write(
        "project/.claude/settings.json",
        r#"{"statusLine": {"command": "sh ./line.sh"}, "fileSuggestion": {"command": "echo a.rs"}}"#,
    );
    let line = |args: &[&str]| {
        let ran = world.snaphook(&[&["status-line"], args].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
        ran.stdout
    };
    assert_eq!(line(&[]), "mine\n");
    assert_eq!(line(&["--trust", "all"]), "theirs\n");
    assert_eq!(line(&["--trust", "managed"]), "");
    assert_eq!(world.snaphook(&["suggest-files", "a"]).stdout, "");
    let shown = world.snaphook(&["trust"]);
    assert!(
        shown
            .stdout
            .contains("  command sh ./line.sh\n  script  line.sh  sha256 "),
        "{shown:?}"
    );
    world.trust();
    assert_eq!(line(&[]), "theirs\n");
    assert_eq!(world.snaphook(&["suggest-files", "a"]).stdout, "a.rs\n");
    // What is no longer what was trusted does not run.
    world.write("project/line.sh", "echo other\n");
    assert_eq!(line(&[]), "mine\n");
}

#[test]
fn somebody_who_works_in_their_home_has_their_settings_once() {
    let world = World::new();
    world.write("home/.claude/settings.json", &logs("own"));
    let skill = format!(
        "---\nhooks:\n  Stop:\n  - hooks:\n    - {{name: own-skill, command: '{}'}}\n---\n",
        log("skill")
    );
    world.write("home/.claude/skills/own/SKILL.md", &skill);
    let ran = world.snaphook_in("home", &["list", "--json"]);
    let list = ran.json();
    let list: Vec<_> = list.as_array().unwrap().iter().collect();
    assert_eq!(list.len(), 2, "{list:?}");
    assert_eq!(list[0]["scope"], "user");
    assert!(
        list.iter().all(|hook| hook["trust"] == "not needed"),
        "{list:?}"
    );
    let ran = world.snaphook_in(
        "home",
        &["fire", "Stop", "--skill", ".claude/skills/own/SKILL.md"],
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(world.ran(), ["own", "skill"]);
    let ran = world.snaphook_in("home", &["trust"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "W/home: nothing here needs trust\n")
    );
}

#[cfg(unix)]
#[test]
fn settings_that_are_a_device_or_a_pipe_cost_only_themselves() {
    use std::process::Command;

    let world = World::new();
    world.write("home/.claude/settings.json", &logs("user"));
    world.write("project/.claude/README", "");
    crate::world::link(
        "/dev/zero".as_ref(),
        &world.path("project/.claude/settings.json"),
    );
    let pipe = world.path("project/.claude/settings.local.json");
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let ran = world.snaphook(&["fire", "Stop", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(crate::world::results(&ran.json()), ["user success"]);
    assert!(ran.stdout.contains("not a regular file"), "{ran:?}");
}

#[cfg(unix)]
#[test]
fn settings_that_are_named_may_come_from_a_pipe() {
    let world = World::new();
    let mut command = world.command(&["fire", "Stop", "--json", "--set", "stop_hook_active=false"]);
    let text = hooks("Stop", &[("piped", "true")]);
    command.args(["--settings", "/dev/stdin"]).arg("--input");
    world.write("input.json", "{}");
    command.arg(world.path("input.json"));
    let ran = crate::common::run(&mut command, &text);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(crate::world::results(&ran.json()), ["piped success"]);
}
