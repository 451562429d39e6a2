//! The kind `command`.

use std::sync::Arc;

use snaphook_core::kind::{CommandSpec, KindSpec};

use super::handler::CommandFactory;
use crate::handler::HandlerFactory;
use crate::kind::{FactoryParts, HandlerKind};

/// The kind `command`: processes.
#[derive(Debug, Clone, Copy, Default)]
pub struct CommandKind;

impl HandlerKind for CommandKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(CommandSpec)
    }

    fn factory(&self, parts: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        let processes = Arc::clone(&parts.processes);
        let factory = CommandFactory::with_limits(processes, parts.worker_limits);
        let factory = factory.stdin(parts.stdin);
        Some(Arc::new(factory.sandbox_every(parts.sandbox_every_command)))
    }
}
