//! The kinds that somebody knows: an engine, a reader of settings, a schema.

use std::sync::Arc;

use super::spec::KindSpec;
use super::{Builtin, CommandSpec, Key};

/// Kinds of handlers, each under a name of its own. Cloning copies nothing.
#[derive(Debug, Clone)]
pub struct Kinds(Arc<[Arc<dyn KindSpec>]>);

/// The kinds that need nothing but the host: `command` and `builtin`.
impl Default for Kinds {
    fn default() -> Self {
        Self::new([
            Arc::new(CommandSpec) as Arc<dyn KindSpec>,
            Arc::new(Builtin),
        ])
    }
}

impl Kinds {
    /// These; of two with one name, the later.
    pub fn new(kinds: impl IntoIterator<Item = Arc<dyn KindSpec>>) -> Self {
        let mut list: Vec<Arc<dyn KindSpec>> = Vec::new();
        for kind in kinds {
            match list.iter_mut().find(|known| known.name() == kind.name()) {
                Some(known) => *known = kind,
                None => list.push(kind),
            }
        }
        Self(list.into())
    }

    /// These, and others.
    #[must_use]
    pub fn with(&self, kinds: impl IntoIterator<Item = Arc<dyn KindSpec>>) -> Self {
        Self::new(self.0.iter().cloned().chain(kinds))
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &dyn KindSpec> + Clone {
        self.0.iter().map(|kind| &**kind)
    }

    /// The kind of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&dyn KindSpec> {
        self.iter().find(|kind| kind.name() == name)
    }

    /// The kind that the keys of a hook without a `type` imply.
    #[must_use]
    pub fn implied(&self, has_key: impl Fn(&str) -> bool) -> Option<&dyn KindSpec> {
        if has_key("command") {
            return None;
        }
        self.iter()
            .find(|kind| kind.implied_by().is_some_and(&has_key))
    }

    /// Their names.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let names = self.iter().map(|kind| kind.name().as_str().to_owned());
        names.collect()
    }

    /// The keys at the top of a settings file that are for handlers; what two kinds
    /// read is here once.
    #[must_use]
    pub fn settings_keys(&self) -> Vec<&'static Key> {
        let mut keys: Vec<&'static Key> = Vec::new();
        for key in self.iter().flat_map(KindSpec::settings_keys) {
            if keys.iter().all(|known| known.name != key.name) {
                keys.push(key);
            }
        }
        keys
    }
}
