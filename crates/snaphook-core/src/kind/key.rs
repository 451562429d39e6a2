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
    pub default: Option<Sample>,
    /// Values as people write them.
    pub examples: &'static [Sample],
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

/// A value that stands in the list of keys.
#[derive(Debug, Clone, Copy)]
pub enum Sample {
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

impl Sample {
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
    pub const fn or(mut self, default: Sample) -> Self {
        self.default = Some(default);
        self
    }

    /// Values as people write them.
    #[must_use]
    pub const fn such_as(mut self, examples: &'static [Sample]) -> Self {
        self.examples = examples;
        self
    }
}
