//! What reads well in a hook of a kind and still does not do what its author meant.

use std::ops::Range;
use std::path::Path;

use serde_json::Value;

use crate::Severity;
use crate::hook::Hook;

/// A hook that was read, and what is known of where it will run.
#[derive(Clone, Copy)]
pub struct LintSubject<'a> {
    /// The hook.
    pub hook: &'a Hook,
    /// Whether a key is in it.
    pub has_key: &'a dyn Fn(&str) -> bool,
    /// Whether a variable is set in the environment that hooks will see; without
    /// this, the environment is unknown, and lints about it say nothing.
    pub is_set: Option<&'a dyn Fn(&str) -> bool>,
    /// What the files that are used together hold under the keys of settings that
    /// kinds read, each key as often as files have it.
    pub settings: &'a [(&'a str, &'a Value)],
    /// The project's root.
    pub project: Option<&'a Path>,
    /// The user's home folder.
    pub home: Option<&'a Path>,
    /// Whether the program that will run the hook can run its kind.
    pub is_runnable: bool,
}

impl LintSubject<'_> {
    /// Whether any of these keys is in the hook.
    #[must_use]
    pub fn has_key_of(&self, keys: &[&str]) -> bool {
        keys.iter().any(|key| (self.has_key)(key))
    }
}

/// What was found in a hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindFinding {
    /// How bad it is.
    pub severity: Severity,
    /// A short word for it, such as `worker-pool-ignored`.
    pub code: &'static str,
    /// What it points at.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// The part of a hook that a finding points at. Where a part cannot be found in the
/// file, the finding points at the next larger one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The whole hook.
    Hook,
    /// The value of a key.
    Key(&'static str),
    /// In the object that a key holds, the value of this name.
    Member(&'static str, String),
    /// In the text of such a value, these bytes.
    MemberText(&'static str, String, Range<usize>),
    /// In the list that a key holds, the item at this index.
    Item(&'static str, usize),
}
