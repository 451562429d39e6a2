//! The members of an object, by key.

use crate::node::{Kind, Member, Node};

/// An object's members. `null` is the same as absent; of a key that stands
/// twice, the last counts, as everywhere in JSON.
pub(super) struct Fields<'a> {
    members: &'a [Member],
}

impl<'a> Fields<'a> {
    pub(super) fn of(node: &'a Node) -> Self {
        Self {
            members: node.members().unwrap_or_default(),
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Node> {
        self.members
            .iter()
            .rfind(|member| member.key == key)
            .map(|member| &member.value)
            .filter(|value| value.kind != Kind::Null)
    }

    pub(super) fn members(&self) -> &'a [Member] {
        self.members
    }
}

/// "`timeout` must be a number, not a string".
pub(super) fn wrong_type(field: &str, expected: &str, found: &Node) -> String {
    format!("`{field}` must be {expected}, not {}", found.described())
}
