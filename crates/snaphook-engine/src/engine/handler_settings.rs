//! What the settings say to handlers, as far as it may be trusted.
//!
//! It runs programs, or says where inputs and keys are sent: an MCP server, the
//! address of a language model, what an HTTP hook may reach. In a project's
//! files each of these is trusted as a hook is, by itself.

use std::sync::Arc;

use serde_json::{Map, Value};
use snaphook_core::event::Event;
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, HookId, Source};
use snaphook_core::kind::UncheckedDef;
use snaphook_core::matching::GroupMatcher;
use snaphook_exec::HandlerSettings;
use snaphook_settings::effective::in_rising_precedence;
use snaphook_settings::{Setting, Settings};

use super::trust::Trust;

/// Servers by name: each is a program, or an address.
const SERVERS: &str = "mcpServers";

/// One thing that a file says to handlers.
struct PassedSetting {
    key: String,
    value: Value,
    /// As a hook on an event that no agent fires, to be trusted like one.
    hook: Hook,
}

/// What all files say to handlers, without what nobody trusts.
pub(super) fn trusted(settings: &[Settings], trust: &Trust) -> HandlerSettings {
    let said = in_rising_precedence(settings).flat_map(passed_settings);
    HandlerSettings::of_levels(
        said.filter_map(|mut said| {
            trust.judge(std::slice::from_mut(&mut said.hook));
            let level = said.hook.source.authority();
            said.hook.trusted.then_some((level, said.key, said.value))
        })
        .collect(),
    )
}

/// What a person must trust of it, as hooks.
pub(super) fn to_trust(settings: &[Settings]) -> impl Iterator<Item = Hook> {
    settings
        .iter()
        .flat_map(passed_settings)
        .map(|said| said.hook)
}

fn passed_settings(settings: &Settings) -> Vec<PassedSetting> {
    settings.handlers.iter().flat_map(parts).collect()
}

/// A setting, taken apart where its parts are trusted each by itself.
fn parts(setting: &Setting<(String, Value)>) -> Vec<PassedSetting> {
    let (key, value) = &setting.value;
    match (key.as_str(), value) {
        (SERVERS, Value::Object(servers)) => servers
            .iter()
            .map(|(name, server)| PassedSetting {
                key: key.clone(),
                value: Value::Object(Map::from_iter([(name.clone(), server.clone())])),
                hook: as_hook(setting, key, name, server),
            })
            .collect(),
        _ => vec![PassedSetting {
            key: key.clone(),
            value: value.clone(),
            hook: as_hook(setting, key, key, value),
        }],
    }
}

/// The whole value is the hook's description, so that trust rests on all of it;
/// a command is also one, so that it rests on the scripts it names.
pub(crate) fn as_hook<T>(setting: &Setting<T>, key: &str, name: &str, value: &Value) -> Hook {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let fields = value.as_object().cloned();
    let fields = fields.unwrap_or_else(|| Map::from_iter([("value".to_owned(), value.clone())]));
    let handler = match fields.get("command").and_then(text) {
        Some(command) => HandlerDef::new(CommandDef {
            command,
            args: Some(
                fields
                    .get("args")
                    .and_then(Value::as_array)
                    .map(|args| args.iter().filter_map(text).collect())
                    .unwrap_or_default(),
            ),
            env: fields
                .get("env")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
                .map(|(name, value)| (name.clone(), text(value).unwrap_or_default()))
                .collect(),
            cwd: fields.get("cwd").and_then(text),
            ..CommandDef::default()
        }),
        None => HandlerDef::new(UncheckedDef {
            kind: key.into(),
            fields,
        }),
    };
    let source = Source {
        scope: setting.scope,
        file: Some(Arc::clone(&setting.location.file)),
        line: Some(setting.location.line),
        origin: None,
    };
    let mut hook = Hook::new(Event::resolve(key), GroupMatcher::all(), handler, source);
    hook.name = name.into();
    hook.description = Some(value.to_string());
    hook.id = HookId::derive(key, [name, &value.to_string()]);
    hook
}
