//! Values that know where they are in the file.

use std::ops::Range;

use serde_json::{Map, Number, Value};
use snaphook_redact::Redaction;

/// A value and the bytes it was written with.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The bytes of the file.
    pub span: Range<usize>,
    /// The value.
    pub kind: Kind,
}

/// What a node holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// An object.
    Object(Vec<Member>),
}

/// A key and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The key.
    pub key: String,
    /// Where the key is.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Node,
}

/// Why a text is not a document at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// Where the reader noticed it.
    pub span: Range<usize>,
    /// What it belongs to, where that is elsewhere.
    pub related: Option<RelatedPosition>,
}

/// Another place that an error belongs to, such as the brace that is not closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedPosition {
    /// What is there.
    pub message: String,
    /// Where.
    pub span: Range<usize>,
}

impl SyntaxError {
    /// An error that belongs to no other place.
    #[must_use]
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            message: message.into(),
            span,
            related: None,
        }
    }
}

impl Node {
    /// The members, if it is an object.
    #[must_use]
    pub fn members(&self) -> Option<&[Member]> {
        match &self.kind {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items, if it is a list.
    #[must_use]
    pub fn items(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::List(items) => Some(items),
            _ => None,
        }
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// This node in a text that has so many bytes before it.
    #[must_use]
    pub(crate) fn moved(mut self, by: usize) -> Self {
        let moved = |span: Range<usize>| span.start + by..span.end + by;
        self.span = moved(self.span);
        self.kind = match self.kind {
            Kind::List(items) => Kind::List(items.into_iter().map(|item| item.moved(by)).collect()),
            Kind::Object(members) => Kind::Object(
                members
                    .into_iter()
                    .map(|member| Member {
                        key_span: moved(member.key_span),
                        value: member.value.moved(by),
                        ..member
                    })
                    .collect(),
            ),
            other => other,
        };
        self
    }

    /// A string as it is, a number or a flag as it is written; `None` for
    /// anything else.
    #[must_use]
    pub fn plain_text(&self) -> Option<String> {
        match &self.kind {
            Kind::Text(text) => Some(text.clone()),
            Kind::Bool(_) | Kind::Number(_) => Some(self.to_value().to_string()),
            Kind::Null | Kind::List(_) | Kind::Object(_) => None,
        }
    }

    /// What it is, for messages: its value where that is short, `"5s"`, else "a list".
    #[must_use]
    pub fn described(&self) -> String {
        const LONGEST: usize = 40;
        let value = match &self.kind {
            Kind::List(_) | Kind::Object(_) => return self.type_name().to_owned(),
            Kind::Text(text) => {
                // A value in the wrong place may be a secret.
                let mut text = text.clone();
                Redaction::thorough().text(&mut text);
                Value::String(text).to_string()
            }
            _ => self.to_value().to_string(),
        };
        match value.chars().count() > LONGEST {
            true => self.type_name().to_owned(),
            false => format!("`{value}`"),
        }
    }

    /// The name of its type, for messages: "a number".
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match &self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "a string",
            Kind::List(_) => "a list",
            Kind::Object(_) => "an object",
        }
    }

    /// The plain JSON value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match &self.kind {
            Kind::Null => Value::Null,
            Kind::Bool(flag) => Value::Bool(*flag),
            Kind::Number(number) => whole(*number)
                .map(Number::from)
                .or(Number::from_f64(*number))
                .map_or(Value::Null, Value::Number),
            Kind::Text(text) => Value::String(text.clone()),
            Kind::List(items) => items.iter().map(Self::to_value).collect(),
            Kind::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|member| (member.key.clone(), member.value.to_value()))
                    .collect::<Map<_, _>>(),
            ),
        }
    }
}

/// A number without a fraction, so that `3` does not become `3.0`.
fn whole(number: f64) -> Option<i64> {
    let exact = number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be whole and small"
    )]
    exact.then_some(number as i64)
}
