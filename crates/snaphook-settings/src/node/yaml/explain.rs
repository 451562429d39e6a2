//! What the parser found wrong. Where people often go astray, its message says
//! what to do; all others say what the parser says.

use granit_parser::{ErrorKind, ScanError};

use super::budget::MAX_DEPTH;
use crate::node::SyntaxError;

pub(super) fn explain(text: &str, error: &ScanError) -> SyntaxError {
    let at = error.marker().byte_offset().unwrap_or_default();
    // `floor_char_boundary` needs Rust 1.91.
    let mut places = (0..=at.min(text.len())).rev();
    let at = places.find(|at| text.is_char_boundary(*at));
    let at = at.unwrap_or_default();
    let rest = text.get(at..).unwrap_or_default();
    let character = rest.chars().next().filter(|c| !matches!(c, '\r' | '\n'));
    SyntaxError::new(message(error), at..at + character.map_or(0, char::len_utf8))
}

/// "nested more than 128 deep".
pub(super) fn too_deep() -> String {
    format!("nested more than {MAX_DEPTH} deep")
}

fn message(error: &ScanError) -> String {
    let help = match error.kind() {
        ErrorKind::RecursionLimitExceeded => return too_deep(),
        ErrorKind::TabNotAllowed
        | ErrorKind::TabInBlockIndentation
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInIndentation
        | ErrorKind::TabInPlainScalar => "there is a tab here; indent with spaces",
        ErrorKind::MappingValueNotAllowed => {
            "there is a second `: ` here; put a text that contains one into quotes"
        }
        ErrorKind::InvalidQuotedScalarIndent => {
            "a quoted text goes on in this line, which is not indented enough; is its closing quote missing?"
        }
        ErrorKind::UnknownAnchor => "no anchor of this name is defined before this alias",
        _ => return error.info(),
    };
    help.to_owned()
}
