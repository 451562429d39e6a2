//! What a matcher group calls its hooks: its `id` or its `description`.
//!
//! A label is only shown. Trust and ids do not cover it, so a group may be relabelled
//! without asking anybody again.

use snaphook_core::hook::{Hook, HookName, NameOrigin};

use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;

/// The labels of a group, and how many hooks are called by them.
#[derive(Debug, Default)]
pub(super) struct GroupLabel<'a> {
    id: Option<&'a str>,
    description: Option<&'a str>,
    named: usize,
}

impl FileReader<'_> {
    pub(super) fn read_group_label<'a>(&mut self, fields: &NodeFields<'a>) -> GroupLabel<'a> {
        GroupLabel {
            id: self.read_label(fields, "id"),
            description: self.read_label(fields, "description"),
            named: 0,
        }
    }

    fn read_label<'a>(&mut self, fields: &NodeFields<'a>, key: &str) -> Option<&'a str> {
        let node = fields.get(key)?;
        let text = node.text();
        if text.is_none() {
            self.error(node, wrong_type(key, "a string", node));
        }
        text.filter(|text| !text.trim().is_empty())
    }
}

impl GroupLabel<'_> {
    /// Names a hook that nobody named, if its command is too long for a name.
    pub(super) fn name(&mut self, hook: &mut Hook) {
        let label = match hook.name.origin() {
            NameOrigin::Script => self.id,
            NameOrigin::Shortened => self.id.or(self.description),
            NameOrigin::Explicit | NameOrigin::Definition | NameOrigin::Group => None,
        };
        if let Some(label) = label {
            self.named += 1;
            hook.name = HookName::of_group(label, self.named);
        }
    }
}
