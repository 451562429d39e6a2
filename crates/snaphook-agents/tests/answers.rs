//! What the bridge prints for each agent: for every answer that a real program was seen to
//! honour, and for what it cannot do.

use serde_json::{Value, json};
use snaphook_agents::{
    AGENTS, Ability, BridgeOutput, Substitute, WantedEffects, decode, degrade, find_agent,
};
use snaphook_core::input::Fields;

type TestResult = Result<(), Box<dyn std::error::Error>>;

/// A shell call as the agent gives it.
fn shell_call(agent: &str) -> (Value, &'static str) {
    let claude = |tool: &str| {
        json!({"session_id": "s", "cwd": "/repo", "hook_event_name": "PreToolUse",
               "tool_name": tool, "tool_input": {"command": "ls"}})
    };
    match agent {
        "copilot" => (
            json!({"sessionId": "s", "cwd": "/repo", "toolName": "bash", "toolArgs": {"command": "ls"}}),
            "preToolUse",
        ),
        "gemini" => (
            json!({"session_id": "s", "cwd": "/repo", "hook_event_name": "BeforeTool",
                   "tool_name": "run_shell_command", "tool_input": {"command": "ls"}}),
            "BeforeTool",
        ),
        "qwen" => (claude("run_shell_command"), "PreToolUse"),
        "grok" => (claude("run_terminal_command"), "PreToolUse"),
        "droid" => (claude("Execute"), "PreToolUse"),
        "goose" => (
            json!({"event": "PreToolUse", "session_id": "s", "working_dir": "/repo",
                   "tool_name": "shell", "tool_input": {"command": "ls"}}),
            "PreToolUse",
        ),
        "kimi-cli" => (claude("Shell"), "PreToolUse"),
        "opencode" | "kilo" | "pi" => (claude("bash"), "PreToolUse"),
        "vibe" => (
            json!({"session_id": "s", "cwd": "/repo", "hook_event_name": "pre_tool",
                   "tool_name": "file_system.bash", "tool_input": {"command": "ls"}}),
            "pre_tool",
        ),
        "cline" => (
            json!({"taskId": "s", "workspaceRoots": ["/repo"], "hookName": "tool_call",
                   "tool_call": {"id": "1", "name": "run_commands", "input": {"commands": ["ls"]}}}),
            "PreToolUse",
        ),
        "openhands" => (
            json!({"event_type": "PreToolUse", "session_id": "s", "working_dir": "/repo",
                   "tool_name": "terminal", "tool_input": {"command": "ls"}}),
            "PreToolUse",
        ),
        "hermes" => (
            json!({"session_id": "s", "cwd": "/repo", "hook_event_name": "pre_tool_call",
                   "tool_name": "terminal", "tool_input": {"command": "ls"}}),
            "pre_tool_call",
        ),
        "code-puppy" => (claude("shell"), "PreToolUse"),
        _ => (claude("Bash"), "PreToolUse"),
    }
}

type Answer = (BridgeOutput, Vec<(Ability, Substitute)>);

fn answer(name: &str, wanted: WantedEffects) -> Result<Answer, Box<dyn std::error::Error>> {
    let (input, event) = shell_call(name);
    answer_to(name, &input, event, wanted)
}

fn answer_to(
    name: &str,
    input: &Value,
    event: &str,
    wanted: WantedEffects,
) -> Result<Answer, Box<dyn std::error::Error>> {
    let agent = find_agent(name).ok_or("unknown agent")?;
    let decoded = decode(agent, agent.contract(None), &input.to_string(), Some(event))?;
    let (reply, _, degradations) = degrade(agent.title, wanted, &decoded);
    let degraded = degradations.iter().map(|one| (one.ability, one.became));
    Ok((reply.print(agent), degraded.collect()))
}

fn deny() -> WantedEffects {
    WantedEffects {
        deny: Some("not here".to_owned()),
        ..WantedEffects::default()
    }
}

fn ask() -> WantedEffects {
    WantedEffects {
        ask: Some("are you sure".to_owned()),
        ..WantedEffects::default()
    }
}

