//! The hooks of rulesync (`.rulesync/hooks.json`): flat lists under camelCase events, with
//! parts for single tools beside them, which replace the common lists.

use serde_json::{Map, Value, json};
use snaphook_agents::AgentSpec;
use snaphook_core::event::EVENTS;

use super::source::{Loss, SourceHook};

/// Events that rulesync calls otherwise than by the canonical name in camelCase: the event,
/// and the matcher that it stands for.
const EVENT_NAMES: &[(&str, &str, Option<&str>)] = &[
    ("beforeSubmitPrompt", "UserPromptSubmit", None),
    ("preModelInvocation", "BeforeLlmCall", None),
    ("postModelInvocation", "AfterLlmCall", None),
    ("beforeShellExecution", "PreToolUse", Some("Bash")),
    ("afterShellExecution", "PostToolUse", Some("Bash")),
    ("beforeMCPExecution", "PreToolUse", Some("mcp__.*")),
    ("afterMCPExecution", "PostToolUse", Some("mcp__.*")),
    ("beforeReadFile", "PreToolUse", Some("Read")),
    ("afterFileEdit", "PostToolUse", Some("Write|Edit")),
    ("afterError", "StopFailure", None),
];

/// What rulesync calls an agent, where that differs.
const AGENT_KEYS: &[(&str, &[&str])] = &[
    ("claude", &["claudecode"]),
    ("codex", &["codexcli"]),
    ("gemini", &["geminicli"]),
    ("droid", &["factorydroid"]),
    ("copilot", &["copilotcli", "copilot"]),
    ("qwen", &["qwencode"]),
    ("augment", &["augmentcode"]),
    ("hermes", &["hermesagent"]),
    ("kimi-code", &["kimi"]),
];

/// The hooks that the file has for an agent.
pub(super) fn hooks_for(root: &Value, agent: &AgentSpec, lost: &mut Vec<Loss>) -> Vec<SourceHook> {
    let mut events = events_of(root).cloned().unwrap_or_default();
    let own = AGENT_KEYS.iter().find(|(name, _)| *name == agent.name);
    let own = own.map_or([agent.name].to_vec(), |(_, keys)| keys.to_vec());
    for (key, part) in root.as_object().into_iter().flatten() {
        let Some(part) = events_of(part) else {
            continue;
        };
        if own.contains(&key.as_str()) {
            for (event, hooks) in part {
                events.insert(event.clone(), hooks.clone());
            }
        } else {
            let words = format!("hooks under `{key}` are not for {}", agent.title);
            lost.push(Loss { hook: None, words });
        }
    }
    let mut found = Vec::new();
    for (name, hooks) in &events {
        let Some((event, matcher)) = canonical_event(name) else {
            let words = format!("{name} has no canonical event");
            lost.push(Loss { hook: None, words });
            continue;
        };
        for hook in hooks.as_array().into_iter().flatten() {
            found.extend(
                hook.as_object()
                    .map(|hook| of_hook(name, &event, matcher, hook)),
            );
        }
    }
    found
}

fn events_of(part: &Value) -> Option<&Map<String, Value>> {
    part.get("hooks")?.as_object()
}

fn canonical_event(name: &str) -> Option<(String, Option<&'static str>)> {
    let mut rows = EVENT_NAMES.iter();
    if let Some((_, event, matcher)) = rows.find(|(own, ..)| *own == name) {
        return Some(((*event).to_owned(), *matcher));
    }
    let mut letters = name.chars();
    let first = letters.next()?.to_ascii_uppercase();
    let pascal: String = std::iter::once(first).chain(letters).collect();
    let known = EVENTS.iter().any(|row| row.name == pascal);
    known.then_some((pascal, None))
}

fn of_hook(
    name: &str,
    event: &str,
    implied: Option<&str>,
    hook: &Map<String, Value>,
) -> SourceHook {
    let mut keys = hook.clone();
    let matcher = keys.remove("matcher");
    let matcher = matcher.as_ref().and_then(Value::as_str).or(implied);
    if let Some(closed) = keys.remove("failClosed") {
        let word = if closed == json!(true) {
            "block"
        } else {
            "continue"
        };
        keys.insert("onFailure".to_owned(), word.into());
    }
    let group = ["sequential"].map(str::to_owned);
    let group = group.into_iter().filter(|key| keys.remove(key).is_some());
    SourceHook {
        native_event: name.to_owned(),
        event: event.to_owned(),
        matcher: matcher.map(str::to_owned),
        group: group.collect(),
        keys,
    }
}
