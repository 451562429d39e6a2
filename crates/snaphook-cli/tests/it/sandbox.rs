//! Hooks in a sandbox, through the whole command: from settings to what a hook can do.

use serde_json::{Value, json};

use crate::world::{World, results};

/// Whether there is a sandbox here; says why not.
fn can_try() -> bool {
    match snaphook::sandbox::support() {
        Ok(_) => true,
        Err(error) => {
            eprintln!("skipped: {error}");
            false
        }
    }
}

/// A world with a planted key.
fn world() -> World {
    let world = World::new();
    world.write("home/.ssh/id", "planted-key");
    world.write("project/src/a", "a");
    world
}

fn settings(hook: Value) -> String {
    json!({"hooks": {"Stop": [{"hooks": [hook]}]}}).to_string()
}

/// Reads the key and tells what it found in the project.
const STEAL: &str = "cat ~/.ssh/id > src/stolen 2> src/why; exit 0";

fn user(world: &World, settings: &Value) {
    world.write("home/.claude/settings.json", &settings.to_string());
}

#[test]
fn a_hook_in_a_sandbox_reads_no_secret_in_any_form() {
    if !can_try() {
        return;
    }
    for hook in [
        json!({"name": "h", "command": STEAL, "sandbox": true}),
        json!({"name": "h", "command": "/bin/sh", "args": ["-c", STEAL], "sandbox": {}}),
        json!({"name": "h", "command": STEAL, "interactive": true, "sandbox": true}),
    ] {
        let world = world();
        user(
            &world,
            &serde_json::from_str(&settings(hook.clone())).unwrap(),
        );
        assert_eq!(world.fire(&["Stop"]), ["h success"], "{hook}");
        assert_eq!(world.read("project/src/stolen"), "", "{hook}");
        assert!(world.read("project/src/why").contains("denied"), "{hook}");
    }
    let world = world();
    let free = json!({"name": "h", "command": STEAL});
    user(&world, &serde_json::from_str(&settings(free)).unwrap());
    assert_eq!(world.fire(&["Stop"]), ["h success"]);
    assert_eq!(world.read("project/src/stolen"), "planted-key");
}

#[test]
fn a_background_hook_and_a_worker_are_held_as_well() {
    if !can_try() {
        return;
    }
    let world = world();
    let hook = json!({"name": "h", "command": STEAL, "async": true, "sandbox": true});
    user(&world, &serde_json::from_str(&settings(hook)).unwrap());
    world.fire(&["Stop"]);
    while !world.path("project/src/why").exists() {
        std::thread::yield_now();
    }
    let worker = format!("{STEAL}; while read -r line; do echo '{{\"id\":1}}'; done")
        .replace("exit 0; ", "");
    let hook =
        json!({"name": "w", "command": worker, "worker": true, "sandbox": true, "timeout": 20});
    user(&world, &serde_json::from_str(&settings(hook)).unwrap());
    std::fs::remove_file(world.path("project/src/why")).unwrap();
    world.fire(&["Stop"]);
    assert!(world.read("project/src/why").contains("denied"));
    assert_eq!(world.read("project/src/stolen"), "");
}

#[test]
fn a_project_does_not_loosen_the_defaults() {
    if !can_try() {
        return;
    }
    for own in [
        json!(null),
        json!(false),
        json!({"filesystem": {"allowRead": ["~/.ssh"]}}),
    ] {
        let world = world();
        user(&world, &json!({"sandboxDefaults": true}));
        let hook = json!({"name": "h", "command": STEAL, "sandbox": own});
        let mut project: Value = serde_json::from_str(&settings(hook)).unwrap();
        project["sandboxDefaults"] = json!(false);
        world.write("project/.claude/settings.json", &project.to_string());
        world.trust();
        let ran = world.snaphook(&["fire", "Stop", "--json"]);
        assert_eq!(results(&ran.json()), ["h success"], "{own}");
        assert_eq!(world.read("project/src/stolen"), "", "{own}");
        let narrowed = ran.stdout.contains("sandbox-narrowed");
        assert_eq!(narrowed, own.is_object(), "{ran:?}");
        let checked = world.snaphook(&["check"]);
        assert!(
            checked
                .stdout
                .contains("`sandboxDefaults` has no effect in a project's file"),
            "{checked:?}"
        );
    }
}

#[test]
fn a_changed_sandbox_needs_trust_again() {
    let world = world();
    let file = "project/.claude/settings.json";
    world.write(
        file,
        &settings(json!({"name": "h", "command": "true", "sandbox": true})),
    );
    world.trust();
    world.write(file, &settings(json!({"name": "h", "command": "true"})));
    let became = world.fire(&["Stop"]);
    assert!(became[0].contains("not trusted"), "{became:?}");
}

