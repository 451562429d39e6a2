//! One key, and what it may hold.

use serde_json::Value;

/// One key of an object in a settings file.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Key {
    /// The key itself.
    pub name: &'static str,
    /// What its value may be. Of a key that is not needed, `null` is the same
    /// as absent.
    pub holds: ValueType,
    /// What it does, in a sentence or two.
    pub about: &'static str,
    /// Whether the object means nothing without it.
    pub needed: bool,
    /// What counts where it is absent.
    pub default: Option<SampleValue>,
    /// Values as people write them.
    pub examples: &'static [SampleValue],
    /// What guards more, where the key occurs twice with two values; without a word
    /// on it, the last value counts, as everywhere in JSON.
    pub safer: Option<SaferValue>,
    /// At the top of settings: it has no effect in the files of a project.
    pub owner_only: bool,
}

/// Which of two values of one key guards more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaferValue {
    /// Of lists: the content of every one.
    EveryList,
    /// Of true and false: this one.
    Flag(bool),
}

/// What a value may be.
#[derive(Debug, Clone, Copy)]
pub enum ValueType {
    /// Anything.
    Any,
    /// True or false.
    Bool,
    /// A string.
    String,
    /// A string that says something.
    NonEmptyString,
    /// An address that begins with http or https.
    Url,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Seconds, more than none.
    Seconds,
    /// A number without a fraction.
    Integer {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// A list.
    List(&'static ValueType),
    /// An object with names of the author's choice.
    ByName(&'static ValueType),
    /// An object that gives environment variables their values.
    Variables,
    /// An object of variables whose values may also be numbers, true or false.
    PlainVariables,
    /// An object with these keys; others are left alone.
    Object(&'static [Key]),
    /// An object with these keys and no others.
    Only(&'static [Key]),
    /// Any of these.
    Either(&'static [ValueType]),
    /// Events, and for each its list of groups.
    Events,
    /// The hooks of a group.
    Hooks,
}

/// A value that is in the list of keys.
#[derive(Debug, Clone, Copy)]
pub enum SampleValue {
    /// True or false.
    Bool(bool),
    /// A whole number.
    Integer(u32),
    /// A string.
    String(&'static str),
    /// A list of strings.
    Strings(&'static [&'static str]),
    /// An object of strings.
    Pairs(&'static [(&'static str, &'static str)]),
}

impl SampleValue {
    /// The value as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Bool(value) => (*value).into(),
            Self::Integer(number) => (*number).into(),
            Self::String(text) => (*text).into(),
            Self::Strings(texts) => texts.iter().copied().collect(),
            Self::Pairs(pairs) => Value::Object(
                pairs
                    .iter()
                    .map(|(name, value)| ((*name).to_owned(), (*value).into()))
                    .collect(),
            ),
        }
    }
}

impl Key {
    /// A key of an optional value, and what it does.
    #[must_use]
    pub const fn new(name: &'static str, holds: ValueType, about: &'static str) -> Self {
        Self {
            name,
            holds,
            about,
            needed: false,
            default: None,
            examples: &[],
            safer: None,
            owner_only: false,
        }
    }

    /// The object means nothing without it.
    #[must_use]
    pub const fn needed(mut self) -> Self {
        self.needed = true;
        self
    }

    /// What counts where it is absent.
    #[must_use]
    pub const fn or(mut self, default: SampleValue) -> Self {
        self.default = Some(default);
        self
    }

    /// Values as people write them.
    #[must_use]
    pub const fn such_as(mut self, examples: &'static [SampleValue]) -> Self {
        self.examples = examples;
        self
    }

    /// What guards more, where the key occurs twice with two values.
    #[must_use]
    pub const fn safer(mut self, safer: SaferValue) -> Self {
        self.safer = Some(safer);
        self
    }

    /// It has no effect in the files of a project.
    #[must_use]
    pub const fn of_owner(mut self) -> Self {
        self.owner_only = true;
        self
    }
}
