//! What is wrong with a text that is not valid JSON, in the words of somebody who
//! writes settings.

use jsonc_parser::ParseStringErrorKind;
use jsonc_parser::errors::{ParseError, ParseErrorKind};

use super::brackets::Brackets;
use super::tree::SyntaxError;

/// The parser's error in our words, with what it belongs to.
pub(super) fn explain(text: &str, error: &ParseError) -> SyntaxError {
    use ParseErrorKind as Kind;
    let mut span = error.range().start..error.range().end;
    let at_end = |kind: &Kind| matches!(kind, Kind::UnterminatedObject | Kind::UnterminatedArray);
    let unclosed = at_end(error.kind());
    if unclosed {
        // The parser points at the whole bracket: the reader noticed it at the end.
        let end = text.trim_end().len();
        span = end..end;
    }
    let found = text.get(span.clone()).unwrap_or_default();
    let before = Brackets::before(text, span.start);
    let mut related = match error.kind() {
        _ if unclosed => before.unclosed(text),
        Kind::MultipleRootJsonValues => before.closing(text),
        _ => before.innermost(text),
    };
    let message = match error.kind() {
        _ if unclosed => match before.closer() {
            Some(closer) => format!("expected `{closer}`, found the end of the file"),
            None => "the file ends too early".to_owned(),
        },
        Kind::ExpectedComma => "expected `,` here".to_owned(),
        Kind::ExpectedColonAfterObjectKey => "expected `:` and a value after a key".to_owned(),
        Kind::ExpectedObjectValue => "expected a value after `:`".to_owned(),
        Kind::ExpectedStringObjectProperty => {
            format!("the key `{found}` must be in double quotes")
        }
        Kind::SingleQuotedStringsNotAllowed => {
            "strings must be in double quotes, not in single ones".to_owned()
        }
        Kind::UnexpectedWord => {
            format!("unexpected `{found}`; strings must be in double quotes")
        }
        Kind::UnexpectedComma => "unexpected `,`: a value is missing before it".to_owned(),
        Kind::UnexpectedTokenInObject => match found {
            "," => "unexpected `,`: a value is missing before it".to_owned(),
            _ => format!("expected `,` or `}}`, found `{found}`"),
        },
        Kind::UnexpectedCloseBrace | Kind::UnexpectedCloseBracket => match before.closer() {
            Some(closer) if !found.starts_with(closer) => {
                format!("expected `{closer}`, found `{found}`")
            }
            _ => format!("unexpected `{found}`"),
        },
        Kind::UnexpectedColon => "unexpected `:`; only an object in `{ }` has keys".to_owned(),
        Kind::MultipleRootJsonValues => "unexpected text after the end of the settings".to_owned(),
        Kind::UnterminatedCommentBlock => "this comment has no closing `*/`".to_owned(),
        Kind::NestingDepthExceeded => "objects and lists are nested too deeply".to_owned(),
        Kind::String(ParseStringErrorKind::UnterminatedStringLiteral) => {
            "this string has no closing `\"`".to_owned()
        }
        Kind::String(ParseStringErrorKind::InvalidEscape) => {
            "invalid escape in a string; write `\\\\` for a backslash".to_owned()
        }
        other => lower_first(&other.to_string()),
    };
    // Whatever comes after such a string is read as something else.
    if let Some(string) = before.long_string(text) {
        related = Some(string);
    }
    SyntaxError {
        message,
        span,
        related,
    }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(characters).collect()
}
