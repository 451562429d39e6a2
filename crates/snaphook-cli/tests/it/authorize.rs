//! `snaphook authorize`: the pipeline on the command line, with its exit codes.

use serde_json::{Value, json};

use crate::world::World;

/// A world whose user has these rules.
fn world() -> World {
    let world = World::new();
    let settings = json!({"permissions": {
        "allow": ["Bash(git *)", "Bash(ls *)"], "ask": ["Bash(git push *)"], "deny": ["Bash(git reset *)"]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    world
}

fn bash(command: &str) -> [String; 5] {
    let input = json!({ "command": command });
    [
        "authorize",
        "--tool",
        "Bash",
        "--tool-input",
        &input.to_string(),
    ]
    .map(str::to_owned)
}

fn run(world: &World, command: &str, more: &[&str]) -> crate::common::Ran {
    let call = bash(command);
    let args: Vec<&str> = call
        .iter()
        .map(String::as_str)
        .chain(more.iter().copied())
        .collect();
    world.snaphook(&args)
}

#[test]
fn every_step_is_told() {
    let world = world();
    let ran = run(&world, "git log && ls", &["--explain"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    insta::assert_snapshot!(ran.stdout, @r"
    Bash: allowed by the allow rule `Bash(git *)` in W/home/.claude/settings.json:1 (mode default)
      1. deny rules   –      the only one does not match
      2. ask rules    –      the only one does not match
      3. allow rules  allow  the allow rule `Bash(git *)` in W/home/.claude/settings.json:1: `Bash(git *)`, `Bash(ls *)` cover it together
    ");
}

#[test]
fn a_deny_rule_that_cannot_be_read_is_told_where_it_makes_ask() {
    let world = World::new();
    let settings = json!({"permissions": {"allow": ["Bash(ls *)"], "deny": ["Bash(rm *"]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    let ran = run(&world, "ls", &[]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stdout.contains("invalid rule `Bash(rm *`"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_deny_is_exit_2_with_its_reason() {
    let world = world();
    let ran = run(&world, "ls; git reset --hard", &[]);
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.stderr.trim_end(),
        "The call of Bash was denied by the deny rule `Bash(git reset *)`: it matches `git reset \
        --hard`"
    );
}

#[test]
fn with_nobody_at_a_terminal_ask_means_deny() {
    let world = world();
    let ran = run(&world, "git push", &["--explain"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stdout.contains("3. approver    deny   nobody to ask"),
        "{}",
        ran.stdout
    );
    assert_eq!(
        run(&world, "make", &["--mode", "bypassPermissions"]).code,
        0
    );
    assert_eq!(
        run(&world, "git push", &["--mode", "bypassPermissions"]).code,
        2
    );
}

#[test]
fn programs_get_the_decision_as_json() {
    let world = world();
    let ran = run(&world, "git reset", &["--json"]);
    let decision: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(decision["decision"], "deny");
    assert_eq!(decision["by"]["kind"], "rule");
    assert_eq!(decision["by"]["rule"], "Bash(git reset *)");
    assert_eq!(decision["steps"][0]["stage"], "denyRules");
    assert_eq!(decision["toolInput"], json!({"command": "git reset"}));
}

#[test]
fn a_hook_that_defers_is_exit_3() {
    let world = World::new();
    let answer = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "defer"}});
    let settings =
        json!({"hooks": {"PreToolUse": [{"hooks": [{"command": format!("echo '{answer}'")}]}]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    assert_eq!(run(&world, "ls", &[]).code, 3);
}

#[test]
fn hooks_get_the_input_whole_and_the_mode() {
    let world = World::new();
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [{"command": "cat > seen"}]}]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    run(&world, "ls", &["--mode", "plan", "--set", "ticket=42"]);
    let seen: Value = serde_json::from_str(&world.read("project/seen")).unwrap();
    assert_eq!(seen["permission_mode"], "plan");
    assert_eq!(seen["ticket"], 42);
    assert_eq!(seen["tool_input"], json!({"command": "ls"}));
}

#[test]
fn what_a_hook_allows_for_good_is_written() {
    let world = World::new();
    let answer = json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {
        "behavior": "allow", "updatedPermissions": [
            {"type": "addRules", "behavior": "allow", "destination": "localSettings",
             "rules": [{"toolName": "Bash", "ruleContent": "make"}]},
            {"type": "setMode", "mode": "bypassPermissions", "destination": "session"}]}}});
    let settings = json!({"hooks": {"PermissionRequest": [{"hooks": [{"name": "yes", "command": format!("echo '{answer}'")}]}]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    let ran = run(&world, "make", &[]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    insta::assert_snapshot!(ran.stdout, @r"
    Bash: allowed by the PermissionRequest hook yes (mode default)
      ✓ allow Bash(make): for W/project/.claude/settings.local.json
      ✗ mode bypassPermissions: bypassPermissions is not available here, and no hook grants it
    ");
    let written: Value =
        serde_json::from_str(&world.read("project/.claude/settings.local.json")).unwrap();
    assert_eq!(written, json!({"permissions": {"allow": ["Bash(make)"]}}));
    // The next command reads it, and trusts what was granted.
    assert!(
        run(&world, "make", &[])
            .stdout
            .contains("by the allow rule `Bash(make)`")
    );
}

#[test]
fn a_session_keeps_its_permissions_between_commands() {
    let world = World::new();
    let answer = json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {
        "behavior": "allow", "updatedPermissions": [
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"}]}}});
    let settings = json!({"hooks": {"PermissionRequest": [{"matcher": "Bash", "hooks": [{"command": format!("echo '{answer}'")}]}]}});
    world.write("home/.claude/settings.json", &settings.to_string());
    let edit = [
        "authorize",
        "--tool",
        "Edit",
        "--tool-input",
        r#"{"file_path": "a"}"#,
        "--session",
        "s",
    ];
    assert_eq!(world.snaphook(&edit).code, 2);
    assert_eq!(run(&world, "make", &["--session", "s"]).code, 0);
    assert_eq!(world.snaphook(&edit).code, 0);
}

#[test]
fn what_nobody_trusts_is_told() {
    let world = World::new();
    world.write(
        "project/.claude/settings.json",
        r#"{"permissions": {"allow": ["Bash"]}}"#,
    );
    let ran = run(&world, "make", &[]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stdout
            .contains("the project has permissions that are not trusted yet (1)"),
        "{}",
        ran.stdout
    );
    let shown = world.snaphook(&["trust"]);
    assert!(
        shown.stdout.contains("permissions.allow"),
        "{}",
        shown.stdout
    );
    assert_eq!(world.snaphook(&["trust", "--yes"]).code, 0);
    assert_eq!(run(&world, "ls", &[]).code, 0);
}

#[test]
fn usage_errors_say_what_to_do() {
    let world = World::new();
    let ran = world.snaphook(&["authorize"]);
    assert_eq!(ran.code, 2, "a call of no tool is refused");
    assert!(
        ran.stderr.contains("the input has no `tool_name`"),
        "{}",
        ran.stderr
    );
    let ran = world.snaphook(&["authorize", "Stop", "--tool", "Bash"]);
    assert!(
        ran.stderr.contains("decides on PreToolUse, not on Stop"),
        "{}",
        ran.stderr
    );
    let ran = world.snaphook(&["authorize", "--tool", "Bash", "--mode", "yolo"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("acceptEdits"), "{}", ran.stderr);
}

#[test]
fn a_call_that_nobody_can_look_into_is_not_decided_about() {
    let world = world();
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    for odd in [deep.as_str(), "1e999"] {
        let input = format!(
            r#"{{"tool_name": "Bash", "tool_input": {{"command": "git log", "odd": {odd}}}}}"#
        );
        world.write("input.json", &input);
        let file = world.path("input.json");
        let ran = world.snaphook(&["authorize", "--input", file.to_str().unwrap()]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{odd}");
        assert!(
            ran.stderr.contains("`tool_input` cannot be read"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn what_a_rule_denied_is_in_the_log_as_denied() {
    let world = world();
    assert_eq!(run(&world, "git reset --hard", &[]).code, 2);
    assert_eq!(run(&world, "git log", &[]).code, 0);
    let decided = crate::log::logged(&world, &["--event", "Authorize"]);
    let decisions: Vec<_> = decided.iter().map(|event| &event["decision"]).collect();
    assert_eq!(decisions, ["blocked", "allow"], "{decided:?}");
    let blocked = crate::log::logged(&world, &["--decision", "blocked"]);
    assert_eq!(blocked.len(), 1);
    let id = blocked[0]["id"].to_string();
    let shown = world.snaphook(&["log", "show", &id]);
    let reason = "denied by the deny rule `Bash(git reset *)` in W/home/.claude/settings.json:1";
    assert!(shown.stdout.contains(reason), "{}", shown.stdout);
    // No hook ran, so there is nothing to try again.
    let again = world.snaphook(&["replay", &id]);
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("is a decision of `authorize`"));
    let all = world.snaphook(&["replay", "--since", "1d"]);
    assert!(!all.stdout.contains("Authorize"), "{}", all.stdout);
}
