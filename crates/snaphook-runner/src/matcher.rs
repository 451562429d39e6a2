//! The matcher of a group of callbacks: the protocol's, and globs.

use snaphook_core::event::EventSpec;
use snaphook_core::input::MatchValue;
use snaphook_core::matching::{Aliases, GroupMatcher, MatchResult, Matcher, MatcherError};
use snaphook_rules::Wildcards;

/// A name has no folders, so there is nothing else to know.
const WILDCARDS: Wildcards = Wildcards::StarAndQuestionMark;

/// A matcher, read once.
#[derive(Debug)]
pub(crate) enum CallbackMatcher {
    Protocol(Matcher),
    Globs(Vec<Box<str>>),
}

impl CallbackMatcher {
    pub(crate) fn new(spec: &EventSpec, text: Option<&str>) -> Result<Self, MatcherError> {
        let group = GroupMatcher::new(spec, text);
        match (group.compiled(), text) {
            (Ok(Matcher::All), _) | (_, None) => {}
            (_, Some(text)) => {
                if let Some(globs) = globs(spec, text) {
                    return Ok(Self::Globs(globs));
                }
            }
        }
        group
            .compiled()
            .cloned()
            .map(Self::Protocol)
            .map_err(Clone::clone)
    }

    pub(crate) fn accepts(&self, value: &MatchValue<'_>, aliases: &Aliases) -> MatchResult {
        match (self, value) {
            (Self::Protocol(Matcher::All), _) => MatchResult::Yes,
            (_, MatchValue::Unreadable(_)) => MatchResult::Unknown,
            (_, MatchValue::Missing) => MatchResult::No,
            (Self::Protocol(matcher), MatchValue::Text(value)) => matcher.accepts(value, aliases),
            (Self::Globs(globs), MatchValue::Text(value)) => {
                let named = |name: &str| globs.iter().any(|glob| WILDCARDS.fit(glob, name));
                if aliases.of(value).any(named) {
                    MatchResult::Yes
                } else {
                    MatchResult::No
                }
            }
        }
    }
}

/// The globs, when the text would be a list of names but for `*` and `?`.
fn globs(spec: &EventSpec, text: &str) -> Option<Vec<Box<str>>> {
    const WILD: [char; 2] = ['*', '?'];
    if !text.contains(WILD) {
        return None;
    }
    let plain = GroupMatcher::new(spec, Some(&text.replace(WILD, "_")));
    let Ok(Matcher::Names(_)) = plain.compiled() else {
        return None;
    };
    let items = text.split(['|', ',']).map(str::trim);
    Some(
        items
            .filter(|item| !item.is_empty())
            .map(Into::into)
            .collect(),
    )
}
