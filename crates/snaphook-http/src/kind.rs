//! The kind `http`.

use std::sync::Arc;

use snaphook_core::kind::{Http, KindSpec};
use snaphook_exec::{FactoryParts, HandlerFactory, HandlerKind};

use crate::factory::HttpFactory;

/// The kind `http`: endpoints on the network.
#[derive(Debug, Clone, Copy, Default)]
pub struct HttpKind;

impl HandlerKind for HttpKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(Http)
    }

    fn factory(&self, _: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(HttpFactory::new()))
    }
}
