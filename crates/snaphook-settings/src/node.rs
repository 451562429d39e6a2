//! Values that know where they stand in the file. The reader works on these,
//! so that every format gives the same diagnostics.

use std::ops::Range;

use jsonc_parser::{ParseOptions, ast};
use serde_json::{Map, Number, Value};

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
    /// Where the key stands.
    pub key_span: Range<usize>,
    /// The value.
    pub value: Node,
}

/// Why a text is not a document at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub span: Range<usize>,
}

impl Node {
    /// Reads JSON with comments and trailing commas. Other liberties (single
    /// quotes, missing commas) are errors: other programs read these files.
    ///
    /// # Errors
    /// When it is not that.
    pub fn parse_json(text: &str) -> Result<Self, SyntaxError> {
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
            allow_bare_decimal_point_numbers: false,
            allow_non_finite_numbers: false,
            allow_extended_string_escapes: false,
        };
        let parsed =
            jsonc_parser::parse_to_ast(text, &Default::default(), &options).map_err(|error| {
                SyntaxError {
                    message: error.kind().to_string(),
                    span: error.range().start..error.range().end,
                }
            })?;
        parsed.value.map(convert).ok_or_else(|| SyntaxError {
            message: "the file is empty".to_owned(),
            span: 0..0,
        })
    }

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

    /// A string as it is, a number or a flag as it is written; nothing for
    /// anything else.
    #[must_use]
    pub fn plain_text(&self) -> Option<String> {
        match &self.kind {
            Kind::Text(text) => Some(text.clone()),
            Kind::Bool(_) | Kind::Number(_) => Some(self.to_value().to_string()),
            Kind::Null | Kind::List(_) | Kind::Object(_) => None,
        }
    }

    /// What it is, for messages: "a number".
    #[must_use]
    pub fn described(&self) -> &'static str {
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

fn convert(value: ast::Value<'_>) -> Node {
    use jsonc_parser::common::Ranged;
    let range = value.range();
    let kind = match value {
        ast::Value::NullKeyword(_) => Kind::Null,
        ast::Value::BooleanLit(literal) => Kind::Bool(literal.value),
        ast::Value::NumberLit(literal) => {
            // The scanner has checked the digits; a number too large for a
            // double becomes infinite and then fails every range check.
            Kind::Number(literal.value.parse().unwrap_or(f64::INFINITY))
        }
        ast::Value::StringLit(literal) => Kind::Text(literal.value.into_owned()),
        ast::Value::Array(array) => Kind::List(array.elements.into_iter().map(convert).collect()),
        ast::Value::Object(object) => Kind::Object(
            object
                .properties
                .into_iter()
                .map(|property| {
                    let key_range = property.name.range();
                    Member {
                        key: property.name.into_string(),
                        key_span: key_range.start..key_range.end,
                        value: convert(property.value),
                    }
                })
                .collect(),
        ),
    };
    Node {
        span: range.start..range.end,
        kind,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_are_welcome() {
        let node = Node::parse_json("// a\n{ \"a\": [1, 2.5,], /* b */ \"b\": null, }").unwrap();
        assert_eq!(
            node.to_value(),
            serde_json::json!({"a": [1, 2.5], "b": null})
        );
    }

    #[test]
    fn other_liberties_are_errors_with_a_place() {
        for text in [
            "{'a': 1}",
            "{a: 1}",
            "{\"a\": 1 \"b\": 2}",
            "[1",
            "",
            "{} x",
        ] {
            let error = Node::parse_json(text).unwrap_err();
            assert!(error.span.end <= text.len() + 1, "{text}: {error:?}");
            assert!(!error.message.is_empty());
        }
    }

    #[test]
    fn deep_nesting_is_an_error_not_a_crash() {
        let text = "[".repeat(100_000);
        assert!(Node::parse_json(&text).is_err());
    }
}
