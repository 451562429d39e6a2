//! The kind `http`.

use std::sync::Arc;

use snaphook_core::kind::KindSpec;
use snaphook_exec::{FactoryParts, HandlerFactory, HandlerKind};

use crate::spec::Http;

/// The kind `http`: endpoints on the network.
#[derive(Debug, Clone, Copy, Default)]
pub struct HttpKind;

impl HandlerKind for HttpKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(Http)
    }

    fn factory(&self, _: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        #[cfg(feature = "client")]
        let factory = Some(Arc::new(crate::run::HttpFactory::new()) as Arc<dyn HandlerFactory>);
        #[cfg(not(feature = "client"))]
        let factory = None;
        factory
    }
}
