//! The kind `mcp_tool`.

use std::sync::Arc;

use snaphook_core::kind::{KindSpec, McpTool};
use snaphook_exec::{FactoryParts, HandlerFactory, HandlerKind};

use crate::handler::McpFactory;

/// The kind `mcp_tool`: tools of MCP servers.
#[derive(Debug, Clone, Copy, Default)]
pub struct McpToolKind;

impl HandlerKind for McpToolKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(McpTool)
    }

    fn factory(&self, _: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(McpFactory::new()))
    }
}
