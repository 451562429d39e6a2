//! Keys that stand twice in one object. Whatever counts of them, the author must
//! hear it: other programs take the last.

use std::collections::HashMap;

use super::fields::Repeated;
use super::file::FileReader;
use crate::node::{Member, Node};

const CODE: &str = "duplicate-key";

impl FileReader<'_> {
    /// Warns of the keys of one object that stand twice, if they are looked at.
    pub(super) fn warn_repeated(&mut self, members: &[Member], looked_at: impl Fn(&str) -> bool) {
        for (first, again) in repeated(members) {
            if !looked_at(&again.key) {
                continue;
            }
            let line = self.settings.source.at(first.key_span.clone()).line;
            let key = &again.key;
            let (message, help) = match Repeated::of(key) {
                Repeated::Both => (
                    format!(
                        "`{key}` stands here again; both count, and other programs ignore what line {line} says"
                    ),
                    "join the two",
                ),
                Repeated::Safer => (
                    format!(
                        "`{key}` stands here again; of it and what line {line} says, the safer value counts"
                    ),
                    "remove one of the two",
                ),
                Repeated::Last => (
                    format!("`{key}` stands here again; what line {line} says does not count"),
                    "remove one of the two",
                ),
            };
            self.warn(again.key_span.clone(), CODE, message, Some(help.to_owned()));
        }
    }

    /// The same of all objects in a value.
    pub(super) fn warn_repeated_inside(&mut self, node: &Node) {
        let members = node.members().unwrap_or_default();
        self.warn_repeated(members, |_| true);
        let inside = members.iter().map(|member| &member.value);
        for child in inside.chain(node.items().unwrap_or_default()) {
            self.warn_repeated_inside(child);
        }
    }

    /// Hooks of an event that stands twice are all used: a guard must not be
    /// lost. Other programs would lose it.
    pub(super) fn warn_repeated_events(&mut self, events: &[Member]) {
        for (first, again) in repeated(events) {
            let line = self.settings.source.at(first.key_span.clone()).line;
            self.warn(
                again.key_span.clone(),
                CODE,
                format!(
                    "`{}` stands here again; other programs ignore what line {line} says",
                    again.key
                ),
                Some("join the two lists".to_owned()),
            );
        }
    }
}

/// Each key that was there before, with its first place.
fn repeated(members: &[Member]) -> Vec<(&Member, &Member)> {
    let mut seen = HashMap::new();
    members
        .iter()
        .filter_map(|member| match seen.get(member.key.as_str()) {
            Some(first) => Some((*first, member)),
            None => {
                seen.insert(member.key.as_str(), member);
                None
            }
        })
        .collect()
}
