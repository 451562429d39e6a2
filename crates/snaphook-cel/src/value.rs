//! Values of an evaluation. Those of the input and of facts are borrowed.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

use serde_json::{Map, Number, Value as Json};
use snaphook_rules::facts::{Fact, FactList};

/// A value.
#[derive(Debug, Clone)]
pub(crate) enum Val<'a> {
    /// It cannot be known.
    Unknown,
    Null,
    Bool(bool),
    Int(i64),
    UInt(u64),
    Double(f64),
    Text(Cow<'a, str>),
    List(ListVal<'a>),
    Map(MapVal<'a>),
}

/// A list.
#[derive(Debug, Clone)]
pub(crate) enum ListVal<'a> {
    Json(&'a [Json]),
    Facts(&'a FactList),
    /// Made by the expression: its items, and whether these are all.
    Own(Rc<Vec<Val<'a>>>, bool),
}

/// Values by name.
#[derive(Debug, Clone)]
pub(crate) enum MapVal<'a> {
    Json(&'a Map<String, Json>),
    Facts(&'a [(Cow<'static, str>, Fact)]),
    Own(Rc<Vec<(Val<'a>, Val<'a>)>>),
}

impl<'a> Val<'a> {
    pub(crate) fn of_json(json: &'a Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(*value),
            Json::Number(number) => Self::of_number(number),
            Json::String(text) => Self::Text(Cow::Borrowed(text)),
            Json::Array(items) => Self::List(ListVal::Json(items)),
            Json::Object(members) => Self::Map(MapVal::Json(members)),
        }
    }

    /// A value that the evaluation keeps.
    pub(crate) fn of_owned(json: Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(value),
            Json::Number(number) => Self::of_number(&number),
            Json::String(text) => Self::Text(Cow::Owned(text)),
            Json::Array(items) => {
                let items = items.into_iter().map(Self::of_owned).collect();
                Self::List(ListVal::Own(Rc::new(items), true))
            }
            Json::Object(members) => {
                let members = members.into_iter();
                let member = |(key, value)| (Self::Text(Cow::Owned(key)), Self::of_owned(value));
                Self::Map(MapVal::Own(Rc::new(members.map(member).collect())))
            }
        }
    }

    fn of_number(number: &Number) -> Self {
        if let Some(value) = number.as_i64() {
            return Self::Int(value);
        }
        match number.as_u64() {
            Some(value) => Self::UInt(value),
            None => number.as_f64().map_or(Self::Unknown, Self::Double),
        }
    }

    pub(crate) fn of_fact(fact: &'a Fact) -> Self {
        match fact {
            Fact::Unknown => Self::Unknown,
            Fact::Bool(value) => Self::Bool(*value),
            Fact::Int(value) => Self::Int(*value),
            Fact::Text(text) => Self::Text(Cow::Borrowed(text)),
            Fact::List(list) => Self::List(ListVal::Facts(list)),
            Fact::Record(members) => Self::Map(MapVal::Facts(members)),
        }
    }

    /// What kind of value it is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Unknown => "an unknown value",
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Int(_) | Self::UInt(_) | Self::Double(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "an object",
        }
    }
}

impl<'a> MapVal<'a> {
    /// The value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<Val<'a>> {
        match self {
            Self::Json(members) => members.get(key).map(Val::of_json),
            Self::Facts(members) => {
                let found = members.iter().find(|(name, _)| name == key);
                found.map(|(_, fact)| Val::of_fact(fact))
            }
            Self::Own(members) => {
                let is_it = |(name, _): &&(Val<'a>, Val<'a>)| matches!(name, Val::Text(name) if name == key);
                members.iter().find(is_it).map(|(_, value)| value.clone())
            }
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Json(members) => members.len(),
            Self::Facts(members) => members.len(),
            Self::Own(members) => members.len(),
        }
    }

    /// Its keys and values.
    pub(crate) fn members(&self) -> Vec<(Val<'a>, Val<'a>)> {
        let text = |name: &'a str| Val::Text(Cow::Borrowed(name));
        match self {
            Self::Json(members) => {
                let members = members.iter();
                members.map(|(k, v)| (text(k), Val::of_json(v))).collect()
            }
            Self::Facts(members) => {
                let members = members.iter();
                members.map(|(k, v)| (text(k), Val::of_fact(v))).collect()
            }
            Self::Own(members) => members.to_vec(),
        }
    }
}

/// As `explain` shows it.
impl fmt::Display for Val<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown"),
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Int(value) => write!(f, "{value}"),
            Self::UInt(value) => write!(f, "{value}"),
            Self::Double(value) => write!(f, "{value:?}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::List(list) => {
                f.write_str("[")?;
                let items = list.items();
                for (at, (item, certain)) in items.iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    let maybe = if *certain { "" } else { "maybe " };
                    write!(f, "{comma}{maybe}{item}")?;
                }
                match (list.is_complete(), items.is_empty()) {
                    (true, _) => f.write_str("]"),
                    (false, true) => f.write_str("unknown items]"),
                    (false, false) => f.write_str(", unknown items]"),
                }
            }
            Self::Map(map) => {
                f.write_str("{")?;
                for (at, (key, value)) in map.members().iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    write!(f, "{comma}{key}: {value}")?;
                }
                f.write_str("}")
            }
        }
    }
}
