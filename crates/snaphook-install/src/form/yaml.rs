//! Entries in a configuration that is YAML: `hooks: {EVENT: [{command, timeout}]}`. Texts
//! are edited by position, so that comments and layout stay; what an edit left is compared
//! with what was there before.

use std::path::Path;

use serde_json::{Map, Value};
use snaphook_settings::node::Node;

use super::merge::FoundEntry;
use super::yaml_block::{YamlEdit, member};
use crate::command::is_ours;
use crate::entry::AgentHookEntry;
use crate::error::InstallError;

const HOOKS: &str = "hooks";

/// The tree of a text; `None` if it holds nothing.
fn parse(file: &Path, text: &str) -> Result<Option<Node>, InstallError> {
    let holds_nothing = text
        .lines()
        .map(str::trim)
        .all(|line| line.is_empty() || line.starts_with('#'));
    if holds_nothing {
        return Ok(None);
    }
    let node = Node::parse_yaml(text).map_err(|error| {
        let line = text[..error.span.start.min(text.len())]
            .matches('\n')
            .count()
            + 1;
        InstallError::form(file, format!("line {line}: {}", error.message))
    })?;
    if node.members().is_none() {
        let what = format!("must be a mapping, not {}", node.type_name());
        return Err(InstallError::form(file, what));
    }
    Ok(Some(node))
}

/// The entries of ours: the event, the number in its list, and the entry.
fn own(root: &Node) -> Vec<(String, usize, &Node)> {
    let hooks = member(root, HOOKS).and_then(|hooks| hooks.value.members());
    let mut found = Vec::new();
    for event in hooks.unwrap_or_default() {
        for (at, item) in event.value.items().unwrap_or_default().iter().enumerate() {
            let command = member(item, "command").and_then(|command| command.value.text());
            if command.is_some_and(is_ours) {
                found.push((event.key.clone(), at, item));
            }
        }
    }
    found
}

pub(super) fn found(file: &Path, text: &str) -> Result<Vec<FoundEntry>, InstallError> {
    let Some(root) = parse(file, text)? else {
        return Ok(Vec::new());
    };
    let entry = |(event, _, item): (String, usize, &Node)| {
        let value = item.to_value();
        let text_of = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
        FoundEntry {
            event,
            command: text_of("command").unwrap_or_default(),
            timeout: value.get("timeout").and_then(Value::as_f64),
            matcher: text_of("matcher"),
            value,
        }
    };
    Ok(own(&root).into_iter().map(entry).collect())
}

fn fields(entry: &AgentHookEntry) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("command".to_owned(), entry.command.clone().into());
    if let Some(timeout) = entry.timeout {
        fields.insert("timeout".to_owned(), timeout.into());
    }
    fields.extend(entry.keys.clone());
    fields
}

pub(super) fn merged(
    file: &Path,
    given: Option<&str>,
    wanted: &[AgentHookEntry],
) -> Result<String, InstallError> {
    let mut text = given.unwrap_or_default().to_owned();
    let root = parse(file, &text)?;
    let before = root.as_ref().map_or(Value::Null, foreign);
    if let Some(root) = &root {
        let same = |(event, _, item): &(String, usize, &Node), entry: &AgentHookEntry| {
            *event == entry.event && item.to_value() == Value::Object(fields(entry))
        };
        let own = own(root);
        if own.len() == wanted.len() && own.iter().zip(wanted).all(|(own, entry)| same(own, entry))
        {
            return Ok(text);
        }
    } else if wanted.is_empty() {
        return Ok(text);
    }
    // Places are looked up anew after each change.
    while let Some(root) = parse(file, &text)? {
        let own = own(&root);
        let Some((event, at, _)) = own.last() else {
            break;
        };
        text = YamlEdit::new(&text, &root)
            .remove_item(&[HOOKS, event], *at)
            .ok_or_else(|| InstallError::Unsafe(file.to_owned()))?;
    }
    for entry in wanted {
        let root = parse(file, &text)?;
        let fields = fields(entry);
        let changed = match &root {
            Some(root) => YamlEdit::new(&text, root).add_item(HOOKS, &entry.event, &fields),
            None => Some(YamlEdit::first(&text, HOOKS, &entry.event, &fields)),
        };
        text = changed.ok_or_else(|| InstallError::Unsafe(file.to_owned()))?;
    }
    let after = parse(file, &text)?;
    let left = after.as_ref().map_or(Value::Null, foreign);
    let count = after.as_ref().map_or(0, |root| own(root).len());
    if !same_or_nothing(&left, &before) || count != wanted.len() {
        return Err(InstallError::Unsafe(file.to_owned()));
    }
    Ok(text)
}

fn same_or_nothing(one: &Value, other: &Value) -> bool {
    let nothing = |value: &Value| value.is_null() || value.as_object().is_some_and(Map::is_empty);
    one == other || (nothing(one) && nothing(other))
}

/// The tree without what is ours, and without events and `hooks` that have nothing left.
fn foreign(root: &Node) -> Value {
    let mut value = root.to_value();
    let Some(members) = value.as_object_mut() else {
        return value;
    };
    let mut empty = false;
    match members.get_mut(HOOKS) {
        Some(Value::Object(events)) => {
            events.retain(|_, items| {
                if let Some(items) = items.as_array_mut() {
                    items.retain(|item| {
                        let command = item.get("command").and_then(Value::as_str);
                        !command.is_some_and(is_ours)
                    });
                    return !items.is_empty();
                }
                !items.is_null()
            });
            empty = events.is_empty();
        }
        Some(Value::Null) => empty = true,
        _ => {}
    }
    if empty {
        members.remove(HOOKS);
    }
    value
}
