//! Builtins: those that ship, and those that a host registers.

use serde_json::{Value, json};
use snaphook::answer::PermissionDecision;
use snaphook::{Answer, BuiltinError, BuiltinFunction, Builtins, Engine, Input, Outcome, builtins};

use crate::common::{builder, folder, run};

fn engine(event: &str, hook: &Value) -> Engine {
    let settings = json!({"hooks": {event: [{"hooks": [hook]}]}});
    builder()
        .builtins(builtins::shipped())
        .settings_json(settings.to_string())
        .build()
        .unwrap()
}

fn builtin(name: &str, args: &[&str]) -> Value {
    json!({"type": "builtin", "command": name, "args": args})
}

async fn call(engine: &Engine, tool: &str, input: Value) -> Outcome {
    let event = json!({"hook_event_name": "PreToolUse", "cwd": "/repo", "tool_name": tool, "tool_input": input});
    let input = Input::parse(&event.to_string()).unwrap();
    run(&engine.session("s"), input).await
}

#[tokio::test]
async fn deny_paths_sees_files_in_every_tool() {
    let engine = engine(
        "PreToolUse",
        &builtin("deny_paths", &[".env", "secrets/**"]),
    );
    for (tool, input, denied) in [
        ("Read", json!({"file_path": "/repo/.env"}), true),
        ("Edit", json!({"file_path": "a/b/.env"}), true),
        ("Write", json!({"file_path": "/repo/secrets/x/key"}), true),
        (
            "Write",
            json!({"file_path": "/repo/x", "content": ".env\n"}),
            false,
        ),
        ("Bash", json!({"command": "cat .env"}), true),
        (
            "Bash",
            json!({"command": "cd x && sudo cat config/.env | wc"}),
            true,
        ),
        ("Bash", json!({"command": "echo x > secrets/y"}), true),
        ("Bash", json!({"command": "dd if=.env of=/tmp/x"}), true),
        ("Bash", json!({"command": "cat \"$DIR/.env\""}), true),
        ("Bash", json!({"command": "cat < .env"}), true),
        (
            "Bash",
            json!({"command": "while read l; do echo $l; done < .env"}),
            true,
        ),
        ("Read", json!({"file_path": "x\n/../.env"}), true),
        ("Bash", json!({"command": "bash -c 'cat .env'"}), true),
        ("Bash", json!({"command": "cat env.md"}), false),
        ("Bash", json!({"command": "ls -l"}), false),
        (
            "mcp__fs__open",
            json!({"options": {"path": "/repo/.env"}}),
            true,
        ),
        ("mcp__fs__open", json!({"path": "/repo/x"}), false),
    ] {
        let outcome = call(&engine, tool, input.clone()).await;
        assert_eq!(outcome.blocked, denied, "{tool} {input}: {outcome:?}");
    }
}

#[tokio::test]
async fn what_a_builtin_guard_cannot_read_is_asked_about_and_named() {
    for (name, arg) in [("deny_paths", ".env"), ("deny_commands", "rm -rf *")] {
        let engine = engine("PreToolUse", &builtin(name, &[arg]));
        for (command, part) in [
            (json!("ls; eval \"$(ssh-agent -s)\""), "eval"),
            (json!("ls; bash -c \"$X\""), "\"$X\""),
            (json!("echo 'open"), "does not parse"),
            (json!(7), "not a string"),
        ] {
            let outcome = call(&engine, "Bash", json!({ "command": command })).await;
            assert!(!outcome.blocked, "{name} {command}");
            assert_eq!(
                outcome.permission_decision,
                Some(PermissionDecision::Ask),
                "{name} {command}"
            );
            let reason = outcome
                .permission_decision_reason
                .clone()
                .unwrap_or_default();
            assert!(reason.contains(part), "{name} {command}: {reason}");
        }
        // What is known beside it is still denied.
        let command = "eval \"$X\"; rm -rf .env";
        let outcome = call(&engine, "Bash", json!({ "command": command })).await;
        assert!(outcome.blocked, "{name}");
    }
}

