//! The kinds `cedar` and `rego`, for the list of those that an engine knows.

use std::sync::Arc;

use snaphook_core::kind::KindSpec;
use snaphook_exec::{FactoryParts, HandlerFactory, HandlerKind};

use super::spec::PolicySpec;

/// The kind `cedar`.
#[derive(Debug, Clone, Copy, Default)]
pub struct CedarKind;

/// The kind `rego`.
#[derive(Debug, Clone, Copy, Default)]
pub struct RegoKind;

impl HandlerKind for CedarKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(PolicySpec::Cedar)
    }

    fn factory(&self, _: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        super::run::factory(PolicySpec::Cedar)
    }
}

impl HandlerKind for RegoKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(PolicySpec::Rego)
    }

    fn factory(&self, _: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        super::run::factory(PolicySpec::Rego)
    }
}
