//! JSON, with what people write in settings: comments and trailing commas.

use jsonc_parser::{ParseOptions, ast};

use super::json_error;
use super::tree::{Kind, Member, Node, SyntaxError};

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
        let parsed = jsonc_parser::parse_to_ast(text, &Default::default(), &options)
            .map_err(|error| json_error::explain(text, &error))?;
        let empty = || SyntaxError::new("the file is empty", 0..0);
        parsed.value.map(convert).ok_or_else(empty)
    }
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

    /// The value at an error, its message, and what it belongs to.
    fn told(text: &str) -> (String, String, Option<(usize, String)>) {
        let error = Node::parse_json(text).unwrap_err();
        let found = text[error.span].to_owned();
        let related = error
            .related
            .map(|related| (related.span.start, related.message));
        (found, error.message, related)
    }

    #[test]
    fn a_bracket_that_is_not_closed_is_named() {
        let (found, message, related) = told("{ \"hooks\": [ {} ");
        assert_eq!(found, "");
        assert_eq!(message, "expected `]`, found the end of the file");
        assert_eq!(related, Some((11, "this `[` is not closed".to_owned())));
        // The indentation tells which of two it is.
        let text = "{\n  \"hooks\": {\n    \"Stop\": [],\n  \"env\": {}\n}\n";
        let (_, message, related) = told(text);
        assert_eq!(message, "expected `}`, found the end of the file");
        let hooks = text.find(": {").unwrap() + 2;
        assert_eq!(related, Some((hooks, "this `{` is not closed".to_owned())));
        let (found, message, related) = told("{ \"a\": [ {\"b\": 1 ] }");
        assert_eq!(
            (&*found, &*message),
            ("]", "expected `,` or `}`, found `]`")
        );
        assert_eq!(related, Some((9, "inside this `{`".to_owned())));
    }

    #[test]
    fn what_an_error_belongs_to_is_told() {
        let (found, message, related) = told("{} }");
        assert_eq!(
            (&*found, &*message),
            ("}", "unexpected text after the end of the settings")
        );
        assert_eq!(related, Some((1, "the settings end here".to_owned())));
        let (_, _, related) = told("{ \"a\": \"b,\n \"c\": 1 }");
        let (at, message) = related.unwrap();
        assert_eq!(at, 7);
        assert!(
            message.starts_with("this string goes on in the next line"),
            "{message}"
        );
    }

    #[test]
    fn deep_nesting_is_an_error_not_a_crash() {
        let text = "[".repeat(100_000);
        assert!(Node::parse_json(&text).is_err());
    }
}
