//! The members of an object, by key.

use std::collections::HashMap;

use crate::node::{Kind, Member, Node};

/// An object's members. `null` is the same as absent; of a key that stands
/// twice, the last counts, as everywhere in JSON.
pub(crate) struct Fields<'a> {
    members: &'a [Member],
}

impl<'a> Fields<'a> {
    pub(crate) fn of(node: &'a Node) -> Self {
        Self {
            members: node.members().unwrap_or_default(),
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'a Node> {
        self.members
            .iter()
            .rfind(|member| member.key == key)
            .map(|member| &member.value)
            .filter(|value| value.kind != Kind::Null)
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
