//! An event as it is fired or configured: its name and its row of the table.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::near::nearest;
use super::spec::EventSpec;
use super::table::{CUSTOM, EVENTS};

/// The name of an event: one of the table's, or a custom one.
#[derive(Clone)]
pub enum EventName {
    /// A name from the table.
    Known(&'static str),
    /// Any other name.
    Custom(Arc<str>),
}

impl EventName {
    /// The name as text.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(name) => name,
            Self::Custom(name) => name,
        }
    }
}

impl PartialEq for EventName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for EventName {}

impl Hash for EventName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for EventName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl Serialize for EventName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// An event: its name and what the table says about it.
#[derive(Debug, Clone)]
pub struct Event {
    name: EventName,
    spec: &'static EventSpec,
    /// The table it is from: names that it may nearly spell.
    table: &'static [EventSpec],
    /// Where in the table its row is; custom events have none.
    row: Option<usize>,
}

impl Event {
    /// The event of this name. A name that the table does not have is a
    /// custom event, not an error.
    #[must_use]
    pub fn resolve(name: &str) -> Self {
        Self::of(EVENTS, &CUSTOM, name)
    }

    /// The event of this name in a dialect's own table.
    pub(crate) fn of(table: &'static [EventSpec], custom: &'static EventSpec, name: &str) -> Self {
        let row = table.iter().position(|spec| spec.name == name);
        let spec = row.map(|row| &table[row]);
        Self {
            name: match spec {
                Some(spec) => EventName::Known(spec.name),
                None => EventName::Custom(name.into()),
            },
            spec: spec.unwrap_or(custom),
            table,
            row,
        }
    }

    /// Its name.
    #[inline]
    #[must_use]
    pub fn name(&self) -> &EventName {
        &self.name
    }

    /// Its name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.name.as_str()
    }

    /// Its row of the table.
    #[inline]
    #[must_use]
    pub fn spec(&self) -> &'static EventSpec {
        self.spec
    }

    /// Whether the protocol does not know this name.
    #[inline]
    #[must_use]
    pub fn is_custom(&self) -> bool {
        matches!(self.name, EventName::Custom(_))
    }

    /// Whether it is from the canonical table, not from a dialect's own.
    #[must_use]
    pub fn is_canonical(&self) -> bool {
        self.is_from(EVENTS)
    }

    /// Whether its row is from this table.
    #[inline]
    pub(crate) fn is_from(&self, table: &'static [EventSpec]) -> bool {
        std::ptr::eq(self.table, table)
    }

    /// The table it is from, and where its row is there.
    #[inline]
    pub(crate) fn row(&self) -> Option<(&'static [EventSpec], usize)> {
        Some((self.table, self.row?))
    }

    /// Where its row is in the table it is from; `None` for a custom event.
    #[inline]
    #[must_use]
    pub fn place(&self) -> Option<usize> {
        self.row
    }

    /// For a custom event: the known name it nearly spells, if there is one.
    #[must_use]
    pub fn near_known(&self) -> Option<&'static str> {
        if self.is_custom() {
            nearest(self.as_str(), self.table.iter().map(|spec| spec.name))
        } else {
            None
        }
    }
}
