//! Matchers: does a hook's matcher accept the value the event matches on?
//!
//! | matcher | meaning |
//! |---|---|
//! | none, `""`, `"*"` | everything |
//! | letters, digits, `_`, `-`, space, `,`, `\|` | exact names, split at `\|` and `,` |
//! | anything else | a JavaScript regular expression, not anchored |

mod alias;
mod group;
mod js_class;
mod js_regex;
mod js_syntax;
mod matcher;
mod needs;
mod plain;

pub use alias::Aliases;
pub use group::GroupMatcher;
pub use js_regex::JsRegex;
pub use matcher::{MatchResult, Matcher, MatcherError};
pub use needs::MatchNeeds;
