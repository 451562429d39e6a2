//! The configuration files of converted hooks.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use snaphook_agents::{AgentSpec, ConfigForm, ConfigScope};

use super::conversion::ConvertTarget;
use super::keys::WrittenHook;
use super::source::Loss;

/// A file of the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConvertedFile {
    /// Where it belongs: below the project, or below the home folder.
    pub path: String,
    /// Whether it belongs below the home folder, because the agent has no hooks of projects.
    pub in_home: bool,
    /// Its text.
    pub text: String,
    /// Whether it is a program.
    pub executable: bool,
}

/// A hook under an event of the target.
#[derive(Debug, Clone)]
pub(super) struct PlacedHook {
    pub(super) event: String,
    pub(super) matcher: Option<String>,
    pub(super) hook: WrittenHook,
}

/// What files of converted hooks are called where agents read a whole folder.
const FILE_NAME: &str = "converted";

/// The files with these hooks.
pub(super) fn files_of(
    agent: &AgentSpec,
    target: ConvertTarget,
    hooks: &[PlacedHook],
    lost: &mut Vec<Loss>,
) -> Vec<ConvertedFile> {
    let whole = matches!(target, ConvertTarget::Snaphook) || agent.canonical_tools;
    let files = agent.configuration.files;
    let of = |scope: ConfigScope| files.iter().find(|file| file.scope == scope);
    let project = of(ConfigScope::Project);
    let place = project.or_else(|| of(ConfigScope::User));
    let path = match target {
        ConvertTarget::Snaphook => ".snaphook/settings.json".to_owned(),
        ConvertTarget::Agent(_) => place
            .map_or("hooks.json", |file| file.path)
            .replace("snaphook", FILE_NAME),
    };
    let in_home = project.is_none() && matches!(target, ConvertTarget::Agent(_));
    let file = |path: String, text: String, executable| ConvertedFile {
        path,
        in_home,
        text,
        executable,
    };
    let pretty = |value: &Value| format!("{value:#}\n");
    match agent.configuration.form {
        ConfigForm::Flat {
            version,
            command,
            timeout,
        } => {
            let mut root = Map::new();
            root.extend(version.map(|version| ("version".to_owned(), version.into())));
            root.insert("hooks".to_owned(), flat(hooks, command, timeout));
            vec![file(path, pretty(&Value::Object(root)), false)]
        }
        ConfigForm::Triggers => {
            let hooks: Vec<Value> = hooks.iter().enumerate().map(trigger).collect();
            vec![file(
                path,
                pretty(&json!({"version": "v1", "hooks": hooks})),
                false,
            )]
        }
        ConfigForm::NamedGroups => {
            let mut named = groups(hooks, whole);
            named.insert("enabled".to_owned(), true.into());
            vec![file(path, pretty(&json!({FILE_NAME: named})), false)]
        }
        ConfigForm::TomlTables { event, named } => {
            vec![file(path, toml(hooks, event, named), false)]
        }
        ConfigForm::Yaml => vec![file(path, yaml(hooks), false)],
        ConfigForm::Executables => {
            let programs = programs(agent, hooks, lost).into_iter();
            let programs =
                programs.map(|(event, text)| file(format!("{path}/{event}"), text, true));
            programs.collect()
        }
        ConfigForm::PluginFolder => {
            let plugin =
                json!({"name": FILE_NAME, "version": "1.0.0", "description": "Converted hooks"});
            let hooks = json!({"hooks": groups(hooks, whole)});
            vec![
                file(format!("{path}/plugin.json"), pretty(&plugin), false),
                file(format!("{path}/hooks/hooks.json"), pretty(&hooks), false),
            ]
        }
        ConfigForm::Groups { wrapper: false, .. } => {
            vec![file(
                path,
                pretty(&Value::Object(groups(hooks, whole))),
                false,
            )]
        }
        ConfigForm::Groups { .. } | ConfigForm::Script | ConfigForm::ByHand => {
            vec![file(
                path,
                pretty(&json!({"hooks": groups(hooks, whole)})),
                false,
            )]
        }
    }
}

/// A list for each event, in the order of the first hook of each.
fn by_event(hooks: &[PlacedHook]) -> Vec<(&str, Vec<&PlacedHook>)> {
    let mut events: Vec<(&str, Vec<&PlacedHook>)> = Vec::new();
    for hook in hooks {
        match events.iter_mut().find(|(event, _)| *event == hook.event) {
            Some((_, list)) => list.push(hook),
            None => events.push((&hook.event, vec![hook])),
        }
    }
    events
}

/// The keys of a hook of type `command`.
fn command_hook(hook: &WrittenHook, whole: bool) -> Value {
    if whole {
        return Value::Object(hook.keys.clone());
    }
    let mut object = Map::new();
    object.insert("type".to_owned(), "command".into());
    object.insert("command".to_owned(), hook.command.clone().into());
    object.extend(
        hook.timeout
            .map(|timeout| ("timeout".to_owned(), timeout.into())),
    );
    object.extend(hook.keys.clone());
    Value::Object(object)
}

