//! Fields whose names say that they hold a secret.

use super::usual::{USUAL, UsualName};

/// Members of outcomes and answers, and the field of an input whose place their
/// values take.
const INSTEAD: &[(&str, &str)] = &[
    ("updatedInput", "tool_input"),
    ("updated_input", "tool_input"),
    ("updatedToolOutput", "tool_response"),
    ("updatedMCPToolOutput", "tool_response"),
];

/// Which fields are secret.
#[derive(Debug, Clone, Default)]
pub(super) struct SecretNames {
    usual: bool,
    /// Names as they were given, and as they are compared.
    own: Vec<(String, String)>,
    /// Paths from the root of an input.
    paths: Vec<Vec<String>>,
}

/// Why a member is secret.
#[derive(Debug, Clone, Copy)]
pub(super) enum NameMatch<'a> {
    /// Somebody named it: whatever it holds.
    Own(&'a str),
    /// Its name ends with this usual one: the texts in it.
    Usual(&'static UsualName),
}

impl<'a> NameMatch<'a> {
    /// The name.
    pub(super) fn name(self) -> &'a str {
        match self {
            Self::Own(name) => name,
            Self::Usual(usual) => usual.name,
        }
    }
}

/// The field of an input that a member stands instead of.
pub(super) fn stands_for(key: &str) -> Option<&'static str> {
    let found = INSTEAD.iter().find(|(instead, _)| *instead == key);
    found.map(|(_, field)| *field)
}

impl SecretNames {
    pub(super) fn usual() -> Self {
        Self {
            usual: true,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, name: &str) {
        match name.contains('.') {
            true => self
                .paths
                .push(name.split('.').map(str::to_owned).collect()),
            false => self.own.push((name.to_owned(), comparable(name))),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.usual && self.own.is_empty() && self.paths.is_empty()
    }

    /// Whether the member `key` of an object is secret; `path` leads to it. In a
    /// `text` nobody knows where its root is: that of an input, of the tool's
    /// input alone, or of something around them.
    pub(super) fn find(&self, key: &str, path: &[&str], text: bool) -> Option<NameMatch<'_>> {
        let by_path = self.paths.iter().find(|wanted| match text {
            false => is_path(wanted, path),
            true => {
                let around = path.len().saturating_sub(wanted.len());
                is_path(wanted, &path[around..]) || is_path(&wanted[1..], path)
            }
        });
        if let Some(last) = by_path.and_then(|path| path.last()) {
            return Some(NameMatch::Own(last));
        }
        let compared = comparable(key);
        let instead = stands_for(key).map(comparable);
        let own = self
            .own
            .iter()
            .find(|(_, own)| *own == compared || instead.as_ref() == Some(own));
        if let Some((name, _)) = own {
            return Some(NameMatch::Own(name));
        }
        self.usual_ending(key, &compared).map(NameMatch::Usual)
    }

    /// The name that a word in a text ends with, if it is one of these; `field`
    /// when paths, too, are known by their last name alone.
    pub(super) fn ending(&self, word: &str, field: bool) -> Option<NameMatch<'_>> {
        let compared = comparable(word);
        let own = self.own.iter().find(|(_, own)| *own == compared);
        let own = own.map(|(name, _)| name);
        let last = || {
            let mut last = self.paths.iter().filter_map(|path| path.last());
            last.find(|last| field && *last == word)
        };
        match own.or_else(last) {
            Some(name) => Some(NameMatch::Own(name)),
            None => self.usual_ending(word, &compared).map(NameMatch::Usual),
        }
    }

    fn usual_ending(&self, word: &str, compared: &str) -> Option<&'static UsualName> {
        let mut usual = USUAL.iter().filter(|_| self.usual);
        usual.find(|usual| usual.ends(word, compared))
    }

    /// Whether usual names count, and so does what usually is a secret.
    pub(super) fn has_usual(&self) -> bool {
        self.usual
    }

    /// Whether texts are looked into.
    pub(super) fn stand_in_texts(&self) -> bool {
        !self.is_empty()
    }
}

fn is_path(wanted: &[String], path: &[&str]) -> bool {
    !wanted.is_empty()
        && wanted.len() == path.len()
        && wanted.iter().zip(path).all(|(one, other)| one == other)
}

/// A name without case and without what separates its words.
fn comparable(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, '_' | '-'));
    kept.map(|c| c.to_ascii_lowercase()).collect()
}
