//! Values that may be unknown.

use std::borrow::Cow;

use serde_json::{Map, Value};

/// A value that is known of a call, or not.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// Nobody can know it without running the call.
    Unknown,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A text.
    Text(String),
    /// A list.
    List(FactList),
    /// Values by name.
    Record(Vec<(Cow<'static, str>, Fact)>),
}

/// A list of facts.
#[derive(Debug, Clone, PartialEq)]
pub struct FactList {
    /// What is known to be in it, or may be.
    pub items: Vec<FactItem>,
    /// Whether nothing else can be in it.
    pub complete: bool,
}

/// One item of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct FactItem {
    /// The value.
    pub value: Fact,
    /// Whether it is certain to be in the list.
    pub certain: bool,
}

impl Fact {
    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A text, where it is known.
    pub fn known(text: Option<impl Into<String>>) -> Self {
        text.map_or(Self::Unknown, |text| Self::Text(text.into()))
    }

    /// Values by name.
    pub fn record(members: impl IntoIterator<Item = (&'static str, Self)>) -> Self {
        let members = members.into_iter();
        Self::Record(
            members
                .map(|(name, value)| (Cow::Borrowed(name), value))
                .collect(),
        )
    }

    /// A list of which everything is known.
    pub fn list(values: impl IntoIterator<Item = Self>) -> Self {
        Self::List(FactList {
            items: values.into_iter().map(FactItem::certain).collect(),
            complete: true,
        })
    }

    /// As JSON: `null` for what is not known.
    #[must_use]
    pub fn to_json(&self) -> Value {
        match self {
            Self::Unknown => Value::Null,
            Self::Bool(value) => (*value).into(),
            Self::Int(value) => (*value).into(),
            Self::Text(text) => text.clone().into(),
            Self::List(list) => list.items.iter().map(|item| item.value.to_json()).collect(),
            Self::Record(members) => {
                let members = members.iter();
                let members = members.map(|(name, value)| (name.to_string(), value.to_json()));
                Value::Object(members.collect::<Map<_, _>>())
            }
        }
    }

    /// Adds the names of everything in it of which something is not known: `name` is
    /// what it is called itself.
    pub fn unknown_names<'a>(&'a self, name: &'a str, names: &mut Vec<&'a str>) {
        let mut add = |name| {
            if !names.contains(&name) {
                names.push(name);
            }
        };
        match self {
            Self::Unknown => add(name),
            Self::Bool(_) | Self::Int(_) | Self::Text(_) => {}
            Self::List(list) => {
                if !list.complete || list.items.iter().any(|item| !item.certain) {
                    add(name);
                }
                for item in &list.items {
                    item.value.unknown_names(name, names);
                }
            }
            Self::Record(members) => {
                for (name, value) in members {
                    value.unknown_names(name, names);
                }
            }
        }
    }
}

impl FactItem {
    /// An item that is certain to be there.
    #[must_use]
    pub fn certain(value: Fact) -> Self {
        Self {
            value,
            certain: true,
        }
    }
}
