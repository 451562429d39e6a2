//! Entries in configurations that are JSON.

use std::path::Path;

use serde_json::Value;
use snaphook_agents::{AgentSpec, ConfigForm};
use snaphook_settings::edit::{JsonStep, JsonText};

use super::json_shape::{JsonSpot, NAME, events_at, every_tool, item_of, list_keys, lists, spots};
use super::merge::FoundEntry;
use crate::entry::AgentHookEntry;
use crate::error::InstallError;

fn all_spots(form: ConfigForm, text: &JsonText) -> Vec<JsonSpot> {
    let lists = lists(form, text.root());
    lists.iter().flat_map(|list| spots(form, list)).collect()
}

pub(super) fn found(
    agent: &AgentSpec,
    file: &Path,
    text: &str,
) -> Result<Vec<FoundEntry>, InstallError> {
    let form = agent.configuration.form;
    let text = JsonText::parse(file, Some(text))?;
    let key = match form {
        ConfigForm::Flat { timeout, .. } => timeout.unwrap_or_default(),
        _ => "timeout",
    };
    let spots = all_spots(form, &text).into_iter();
    let entries = spots.map(|spot| FoundEntry {
        timeout: spot.value.get(key).and_then(Value::as_f64),
        event: spot.event,
        command: spot.command,
        matcher: spot.matcher,
        value: spot.value,
    });
    Ok(entries.collect())
}

/// Where an entry of groups stands in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EntryPlace {
    pub(crate) event: String,
    pub(crate) group: usize,
    pub(crate) hook: usize,
    pub(crate) command: String,
    pub(crate) timeout: Option<u64>,
    pub(crate) matcher: Option<String>,
}

/// The places of the entries of ours, in a file of groups.
pub(crate) fn places(
    agent: &AgentSpec,
    file: &Path,
    text: &str,
) -> Result<Vec<EntryPlace>, InstallError> {
    let text = JsonText::parse(file, Some(text))?;
    let spots = all_spots(agent.configuration.form, &text).into_iter();
    let places = spots.map(|spot| EntryPlace {
        event: spot.event,
        group: spot.item,
        hook: spot.hook.unwrap_or_default(),
        command: spot.command,
        timeout: spot.value.get("timeout").and_then(Value::as_u64),
        matcher: spot.matcher,
    });
    Ok(places.collect())
}

pub(super) fn merged(
    agent: &AgentSpec,
    file: &Path,
    given: Option<&str>,
    wanted: &[AgentHookEntry],
) -> Result<String, InstallError> {
    let form = agent.configuration.form;
    let mut text = JsonText::parse(file, given)?;
    let before = strip(agent, text.root().to_value());
    let mut missing: Vec<&AgentHookEntry> = wanted.iter().collect();
    remove_unwanted(agent, &mut text, &mut missing)?;
    add_frame(form, &mut text, wanted)?;
    for entry in missing {
        let keys = list_keys(form, &entry.event);
        text.append(&keys, &item_of(agent, entry).0)?;
    }
    let after = strip(agent, text.root().to_value());
    let count = all_spots(form, &text).len();
    if before != after || count != wanted.len() {
        return Err(InstallError::Unsafe(file.to_owned()));
    }
    let empty = text.root().members().is_some_and(<[_]>::is_empty);
    match given {
        // A file of our own that has nothing left.
        _ if wanted.is_empty() && empty && given.is_none() => Ok(String::new()),
        Some(given) if wanted.is_empty() && given.trim().is_empty() => Ok(given.to_owned()),
        _ => Ok(text.text()),
    }
}

/// Keeps the entries that are as they should be, brings the others up to date where they
/// stand, and removes those that are not wanted.
fn remove_unwanted(
    agent: &AgentSpec,
    text: &mut JsonText,
    missing: &mut Vec<&AgentHookEntry>,
) -> Result<(), InstallError> {
    let form = agent.configuration.form;
    let mut done = 0;
    // Each turn settles one entry; places are looked up anew after a change.
    while let Some(spot) = all_spots(form, text).into_iter().nth(done) {
        let fits = spot.matcher.as_deref() == every_tool(form) || spot.matcher.is_none();
        let entry = missing.iter().position(|entry| entry.event == spot.event);
        match entry.filter(|_| fits) {
            Some(at) => {
                let hook = item_of(agent, missing.remove(at)).1;
                if spot.value != hook {
                    text.set(&path(&spot), &hook)?;
                }
                done += 1;
            }
            None => remove(form, text, &spot)?,
        }
    }
    Ok(())
}

