//! What the server counts, for Prometheus.

mod labels;
#[cfg(feature = "http")]
mod now;
mod registry;

pub(crate) use registry::{Counted, Metrics};
