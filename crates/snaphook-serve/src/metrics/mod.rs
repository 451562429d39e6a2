//! Metrics for Prometheus.

#[cfg(feature = "http")]
mod engine_gauges;
mod labels;
mod registry;

pub(crate) use registry::{GaugeGuard, Metrics};
