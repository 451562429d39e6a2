//! The kind `builtin`.

use std::sync::Arc;

use snaphook_core::kind::{Builtin, KindSpec};

use super::handler::BuiltinFactory;
use crate::handler::HandlerFactory;
use crate::kind::{FactoryParts, HandlerKind};

/// The kind `builtin`: functions by name.
#[derive(Debug, Clone, Copy, Default)]
pub struct BuiltinKind;

impl HandlerKind for BuiltinKind {
    fn spec(&self) -> Arc<dyn KindSpec> {
        Arc::new(Builtin)
    }

    fn factory(&self, parts: &FactoryParts) -> Option<Arc<dyn HandlerFactory>> {
        Some(Arc::new(BuiltinFactory::new(parts.builtins.clone())))
    }
}
