//! Deny and ask rules of snaphook's settings hold in other agents, without any hook.

use serde_json::{Value, json};

use crate::common::{Ran, run};
use crate::world::World;

fn world() -> World {
    let world = World::new();
    let settings = json!({"permissions": {
        "allow": ["Bash(make *)"], "ask": ["Bash(npm publish *)"],
        "deny": ["Bash(git push *)", "Read(.env)"]}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    world
}

fn bridge(world: &World, agent: &str, event: &str, tool: &str, input: &Value) -> Ran {
    let call = json!({"session_id": "s", "cwd": world.path("project"), "hook_event_name": event,
        "tool_name": tool, "tool_input": input, "tool_use_id": "t"});
    let args = ["hook", "--agent", agent];
    world.short(run(&mut world.command(&args), &call.to_string()))
}

#[test]
fn a_deny_rule_denies_in_agents_though_no_hook_is_configured() {
    let world = world();
    for (agent, event, tool) in [
        ("claude", "PreToolUse", "Bash"),
        ("codex", "PreToolUse", "Bash"),
        ("gemini", "BeforeTool", "run_shell_command"),
        ("qwen", "PreToolUse", "run_shell_command"),
    ] {
        for command in ["git -C . push", "cat .env"] {
            let ran = bridge(&world, agent, event, tool, &json!({"command": command}));
            assert_eq!(ran.code, 0, "{agent}: {ran:?}");
            assert!(
                ran.stdout.contains("deny rule"),
                "{agent} {command}: {ran:?}"
            );
            assert!(
                ran.stdout.contains(r#""deny""#),
                "{agent} {command}: {ran:?}"
            );
        }
        // What no rule forbids is the agent's own decision: neither a grant nor a denial.
        for command in ["git status", "make test"] {
            let ran = bridge(&world, agent, event, tool, &json!({"command": command}));
            assert_eq!(
                (ran.code, &*ran.stdout),
                (0, ""),
                "{agent} {command}: {ran:?}"
            );
        }
    }
    let read = json!({"absolute_path": world.path("project/.env")});
    let ran = bridge(&world, "gemini", "BeforeTool", "read_file", &read);
    assert!(ran.stdout.contains(r#""deny""#), "{ran:?}");
}

#[test]
fn an_ask_rule_asks_where_the_agent_can_and_denies_elsewhere() {
    let world = world();
    let input = json!({"command": "npm publish"});
    let claude = bridge(&world, "claude", "PreToolUse", "Bash", &input);
    assert!(claude.stdout.contains(r#""ask""#), "{claude:?}");
    let codex = bridge(&world, "codex", "PreToolUse", "Bash", &input);
    assert!(codex.stdout.contains(r#""deny""#), "{codex:?}");
    assert!(
        codex.stdout.contains("needs a person's approval"),
        "{codex:?}"
    );
}

#[test]
fn a_rule_holds_on_what_a_hook_makes_of_a_call() {
    let world = world();
    let answer = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "allow", "updatedInput": {"command": "git push --force"}}});
    let mut settings: Value =
        serde_json::from_str(&world.read("home/.config/snaphook/settings.json")).unwrap();
    settings["hooks"] =
        json!({"PreToolUse": [{"hooks": [{"command": format!("echo '{answer}'")}]}]});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let ran = bridge(
        &world,
        "codex",
        "PreToolUse",
        "Bash",
        &json!({"command": "ls"}),
    );
    assert!(ran.stdout.contains(r#""deny""#), "{ran:?}");
}

#[test]
fn a_hook_that_failed_is_named_where_the_call_goes_on() {
    let world = World::new();
    let hooks =
        json!({"hooks": {"PreToolUse": [{"hooks": [{"name": "lint", "command": "exit 3"}]}]}});
    world.write("home/.config/snaphook/settings.json", &hooks.to_string());
    let ran = bridge(
        &world,
        "codex",
        "PreToolUse",
        "Bash",
        &json!({"command": "ls"}),
    );
    assert_eq!((ran.code, &*ran.stdout), (0, ""), "{ran:?}");
    assert!(ran.stderr.contains("the hook lint failed"), "{ran:?}");
}

#[test]
fn a_call_that_cannot_be_read_is_denied_where_rules_are_configured() {
    let world = world();
    let hook = |agent: &str, args: &[&str], input: &str| {
        let args = [&["hook", "--agent", agent], args].concat();
        world.short(run(&mut world.command(&args), input))
    };
    let copilot = r#"{"sessionId": "s", "toolName": "bash", "toolArgs": "{\"command\": \"ls\", \"command\": \"git push\"}"}"#;
    let ran = hook("copilot", &["preToolUse"], copilot);
    assert!(ran.stdout.contains(r#""deny""#), "{ran:?}");
    let list = json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": ["git push"]});
    let ran = hook("codex", &[], &list.to_string());
    assert!(ran.stdout.contains(r#""deny""#), "{ran:?}");
}

#[test]
fn a_rule_holds_for_what_an_unknown_tool_names() {
    let world = world();
    let settings = json!({"file": ".env"});
    let call = |tool: &str, input: &Value| bridge(&world, "gemini", "BeforeTool", tool, input);
    for input in [
        json!({"file": ".env"}),
        json!({"items": ["a.rs", "./.env"]}),
        json!({"calls": [{"name": "read_file", "args": {"absolute_path": ".env"}}]}),
        json!({"calls": [{"name": "run_shell_command", "args": {"command": "git push"}}]}),
        json!({"steps": [{"shell_command": "git push"}]}),
    ] {
        let ran = call("new_tool", &input);
        assert!(ran.stdout.contains(r#""deny""#), "{input}: {ran:?}");
    }
    let other = call("new_tool", &json!({"file": "src/a.rs", "text": "not .env"}));
    assert!(!other.stdout.contains(r#""deny""#), "{other:?}");
    // Claude Code's own tools may be newer than snaphook, too.
    let ran = bridge(&world, "claude", "PreToolUse", "ViewImage", &settings);
    assert!(ran.stdout.contains(r#""ask""#), "{ran:?}");
}

#[test]
fn a_path_rule_holds_in_the_folder_that_a_shell_call_names() {
    let world = World::new();
    let settings = json!({"permissions": {"deny": ["Read(./secrets/**)"]}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    world.write("project/secrets/key", "x");
    let call = |folder: &str| {
        let input = json!({"command": "cat key", "workdir": folder});
        bridge(&world, "codex", "PreToolUse", "Bash", &input)
    };
    let inside = call(world.path("project/secrets").to_str().unwrap());
    assert!(inside.stdout.contains(r#""deny""#), "{inside:?}");
    let elsewhere = call(world.path("project").to_str().unwrap());
    assert_eq!(elsewhere.stdout, "", "{elsewhere:?}");
}

#[test]
fn a_rule_for_a_tool_of_a_server_asks_where_the_agent_does_not_name_the_server() {
    let world = World::new();
    let settings = json!({"permissions": {"deny": ["mcp__github__delete_repo"]}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let call = |tool: &str| bridge(&world, "cursor", "preToolUse", tool, &json!({"name": "x"}));
    let denied = call("MCP:delete_repo");
    assert!(denied.stdout.contains(r#""deny""#), "{denied:?}");
    let other = call("MCP:list_repos");
    assert!(!other.stdout.contains(r#""deny""#), "{other:?}");
}
