//! The kind `rule`, for the list of those that an engine knows.

use std::sync::Arc;

use snaphook_core::kind::KindSpec;
use snaphook_exec::{FactoryParts, HandlerFactory, HandlerKind};

use super::run::RuleFactory;
use super::spec::RuleSpec;

/// The kind `rule`: decisions without a process.
#[derive(Debug, Clone, Copy, Default)]
pub struct RuleKind;

impl HandlerKind for RuleKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(RuleSpec)
    }

    fn factory(&self, _: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(RuleFactory))
    }
}