#[test]
fn variables_pass_by_list() {
    if !can_try() {
        return;
    }
    let world = world();
    let command = "env > src/env; test -d \"$TMPDIR\" && touch \"$TMPDIR/x\"";
    let sandbox = json!({"env": ["MY_*"]});
    let hook = json!({"name": "h", "command": command, "sandbox": sandbox, "env": {"OWN": "1"}});
    user(&world, &serde_json::from_str(&settings(hook)).unwrap());
    let env = [("API_KEY", "k"), ("SSH_AUTH_SOCK", "/x"), ("MY_TOOL", "t")];
    let ran = world.snaphook_env(&["fire", "Stop", "--json"], &env);
    assert_eq!(results(&ran.json()), ["h success"], "{ran:?}");
    let env = world.read("project/src/env");
    let has = |name: &str| {
        env.lines()
            .any(|line| line.starts_with(&format!("{name}=")))
    };
    for name in [
        "PATH",
        "HOME",
        "MY_TOOL",
        "OWN",
        "CLAUDE_PROJECT_DIR",
        "TMPDIR",
    ] {
        assert!(has(name), "{name}: {env}");
    }
    for name in ["API_KEY", "SSH_AUTH_SOCK"] {
        assert!(!has(name), "{name}: {env}");
    }
}

/// As whoever started this test left one open: through Python, which can.
#[test]
fn a_file_that_was_left_open_is_closed() {
    if !can_try() || !crate::common::has_python() {
        eprintln!("skipped: it needs a sandbox and python3");
        return;
    }
    let world = world();
    for (sandbox, found) in [(true, ""), (false, "planted-key")] {
        let hook = json!({"name": "h", "command": "(cat <&9) > src/found 2>/dev/null; exit 0", "sandbox": sandbox});
        user(&world, &serde_json::from_str(&settings(hook)).unwrap());
        let own = world.command(&["fire", "Stop", "--json"]);
        let text = "import os, sys\n\
            os.dup2(os.open(os.environ['HOME'] + '/.ssh/id', 0), 9, True)\n\
            os.execv(sys.argv[1], sys.argv[1:])";
        let mut python = std::process::Command::new("python3");
        python
            .args(["-c", text])
            .arg(own.get_program())
            .args(own.get_args())
            .env_clear();
        python.current_dir(world.path("project"));
        python.envs(
            own.get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        let ran = crate::common::run(&mut python, "");
        assert_eq!(results(&ran.json()), ["h success"], "{ran:?}");
        assert_eq!(world.read("project/src/found"), found);
    }
}

#[test]
fn the_rights_of_a_hook_are_shown() {
    let world = world();
    let sandbox = json!({"network": {"allowedDomains": ["a.example"]}});
    let hooks = json!({"hooks": {"Stop": [{"hooks": [
        {"name": "held", "command": "true", "sandbox": sandbox},
        {"name": "free", "command": "true #"}]}]}});
    world.write("project/.claude/settings.json", &hooks.to_string());
    let line = "sandbox: network a.example; writes the project; reads the project and programs";
    let trust = world.snaphook(&["trust", "--yes"]);
    assert!(
        trust.stdout.contains(&format!("  rights  {line}")),
        "{trust:?}"
    );
    assert_eq!(trust.stdout.matches("  rights  ").count(), 1, "{trust:?}");
    let list = world.snaphook(&["list"]);
    assert!(list.stdout.contains(line), "{list:?}");
    let json = world.snaphook(&["list", "--json"]).json();
    assert_eq!(json[0]["sandbox"]["domains"], json!(["a.example"]));
    assert_eq!(json[1]["sandbox"], json!(null));
    let explained = world.snaphook(&["explain", "Stop"]);
    assert!(explained.stdout.contains(line), "{explained:?}");
}

#[test]
fn cases_tell_which_hooks_run_in_a_sandbox_unchanged() {
    if !can_try() {
        return;
    }
    let world = world();
    let hooks = json!({"hooks": {
        "Stop": [{"hooks": [{"name": "plain", "command": "echo no >&2; exit 2"}]}],
        "SubagentStop": [{"hooks": [{"name": "reads", "command": "cat ~/.ssh/id >&2 && exit 2"}]}]}});
    let hooks = serde_json::to_string_pretty(&hooks).unwrap();
    world.write("project/.claude/settings.json", &hooks);
    let case = |name: &str, event: &str| json!({"name": name, "input": {"hook_event_name": event}, "expect": {"blocked": true}});
    let cases = json!({"settings": "settings.json",
        "cases": [case("one", "Stop"), case("two", "SubagentStop")]});
    world.write("project/.claude/a.hooktest.json", &cases.to_string());
    let ran = world.snaphook(&["test", "--sandbox"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stdout.contains("✓ plain runs in a sandbox unchanged"),
        "{ran:?}"
    );
    assert!(
        ran.stdout.contains("✗ reads does not, in the case `two`"),
        "{ran:?}"
    );
    assert_eq!(world.snaphook(&["test"]).code, 0);
    let checked = world.snaphook(&["check", "--sandbox"]);
    assert!(
        checked
            .stdout
            .contains("`plain` runs in a sandbox unchanged"),
        "{checked:?}"
    );
    assert!(!checked.stdout.contains("`reads` runs"), "{checked:?}");
}
