//! The kinds of handlers that snaphook brings: a line each. All that is known of them
//! by others (keys, schema, lints, docs) comes from here.

#[cfg(not(feature = "http"))]
use snaphook_core::kind::Http;
use snaphook_core::kind::Kinds;
#[cfg(not(feature = "mcp"))]
use snaphook_core::kind::McpTool;
#[cfg(not(feature = "llm"))]
use snaphook_core::kind::{Agent, Prompt};
#[cfg(not(all(feature = "http", feature = "mcp", feature = "llm")))]
use snaphook_exec::NotBuilt;
use snaphook_exec::{BuiltinKind, CommandKind, HandlerKind};

/// Every kind, in the order in which people read of them.
pub static KINDS: &[&dyn HandlerKind] = &[
    &CommandKind,
    #[cfg(feature = "http")]
    &snaphook_http::HttpKind,
    #[cfg(not(feature = "http"))]
    &NotBuilt(Http),
    #[cfg(feature = "mcp")]
    &snaphook_mcp::McpToolKind,
    #[cfg(not(feature = "mcp"))]
    &NotBuilt(McpTool),
    #[cfg(feature = "llm")]
    &snaphook_llm::PromptKind,
    #[cfg(not(feature = "llm"))]
    &NotBuilt(Prompt),
    #[cfg(feature = "llm")]
    &snaphook_llm::AgentKind,
    #[cfg(not(feature = "llm"))]
    &NotBuilt(Agent),
    &BuiltinKind,
];

/// How they are described: for readers of settings, and for schemas.
#[must_use]
pub fn kinds() -> Kinds {
    Kinds::new(KINDS.iter().map(|kind| kind.spec()))
}
