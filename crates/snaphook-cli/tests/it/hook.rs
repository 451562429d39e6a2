//! The bridge: one guard, one rewrite and one question, as a hook of other agents.

use serde_json::{Value, json};

use crate::common::{Ran, run};
use crate::world::World;

/// A world with a guard on `Bash` that denies what holds `forbidden`.
fn guarded() -> World {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"name": "guard",
            "onFailure": "block",
            "command": "if grep -q forbidden; then echo not here >&2; exit 2; fi"}]}]}}"#,
    );
    world
}

fn with_hooks(event: &str, answer: &Value) -> World {
    let world = World::new();
    let command = format!("echo '{answer}'");
    let settings = json!({"hooks": {event: [{"hooks": [{"name": "hook", "command": command}]}]}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    world
}

fn bridge(world: &World, args: &[&str], input: &str) -> Ran {
    let args = [&["hook", "--agent"], args].concat();
    world.short(run(&mut world.command(&args), input))
}

/// A shell call of each agent: name, event, input.
fn calls(command: &str) -> Vec<(&'static str, &'static str, Value)> {
    let claude = |tool: &str| {
        json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": tool,
               "tool_input": {"command": command}})
    };
    let named = |event: &str, tool: &str| {
        json!({"session_id": "s", "hook_event_name": event, "tool_name": tool,
               "tool_input": {"command": command}})
    };
    vec![
        ("claude", "PreToolUse", claude("Bash")),
        ("codex", "PreToolUse", claude("Bash")),
        (
            "copilot",
            "preToolUse",
            json!({"sessionId": "s", "toolName": "bash", "toolArgs": {"command": command}}),
        ),
        (
            "gemini",
            "BeforeTool",
            named("BeforeTool", "run_shell_command"),
        ),
        ("qwen", "PreToolUse", claude("run_shell_command")),
        ("grok", "PreToolUse", claude("run_terminal_command")),
        ("droid", "PreToolUse", claude("Execute")),
        (
            "goose",
            "PreToolUse",
            json!({"event": "PreToolUse", "session_id": "s", "tool_name": "shell", "tool_input": {"command": command}}),
        ),
        ("kimi-code", "PreToolUse", claude("Bash")),
        ("kimi-cli", "PreToolUse", claude("Shell")),
        ("opencode", "PreToolUse", claude("bash")),
        ("kilo", "PreToolUse", claude("bash")),
        ("pi", "PreToolUse", claude("bash")),
        ("vibe", "pre_tool", named("pre_tool", "file_system.bash")),
        (
            "cline",
            "PreToolUse",
            json!({"taskId": "s", "hookName": "tool_call", "tool_call": {"id": "1", "name": "run_commands", "input": {"commands": [command]}}}),
        ),
        (
            "openhands",
            "PreToolUse",
            json!({"event_type": "PreToolUse", "session_id": "s", "tool_name": "terminal", "tool_input": {"command": command}}),
        ),
        ("deepagents", "PreToolUse", claude("Bash")),
        (
            "hermes",
            "pre_tool_call",
            named("pre_tool_call", "terminal"),
        ),
        ("code-puppy", "PreToolUse", claude("shell")),
        (
            "cursor",
            "beforeShellExecution",
            json!({"conversation_id": "s", "hook_event_name": "beforeShellExecution", "command": command}),
        ),
        (
            "windsurf",
            "pre_run_command",
            json!({"agent_action_name": "pre_run_command", "trajectory_id": "s", "tool_info": {"command_line": command}}),
        ),
        ("kiro", "PreToolUse", claude("execute_bash")),
        (
            "antigravity",
            "PreToolUse",
            json!({"conversationId": "s", "toolCall": {"name": "run_command", "args": {"CommandLine": command}}}),
        ),
        ("augment", "PreToolUse", claude("launch-process")),
        ("vscode", "PreToolUse", claude("run_in_terminal")),
        ("crush", "PreToolUse", claude("bash")),
    ]
}

#[test]
fn one_guard_on_bash_denies_in_every_agent() {
    let world = guarded();
    for (agent, event, input) in calls("echo forbidden") {
        let ran = bridge(&world, &[agent, event], &input.to_string());
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(said.contains("not here"), "{agent}: {ran:?}");
        assert!(ran.code == 0 || ran.code == 2, "{agent}: {ran:?}");
        let denies = ["deny", "block", "cancel\":true"];
        let in_json = denies.iter().any(|word| ran.stdout.contains(word));
        assert!(in_json || ran.code == 2, "{agent}: {ran:?}");
    }
}

#[test]
fn hooks_are_told_for_which_agent_they_run() {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [
            {"command": "echo \"for $AI_AGENT, ${CLAUDECODE:-0}.\" >&2; exit 2"}]}]}}"#,
    );
    let input = json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash",
        "tool_input": {"command": "ls"}});
    let told = |agent: &str, own: &[(&str, &str)]| {
        let mut command = world.command(&["hook", "--agent", agent]);
        command.env_remove("AI_AGENT").env_remove("CLAUDECODE");
        let ran = run(command.envs(own.iter().copied()), &input.to_string());
        format!("{}{}", ran.stdout, ran.stderr)
    };
    for (agent, own, words) in [
        ("claude", &[][..], "for claude, 1."),
        ("codex", &[], "for codex, 0."),
        ("codex", &[("AI_AGENT", "codex_9")], "for codex_9, 0."),
    ] {
        let told = told(agent, own);
        assert!(told.contains(words), "{agent}: {told}");
    }
}

