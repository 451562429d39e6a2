//! A hook's name: for people, and on every entry of every outcome. So it is
//! shared, not copied.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// The name of a hook. It is a text in every respect; cloning it copies nothing.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HookName(Arc<str>);

impl HookName {
    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for HookName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for HookName {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for HookName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for HookName {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl From<String> for HookName {
    fn from(name: String) -> Self {
        Self(name.into())
    }
}

impl From<HookName> for String {
    fn from(name: HookName) -> Self {
        name.as_str().to_owned()
    }
}

impl From<HookName> for Arc<str> {
    fn from(name: HookName) -> Self {
        name.0
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