#[tokio::test]
async fn a_builtin_guard_does_not_pass_a_call_without_a_tool() {
    for (name, arg) in [("deny_paths", ".env"), ("deny_commands", "rm -rf *")] {
        let mut hook = builtin(name, &[arg]);
        hook["onFailure"] = "block".into();
        let engine = engine("PreToolUse", &hook);
        let event = json!({"hook_event_name": "PreToolUse", "tool_input": {"command": "rm -rf x"}});
        let input = Input::parse(&event.to_string()).unwrap();
        assert!(run(&engine.session("s"), input).await.blocked, "{name}");
    }
}

/// `/proc/self` is the tool, which works in `/repo`, and not this process.
#[tokio::test]
async fn a_link_of_a_process_does_not_lead_past_deny_paths() {
    let engine = engine("PreToolUse", &builtin("deny_paths", &["//repo/.env"]));
    for path in [
        "/proc/self/cwd/.env",
        "/proc/self/cwd/sub/../.env",
        "/proc/thread-self/cwd/.env",
        "/proc/self/task/1/cwd/.env",
        "/proc/self/root/repo/.env",
        "/proc/self/root/proc/self/cwd/.env",
        "/proc/self/cwd/../repo/.env",
    ] {
        let outcome = call(&engine, "Read", json!({ "file_path": path })).await;
        assert!(outcome.blocked, "{path}");
        let command = format!("cat {path}");
        let outcome = call(&engine, "Bash", json!({ "command": command })).await;
        assert!(outcome.blocked, "{command}");
    }
    for path in [
        "/proc/1/cwd/.env",
        "/proc/1/root/repo/.env",
        "/proc/$PPID/cwd/.env",
        "/proc/$$/cwd/.env",
        "/dev/fd/7",
        "/proc/self/fd/3",
    ] {
        let command = format!("cat {path}");
        let outcome = call(&engine, "Bash", json!({ "command": command })).await;
        let asked = outcome.permission_decision == Some(PermissionDecision::Ask);
        assert!(asked || outcome.blocked, "{command}");
    }
    for path in [
        "/proc/self/status",
        "/proc/meminfo",
        "/proc/self/cwd/other",
        "/dev/null",
        "/dev/stdin",
    ] {
        let command = format!("cat {path}");
        let outcome = call(&engine, "Bash", json!({ "command": command })).await;
        assert_eq!(outcome.permission_decision, None, "{command}");
    }
}

#[tokio::test]
async fn deny_commands_takes_rules_and_what_stands_in_them() {
    let engine = engine(
        "PreToolUse",
        &builtin(
            "deny_commands",
            &["rm -rf *", "Bash(git push *)", "WebFetch(domain:evil.com)"],
        ),
    );
    for (tool, input, denied) in [
        ("Bash", json!({"command": "sudo rm -rf /"}), true),
        ("Bash", json!({"command": "true && git push origin"}), true),
        ("Bash", json!({"command": "echo rm -rf /"}), false),
        ("WebFetch", json!({"url": "https://evil.com/x"}), true),
        ("Read", json!({"file_path": "rm -rf x"}), false),
    ] {
        let outcome = call(&engine, tool, input.clone()).await;
        assert_eq!(outcome.blocked, denied, "{tool} {input}");
    }
}

#[tokio::test]
async fn a_builtin_that_is_called_wrongly_fails_and_a_guard_then_blocks() {
    for (name, args) in [
        ("deny_commands", vec![]),
        ("deny_paths", vec![]),
        ("log", vec![]),
        ("nobody", vec!["x"]),
    ] {
        for (policy, blocked) in [("continue", false), ("block", true)] {
            let mut hook = builtin(name, &args);
            hook["onFailure"] = policy.into();
            let outcome = call(
                &engine("PreToolUse", &hook),
                "Bash",
                json!({"command": "ls"}),
            )
            .await;
            assert_eq!(
                (outcome.blocked, outcome.hooks[0].status.as_str()),
                (blocked, "failed"),
                "{name}"
            );
        }
    }
}

