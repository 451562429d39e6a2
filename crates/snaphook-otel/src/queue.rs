//! The queue of finished spans for the sender. The SDK's own batch processor has its
//! own thread and blocks the caller of a flush, which would deadlock on a runtime
//! with one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{Span, SpanData, SpanProcessor};
use tokio::sync::{mpsc, oneshot};

/// Spans that may wait. A collector that is slower than this loses some.
pub(crate) const MOST_WAITING: usize = 4096;

/// What the sender is told.
#[derive(Debug)]
pub(crate) enum ExportMessage {
    /// A span has ended.
    Ended(Box<SpanData>),
    /// Send what came before this, then say what was lost so far.
    Flush(oneshot::Sender<Losses>),
}

/// Spans that the collector did not get, and the last reason.
#[derive(Debug, Clone, Default)]
pub(crate) struct Losses {
    pub(crate) spans: u64,
    pub(crate) why: String,
}

/// Takes spans as they end.
#[derive(Debug)]
pub(crate) struct SpanQueue {
    sender: mpsc::Sender<ExportMessage>,
    overflow: Arc<AtomicU64>,
}

impl SpanQueue {
    pub(crate) fn new(sender: mpsc::Sender<ExportMessage>, overflow: Arc<AtomicU64>) -> Self {
        Self { sender, overflow }
    }
}

impl SpanProcessor for SpanQueue {
    fn on_start(&self, _span: &mut Span, _context: &Context) {}

    fn on_end(&self, span: SpanData) {
        let message = ExportMessage::Ended(Box::new(span));
        if self.sender.try_send(message).is_err() {
            self.overflow.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Flushing means waiting, which only the exporter's `shutdown` does.
    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _timeout: Duration) -> OTelSdkResult {
        Ok(())
    }
}
