//! Sends the spans of snaphook to a collector, by OTLP over HTTP.
//!
//! The engine only speaks to [`tracing`]; a host that has an OpenTelemetry
//! pipeline needs nothing of this. For others, [`install`] does everything, and
//! [`layer`] gives a part to put beside their own layers:
//!
//! ```no_run
//! use std::time::Duration;
//! use tracing_subscriber::prelude::*;
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let (layer, exporter) = snaphook_otel::layer("http://localhost:4318", "my-agent")?;
//! tracing_subscriber::registry().with(layer).try_init()?;
//! // … and when the program ends:
//! exporter.shutdown(Duration::from_secs(2)).await?;
//! # Ok(())
//! # }
//! ```
//!
//! The names of spans and fields are those of [`snaphook::observe`]. Headers,
//! such as a key, and further attributes come from the environment, as for every
//! OTLP exporter (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES`).
//!
//! Nothing here ever holds a hook up: spans go into a bounded queue, and what
//! does not fit is counted and lost.

mod endpoint;
mod error;
mod exporter;
mod queue;
mod sender;

pub use error::OtelError;
pub use exporter::{Exporter, install, layer};
