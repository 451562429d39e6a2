//! Inputs by which a model or a project could get a call past a guard: what guards see of
//! each must be what the agent runs, or the input is an error.

use serde_json::{Value, json};
use snaphook_agents::{
    DecodeError, DecodedInput, ToolMatch, WantedEffects, decode, degrade, find_agent,
};

type TestResult = Result<(), Box<dyn std::error::Error>>;

fn read(agent: &str, input: &Value, event: Option<&str>) -> Result<DecodedInput, DecodeError> {
    let unknown = || DecodeError::NoEvent {
        agent: "an unknown agent",
    };
    let agent = find_agent(agent).ok_or_else(unknown)?;
    decode(agent, agent.contract(None), &input.to_string(), event)
}

fn call(event: &str, tool: &str, input: &Value) -> Value {
    json!({"session_id": "s", "hook_event_name": event, "tool_name": tool, "tool_input": input})
}

/// Every value that a key of the tool input has in a reading.
fn seen(decoded: &DecodedInput, key: &str) -> Vec<String> {
    let inputs = decoded.inputs.iter();
    let texts = inputs.filter_map(|input| {
        let input = input.fields("tool_input")?;
        input.text(key).map(std::borrow::Cow::into_owned)
    });
    texts.collect()
}

#[test]
fn a_harmless_command_beside_the_key_that_the_agent_reads_hides_nothing() -> TestResult {
    let input = json!({"command": "ls", "cmd": "rm -rf /"});
    let decoded = read("codex", &call("PreToolUse", "exec_command", &input), None)?;
    assert_eq!(seen(&decoded, "command"), ["rm -rf /", "ls"]);
    let input = json!({"file_path": "a", "path": "/etc/passwd"});
    let decoded = read("kimi-code", &call("PreToolUse", "Write", &input), None)?;
    assert_eq!(seen(&decoded, "file_path"), ["/etc/passwd", "a"]);
    Ok(())
}

#[test]
fn every_command_of_an_unknown_tool_is_seen() -> TestResult {
    let input = json!({"command": "ls", "script": "rm -rf /", "cmd": ["rm", "-r"],
                       "commands": ["a", {"command": "b", "args": ["c"]}]});
    let decoded = read("gemini", &call("BeforeTool", "new_tool", &input), None)?;
    let commands = seen(&decoded, "command");
    for command in ["ls", "rm -rf /", "rm -r", "a\nb c"] {
        assert!(commands.iter().any(|seen| seen == command), "{commands:?}");
    }
    Ok(())
}

#[test]
fn a_list_of_commands_is_read_in_every_form() -> TestResult {
    let forms = [
        (json!("rm x"), "rm x"),
        (json!(["rm x", "ls"]), "rm x\nls"),
        (json!([{"command": "rm", "args": ["x"]}]), "rm x"),
    ];
    for (commands, expected) in forms {
        let input = call(
            "PreToolUse",
            "run_commands",
            &json!({"command": "ls", "commands": commands}),
        );
        let decoded = read("cline", &input, None)?;
        assert_eq!(seen(&decoded, "command"), [expected]);
    }
    Ok(())
}

#[test]
fn a_call_that_does_not_say_its_subject_meets_every_guard() -> TestResult {
    let calls = [
        (
            "cline",
            "PreToolUse",
            "run_commands",
            json!({"commands": [{"run": "rm"}]}),
        ),
        (
            "gemini",
            "BeforeTool",
            "read_many_files",
            json!({"paths": [".env"]}),
        ),
        (
            "droid",
            "PreToolUse",
            "ApplyPatch",
            json!({"input": "--- a\n+++ b\n"}),
        ),
        ("cursor", "preToolUse", "MCP:delete", json!({"x": 1})),
    ];
    for (agent, event, tool, input) in calls {
        let decoded = read(agent, &call(event, tool, &input), None)?;
        assert!(matches!(decoded.tool, ToolMatch::Unknown), "{agent}");
    }
    Ok(())
}

