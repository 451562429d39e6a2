//! The keys of one hook as the target writes them: its command, its timeout, and what makes
//! it a guard.

use serde_json::{Map, Value};
use snaphook_agents::{AgentSpec, Contract, KeyValue, OnError};

use super::source::{Loss, SourceHook};
use crate::agent::{AgentData, GuardKey};

/// Keys that change nothing about what a hook does.
const FOR_PEOPLE: &[&str] = &["name", "description", "statusMessage"];

/// Keys that are read for every hook, or say what is the case without them.
const TAKEN: &[&str] = &["type", "command", "args", "timeout", "onFailure", "enabled"];

/// A hook as the target writes it.
#[derive(Debug, Clone)]
pub(super) struct WrittenHook {
    /// The command line.
    pub(super) command: String,
    /// The timeout in the target's unit.
    pub(super) timeout: Option<u64>,
    /// Keys besides.
    pub(super) keys: Map<String, Value>,
}

/// The keys of a hook for an agent; none where the agent cannot run it at all.
pub(super) fn written_hook(
    hook: &SourceHook,
    agent: &AgentSpec,
    data: Option<&AgentData>,
    native_event: &str,
    lost: &mut Vec<Loss>,
) -> Option<WrittenHook> {
    let kind = hook.text("type").unwrap_or("command");
    if kind != "command" {
        let words = format!(
            "{} runs no hooks of type `{kind}`: the bridge does, from snaphook's own settings (`snaphook install {}`)",
            agent.title, agent.name
        );
        lost.push(hook.loses(words));
        return None;
    }
    if hook.keys.get("enabled") == Some(&Value::Bool(false)) {
        lost.push(hook.loses("it is switched off, and left out"));
        return None;
    }
    let Some(command) = command_line(hook) else {
        lost.push(hook.loses("it has no command"));
        return None;
    };
    let contract = agent.contract(None);
    let timeout = timeout(hook, agent, contract, native_event, lost);
    let mut keys = Map::new();
    for (key, value) in agent.install.keys {
        keys.insert((*key).to_owned(), json(*value));
    }
    guard(hook, agent, data, &mut keys, lost);
    let own_name = |canonical: &str| {
        let mut rows = data.map_or(&[][..], |data| data.keys).iter();
        let row = rows.find(|(own, named)| *named == canonical && *own != canonical);
        row.map(|(own, _)| *own)
    };
    let mut without = Vec::new();
    for (key, value) in &hook.keys {
        if TAKEN.contains(&key.as_str()) {
            continue;
        }
        match own_name(key) {
            Some(own) => drop(keys.insert(own.to_owned(), value.clone())),
            None if key == "if" || key == "when" => lost.push(hook.loses(format!(
                "its condition `{key}` is lost: it runs on every call that its matcher matches",
            ))),
            None => without.push(key.as_str()),
        }
    }
    without.extend(hook.group.iter().map(String::as_str));
    tell_without(hook, agent, &without, lost);
    Some(WrittenHook {
        command,
        timeout,
        keys,
    })
}

fn tell_without(hook: &SourceHook, agent: &AgentSpec, keys: &[&str], lost: &mut Vec<Loss>) {
    if keys.is_empty() {
        return;
    }
    let (people, others): (Vec<&str>, Vec<&str>) =
        keys.iter().partition(|key| FOR_PEOPLE.contains(key));
    for (keys, what) in [(others, ""), (people, ", which are for people")] {
        if !keys.is_empty() {
            let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
            let words = format!("{} has no {}{what}", agent.title, keys.join(", "));
            lost.push(hook.loses(words));
        }
    }
}

/// The command as one line for a shell.
fn command_line(hook: &SourceHook) -> Option<String> {
    let command = hook
        .text("command")
        .filter(|text| !text.trim().is_empty())?;
    let Some(args) = hook.keys.get("args").and_then(Value::as_array) else {
        return Some(command.to_owned());
    };
    let words = args.iter().map(|arg| match arg {
        Value::String(text) => quoted(text),
        other => quoted(&other.to_string()),
    });
    let words: Vec<String> = std::iter::once(quoted(command)).chain(words).collect();
    Some(words.join(" "))
}

/// A word for a POSIX shell. Placeholders stay what they are.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:@%+,".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

fn timeout(
    hook: &SourceHook,
    agent: &AgentSpec,
    contract: &Contract,
    native_event: &str,
    lost: &mut Vec<Loss>,
) -> Option<u64> {
    let seconds = hook.keys.get("timeout").and_then(Value::as_f64)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "floats are cut to the range of the type"
    )]
    let whole = seconds.ceil().max(1.0) as u32;
    if !contract.timeout.configurable {
        let fixed = contract.timeout.default_seconds;
        let words = format!(
            "its timeout of {seconds} s: {} waits {fixed} s for every hook",
            agent.title
        );
        lost.push(hook.loses(words));
        return None;
    }
    let mut capped = agent.install.capped.iter();
    let most = capped.find(|(event, most)| *event == native_event && *most < whole);
    if let Some((event, most)) = most {
        let words = format!(
            "its timeout of {seconds} s: {} waits {most} s on {event}",
            agent.title
        );
        lost.push(hook.loses(words));
        return Some(contract.timeout.in_unit(*most));
    }
    let exact = seconds * 1000.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "floats are cut to the range of the type"
    )]
    match contract.timeout.in_unit(1) {
        1 => Some(u64::from(whole)),
        _ => Some(exact.max(1.0) as u64),
    }
}

/// Writes what makes the hook a guard, or says that nothing does.
fn guard(
    hook: &SourceHook,
    agent: &AgentSpec,
    data: Option<&AgentData>,
    keys: &mut Map<String, Value>,
    lost: &mut Vec<Loss>,
) {
    if hook.text("onFailure") != Some("block") {
        return;
    }
    let own = data.and_then(|data| data.guards.first().copied());
    let installed = agent.install.fail_closed;
    match (own, installed) {
        (Some(GuardKey::Flag(key)), _) => drop(keys.insert(key.to_owned(), true.into())),
        (Some(GuardKey::Word(key, word)), _) => drop(keys.insert(key.to_owned(), word.into())),
        (None, Some((key, value))) => drop(keys.insert(key.to_owned(), json(value))),
        (None, None) => {
            let contract = agent.contract(None);
            let goes_on = match (contract.on_crash, contract.on_timeout) {
                (OnError::Denies, OnError::Denies) => return,
                (OnError::Denies, OnError::GoesOn) => "takes too long",
                (OnError::GoesOn, OnError::Denies) => "crashes",
                (OnError::GoesOn, OnError::GoesOn) => "crashes or takes too long",
            };
            lost.push(hook.loses(format!(
                "it guards no more: {} goes on where a hook {goes_on}",
                agent.title
            )));
        }
    }
}

fn json(value: KeyValue) -> Value {
    match value {
        KeyValue::Text(text) => text.into(),
        KeyValue::True => true.into(),
    }
}