/// Groups of hooks with the same matcher.
fn groups(hooks: &[PlacedHook], whole: bool) -> Map<String, Value> {
    let mut root = Map::new();
    for (event, hooks) in by_event(hooks) {
        let mut list: Vec<(Option<&str>, Vec<Value>)> = Vec::new();
        for placed in hooks {
            let matcher = placed.matcher.as_deref();
            let hook = command_hook(&placed.hook, whole);
            match list.last_mut() {
                Some((last, hooks)) if *last == matcher => hooks.push(hook),
                _ => list.push((matcher, vec![hook])),
            }
        }
        let list = list.into_iter().map(|(matcher, hooks)| match matcher {
            Some(matcher) => json!({"matcher": matcher, "hooks": hooks}),
            None => json!({"hooks": hooks}),
        });
        root.insert(event.to_owned(), list.collect());
    }
    root
}

fn flat(hooks: &[PlacedHook], command: &str, timeout: Option<&str>) -> Value {
    let mut root = Map::new();
    for (event, hooks) in by_event(hooks) {
        let list = hooks.into_iter().map(|placed| {
            let mut item = Map::new();
            item.extend(
                placed
                    .matcher
                    .clone()
                    .map(|text| ("matcher".to_owned(), text.into())),
            );
            item.extend(placed.hook.keys.clone());
            item.insert(command.to_owned(), placed.hook.command.clone().into());
            if let Some((key, value)) = timeout.zip(placed.hook.timeout) {
                item.insert(key.to_owned(), value.into());
            }
            Value::Object(item)
        });
        root.insert(event.to_owned(), list.collect());
    }
    Value::Object(root)
}

fn trigger((at, placed): (usize, &PlacedHook)) -> Value {
    let mut item = json!({
        "name": format!("{FILE_NAME} {}", at + 1),
        "trigger": placed.event,
    });
    if let Some(matcher) = &placed.matcher {
        item["matcher"] = matcher.clone().into();
    }
    item["action"] = json!({"type": "command", "command": placed.hook.command});
    if let Some(timeout) = placed.hook.timeout {
        item["timeout"] = timeout.into();
    }
    item["enabled"] = true.into();
    for (key, value) in &placed.hook.keys {
        item[key] = value.clone();
    }
    item
}

/// Tables of a list `hooks`. Strings of JSON are strings of TOML, but for one character.
fn toml(hooks: &[PlacedHook], event: &str, named: bool) -> String {
    let value = |value: Value| value.to_string().replace('\u{7f}', "\\u007f");
    let mut text = String::new();
    for (at, placed) in hooks.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        text.push_str("[[hooks]]\n");
        let mut put = |key: &str, of: Value| {
            let _ = writeln!(text, "{key} = {}", value(of));
        };
        if named {
            put("name", format!("{FILE_NAME}-{}", at + 1).into());
        }
        put(event, placed.event.clone().into());
        if let Some(matcher) = &placed.matcher {
            put("matcher", matcher.clone().into());
        }
        put("command", placed.hook.command.clone().into());
        if let Some(timeout) = placed.hook.timeout {
            put("timeout", timeout.into());
        }
        for (key, of) in &placed.hook.keys {
            put(key, of.clone());
        }
    }
    text
}

/// Lists below `hooks`; values are JSON, which YAML reads.
fn yaml(hooks: &[PlacedHook]) -> String {
    let mut text = "hooks:\n".to_owned();
    for (event, hooks) in by_event(hooks) {
        let _ = writeln!(text, "  {event}:");
        for placed in hooks {
            let command = Value::from(placed.hook.command.clone());
            let _ = writeln!(text, "    - command: {command}");
            if let Some(matcher) = placed.matcher.clone() {
                let _ = writeln!(text, "      matcher: {}", Value::from(matcher));
            }
            if let Some(timeout) = placed.hook.timeout {
                let _ = writeln!(text, "      timeout: {timeout}");
            }
            for (key, value) in &placed.hook.keys {
                let _ = writeln!(text, "      {key}: {value}");
            }
        }
    }
    text
}

/// A program for each event, which there is only one of.
fn programs(
    agent: &AgentSpec,
    hooks: &[PlacedHook],
    lost: &mut Vec<Loss>,
) -> Vec<(String, String)> {
    let mut programs = Vec::new();
    for (event, hooks) in by_event(hooks) {
        for (at, placed) in hooks.into_iter().enumerate() {
            let command = &placed.hook.command;
            if at == 0 {
                programs.push((event.to_owned(), format!("#!/bin/sh\n{command}\n")));
                continue;
            }
            lost.push(Loss {
                hook: Some(format!("{event} `{command}`")),
                words: format!(
                    "{} runs one program on an event: this one is left out",
                    agent.title
                ),
            });
        }
    }
    programs
}