#[test]
fn two_tools_or_two_inputs_of_a_tool_are_an_error() -> TestResult {
    let two_names = json!({"toolName": "view", "tool_name": "bash", "toolArgs": {"command": "rm"}});
    assert!(read("copilot", &two_names, Some("preToolUse")).is_err());
    let two_inputs = json!({"toolName": "bash", "toolArgs": {"command": "ls"},
                            "toolInput": {"command": "rm"}});
    assert!(read("copilot", &two_inputs, Some("preToolUse")).is_err());
    let alike = json!({"toolName": "bash", "toolArgs": {"command": "ls"},
                       "toolInput": r#"{"command": "ls"}"#});
    read("copilot", &alike, Some("preToolUse"))?;
    Ok(())
}

#[test]
fn a_key_that_stands_twice_in_json_text_is_an_error() {
    let args = r#"{"command": "rm", "command": "ls"}"#;
    let input = json!({"toolName": "bash", "toolArgs": args});
    let decoded = read("copilot", &input, Some("preToolUse"));
    assert!(decoded.is_err(), "{decoded:?}");
}

#[test]
fn an_input_and_a_command_that_name_two_events_are_an_error() -> TestResult {
    let input = call("PostToolUse", "Bash", &json!({"command": "rm"}));
    assert!(read("codex", &input, Some("PreToolUse")).is_err());
    let mut two = call("PreToolUse", "Bash", &json!({"command": "rm"}));
    two["event"] = "Stop".into();
    assert!(read("codex", &two, None).is_err());
    let unknown = call("NewName", "Bash", &json!({"command": "rm"}));
    assert_eq!(
        read("codex", &unknown, Some("PreToolUse"))?.event.event,
        "PreToolUse"
    );
    Ok(())
}

#[test]
fn content_that_looks_like_the_end_of_a_patch_hides_no_file() -> TestResult {
    let patches = [
        "*** Begin Patch\n*** Update File: a\n@@\n *** End Patch\n+x\n*** Update File: b\n+y\n*** End Patch",
        "*** Begin Patch\r\n*** Update File: a\r\n*** End Patch\r\n  *** Update File: b\r\n+y\r\n",
        "*** Update File: a\n@@\n+x\n*** Update File: b\n+y\n",
    ];
    for patch in patches {
        let input = json!({"command": "harmless", "input": patch});
        let decoded = read("codex", &call("PreToolUse", "apply_patch", &input), None)?;
        assert_eq!(seen(&decoded, "file_path"), ["a", "b"], "{patch}");
    }
    Ok(())
}

#[test]
fn the_name_of_a_server_is_taken_from_a_tool_only_with_its_prefix() -> TestResult {
    let named = |tool: &str| {
        let mut input = call("BeforeTool", tool, &json!({}));
        input["mcp_context"] = json!({"server_name": "files"});
        let decoded = read("gemini", &input, None)?;
        let name = decoded.inputs[0]
            .text("tool_name")
            .unwrap_or_default()
            .into_owned();
        Ok::<_, DecodeError>(name)
    };
    assert_eq!(named("mcp_files_delete")?, "mcp__files__delete");
    assert_eq!(named("files_delete")?, "mcp__files__files_delete");
    Ok(())
}

#[test]
fn an_empty_reason_to_stop_denies_with_words() -> TestResult {
    let decoded = read(
        "codex",
        &call("PreToolUse", "Bash", &json!({"command": "ls"})),
        None,
    )?;
    let wanted = WantedEffects {
        stop: Some(" ".to_owned()),
        ..WantedEffects::default()
    };
    let (reply, _, _) = degrade("Codex", wanted, &decoded);
    assert!(reply.deny.is_some_and(|why| !why.trim().is_empty()));
    Ok(())
}

#[test]
fn a_command_deep_in_an_unknown_tool_is_seen() -> TestResult {
    let inputs = [
        json!({"options": {"steps": [{"command": "rm -rf /"}]}}),
        json!({"request": r#"{"cmd": "rm -rf /"}"#}),
    ];
    for input in inputs {
        let decoded = read("qwen", &call("PreToolUse", "new_tool", &input), None)?;
        assert!(
            seen(&decoded, "command").contains(&"rm -rf /".to_owned()),
            "{input}"
        );
    }
    Ok(())
}

#[test]
fn a_call_in_a_call_is_seen_as_the_inner_one() -> TestResult {
    let inner = json!({"tool_name": "read_file", "tool_input": {"target_file": "/etc/passwd"}});
    let decoded = read("grok", &call("PreToolUse", "use_tool", &inner), None)?;
    let names: Vec<_> = decoded
        .inputs
        .iter()
        .filter_map(|one| one.text("tool_name"))
        .collect();
    assert!(names.iter().any(|name| name == "Read"), "{names:?}");
    assert!(matches!(decoded.tool, ToolMatch::Unknown));
    assert_eq!(seen(&decoded, "file_path"), ["/etc/passwd"]);
    let text = json!({"name": "run_shell_command", "arguments": r#"{"command": "rm"}"#});
    let decoded = read("qwen", &call("PreToolUse", "tool_call", &text), None)?;
    assert!(seen(&decoded, "command").contains(&"rm".to_owned()));
    Ok(())
}

#[test]
fn every_call_of_a_list_is_seen_as_its_own() -> TestResult {
    for (list, name, own) in [
        ("tool_calls", "tool", "parameters"),
        ("calls", "name", "input"),
        ("tool_uses", "recipient_name", "parameters"),
    ] {
        let shell = json!({(name): "run_shell_command", (own): {"command": "git push"}});
        let read = json!({(name): "functions.read_file", (own): {"absolute_path": "/x/.env"}});
        for input in [
            json!({(list): [shell, read]}),
            json!({"batch": {(list): [read, {"step": shell}]}}),
        ] {
            let decoded = read_call("batch", &input)?;
            assert!(matches!(decoded.tool, ToolMatch::Unknown));
            let commands = seen(&decoded, "command");
            assert!(commands.contains(&"git push".to_owned()), "{input}");
            let tools = decoded.inputs.iter();
            let mut tools = tools.filter_map(|input| input.text("tool_name"));
            assert!(tools.any(|tool| tool == "Read"), "{input}");
            assert_eq!(seen(&decoded, "file_path"), ["/x/.env"], "{input}");
        }
    }
    Ok(())
}

fn read_call(tool: &str, input: &Value) -> Result<DecodedInput, DecodeError> {
    read("gemini", &call("BeforeTool", tool, input), None)
}

#[test]
fn calls_in_calls_without_end_are_cut_off() -> TestResult {
    let mut input = json!({"command": "rm"});
    for _ in 0..40 {
        input = json!({"name": "tool_call", "arguments": input});
    }
    let decoded = read("qwen", &call("PreToolUse", "tool_call", &input), None)?;
    assert!(decoded.inputs.len() < 50, "{}", decoded.inputs.len());
    assert!(seen(&decoded, "command").contains(&"rm".to_owned()));
    Ok(())
}

#[test]
fn every_path_of_a_search_is_seen() -> TestResult {
    let input = json!({"toolName": "grep", "toolArgs": {"pattern": "x", "paths": ["src", ".env"]}});
    let decoded = read("copilot", &input, Some("preToolUse"))?;
    assert_eq!(seen(&decoded, "path"), ["src", ".env"]);
    let input = json!({"include": ["a.rs", ".env"]});
    let decoded = read(
        "gemini",
        &call("BeforeTool", "read_many_files", &input),
        None,
    )?;
    assert_eq!(seen(&decoded, "file_path"), ["a.rs", ".env"]);
    let input = json!({"files": [{"path": "a.rs"}, {"path": ".env"}]});
    let call_of_cline = json!({"taskId": "s", "tool_call": {"name": "read_files", "input": input}});
    let decoded = read("cline", &call_of_cline, Some("PreToolUse"))?;
    assert_eq!(seen(&decoded, "file_path"), ["a.rs", ".env"]);
    let input = json!({"prompt": "sum up (https://a.example/x) and HTTPS://b.example"});
    let decoded = read("gemini", &call("BeforeTool", "web_fetch", &input), None)?;
    assert_eq!(
        seen(&decoded, "url"),
        ["https://a.example/x", "HTTPS://b.example"]
    );
    let input = json!({"pattern": "x", "dir_path": "secret"});
    let decoded = read("gemini", &call("BeforeTool", "grep_search", &input), None)?;
    assert_eq!(seen(&decoded, "path"), ["secret"]);
    Ok(())
}

#[test]
fn a_call_with_too_many_files_is_refused() -> TestResult {
    let files: String = (0..5000)
        .map(|at| format!("*** Add File: {at}\n+x\n"))
        .collect();
    let patch = json!({"command": format!("*** Begin Patch\n{files}*** End Patch\n")});
    let read_patch = read("codex", &call("PreToolUse", "apply_patch", &patch), None);
    assert!(matches!(read_patch, Err(DecodeError::TooMany { .. })));
    let paths: Vec<String> = (0..5000).map(|at| at.to_string()).collect();
    let input = json!({"toolName": "grep", "toolArgs": {"pattern": "x", "paths": paths}});
    let search = read("copilot", &input, Some("preToolUse"));
    assert!(matches!(search, Err(DecodeError::TooMany { .. })));
    Ok(())
}

#[test]
fn a_nest_that_is_too_deep_hides_no_command() {
    let nest = format!("{}{}", "[".repeat(500), "]".repeat(500));
    let input = format!(
        r#"{{"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "new_tool",
            "tool_input": {{"command": "rm", "x": {nest}}}}}"#
    );
    let agent = find_agent("qwen");
    let decoded = agent.map(|agent| decode(agent, agent.contract(None), &input, None));
    assert!(matches!(decoded, Some(Err(_))), "{decoded:?}");
}