#[test]
fn a_harmless_call_is_left_to_every_agent() {
    let world = guarded();
    for (agent, event, input) in calls("echo harmless") {
        let ran = bridge(&world, &[agent, event], &input.to_string());
        assert_eq!(ran.code, 0, "{agent}: {ran:?}");
        assert!(
            !ran.stdout.contains("deny") && !ran.stdout.contains("block"),
            "{agent}: {ran:?}"
        );
        assert_eq!(ran.stderr, "", "{agent}");
    }
}

#[test]
fn an_unknown_tool_meets_every_guard() {
    let world = guarded();
    let input = json!({"session_id": "s", "hook_event_name": "BeforeTool",
                       "tool_name": "new_tool", "tool_input": {"x": "forbidden"}});
    let ran = bridge(&world, &["gemini"], &input.to_string());
    assert_eq!(ran.json()["decision"], "deny", "{ran:?}");
    let harmless = input.to_string().replace("forbidden", "harmless");
    let ran = bridge(&world, &["gemini"], &harmless);
    let words = "unknown tool `gemini:new_tool`: every guard of the event was asked";
    assert!(ran.stderr.contains(words), "{ran:?}");
}

#[test]
fn what_an_agent_can_do_is_that_of_its_version() {
    let answer = json!({"hookSpecificOutput": {"hookEventName": "PostToolUse",
        "additionalContext": "remember"}});
    let world = with_hooks("PostToolUse", &answer);
    let input = json!({"session_id": "s", "hook_event_name": "PostToolUse",
        "tool_name": "bash", "tool_input": {"command": "ls"}});
    let old = bridge(&world, &["opencode"], &input.to_string());
    assert!(old.stdout.contains("remember"), "{old:?}");
    let args = ["opencode", "--agent-version", "2.0.20"];
    let new = bridge(&world, &args, &input.to_string());
    assert!(!new.stdout.contains("remember"), "{new:?}");
    assert!(new.stderr.contains("waits"), "{new:?}");
}

#[test]
fn a_patch_in_a_shell_command_is_seen_as_a_write() {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"matcher": "Write|Edit", "hooks": [{"name": "guard",
            "onFailure": "block",
            "command": "if grep -q '\"file_path\":\"secret.txt\"'; then echo not here >&2; exit 2; fi"}]}]}}"#,
    );
    let patch =
        "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: secret.txt\n+x\n*** End Patch\nEOF";
    let input = json!({"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash",
                       "tool_input": {"command": patch}});
    let ran = bridge(&world, &["codex"], &input.to_string());
    assert_eq!(
        ran.json()["hookSpecificOutput"]["permissionDecision"],
        "deny",
        "{ran:?}"
    );
}

#[test]
fn what_cannot_be_read_is_denied_where_a_guard_is_configured() {
    let world = guarded();
    for input in [
        "",
        "not json",
        r#"{"hook_event_name": "PreToolUse"}"#,
        r#"{"hook_event_name": "NewEvent"}"#,
        r#"[{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}}]"#,
        r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_input": {"command": "echo forbidden", "command": "ls"}}"#,
        r#"{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}} {}"#,
        "{\"hook_event_name\": \"PreToolUse\", \"tool_name\": \"Bash\", \"tool_input\": {}}\0",
    ] {
        let ran = bridge(&world, &["claude"], input);
        let own = "hookSpecificOutput";
        assert_eq!(
            ran.json()[own]["permissionDecision"],
            "deny",
            "{input}: {ran:?}"
        );
        assert!(ran.stderr.contains("snaphook"), "{input}: {ran:?}");
    }
}

#[test]
fn without_a_guard_the_agent_goes_on_and_a_message_says_why() {
    let world = World::new();
    let ran = bridge(&world, &["claude", "PreToolUse"], "not json");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.json()["systemMessage"]
            .as_str()
            .is_some_and(|text| text.contains("not JSON"))
    );
    let denied = bridge(
        &world,
        &["claude", "PreToolUse", "--on-error", "deny"],
        "not json",
    );
    assert_eq!(
        denied.json()["hookSpecificOutput"]["permissionDecision"],
        "deny",
        "{denied:?}"
    );
}

#[test]
fn a_guard_that_does_not_answer_in_time_denies() {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"name": "slow", "onFailure": "block",
            "command": "sleep 60"}]}]}}"#,
    );
    let (_, event, input) = calls("ls").remove(0);
    let ran = bridge(
        &world,
        &["claude", event, "--limit", "1"],
        &input.to_string(),
    );
    assert_eq!(
        ran.json()["hookSpecificOutput"]["permissionDecision"],
        "deny",
        "{ran:?}"
    );
}

