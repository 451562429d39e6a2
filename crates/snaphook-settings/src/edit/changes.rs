//! What can be changed in a settings file.

use std::ops::Range;

use snaphook_core::permission::Behavior;

/// Changes to a settings file, one after the other. They say what is to be
/// there, not where: the same edit suits any file, and applying it twice is
/// applying it once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Edit {
    pub(super) changes: Vec<Change>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Change {
    Add(TextList, Vec<String>),
    Remove(TextList, Vec<String>),
    Replace(TextList, Vec<String>),
    DefaultMode(String),
    DropEnabled(WrittenHook),
}

/// The lists of texts that can be changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextList {
    Rules(Behavior),
    Directories,
    DisabledHooks,
}

impl TextList {
    pub(super) fn path(self) -> &'static [&'static str] {
        match self {
            Self::Rules(Behavior::Allow) => &["permissions", "allow"],
            Self::Rules(Behavior::Deny) => &["permissions", "deny"],
            Self::Rules(Behavior::Ask) => &["permissions", "ask"],
            Self::Directories => &["permissions", "additionalDirectories"],
            Self::DisabledHooks => &["disabledHooks"],
        }
    }

    /// What of a text is compared and written. Blanks around a rule mean
    /// nothing; in a name or a path they do.
    pub(super) fn compared_text(self, text: &str) -> &str {
        match self {
            Self::Rules(_) => text.trim(),
            Self::Directories | Self::DisabledHooks => text,
        }
    }
}

/// A hook by the words it is written with, and where they stood: so it is found
/// again when something else in the file has changed, and nothing is changed
/// when the hook itself has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenHook {
    pub(super) written: String,
    pub(super) start: usize,
}

impl WrittenHook {
    /// The hook whose object is at these bytes of a text (as
    /// [`HookSpans::handler`](crate::HookSpans::handler) says), which is without
    /// a byte order mark.
    #[must_use]
    pub fn at(text: &str, handler: &Range<usize>) -> Option<Self> {
        let written = text.get(handler.clone())?.to_owned();
        let start = handler.start;
        Some(Self { written, start })
    }
}

fn owned<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Vec<String> {
    texts.into_iter().map(Into::into).collect()
}

impl Edit {
    /// No change.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn and(mut self, change: Change) -> Self {
        self.changes.push(change);
        self
    }

    /// The changes of this edit, then those of another.
    #[must_use]
    pub fn then(mut self, other: Self) -> Self {
        self.changes.extend(other.changes);
        self
    }

    /// Adds permission rules, such as `Bash(git push *)`, at the end of a list;
    /// those that are there already are left where they are.
    #[must_use]
    pub fn add_rules<T: Into<String>>(
        self,
        list: Behavior,
        rules: impl IntoIterator<Item = T>,
    ) -> Self {
        self.and(Change::Add(TextList::Rules(list), owned(rules)))
    }

    /// Makes a list of permission rules exactly this one.
    #[must_use]
    pub fn replace_rules<T: Into<String>>(
        self,
        list: Behavior,
        rules: impl IntoIterator<Item = T>,
    ) -> Self {
        self.and(Change::Replace(TextList::Rules(list), owned(rules)))
    }

    /// Removes permission rules from a list, compared as they are written.
    #[must_use]
    pub fn remove_rules<T: Into<String>>(
        self,
        list: Behavior,
        rules: impl IntoIterator<Item = T>,
    ) -> Self {
        self.and(Change::Remove(TextList::Rules(list), owned(rules)))
    }

    /// Sets `permissions.defaultMode`.
    #[must_use]
    pub fn default_mode(self, mode: impl Into<String>) -> Self {
        self.and(Change::DefaultMode(mode.into()))
    }

    /// Adds folders to `permissions.additionalDirectories`.
    #[must_use]
    pub fn add_directories<T: Into<String>>(self, folders: impl IntoIterator<Item = T>) -> Self {
        self.and(Change::Add(TextList::Directories, owned(folders)))
    }

    /// Removes folders from `permissions.additionalDirectories`.
    #[must_use]
    pub fn remove_directories<T: Into<String>>(self, folders: impl IntoIterator<Item = T>) -> Self {
        self.and(Change::Remove(TextList::Directories, owned(folders)))
    }

    /// Adds names or ids of hooks to `disabledHooks`.
    #[must_use]
    pub fn disable_hooks<T: Into<String>>(self, hooks: impl IntoIterator<Item = T>) -> Self {
        self.and(Change::Add(TextList::DisabledHooks, owned(hooks)))
    }

    /// Removes names or ids of hooks from `disabledHooks`.
    #[must_use]
    pub fn enable_hooks<T: Into<String>>(self, hooks: impl IntoIterator<Item = T>) -> Self {
        self.and(Change::Remove(TextList::DisabledHooks, owned(hooks)))
    }

    /// Removes `enabled` from the definition of a hook, which is on then.
    #[must_use]
    pub fn drop_enabled(self, hook: WrittenHook) -> Self {
        self.and(Change::DropEnabled(hook))
    }
}
