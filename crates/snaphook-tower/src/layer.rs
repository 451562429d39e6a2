//! The layer: a gate, waiting for a service to stand around.

use snaphook::Gate;
use tower_layer::Layer;

use crate::service::GateService;

/// Puts a gate around a service of tool calls.
#[derive(Debug, Clone)]
pub struct GateLayer {
    gate: Gate,
}

impl GateLayer {
    /// A layer with the hooks of this gate.
    #[must_use]
    pub fn new(gate: Gate) -> Self {
        Self { gate }
    }
}

impl<S> Layer<S> for GateLayer {
    type Service = GateService<S>;

    fn layer(&self, inner: S) -> Self::Service {
        GateService::new(self.gate.clone(), inner)
    }
}
