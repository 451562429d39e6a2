//! Its matchers, told apart by their form.
//!
//! | written | is |
//! |---|---|
//! | empty, `*` | everything |
//! | `Bash` | an exact name |
//! | `Bash(git:*)` | a tool with a filter of its arguments |
//! | `Edit\|Write`, `mcp__(a\|b)` | a regular expression, anchored at both ends |

use snaphook_core::dialect::DialectMatcher;
use snaphook_core::event::{EventSpec, MatchesOn};
use snaphook_core::matching::Matcher;
use snaphook_core::tool::is_known_tool;

pub(super) fn read(spec: &EventSpec, text: &str) -> DialectMatcher {
    if text.is_empty() || text == "*" {
        return DialectMatcher::plain(Ok(Matcher::All));
    }
    let of_tool = matches!(spec.matches_on, MatchesOn::Tool(_));
    if let Some(tool) = pattern_of(text).filter(|_| of_tool) {
        return DialectMatcher {
            matcher: Ok(Matcher::name(tool)),
            condition: Some(text.to_owned()),
        };
    }
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    DialectMatcher::plain(if text.chars().all(plain) {
        Ok(Matcher::name(text))
    } else {
        Matcher::anchored(text)
    })
}

/// The tool of `Tool(filter)`.
fn pattern_of(text: &str) -> Option<&str> {
    let (tool, rest) = text.split_once('(')?;
    (rest.ends_with(')') && is_known_tool(tool)).then_some(tool)
}
