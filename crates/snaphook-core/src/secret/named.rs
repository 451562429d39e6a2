//! Fields whose names say that they hold a secret.

/// Names that always count, also at the end of a longer one: `DB_PASSWORD`.
/// Compared without case and without what separates words.
const USUAL: &[&str] = &[
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "privatekey",
    "authorization",
    "cookie",
    "credential",
    "credentials",
    "connectionstring",
];

/// Which fields are secret.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    usual: bool,
    /// Names as they were given, and as they are compared.
    own: Vec<(String, String)>,
    /// Paths from the root of an input.
    paths: Vec<Vec<String>>,
}

/// Why a member is secret.
pub(super) enum Named<'a> {
    /// Somebody named it: whatever it holds.
    Own(&'a str),
    /// Its name ends with this usual one: the texts in it.
    Usual(&'static str),
}

impl Names {
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

    /// Whether the member `key` of an object is secret; `path` leads to it.
    pub(super) fn find(&self, key: &str, path: &[&str]) -> Option<Named<'_>> {
        let by_path = self.paths.iter().find(|wanted| {
            wanted.len() == path.len() && wanted.iter().zip(path).all(|(one, other)| one == other)
        });
        if let Some(last) = by_path.and_then(|path| path.last()) {
            return Some(Named::Own(last));
        }
        let key = comparable(key);
        if let Some((name, _)) = self.own.iter().find(|(_, own)| *own == key) {
            return Some(Named::Own(name));
        }
        self.usual_ending(&key).map(Named::Usual)
    }

    /// The name that a word in a text ends with, if it is one of these.
    pub(super) fn ending(&self, word: &str) -> Option<&str> {
        let word = comparable(word);
        let own = self.own.iter().find(|(_, own)| *own == word);
        let own = own.map(|(name, _)| name.as_str());
        own.or_else(|| self.usual_ending(&word))
    }

    fn usual_ending(&self, word: &str) -> Option<&'static str> {
        let mut usual = USUAL.iter().filter(|_| self.usual);
        usual.find(|name| word.ends_with(*name)).copied()
    }

    /// Whether texts are looked into.
    pub(super) fn stand_in_texts(&self) -> bool {
        self.usual || !self.own.is_empty()
    }
}

/// A name without case and without what separates its words.
fn comparable(name: &str) -> String {
    let kept = name.chars().filter(|c| !matches!(c, '_' | '-'));
    kept.map(|c| c.to_ascii_lowercase()).collect()
}
