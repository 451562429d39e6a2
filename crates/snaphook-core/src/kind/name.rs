//! A kind's name. It is on every entry of every outcome, so it is not copied.

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// The name of a kind of handlers: the `type` of a hook.
#[derive(Clone)]
pub struct KindName(NameText);

#[derive(Clone)]
enum NameText {
    Static(&'static str),
    Shared(Arc<str>),
}

impl KindName {
    /// A name that is known when the program is built.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self(NameText::Static(name))
    }

    /// The name as settings spell it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            NameText::Static(name) => name,
            NameText::Shared(name) => name,
        }
    }
}

impl From<&str> for KindName {
    fn from(name: &str) -> Self {
        Self(NameText::Shared(name.into()))
    }
}

impl From<String> for KindName {
    fn from(name: String) -> Self {
        Self(NameText::Shared(name.into()))
    }
}

impl From<&Self> for KindName {
    fn from(name: &Self) -> Self {
        name.clone()
    }
}

impl Borrow<str> for KindName {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for KindName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl PartialEq<str> for KindName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for KindName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl Eq for KindName {}

impl PartialOrd for KindName {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KindName {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for KindName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for KindName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for KindName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for KindName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
