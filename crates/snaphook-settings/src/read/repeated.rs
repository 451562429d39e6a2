//! Duplicate keys in one object. Whatever counts of them, the author must
//! hear it: other programs take the last.

use std::collections::HashMap;

use super::fields::RepeatedKey;
use super::file::FileReader;
use crate::node::{Member, Node};

const CODE: &str = "duplicate-key";

impl FileReader<'_> {
    /// Warns of the keys of one object that occur twice, if they are looked at.
    pub(super) fn warn_repeated(&mut self, members: &[Member], looked_at: impl Fn(&str) -> bool) {
        for (first, again) in repeated(members) {
            if !looked_at(&again.key) {
                continue;
            }
            let line = self.settings.source.at(first.key_span.clone()).line;
            let key = &again.key;
            let (message, help) = match self.repeated(key) {
                RepeatedKey::Both => (
                    format!(
                        "duplicate key `{key}`: both values are used, but other programs ignore the one in line {line}"
                    ),
                    "merge the two",
                ),
                RepeatedKey::Safer => (
                    format!(
                        "duplicate key `{key}`: of this value and the one in line {line}, the safer one is used"
                    ),
                    "remove one of the two",
                ),
                RepeatedKey::Last => (
                    format!("duplicate key `{key}`: the value in line {line} is ignored"),
                    "remove one of the two",
                ),
            };
            self.warn(again.key_span.clone(), CODE, message, Some(help.to_owned()));
        }
    }

    /// What counts of a duplicate key: a kind of handlers may say so of the
    /// keys of settings that it reads.
    fn repeated(&self, key: &str) -> RepeatedKey {
        let of_kinds = self.loading.known_kinds().settings_keys();
        let mut of_kinds = of_kinds.iter().filter(|known| known.name == key);
        match of_kinds.any(|known| known.safer.is_some()) {
            true => RepeatedKey::Safer,
            false => RepeatedKey::of(key),
        }
    }

    /// Warns of repeated keys in every object of a value.
    pub(super) fn warn_repeated_inside(&mut self, node: &Node) {
        let members = node.members().unwrap_or_default();
        self.warn_repeated(members, |_| true);
        let inside = members.iter().map(|member| &member.value);
        for child in inside.chain(node.items().unwrap_or_default()) {
            self.warn_repeated_inside(child);
        }
    }

    /// Hooks of an event that occurs twice are all used: a guard must not be
    /// lost. Other programs would lose it.
    pub(super) fn warn_repeated_events(&mut self, events: &[Member]) {
        for (first, again) in repeated(events) {
            let line = self.settings.source.at(first.key_span.clone()).line;
            self.warn(
                again.key_span.clone(),
                CODE,
                format!(
                    "duplicate event `{}`: other programs ignore the one in line {line}",
                    again.key
                ),
                Some("merge the two lists".to_owned()),
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
