//! The members of an object, by key.

use std::collections::HashMap;

use serde_json::Value;
use snaphook_core::kind::{Key, SaferValue};

use crate::node::{Kind, Member, Node};

/// What counts of a duplicate key and says two things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RepeatedKey {
    /// All of it: hooks, and rules that deny or ask.
    Both,
    /// The value that guards more.
    Safer,
    /// The last, as everywhere in JSON.
    Last,
}

impl RepeatedKey {
    pub(super) fn of(key: &str) -> Self {
        match key {
            "hooks" | "permissions" | "deny" | "ask" => Self::Both,
            "onFailure"
            | "enabled"
            | "observe"
            | "async"
            | "asyncRewake"
            | "once"
            | "sandbox"
            | "disableAllHooks"
            | "disabledHooks"
            | "enabledPlugins"
            | "allowManagedHooksOnly"
            | "stopHookBlockCap"
            | "onRewriteConflict"
            | "defaultMode"
            | "disableBypassPermissionsMode" => Self::Safer,
            _ => Self::Last,
        }
    }
}

/// Whether a value of a duplicate key counts more than the others.
fn is_safer(key: &str, value: &Node) -> bool {
    match key {
        "onFailure" => value.text() != Some("continue"),
        "enabled" | "sandbox" | "allowManagedHooksOnly" => value.kind != Kind::Bool(false),
        "observe" | "async" | "asyncRewake" | "once" | "disableAllHooks" => {
            value.kind != Kind::Bool(true)
        }
        "disableBypassPermissionsMode" => true,
        _ => false,
    }
}

/// An object's members. `null` is the same as absent; of a key that stands
/// twice, what [`RepeatedKey`] says.
pub(crate) struct NodeFields<'a> {
    members: &'a [Member],
}

impl<'a> NodeFields<'a> {
    pub(crate) fn of(node: &'a Node) -> Self {
        Self {
            members: node.members().unwrap_or_default(),
        }
    }

    /// The value of a key: of several the safer, else the last.
    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        let safer = self.all(key).rfind(|value| is_safer(key, value));
        safer.or_else(|| self.all(key).next_back())
    }

    /// Every value of a key.
    pub(crate) fn all(&self, key: &str) -> impl DoubleEndedIterator<Item = &'a Node> {
        let members = self.members.iter().filter(move |member| member.key == key);
        let values = members.map(|member| &member.value);
        values.filter(|value| value.kind != Kind::Null)
    }

    /// The value of a key of settings that a kind of handlers reads: of several, what
    /// its [`SaferValue`] says.
    pub(super) fn value_for_kind(&self, key: &Key) -> Option<(&'a Node, Value)> {
        let chosen = match key.safer {
            Some(SaferValue::Flag(flag)) => {
                let guards = |value: &&Node| value.kind != Kind::Bool(!flag);
                self.all(key.name).rfind(guards)
            }
            Some(SaferValue::EveryList) | None => None,
        };
        let chosen = chosen.or_else(|| self.get(key.name))?;
        let value = match (key.safer, chosen.items()) {
            (Some(SaferValue::EveryList), Some(items)) => self.in_every_list(key.name, items),
            _ => chosen.to_value(),
        };
        Some((chosen, value))
    }

    /// Those items of a list that every list under the key has.
    fn in_every_list(&self, key: &str, items: &[Node]) -> Value {
        let lists: Vec<Value> = self.all(key).map(Node::to_value).collect();
        let in_all = |item: &Value| {
            let mut lists = lists.iter();
            lists.all(|list| list.as_array().is_none_or(|list| list.contains(item)))
        };
        items.iter().map(Node::to_value).filter(in_all).collect()
    }

    /// Whether a key is here more than once, and not with the same value.
    pub(super) fn says_two_things(&self, key: &str) -> bool {
        let mut values = self.all(key).map(Node::to_value);
        let first = values.next();
        first.is_some_and(|first| values.any(|other| other != first))
    }

    pub(super) fn members(&self) -> &'a [Member] {
        self.members
    }

    /// The members that count: of each key the last.
    pub(super) fn last_members(&self) -> impl Iterator<Item = &'a Member> {
        let places = self.members.iter().enumerate();
        let last: HashMap<_, _> = places
            .clone()
            .map(|(at, member)| (member.key.as_str(), at))
            .collect();
        places
            .filter(move |(at, member)| last.get(member.key.as_str()) == Some(at))
            .map(|(_, member)| member)
    }
}

/// "`timeout` must be a number, not a string".
pub(super) fn wrong_type(field: &str, expected: &str, found: &Node) -> String {
    format!("`{field}` must be {expected}, not {}", found.described())
}
