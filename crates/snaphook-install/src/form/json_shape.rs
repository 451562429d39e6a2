//! The shapes of hook configurations in JSON: where lists of entries stand, and what an
//! entry looks like.

use serde_json::{Map, Value, json};
use snaphook_agents::{AgentSpec, ConfigForm};
use snaphook_settings::node::Node;

use crate::command::is_ours;
use crate::entry::AgentHookEntry;

/// The name of what is ours where entries have names.
pub(super) const NAME: &str = "snaphook";

/// A list that may hold entries.
pub(super) struct EntryList<'n> {
    pub(super) keys: Vec<String>,
    pub(super) event: Option<String>,
    pub(super) items: &'n [Node],
}

/// An entry of ours.
#[derive(Debug, Clone)]
pub(super) struct JsonSpot {
    /// The keys that lead to the list.
    pub(super) list: Vec<String>,
    /// The item of the list.
    pub(super) item: usize,
    /// The hook in the item, where the item is a group of hooks.
    pub(super) hook: Option<usize>,
    /// How many hooks the item has.
    pub(super) hooks: usize,
    pub(super) event: String,
    pub(super) command: String,
    pub(super) matcher: Option<String>,
    /// The hook itself.
    pub(super) value: Value,
}

fn member<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    let members = node.members()?;
    let found = members.iter().rfind(|member| member.key == key)?;
    Some(&found.value)
}

fn text(node: &Node, key: &str) -> Option<String> {
    member(node, key)?.text().map(str::to_owned)
}

/// The keys that lead to the object with a list for each event.
pub(super) fn events_at(form: ConfigForm) -> Vec<&'static str> {
    match form {
        ConfigForm::Groups { wrapper: false, .. } => Vec::new(),
        ConfigForm::NamedGroups => vec![NAME],
        _ => vec!["hooks"],
    }
}

/// The keys of the list for an event.
pub(super) fn list_keys<'e>(form: ConfigForm, event: &'e str) -> Vec<&'e str> {
    let mut keys: Vec<&'e str> = events_at(form);
    if form != ConfigForm::Triggers {
        keys.push(event);
    }
    keys
}

/// Every list that may hold entries.
pub(super) fn lists<'n>(form: ConfigForm, root: &'n Node) -> Vec<EntryList<'n>> {
    let outer = events_at(form);
    let node = outer.iter().try_fold(root, |node, key| member(node, key));
    let Some(node) = node else {
        return Vec::new();
    };
    let keys: Vec<String> = outer.iter().map(|key| (*key).to_owned()).collect();
    if form == ConfigForm::Triggers {
        let items = node.items().unwrap_or_default();
        return vec![EntryList {
            keys,
            event: None,
            items,
        }];
    }
    let members = node.members().unwrap_or_default().iter();
    members
        .filter_map(|member| {
            Some(EntryList {
                keys: [keys.clone(), vec![member.key.clone()]].concat(),
                event: Some(member.key.clone()),
                items: member.value.items()?,
            })
        })
        .collect()
}

/// The entries of ours in a list.
pub(super) fn spots(form: ConfigForm, list: &EntryList<'_>) -> Vec<JsonSpot> {
    let mut spots = Vec::new();
    for (item, node) in list.items.iter().enumerate() {
        let matcher = text(node, "matcher");
        let mut push =
            |hook, hooks, event: Option<String>, command: Option<String>, value: &Node| {
                let Some((event, command)) = event.zip(command).filter(|(_, line)| is_ours(line))
                else {
                    return;
                };
                spots.push(JsonSpot {
                    list: list.keys.clone(),
                    item,
                    hook,
                    hooks,
                    event,
                    command,
                    matcher: matcher.clone(),
                    value: value.to_value(),
                });
            };
        match form {
            ConfigForm::Flat { command, .. } => {
                push(None, 1, list.event.clone(), text(node, command), node);
            }
            ConfigForm::Triggers => {
                let command = member(node, "action").and_then(|action| text(action, "command"));
                push(None, 1, text(node, "trigger"), command, node);
            }
            _ => {
                let hooks = member(node, "hooks").and_then(Node::items);
                let hooks = hooks.unwrap_or_default();
                for (at, hook) in hooks.iter().enumerate() {
                    let command = text(hook, "command");
                    push(Some(at), hooks.len(), list.event.clone(), command, hook);
                }
            }
        }
    }
    spots
}

/// The item of the list that an entry is, and the hook in it.
pub(super) fn item_of(agent: &AgentSpec, entry: &AgentHookEntry) -> (Value, Value) {
    match agent.configuration.form {
        ConfigForm::Flat {
            command, timeout, ..
        } => {
            let mut item = Map::new();
            item.extend(entry.keys.clone());
            item.insert(command.to_owned(), entry.command.clone().into());
            if let Some((key, value)) = timeout.zip(entry.timeout) {
                item.insert(key.to_owned(), value.into());
            }
            let item = Value::Object(item);
            (item.clone(), item)
        }
        ConfigForm::Triggers => {
            let mut item = json!({
                "name": format!("{NAME} {}", entry.event),
                "trigger": entry.event,
                "action": {"type": "command", "command": entry.command},
                "enabled": true,
            });
            if let Some(timeout) = entry.timeout {
                item["timeout"] = timeout.into();
            }
            (item.clone(), item)
        }
        form => {
            let mut hook = json!({"type": "command", "command": entry.command});
            if let Some(timeout) = entry.timeout {
                hook["timeout"] = timeout.into();
            }
            for (key, value) in &entry.keys {
                hook[key] = value.clone();
            }
            let item = match every_tool(form) {
                Some(matcher) => json!({"matcher": matcher, "hooks": [hook]}),
                None => json!({"hooks": [hook]}),
            };
            (item, hook)
        }
    }
}

/// The matcher of every group.
pub(super) fn every_tool(form: ConfigForm) -> Option<&'static str> {
    match form {
        ConfigForm::Groups { every_tool, .. } => every_tool,
        ConfigForm::NamedGroups => Some(".*"),
        _ => None,
    }
}
