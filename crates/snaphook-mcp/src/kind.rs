//! The kind `mcp_tool`.

use std::sync::Arc;

use snaphook_core::kind::KindSpec;
use snaphook_exec::{FactoryParts, HandlerFactory, HandlerKind};

use crate::spec::McpTool;

/// The kind `mcp_tool`: tools of MCP servers.
#[derive(Debug, Clone, Copy, Default)]
pub struct McpToolKind;

impl HandlerKind for McpToolKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(McpTool)
    }

    fn factory(&self, _: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        #[cfg(feature = "client")]
        let factory = Some(Arc::new(crate::run::McpFactory::new()) as Arc<dyn HandlerFactory>);
        #[cfg(not(feature = "client"))]
        let factory = None;
        factory
    }
}
