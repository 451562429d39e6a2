//! What real agents gave to their hooks, read as canonical inputs. Each file has the
//! inputs of one agent; the snapshot shows what the bridge makes of them.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use serde_json::value::RawValue;
use snaphook_agents::{AgentSpec, ToolMatch, decode, find_agent};

type TestResult = Result<(), Box<dyn std::error::Error>>;

#[derive(serde::Deserialize)]
struct Capture {
    run: String,
    event: String,
    stdin: Box<RawValue>,
}

/// The captures, by the agent that gave them.
const FILES: &[&str] = &[
    "claude",
    "cline",
    "codex",
    "copilot",
    "deepagents",
    "gemini",
    "grok",
    "kimi-code",
    "openhands",
    "qwen",
];

fn captures(name: &str) -> Result<Vec<Capture>, Box<dyn std::error::Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/captures/{name}.jsonl"));
    let text = std::fs::read_to_string(path)?;
    let lines = text.lines().map(serde_json::from_str);
    Ok(lines.collect::<Result<_, _>>()?)
}

fn line_of(agent: &AgentSpec, capture: &Capture) -> String {
    let contract = agent.contract(None);
    let decoded = decode(agent, contract, capture.stdin.get(), Some(&capture.event));
    let decoded = match decoded {
        Ok(decoded) => decoded,
        Err(error) => return format!("{}: {error}", capture.event),
    };
    if decoded.ignored {
        return format!("{} -> ignored", capture.event);
    }
    let mut line = format!("{} -> {}", capture.event, decoded.event.event);
    if matches!(decoded.tool, ToolMatch::Unknown) {
        line.push_str(" unknown tool");
    }
    for input in &decoded.inputs {
        let tool = input.text("tool_name");
        let mut tool_input = input.value("tool_input");
        if let Some(Value::Object(map)) = &mut tool_input {
            map.retain(|_, value| !value.is_null());
        }
        let tool_input = tool_input
            .map(|value| value.to_string())
            .unwrap_or_default();
        for field in ["prompt", "last_assistant_message"] {
            if let Some(text) = input.text(field) {
                let _ = write!(line, " {field}={text:?}");
            }
        }
        if let Some(tool) = tool {
            let _ = write!(line, " {tool}{tool_input}");
        }
        for field in ["session_id", "cwd"] {
            if input.text(field).is_none_or(|text| text.is_empty()) {
                let _ = write!(line, " (no {field})");
            }
        }
    }
    line
}

#[test]
fn every_capture_is_read_in_canonical_words() -> TestResult {
    let mut report = String::new();
    for name in FILES {
        let agent = find_agent(name).ok_or("unknown agent")?;
        writeln!(report, "## {name}")?;
        let mut seen = std::collections::HashSet::new();
        for capture in captures(name)? {
            // Copilot gives these to hooks in the form of Claude Code.
            let reader = name == &"copilot"
                && ["pascal", "claude"]
                    .iter()
                    .any(|form| capture.run.contains(form));
            let agent = match reader {
                true => find_agent("claude").ok_or("unknown agent")?,
                false => agent,
            };
            let line = line_of(agent, &capture);
            if seen.insert(line.clone()) {
                writeln!(report, "{line}")?;
            }
        }
    }
    insta::assert_snapshot!(report);
    Ok(())
}

#[test]
fn what_an_agent_gives_is_kept_under_native_where_it_is_changed() -> TestResult {
    let agent = find_agent("gemini").ok_or("unknown agent")?;
    for capture in captures("gemini")? {
        let given: Value = serde_json::from_str(capture.stdin.get())?;
        // The bridge stands on the events of the contract only.
        let Ok(decoded) = decode(agent, agent.contract(None), capture.stdin.get(), None) else {
            continue;
        };
        let input = &decoded.inputs[0];
        let unchanged = String::from_utf8(input.to_line())? == capture.stdin.get();
        assert!(unchanged || input.value("native") == Some(given));
    }
    Ok(())
}

#[test]
fn the_input_of_claude_code_passes_unchanged() -> TestResult {
    let agent = find_agent("claude").ok_or("unknown agent")?;
    for capture in captures("claude")? {
        let decoded = decode(agent, agent.contract(None), capture.stdin.get(), None)?;
        let line = String::from_utf8(decoded.inputs[0].to_line())?;
        assert_eq!(line, capture.stdin.get(), "{}", capture.event);
    }
    Ok(())
}
