//! A hook's name, which people see in lists and on every entry of every outcome.
//!
//! The text is shared and not copied. A name also remembers whether somebody gave it
//! or where else it comes from, because trust covers only names that were given.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// Where the name of a hook comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameOrigin {
    /// The settings or the host name the hook.
    Explicit,
    /// It is the whole command, URL or prompt.
    Definition,
    /// It is the script that a longer command runs.
    Script,
    /// It is the beginning of a longer text and a short hash of the whole.
    Shortened,
    /// It is the label of the matcher group that the hook is in.
    Group,
}

/// The name of a hook. It compares, hashes and serialises as its text; cloning it copies
/// nothing.
#[derive(Clone)]
pub struct HookName {
    text: Arc<str>,
    origin: NameOrigin,
}

impl HookName {
    /// A name that nobody gave.
    #[must_use]
    pub fn derived(text: &str, origin: NameOrigin) -> Self {
        Self {
            text: text.into(),
            origin,
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Where the name comes from.
    #[must_use]
    pub fn origin(&self) -> NameOrigin {
        self.origin
    }
}

impl PartialEq for HookName {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for HookName {}

impl Hash for HookName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl PartialOrd for HookName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for HookName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Deref for HookName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for HookName {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl Borrow<str> for HookName {
    fn borrow(&self) -> &str {
        &self.text
    }
}

impl From<&str> for HookName {
    fn from(name: &str) -> Self {
        Self {
            text: name.into(),
            origin: NameOrigin::Explicit,
        }
    }
}

impl From<String> for HookName {
    fn from(name: String) -> Self {
        Self {
            text: name.into(),
            origin: NameOrigin::Explicit,
        }
    }
}

impl From<HookName> for String {
    fn from(name: HookName) -> Self {
        name.as_str().to_owned()
    }
}

impl From<HookName> for Arc<str> {
    fn from(name: HookName) -> Self {
        name.text
    }
}

impl PartialEq<str> for HookName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for HookName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialEq<String> for HookName {
    fn eq(&self, other: &String) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<HookName> for String {
    fn eq(&self, other: &HookName) -> bool {
        self == other.as_str()
    }
}

impl fmt::Display for HookName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for HookName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for HookName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}
