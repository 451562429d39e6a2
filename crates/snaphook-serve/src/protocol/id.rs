//! The id of a request, as its sender wrote it.

use std::borrow::Cow;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a request: a string or a whole number. `null` is refused, because it
/// is the id of errors about messages that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub enum Id {
    /// A whole number.
    Number(i64),
    /// Text.
    Text(Box<str>),
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct IdVisitor;

        impl Visitor<'_> for IdVisitor {
            type Value = Id;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a string or a whole number")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Id, E> {
                Ok(Id::Number(number))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Id, E> {
                let number = i64::try_from(number);
                number
                    .map(Id::Number)
                    .map_err(|_| E::custom("a number as an id must be below 2^63"))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
                Ok(Id::Text(text.into()))
            }
        }

        deserializer.deserialize_any(IdVisitor)
    }
}

impl From<i64> for Id {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Id {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<Cow<'_, str>> for Id {
    fn from(text: Cow<'_, str>) -> Self {
        Self::Text(text.into())
    }
}
