//! A hook's id: short, and the same as long as the hook says the same.
//!
//! It is made from the event, the matcher and what identifies the handler, so
//! that it survives moving the hook about in a file; people type it, and
//! settings name it (`disabledHooks`).

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// The id of a hook, such as `PreToolUse-3f9a02c1`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(transparent, inline)
)]
pub struct HookId(Arc<str>);

impl HookId {
    /// The id of a hook with these distinguishing texts.
    pub fn derive<'a>(event: &str, parts: impl IntoIterator<Item = &'a str>) -> Self {
        // FNV-1a: stable across releases and machines, which the standard
        // library's hasher does not promise. No secret depends on it.
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut feed = |byte: u8| {
            hash ^= u64::from(byte);
            hash = hash.wrapping_mul(0x0100_0000_01b3);
        };
        for part in parts {
            part.bytes().for_each(&mut feed);
            feed(0);
        }
        Self(format!("{event}-{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff)).into())
    }

    /// Adds a number to the id, for a second hook with an equal definition.
    #[must_use]
    pub fn numbered(&self, number: usize) -> Self {
        Self(format!("{}-{number}", self.0).into())
    }

    /// This id, or the first numbered one that is not taken.
    #[must_use]
    pub fn unless(self, taken: impl Fn(&Self) -> bool) -> Self {
        if !taken(&self) {
            return self;
        }
        let mut number = 2;
        loop {
            let id = self.numbered(number);
            if !taken(&id) {
                return id;
            }
            number += 1;
        }
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for HookId {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for HookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for HookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl Serialize for HookId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