#[tokio::test]
async fn redact_secrets_replaces_keys_in_results() {
    let engine = engine("PostToolUse", &builtin("redact_secrets", &[]));
    let key = format!("ghp_{}", "a".repeat(36));
    let event = |response: Value| {
        let event = json!({"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": response});
        Input::parse(&event.to_string()).unwrap()
    };
    let session = engine.session("s");
    let outcome = run(&session, event(json!({"stdout": format!("token {key}")}))).await;
    assert_eq!(
        outcome.updated_tool_output,
        Some(json!({"stdout": "token [redacted: GitHub token]"}).into())
    );
    assert_eq!(outcome.system_messages.len(), 1);
    let outcome = run(&session, event(json!("nothing here"))).await;
    assert_eq!(outcome.updated_tool_output, None);
}

#[tokio::test]
async fn require_intent_follows_the_sessions_intent() {
    let engine = engine("PreToolUse", &builtin("require_intent", &[]));
    assert!(call(&engine, "Edit", json!({})).await.blocked);
    let session = engine.session("s");
    session.set_intent(Some("tidy up".to_owned()));
    assert!(!call(&engine, "Edit", json!({})).await.blocked);
    session.set_intent(None);
    assert!(!call(&engine, "Read", json!({})).await.blocked);
    let only = self::engine("PreToolUse", &builtin("require_intent", &["Read"]));
    assert!(call(&only, "Read", json!({})).await.blocked);
    assert!(!call(&only, "Edit", json!({})).await.blocked);
}

#[tokio::test]
async fn log_adds_a_line_per_event() {
    let (_folder, path) = folder();
    let file = path("events.jsonl");
    let hook = builtin("log", &[file.to_str().unwrap()]);
    let engine = engine("PreToolUse", &hook);
    call(&engine, "Bash", json!({"command": "ls"})).await;
    call(&engine, "Read", json!({})).await;
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["event"], "PreToolUse");
    assert_eq!(lines[0]["tool"], "Bash");
    assert_eq!(lines[0]["payload"], json!({"command": "ls"}));
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn a_host_registers_builtins_also_while_the_engine_runs() {
    let names = Builtins::default();
    let nothing = || BuiltinFunction::new(|_| async {});
    assert_eq!(names.register(" ", nothing()), Err(BuiltinError::NoName));
    let settings = json!({"hooks": {"PreToolUse": [{"hooks": [builtin("mine", &["a", "b"])]}]}});
    let engine = builder()
        .builtins(names.clone())
        .settings_json(settings.to_string())
        .build()
        .unwrap();
    assert_eq!(
        call(&engine, "Bash", json!({})).await.hooks[0]
            .status
            .as_str(),
        "failed"
    );
    names.register("mine", nothing()).unwrap();
    assert_eq!(
        call(&engine, "Bash", json!({})).await.hooks[0]
            .status
            .as_str(),
        "success"
    );
    let deny = BuiltinFunction::new(|call| async move { Answer::deny(call.args.join(" ")) });
    names.register("mine", deny).unwrap();
    assert_eq!(
        call(&engine, "Bash", json!({}))
            .await
            .block_reason
            .as_deref(),
        Some("a b")
    );
    assert_eq!(names.names(), ["mine"]);
}

#[tokio::test]
async fn what_no_value_can_hold_is_not_taken_for_nothing() {
    let deny = engine("PreToolUse", &builtin("deny_paths", &[".env"]));
    let call = r#"{"hook_event_name": "PreToolUse", "tool_name": "Read",
        "tool_input": {"file_path": ".env", "x": 1e999}}"#;
    let outcome = run(&deny.session("s"), Input::parse(call).unwrap()).await;
    assert!(outcome.blocked);
    let redact = engine("PostToolUse", &builtin("redact_secrets", &[]));
    let done = r#"{"hook_event_name": "PostToolUse", "tool_name": "Read",
        "tool_response": {"x": 1e999}}"#;
    let outcome = run(&redact.session("s"), Input::parse(done).unwrap()).await;
    assert_eq!(outcome.hooks[0].status.as_str(), "failed");
}