fn rewrite() -> WantedEffects {
    WantedEffects {
        tool_input: Fields::parse(r#"{"command": "ls -l"}"#).ok(),
        ..WantedEffects::default()
    }
}

const HOOK_FORM: &[&str] = &[
    "claude",
    "codex",
    "qwen",
    "grok",
    "droid",
    "deepagents",
    "code-puppy",
    "claude-sdk",
];

#[test]
fn a_denial_is_written_as_each_agent_reads_it() -> TestResult {
    let claude = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse",
        "permissionDecision": "deny", "permissionDecisionReason": "not here"}});
    for name in HOOK_FORM {
        let (printed, _) = answer(name, deny())?;
        assert_eq!(
            serde_json::from_str::<Value>(&printed.stdout)?,
            claude,
            "{name}"
        );
        assert_eq!(printed.exit, 0, "{name}");
    }
    let own = [
        (
            "copilot",
            json!({"permissionDecision": "deny", "permissionDecisionReason": "not here"}),
        ),
        ("gemini", json!({"decision": "deny", "reason": "not here"})),
        ("goose", json!({"decision": "block", "reason": "not here"})),
        ("vibe", json!({"decision": "deny", "reason": "not here"})),
        (
            "openhands",
            json!({"decision": "deny", "reason": "not here"}),
        ),
        ("hermes", json!({"decision": "block", "reason": "not here"})),
        ("cline", json!({"cancel": true, "errorMessage": "not here"})),
        ("opencode", json!({"deny": "not here"})),
        ("kilo", json!({"deny": "not here"})),
        ("pi", json!({"deny": "not here"})),
    ];
    for (name, expected) in own {
        let (printed, _) = answer(name, deny())?;
        assert_eq!(
            serde_json::from_str::<Value>(&printed.stdout)?,
            expected,
            "{name}"
        );
        assert_eq!((printed.exit, printed.stderr.as_str()), (0, ""), "{name}");
    }
    for name in ["kimi-code", "kimi-cli"] {
        let (printed, _) = answer(name, deny())?;
        let whole = (
            printed.exit,
            printed.stderr.as_str(),
            printed.stdout.as_str(),
        );
        assert_eq!(whole, (2, "not here", ""), "{name}");
    }
    Ok(())
}

#[test]
fn a_rewrite_goes_back_in_the_words_of_the_agent_or_becomes_a_denial() -> TestResult {
    let updated = |decision: Option<&str>| {
        let mut own = json!({"hookEventName": "PreToolUse"});
        if let Some(decision) = decision {
            own["permissionDecision"] = decision.into();
        }
        own["updatedInput"] = json!({"command": "ls -l"});
        json!({"hookSpecificOutput": own})
    };
    let honoured = [
        ("claude", updated(None)),
        ("grok", updated(None)),
        ("droid", updated(None)),
        ("codex", updated(Some("allow"))),
        ("copilot", json!({"modifiedArgs": {"command": "ls -l"}})),
        (
            "gemini",
            json!({"hookSpecificOutput":
            {"tool_input": {"command": "ls -l"}, "hookEventName": "BeforeTool"}}),
        ),
        (
            "vibe",
            json!({"hook_specific_output": {"tool_input": {"command": "ls -l"}}}),
        ),
        (
            "cline",
            json!({"overrideInput": {"commands": ["ls -l"]}, "cancel": false}),
        ),
        ("opencode", json!({"tool_input": {"command": "ls -l"}})),
    ];
    for (name, expected) in honoured {
        let (printed, degraded) = answer(name, rewrite())?;
        assert_eq!(
            serde_json::from_str::<Value>(&printed.stdout)?,
            expected,
            "{name}"
        );
        assert_eq!(degraded, [], "{name}");
    }
    for name in [
        "qwen",
        "goose",
        "kimi-code",
        "kimi-cli",
        "openhands",
        "deepagents",
        "hermes",
    ] {
        let (printed, degraded) = answer(name, rewrite())?;
        let both = format!("{}{}", printed.stdout, printed.stderr);
        assert!(both.contains("ls -l"), "{name}: {printed:?}");
        assert_eq!(
            degraded,
            [(Ability::RewriteInput, Substitute::Denied)],
            "{name}"
        );
    }
    Ok(())
}

