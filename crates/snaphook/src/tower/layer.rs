//! The layer: it puts a gate around a service.

use tower_layer::Layer;

use super::service::GateService;
use crate::gate::Gate;

/// Puts a gate around a service of tool calls.
#[derive(Debug, Clone)]
pub struct GateLayer {
    gate: Gate,
}

impl GateLayer {
    /// Creates a layer with the hooks of this gate.
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
