//! Where the parts of a hook are in the file, for what is found later.

use std::ops::Range;

use snaphook_core::kind::Place;

use super::fields::NodeFields;
use crate::node::{Member, Node};
use crate::source_text::SourceText;

/// The bytes of a hook's parts. Values, not keys; `null` is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HookSpans {
    /// The whole handler object.
    pub handler: Range<usize>,
    /// The matcher of its group.
    pub matcher: Option<Range<usize>>,
    /// `type`
    pub kind: Option<Range<usize>>,
    /// `command`
    pub command: Option<Range<usize>>,
    /// `args`
    pub args: Option<Range<usize>>,
    /// `if`
    pub condition: Option<Range<usize>>,
    /// `timeout`
    pub timeout: Option<Range<usize>>,
    /// `onFailure`
    pub on_failure: Option<Range<usize>>,
    /// The value of every key.
    pub keys: Vec<KeySpans>,
}

/// The bytes of a key's value, and of what it holds: one level of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySpans {
    /// The key.
    pub key: String,
    /// The whole value.
    pub value: Range<usize>,
    /// The values in an object, by name.
    pub members: Vec<(String, Range<usize>)>,
    /// The items of a list.
    pub items: Vec<Range<usize>>,
}

impl HookSpans {
    /// The value of a key.
    #[must_use]
    pub fn of_key(&self, key: &str) -> Option<&Range<usize>> {
        self.of(key).map(|spans| &spans.value)
    }

    /// Where a finding of a kind points to: the next larger part where the file does
    /// not have the one it names.
    pub(crate) fn of_place(&self, place: &Place, source: &SourceText) -> Range<usize> {
        let spans = |key| self.of(key);
        let found = match place {
            Place::Hook => None,
            Place::Key(key) => self.of_key(key).cloned(),
            Place::Member(key, name) => spans(key).map(|key| key.member(name).clone()),
            Place::MemberText(key, name, bytes) => {
                spans(key).map(|key| source.inside(key.member(name), bytes.clone()))
            }
            Place::Item(key, index) => {
                spans(key).map(|key| key.items.get(*index).unwrap_or(&key.value).clone())
            }
        };
        found.unwrap_or_else(|| self.handler.clone())
    }

    fn of(&self, key: &str) -> Option<&KeySpans> {
        self.keys.iter().find(|spans| spans.key == key)
    }

    pub(super) fn read(handler: &Node, group: &NodeFields<'_>) -> Self {
        let fields = NodeFields::of(handler);
        let span = |key| fields.get(key).map(|node| node.span.clone());
        Self {
            handler: handler.span.clone(),
            matcher: group.get("matcher").map(|node| node.span.clone()),
            kind: span("type"),
            command: span("command"),
            args: span("args"),
            condition: span("if"),
            timeout: span("timeout"),
            on_failure: span("onFailure"),
            keys: fields.last_members().map(KeySpans::read).collect(),
        }
    }
}

impl KeySpans {
    fn read(member: &Member) -> Self {
        let value = &member.value;
        let members = NodeFields::of(value);
        let members = members.last_members();
        let items = value.items().unwrap_or_default();
        Self {
            key: member.key.clone(),
            value: value.span.clone(),
            members: members
                .map(|member| (member.key.clone(), member.value.span.clone()))
                .collect(),
            items: items.iter().map(|item| item.span.clone()).collect(),
        }
    }

    /// The value of this name; without one, the whole object.
    fn member(&self, name: &str) -> &Range<usize> {
        let found = self.members.iter().find(|(own, _)| own == name);
        found.map_or(&self.value, |(_, span)| span)
    }
}