#[test]
fn a_question_is_passed_on_or_becomes_a_denial() -> TestResult {
    for name in ["claude", "copilot", "qwen"] {
        let (printed, degraded) = answer(name, ask())?;
        assert!(
            printed.stdout.contains(r#""permissionDecision":"ask""#),
            "{name}"
        );
        assert_eq!(degraded, [], "{name}");
    }
    for agent in AGENTS {
        let (input, event) = shell_call(agent.name);
        let Ok((printed, degraded)) = answer_to(agent.name, &input, event, ask()) else {
            continue;
        };
        let asks = printed.stdout.contains(r#""ask""#);
        let denied = degraded == [(Ability::Ask, Substitute::Denied)];
        assert!(asks ^ denied, "{}: {printed:?} {degraded:?}", agent.name);
    }
    Ok(())
}

#[test]
fn no_opinion_prints_nothing_where_silence_is_understood() -> TestResult {
    for name in HOOK_FORM
        .iter()
        .chain(&["copilot", "gemini", "goose", "vibe", "openhands"])
    {
        let (printed, degraded) = answer(name, WantedEffects::default())?;
        assert_eq!(printed, BridgeOutput::default(), "{name}");
        assert_eq!(degraded, [], "{name}");
    }
    Ok(())
}

#[test]
fn codex_gets_no_key_that_it_does_not_know() -> TestResult {
    let everything = WantedEffects {
        grant: Some("fine".to_owned()),
        context: vec!["more".to_owned()],
        stop: Some("enough".to_owned()),
        messages: vec!["hello".to_owned()],
        ..WantedEffects::default()
    };
    let (printed, _) = answer("codex", everything)?;
    let printed: Value = serde_json::from_str(&printed.stdout)?;
    let known = json!({"systemMessage": "hello", "hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny",
        "permissionDecisionReason": "enough", "additionalContext": "more"}});
    assert_eq!(printed, known);
    Ok(())
}

#[test]
fn a_blocked_stop_sends_every_agent_back_that_can_be() -> TestResult {
    for agent in AGENTS {
        for event in agent.contract(None).events {
            if event.event != "Stop" {
                continue;
            }
            let input = json!({"session_id": "s"});
            let (printed, degraded) = answer_to(agent.name, &input, event.native, deny())?;
            let sent = format!("{}{}", printed.stdout, printed.stderr).contains("not here");
            let warned = degraded == [(Ability::KeepGoing, Substitute::Warned)];
            let can = event.can(Ability::KeepGoing);
            assert_eq!((sent, warned), (can, !can), "{}", agent.name);
        }
    }
    Ok(())
}

#[test]
fn context_waits_where_an_event_does_not_take_it() -> TestResult {
    let agent = find_agent("openhands").ok_or("unknown agent")?;
    let (input, event) = shell_call("openhands");
    let decoded = decode(agent, agent.contract(None), &input.to_string(), Some(event))?;
    let wanted = WantedEffects {
        context: vec!["remember".to_owned()],
        ..WantedEffects::default()
    };
    let (reply, waiting, degradations) = degrade(agent.title, wanted, &decoded);
    assert_eq!(reply.print(agent), BridgeOutput::default());
    assert_eq!(waiting, ["remember"]);
    assert_eq!(degradations[0].became, Substitute::Queued);
    Ok(())
}

#[test]
fn a_patch_is_seen_as_a_call_for_each_of_its_files() -> TestResult {
    let patch = "*** Begin Patch\n*** Update File: a.rs\n@@\n-old\n+new\n*** Move to: b.rs\n\
                 *** Add File: c.rs\n+x\n*** Delete File: d.rs\n*** End Patch\n";
    let agent = find_agent("codex").ok_or("unknown agent")?;
    let input = json!({"hook_event_name": "PreToolUse", "tool_name": "apply_patch",
                       "tool_input": {"command": patch}});
    let decoded = decode(agent, agent.contract(None), &input.to_string(), None)?;
    let seen: Vec<_> = decoded
        .inputs
        .iter()
        .map(|input| {
            let path = input
                .fields("tool_input")
                .and_then(|f| Some(f.text("file_path")?.into_owned()));
            (
                input.text("tool_name").unwrap_or_default().into_owned(),
                path.unwrap_or_default(),
            )
        })
        .collect();
    let expected = [
        ("Edit", "a.rs"),
        ("Edit", "b.rs"),
        ("Write", "c.rs"),
        ("Edit", "d.rs"),
    ];
    let expected = expected.map(|(tool, path)| (tool.to_owned(), path.to_owned()));
    assert_eq!(seen, expected);
    Ok(())
}

#[test]
fn an_unknown_tool_keeps_its_name_and_is_tested_as_bash_too() -> TestResult {
    let agent = find_agent("gemini").ok_or("unknown agent")?;
    let input = json!({"hook_event_name": "BeforeTool", "tool_name": "run_anything",
                       "tool_input": {"script": "rm -rf /"}});
    let decoded = decode(agent, agent.contract(None), &input.to_string(), None)?;
    let names: Vec<_> = decoded
        .inputs
        .iter()
        .filter_map(|i| i.text("tool_name"))
        .collect();
    assert_eq!(names, ["gemini:run_anything", "Bash"]);
    Ok(())
}

#[test]
fn a_tool_event_without_a_tool_is_an_error() -> TestResult {
    let agent = find_agent("claude").ok_or("unknown agent")?;
    let input = r#"{"hook_event_name": "PreToolUse", "tool_input": {}}"#;
    assert!(decode(agent, agent.contract(None), input, None).is_err());
    let twice = r#"{"hook_event_name": "Stop", "hook_event_name": "PreToolUse"}"#;
    assert!(decode(agent, agent.contract(None), twice, None).is_err());
    Ok(())
}

#[test]
fn a_rewrite_keeps_what_the_agent_refuses_a_call_without() -> TestResult {
    let call = json!({"session_id": "s", "hook_event_name": "PreToolUse",
        "tool_name": "run_terminal_command",
        "tool_input": {"command": "ls", "description": "lists", "timeout": 5}});
    let (printed, degraded) = answer_to("grok", &call, "PreToolUse", rewrite())?;
    let printed: Value = serde_json::from_str(&printed.stdout)?;
    assert_eq!(
        printed["hookSpecificOutput"]["updatedInput"],
        json!({"command": "ls -l", "description": "lists"})
    );
    assert_eq!(degraded, []);
    Ok(())
}
