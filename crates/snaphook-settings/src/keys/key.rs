//! One key, and what it may hold.

/// One key of an object in a settings file.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Key {
    /// The key itself.
    pub name: &'static str,
    /// What its value may be. Of a key that is not needed, `null` is the same
    /// as absent.
    pub holds: Holds,
    /// What it does, in a sentence or two.
    pub about: &'static str,
    /// Whether the object means nothing without it.
    pub needed: bool,
    /// What counts where it is absent.
    pub default: Option<Sample>,
    /// Values as people write them.
    pub examples: &'static [Sample],
}

/// What a value may be.
#[derive(Debug, Clone, Copy)]
pub enum Holds {
    /// Anything.
    Any,
    /// True or false.
    Flag,
    /// A string.
    Text,
    /// A string that says something.
    FullText,
    /// An address that begins with http or https.
    Url,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Seconds, more than none.
    Seconds,
    /// A number without a fraction.
    Whole {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// A list.
    List(&'static Holds),
    /// An object with names of the author's choice.
    ByName(&'static Holds),
    /// An object that gives environment variables their values.
    Variables,
    /// An object with these keys; others are left alone.
    Object(&'static [Key]),
    /// An object with these keys and no others.
    Only(&'static [Key]),
    /// Any of these.
    Either(&'static [Holds]),
    /// Events, and for each its list of groups.
    Events,
    /// The hooks of a group.
    Hooks,
}

/// A value that stands in the list of keys.
#[derive(Debug, Clone, Copy)]
pub enum Sample {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Whole(u32),
    /// A string.
    Text(&'static str),
    /// A list of strings.
    Texts(&'static [&'static str]),
    /// An object of strings.
    Pairs(&'static [(&'static str, &'static str)]),
}

impl Key {
    pub(super) const fn new(name: &'static str, holds: Holds, about: &'static str) -> Self {
        Self {
            name,
            holds,
            about,
            needed: false,
            default: None,
            examples: &[],
        }
    }

    /// The object means nothing without it.
    pub(super) const fn needed(mut self) -> Self {
        self.needed = true;
        self
    }

    /// What counts where it is absent.
    pub(super) const fn or(mut self, default: Sample) -> Self {
        self.default = Some(default);
        self
    }

    /// Values as people write them.
    pub(super) const fn such_as(mut self, examples: &'static [Sample]) -> Self {
        self.examples = examples;
        self
    }
}
