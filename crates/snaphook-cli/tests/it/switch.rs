//! `enable` and `disable`: what they write where, and what they say is true
//! afterwards.

use serde_json::json;

use crate::world::{World, hooks, log, logs, settings};

const USER: &str = "home/.claude/settings.json";
const PROJECT: &str = "project/.claude/settings.json";
const LOCAL: &str = "project/.claude/settings.local.json";

fn world() -> World {
    let world = World::new();
    world.write(USER, "{\n  // mine\n  \"hooks\": { \"Stop\": [ { \"hooks\": [\n    { \"name\": \"user\", \"command\": \"echo user >> ~/ran\" } ] } ] }\n}\n");
    world.write(PROJECT, &logs("project"));
    world.write(
        "home/.claude/plugins/tidy/hooks/hooks.json",
        &logs("plugin"),
    );
    world.trust();
    world
}

#[test]
fn a_hook_is_switched_off_and_on_again() {
    let world = world();
    let before = world.read(USER);
    let ran = world.snaphook(&["disable", "user"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
`user` added to `disabledHooks` in W/home/.claude/settings.json:6
user is off  Stop W/home/.claude/settings.json:4
"
    );
    assert_eq!(
        world.read(USER),
        before.replace(
            "] }\n}\n",
            "] },\n  \"disabledHooks\": [\n    \"user\"\n  ]\n}\n"
        )
    );
    assert_eq!(
        world.fire(&["Stop"]),
        ["user disabled", "project success", "plugin success"]
    );
    let ran = world.snaphook(&["enable", "user"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
`user` removed from `disabledHooks` in W/home/.claude/settings.json:6
user is on  Stop W/home/.claude/settings.json:4
"
    );
    assert_eq!(world.fire(&["Stop"])[0], "user success");
    // What is so already is left as it is.
    let text = world.read(USER);
    let ran = world.snaphook(&["enable", "user"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout.starts_with("nothing was changed\nuser is on"),
        "{ran:?}"
    );
    assert_eq!(world.read(USER), text);
}

#[test]
fn each_hook_has_its_usual_place() {
    let world = world();
    world.write("project/.snaphook/settings.json", &logs("own"));
    let skill = "---\nhooks:\n  Stop:\n  - hooks: [{name: sweep, command: 'true'}]\n---\n";
    world.write("project/.claude/skills/sweep/SKILL.md", skill);
    let ran = world.snaphook(&["disable", "project", "own", "plugin", "sweep", "--json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let json = ran.json();
    let changes: Vec<_> = json["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| {
            (
                change["hook"].as_str().unwrap(),
                change["file"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        changes,
        [
            ("project", "W/project/.claude/settings.local.json"),
            ("own", "W/project/.snaphook/settings.local.json"),
            ("plugin", "W/home/.claude/settings.json"),
            ("sweep", "W/project/.claude/settings.local.json"),
        ]
    );
    assert!(
        json["hooks"]
            .as_array()
            .unwrap()
            .iter()
            .all(|hook| hook["on"] == false)
    );
    assert_eq!(
        world.read(LOCAL),
        "{\n  \"disabledHooks\": [\n    \"project\",\n    \"sweep\"\n  ]\n}\n"
    );
    assert_eq!(json["changes"][3]["line"], 4);
    // What the project shares stays as it was.
    assert_eq!(world.read(PROJECT), logs("project"));
}

#[test]
fn a_scope_or_a_file_can_be_named() {
    let world = world();
    let ran = world.snaphook(&["disable", "project", "--scope", "project"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout.contains("W/project/.claude/settings.json:1"),
        "{ran:?}"
    );
    // In another scope it is written, too, though the hook is off already.
    let ran = world.snaphook(&["disable", "project", "--scope", "user"]);
    assert!(
        ran.stdout.contains("in W/home/.claude/settings.json:"),
        "{ran:?}"
    );
    // Of these only one goes, so that the other one still counts.
    let ran = world.snaphook(&["enable", "project", "--scope", "user"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout
            .contains("project is still off: `disabledHooks` in W/project/.claude/settings.json:1"),
        "{ran:?}"
    );
    let ran = world.snaphook(&["enable", "project"]);
    assert_eq!(ran.code, 0, "{ran:?}");

    world.write("project/other.json", &logs("other"));
    let ran = world.snaphook(&["disable", "other", "--settings", "other.json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("in other.json:1\n"), "{ran:?}");
    let fired = world.fire(&["Stop", "--settings", "other.json"]);
    assert_eq!(fired, ["other disabled"]);
    let ran = world.snaphook(&["enable", "user", "--settings", "other.json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("no hook is named `user`"), "{ran:?}");
}

#[test]
fn a_hook_can_be_named_by_its_id() {
    let world = world();
    let list = world.snaphook(&["list", "--json"]).json();
    let id = list[1]["id"].as_str().unwrap();
    let ran = world.snaphook(&["disable", id]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(world.read(LOCAL).contains(id));
    assert_eq!(world.fire(&["Stop"])[1], "project disabled");
    // By its name it is on again, too.
    let ran = world.snaphook(&["enable", "project"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(!world.read(LOCAL).contains(id));
}

#[test]
fn all_hooks_of_a_name_are_switched() {
    let world = world();
    let two = settings("Stop", &[("fmt", "echo 1"), ("fmt", "echo 2")]);
    world.write(PROJECT, &format!("{two:#}"));
    world.trust();
    let ran = world.snaphook(&["disable", "fmt"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
`fmt` added to `disabledHooks` in W/project/.claude/settings.local.json:3
2 hooks are named `fmt`
fmt is off  Stop W/project/.claude/settings.json:6
fmt is off  Stop W/project/.claude/settings.json:10
"
    );
    // By the id of one of them the entry goes that held for both.
    let list = world
        .snaphook(&["list", "--json", "--scope", "project"])
        .json();
    let id = list[0]["id"].as_str().unwrap();
    let ran = world.snaphook(&["enable", id]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
`fmt` removed from `disabledHooks` in W/project/.claude/settings.local.json:3
fmt is on  Stop W/project/.claude/settings.json:6
by the same change, fmt is on  Stop W/project/.claude/settings.json:10
"
    );
}

#[test]
fn a_copy_under_another_name_is_told_of() {
    let world = world();
    world.write(PROJECT, &hooks("Stop", &[("copy", "echo user >> ~/ran")]));
    world.trust();
    let ran = world.snaphook(&["disable", "user"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout
            .ends_with("a copy, copy is still on  Stop W/project/.claude/settings.json:1\n"),
        "{ran:?}"
    );
}

#[test]
fn a_definition_that_says_so_itself_is_switched_on() {
    let world = world();
    let text = "{ \"hooks\": { \"Stop\": [ { \"hooks\": [\n  { \"name\": \"slow\",\n    // for now\n    \"enabled\": false,\n    \"command\": \"true\" } ] } ] } }";
    world.write(PROJECT, text);
    world.write(LOCAL, &json!({"disabledHooks": ["slow"]}).to_string());
    world.trust();
    let ran = world.snaphook(&["enable", "slow"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
`slow` removed from `disabledHooks` in W/project/.claude/settings.local.json:1
`\"enabled\": false` removed from `slow` in W/project/.claude/settings.json:2
slow is on  Stop W/project/.claude/settings.json:2
"
    );
    assert_eq!(
        world.read(PROJECT),
        text.replace("    \"enabled\": false,\n", "")
    );
    assert_eq!(world.fire(&["Stop"])[1], "slow success");

    // A plugin's file is the plugin's.
    let plugin = "home/.claude/plugins/tidy/hooks/hooks.json";
    world.write(plugin, &text.replace("slow", "plugin"));
    let ran = world.snaphook(&["enable", "plugin"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
nothing was changed
plugin is still off: `\"enabled\": false` in its definition, W/home/.claude/plugins/tidy/hooks/hooks.json:2  Stop W/home/.claude/plugins/tidy/hooks/hooks.json:2
"
    );
}

#[test]
fn what_else_keeps_a_hook_off_is_told() {
    let world = world();
    world.write(
        LOCAL,
        "{\n  \"disableAllHooks\": true,\n  \"disabledHooks\": [\"user\"]\n}",
    );
    world.trust();
    let ran = world.snaphook(&["enable", "user"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
`user` removed from `disabledHooks` in W/project/.claude/settings.local.json:3
user is still off: `disableAllHooks` in W/project/.claude/settings.local.json:2  Stop W/home/.claude/settings.json:4
"
    );
    world.write(LOCAL, "{}");
    let ran = world.snaphook_env(&["enable", "user", "--json"], &[("SNAPHOOK", "0")]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let json = ran.json();
    assert_eq!(json["hooks"][0]["on"], false);
    assert_eq!(json["hooks"][0]["why"], json!(["SNAPHOOK=0"]));
    // One that nobody trusts yet is on, and waits.
    world.write("project/.snaphook/settings.json", &logs("new"));
    let ran = world.snaphook(&["enable", "new"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout
            .contains("new is on: it waits for `snaphook trust`"),
        "{ran:?}"
    );
}

#[test]
fn an_unknown_name_changes_nothing_and_near_ones_are_told() {
    let world = world();
    let before = world.read(USER);
    for command in ["disable", "enable"] {
        let ran = world.snaphook(&[command, "user", "projekt"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(
            ran.stderr,
            "\
error: no hook is named `projekt`
help: did you mean `project`? the hooks are `plugin`, `project`, `user`
"
        );
        assert_eq!(ran.stdout, "");
    }
    assert_eq!(world.read(USER), before);
    assert!(!world.path(LOCAL).exists());
    let empty = World::new();
    let ran = empty.snaphook(&["disable", "x"]);
    assert!(
        ran.stderr.contains("help: no hooks are configured here"),
        "{ran:?}"
    );
}

#[test]
fn an_entry_that_disables_nobody_can_be_removed() {
    let world = world();
    world.write(
        LOCAL,
        &json!({"disabledHooks": ["gone", "user"]}).to_string(),
    );
    let ran = world.snaphook(&["enable", "gone"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(
        ran.stdout,
        "\
`gone` removed from `disabledHooks` in W/project/.claude/settings.local.json:1
no hook is named `gone` any more
"
    );
    assert_eq!(world.read(LOCAL), "{\"disabledHooks\":[\"user\"]}");
}

#[test]
fn files_that_cannot_be_changed_are_told_of() {
    let world = world();
    // YAML is for people.
    world.write(
        "home/.config/snaphook/settings.yaml",
        "# mine\ndisabledHooks: [user]\n",
    );
    let ran = world.snaphook(&["enable", "user"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("settings.yaml: snaphook changes only settings in JSON"),
        "{ran:?}"
    );
    assert!(
        ran.stdout.contains(
            "user is still off: `disabledHooks` in W/home/.config/snaphook/settings.yaml:2"
        ),
        "{ran:?}"
    );
    // A slip in the file must not cost what is in it.
    world.write(LOCAL, "{ \"model\": \"x\",\n  oops }");
    let ran = world.snaphook(&["disable", "project"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("W/project/.claude/settings.local.json:2:3: not valid JSON"),
        "{ran:?}"
    );
    assert!(ran.stdout.contains("project is still on"), "{ran:?}");
    assert_eq!(world.read(LOCAL), "{ \"model\": \"x\",\n  oops }");
}

#[cfg(unix)]
#[test]
fn a_link_stays_and_is_told_of() {
    let world = world();
    let text = world.read(USER);
    world.write("home/dotfiles/settings.json", &text);
    std::fs::remove_file(world.path(USER)).unwrap();
    crate::world::link(
        &world.path("home/dotfiles/settings.json"),
        &world.path(USER),
    );
    let ran = world.snaphook(&["disable", "user"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout.contains(
            "in W/home/.claude/settings.json:6 (a link to W/home/dotfiles/settings.json)\n"
        ),
        "{ran:?}"
    );
    assert!(world.path(USER).is_symlink());
    assert!(
        world
            .read("home/dotfiles/settings.json")
            .contains("disabledHooks")
    );
}

#[test]
fn a_dialect_has_its_own_files() {
    let world = World::new();
    world.write(
        "project/.gen/settings.json",
        &hooks("Stop", &[("guard", "true")]),
    );
    let ran = world.snaphook(&["disable", "guard"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout.contains("in W/project/.gen/settings.json:1"),
        "{ran:?}"
    );
    let ran = world.snaphook(&["disable", "guard", "--scope", "local"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("the dialect gen has no file for local settings"),
        "{ran:?}"
    );
    let world = World::new();
    world.write(
        "project/agent.yaml",
        "hooks:\n  turn_start: {name: greet, command: 'true'}\n",
    );
    let ran = world.snaphook(&["disable", "greet"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("agent.yaml: snaphook changes only settings in JSON"),
        "{ran:?}"
    );
}

#[test]
fn many_commands_at_once_lose_nothing() {
    let world = World::new();
    let names: Vec<String> = (0..8).map(|number| format!("hook-{number}")).collect();
    let command = log("x");
    let many: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &*command)).collect();
    world.write(USER, &hooks("Stop", &many));
    let mut children: Vec<_> = names
        .iter()
        .map(|name| {
            let mut command = world.command(&["disable", name]);
            command.stdout(std::process::Stdio::null()).spawn().unwrap()
        })
        .collect();
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    let settings: serde_json::Value = serde_json::from_str(&world.read(USER)).unwrap();
    let mut off: Vec<_> = settings["disabledHooks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect();
    off.sort();
    assert_eq!(off, names);
}