/// The way to the hook itself.
fn path(spot: &JsonSpot) -> Vec<JsonStep<'_>> {
    let mut steps: Vec<_> = spot.list.iter().map(|key| JsonStep::Key(key)).collect();
    steps.push(JsonStep::Item(spot.item));
    if let Some(hook) = spot.hook {
        steps.extend([JsonStep::Key("hooks"), JsonStep::Item(hook)]);
    }
    steps
}

/// Removes an entry, and what has nothing left by that: its group, its event, `hooks`.
fn remove(form: ConfigForm, text: &mut JsonText, spot: &JsonSpot) -> Result<(), InstallError> {
    let steps = path(spot);
    let group = spot.list.len() + 1;
    match spot.hooks {
        1 => text.remove(&steps[..group])?,
        _ => text.remove(&steps)?,
    }
    let frame = events_at(form).len();
    for depth in (1..=spot.list.len()).rev() {
        // The list of a form without events stays as long as the file.
        let node = spot.list[..depth]
            .iter()
            .try_fold(text.root(), |node, key| {
                let members = node.members()?;
                let member = members.iter().rfind(|member| member.key == *key)?;
                Some(&member.value)
            });
        let members_left = |node: &snaphook_settings::node::Node| match node.members() {
            Some(members) if depth == frame && form == ConfigForm::NamedGroups => {
                members.iter().any(|member| member.key != "enabled")
            }
            Some(members) => !members.is_empty(),
            None => node.items().is_none_or(|items| !items.is_empty()),
        };
        if node.is_none_or(members_left) {
            break;
        }
        text.remove(&steps[..depth])?;
    }
    let only_version = |members: &[snaphook_settings::node::Member]| matches!(members, [only] if only.key == "version");
    if version(form).is_some() && text.root().members().is_some_and(only_version) {
        text.remove(&[JsonStep::Key("version")])?;
    }
    Ok(())
}

/// The version that a file of this form has.
fn version(form: ConfigForm) -> Option<Value> {
    match form {
        ConfigForm::Flat {
            version: Some(version),
            ..
        } => Some(version.into()),
        ConfigForm::Triggers => Some("v1".into()),
        _ => None,
    }
}

/// What a file of this form has beside its entries.
fn add_frame(
    form: ConfigForm,
    text: &mut JsonText,
    wanted: &[AgentHookEntry],
) -> Result<(), InstallError> {
    if wanted.is_empty() {
        return Ok(());
    }
    let has = |key: &str| {
        let members = text.root().members().unwrap_or_default();
        members.iter().any(|member| member.key == key)
    };
    match version(form) {
        Some(version) if !has("version") => text.set(&[JsonStep::Key("version")], &version)?,
        _ => {}
    }
    if form == ConfigForm::NamedGroups {
        text.set(
            &[JsonStep::Key(NAME), JsonStep::Key("enabled")],
            &true.into(),
        )?;
    }
    Ok(())
}

/// A configuration without what is ours, and without what is empty, to compare what an
/// edit left.
fn strip(agent: &AgentSpec, mut value: Value) -> Value {
    let form = agent.configuration.form;
    let command = match form {
        ConfigForm::Flat { command, .. } => command,
        _ => "command",
    };
    if let Some(root) = value.as_object_mut() {
        if version(form).is_some() {
            root.remove("version");
        }
        if form == ConfigForm::NamedGroups
            && let Some(ours) = root.get_mut(NAME).and_then(Value::as_object_mut)
        {
            ours.remove("enabled");
        }
    }
    without_ours(&mut value, command);
    value
}

/// Removes hooks of ours, and lists and objects that are empty.
fn without_ours(value: &mut Value, command: &str) -> bool {
    let is_ours = |value: &Value| {
        let own = value
            .get(command)
            .or_else(|| value.get("action")?.get("command"));
        own.and_then(Value::as_str)
            .is_some_and(crate::command::is_ours)
    };
    match value {
        Value::Array(items) => {
            items.retain_mut(|item| !is_ours(item) && without_ours(item, command));
            !items.is_empty()
        }
        Value::Object(members) => {
            members.retain(|_, value| without_ours(value, command));
            let alone = members.len() == 1 && members.contains_key("matcher");
            !members.is_empty() && !alone
        }
        Value::Null => false,
        _ => true,
    }
}
