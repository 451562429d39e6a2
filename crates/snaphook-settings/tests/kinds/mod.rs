//! The kinds of handlers that snaphook brings, for the tests that read hooks of them.

use std::sync::Arc;

use snaphook_core::kind::{Builtin, CommandSpec, Kinds};
use snaphook_settings::LoadContext;

/// Every kind, in the order in which messages name them.
pub(crate) fn kinds() -> Kinds {
    Kinds::new([
        Arc::new(CommandSpec) as Arc<dyn snaphook_core::kind::KindSpec>,
        Arc::new(snaphook_http::Http),
        Arc::new(snaphook_mcp::McpTool),
        Arc::new(snaphook_llm::Prompt),
        Arc::new(snaphook_llm::Agent),
        Arc::new(Builtin),
    ])
}

/// Reads files whose hooks may be of any of them.
pub(crate) fn loading() -> LoadContext {
    LoadContext::default().kinds(kinds())
}