#[test]
fn a_question_is_asked_by_the_agent_or_denied_with_words() {
    let answer = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "ask", "permissionDecisionReason": "are you sure"}});
    let world = with_hooks("PreToolUse", &answer);
    for (agent, event, input) in calls("ls") {
        let ran = bridge(&world, &[agent, event], &input.to_string());
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(said.contains("are you sure"), "{agent}: {ran:?}");
        let stopped = ["\"ask\"", "deny", "block", "cancel\":true"];
        let stopped = stopped.iter().any(|word| ran.stdout.contains(word)) || ran.code == 2;
        assert!(stopped, "{agent}: {ran:?}");
    }
}

#[test]
fn context_waits_for_the_next_event_that_takes_it() {
    let answer = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "additionalContext": "remember this"}});
    let world = with_hooks("PreToolUse", &answer);
    let call = json!({"event_type": "PreToolUse", "session_id": "s", "tool_name": "terminal",
                      "tool_input": {"command": "ls"}});
    let first = bridge(&world, &["openhands"], &call.to_string());
    assert_eq!(first.stdout, "", "{first:?}");
    assert!(first.stderr.contains("waits"), "{first:?}");
    let prompt = json!({"event_type": "UserPromptSubmit", "session_id": "s", "message": "go"});
    let next = bridge(&world, &["openhands"], &prompt.to_string());
    assert_eq!(
        next.json()["additionalContext"],
        "remember this",
        "{next:?}"
    );
    let after = bridge(&world, &["openhands"], &prompt.to_string());
    assert_eq!(after.stdout, "", "{after:?}");
}

#[test]
fn settings_that_the_agent_reads_itself_are_left_to_it() {
    let world = World::new();
    let settings = r#"{"hooks": {"PreToolUse": [{"hooks": [{"name": "h", "command": "echo no >&2; exit 2"}]}]}}"#;
    world.write("home/.claude/settings.json", settings);
    let (_, _, input) = calls("ls").remove(0);
    for agent in ["claude", "codex", "grok"] {
        let ran = bridge(&world, &[agent, "PreToolUse"], &input.to_string());
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{agent}: {ran:?}");
    }
    let ran = bridge(
        &world,
        &["codex", "--include", "claude"],
        &input.to_string(),
    );
    assert_eq!(
        ran.json()["hookSpecificOutput"]["permissionDecision"],
        "deny",
        "{ran:?}"
    );
    let ran = bridge(
        &world,
        &["claude", "--include", "claude"],
        &input.to_string(),
    );
    assert_eq!(ran.stdout, "", "{ran:?}");
}

#[test]
fn a_bridge_that_starts_itself_is_refused_at_once() {
    let world = World::new();
    let command = format!(
        "{} hook --agent codex PreToolUse >> \"$HOME/inner\"",
        crate::common::SNAPHOOK
    );
    let settings =
        json!({"hooks": {"PreToolUse": [{"hooks": [{"name": "loop", "command": command}]}]}});
    world.write("home/.config/snaphook/settings.json", &settings.to_string());
    let (_, _, input) = calls("ls").remove(1);
    bridge(&world, &["codex"], &input.to_string());
    let inner = world.read("home/inner");
    assert_eq!(inner.lines().count(), 1, "{inner}");
    assert!(inner.contains("nothing was run"), "{inner}");
}

#[test]
fn an_ignored_input_runs_nothing() {
    let world = World::new();
    world.write(
        "home/.config/snaphook/settings.json",
        r#"{"hooks": {"Stop": [{"hooks": [{"name": "stop", "command": "echo again >&2; exit 2"}]}]}}"#,
    );
    let stop =
        |reason: &str| json!({"session_id": "s", "hook_event_name": "Stop", "reason": reason});
    let ran = bridge(&world, &["grok"], &stop("end_turn").to_string());
    assert_eq!(ran.json()["decision"], "block", "{ran:?}");
    let ran = bridge(&world, &["grok"], &stop("shutdown").to_string());
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
}

#[test]
fn a_hook_without_trust_is_named_on_stderr() {
    let world = World::new();
    world.write(
        "project/.snaphook/settings.json",
        r#"{"hooks": {"PreToolUse": [{"hooks": [{"name": "guard", "onFailure": "block",
            "command": "exit 2"}]}]}}"#,
    );
    let (_, _, input) = calls("ls").remove(1);
    let ran = bridge(&world, &["codex"], &input.to_string());
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran:?}");
    assert!(
        ran.stderr.contains("skipped for lack of trust: guard"),
        "{ran:?}"
    );
}

#[test]
fn settings_that_cannot_be_loaded_are_told_and_deny_on_request() {
    let world = World::new();
    world.write("home/.config/snaphook/settings.json", r#"{"hooks": {"#);
    let (_, _, input) = calls("ls").remove(1);
    let ran = bridge(&world, &["codex"], &input.to_string());
    assert!(ran.stderr.contains("settings.json"), "{ran:?}");
    let ran = bridge(&world, &["codex", "--on-error", "deny"], &input.to_string());
    assert_eq!(
        ran.json()["hookSpecificOutput"]["permissionDecision"],
        "deny",
        "{ran:?}"
    );
}
