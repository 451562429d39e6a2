//! Decides when two hooks are duplicates.
//!
//! A handler that matches an event several times runs once. Functions
//! are never duplicates, and neither are guards that could not be loaded: one
//! broken guard must not hide another.

use std::path::{Path, PathBuf};

use super::handler::HandlerDef;

/// What a hook is compared by: its kind, what that says makes two of them the same
/// (command, URL, prompt and so on), `if` and `when`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    parts: Vec<String>,
    unique: bool,
    /// The folder of its plugin or skill: copies from different ones stay apart.
    root: Option<PathBuf>,
    /// The folder that the paths of its `if` start from, where they do: the same
    /// words are another rule elsewhere.
    base: Option<PathBuf>,
}

impl Identity {
    pub(super) fn of(handler: &HandlerDef, condition: Option<&str>, when: Option<&str>) -> Self {
        let mut parts = vec![handler.kind().as_str().to_owned()];
        parts.extend(handler.definition().identity());
        parts.push(format!("if {}", condition.unwrap_or_default()));
        // Only where there is one: ids of hooks without stay as they were.
        parts.extend(when.map(|when| format!("when {when}")));
        let unique = handler.definition().is_unique();
        Self {
            parts,
            unique,
            root: None,
            base: None,
        }
    }

    /// The identity of a hook that belongs to this folder's plugin or skill.
    pub(super) fn in_folder(mut self, root: Option<&Path>) -> Self {
        self.root = root.map(Path::to_owned);
        self
    }

    /// The identity of a hook that is in this file.
    pub(super) fn standing_in(mut self, file: Option<&Path>, condition: Option<&str>) -> Self {
        let from_settings = |rule: &str| rule.contains("(/") && !rule.contains("(//");
        if condition.is_some_and(from_settings) {
            let folder = file.and_then(Path::parent);
            // Settings folders begin with a dot; paths start around them.
            let around = folder.filter(|folder| {
                let name = folder.file_name().and_then(|name| name.to_str());
                name.is_some_and(|name| name.starts_with('.'))
            });
            self.base = around.and_then(Path::parent).or(folder).map(Path::to_owned);
        }
        self
    }

    /// Whether hooks with these identities are one hook.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        let alike = self.parts == other.parts && self.root == other.root && self.base == other.base;
        alike && !self.unique && !other.unique
    }

    /// Whether no other hook is ever the same as this one.
    pub(crate) fn is_unique(&self) -> bool {
        self.unique
    }

    /// The texts it is made of.
    pub(super) fn parts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(String::as_str)
    }
}
