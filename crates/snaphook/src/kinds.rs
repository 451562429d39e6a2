//! The kinds of handlers that snaphook brings: a line each. All that is known of them
//! by others (keys, schema, lints, docs) comes from here.

use snaphook_core::kind::Kinds;
use snaphook_exec::{BuiltinKind, CommandKind, HandlerKind};
use snaphook_rules::facts::ExpressionLanguage;

/// Every kind, in the order in which people read of them.
pub static KINDS: &[&dyn HandlerKind] = &[
    &CommandKind,
    &snaphook_policy::RuleKind,
    &snaphook_policy::CedarKind,
    &snaphook_policy::RegoKind,
    &snaphook_http::HttpKind,
    &snaphook_mcp::McpToolKind,
    &snaphook_llm::PromptKind,
    &snaphook_llm::AgentKind,
    &BuiltinKind,
];

/// The language of conditions (`when`): none in a build without the feature `cel`.
#[must_use]
pub fn condition_language() -> Option<&'static dyn ExpressionLanguage> {
    #[cfg(feature = "cel")]
    let language = Some(&snaphook_cel::Cel as &dyn ExpressionLanguage);
    #[cfg(not(feature = "cel"))]
    let language = None;
    language
}

/// How they are described: for readers of settings, and for schemas.
#[must_use]
pub fn kinds() -> Kinds {
    Kinds::new(KINDS.iter().map(|kind| kind.spec()))
}
