//! The task that sends spans to the collector, in batches.

use std::time::Duration;

use opentelemetry_sdk::trace::{SpanData, SpanExporter};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use crate::queue::{ExportMessage, Losses};

/// Spans of one request.
const MOST_AT_ONCE: usize = 512;

/// How long a span waits for others to travel with.
const LINGER: Duration = Duration::from_secs(1);

/// Sends until the last handle that can end a span is dropped.
pub(crate) async fn send(exporter: impl SpanExporter, mut messages: mpsc::Receiver<ExportMessage>) {
    let mut losses = Losses::default();
    while let Some(first) = messages.recv().await {
        let (batch, asked) = gather(first, &mut messages).await;
        let spans = batch.len() as u64;
        if spans > 0
            && let Err(error) = exporter.export(batch).await
        {
            losses.spans += spans;
            losses.why = error.to_string();
        }
        if let Some(asked) = asked {
            // The caller of the flush may have stopped waiting.
            let _ = asked.send(losses.clone());
        }
    }
}

/// What travels together: until it is enough, it is time, or somebody asks.
async fn gather(
    first: ExportMessage,
    messages: &mut mpsc::Receiver<ExportMessage>,
) -> (Vec<SpanData>, Option<oneshot::Sender<Losses>>) {
    let leaves = Instant::now() + LINGER;
    let mut batch = Vec::new();
    let mut next = Some(first);
    while let Some(message) = next {
        match message {
            ExportMessage::Ended(span) => batch.push(*span),
            ExportMessage::Flush(asked) => return (batch, Some(asked)),
        }
        if batch.len() >= MOST_AT_ONCE {
            break;
        }
        next = timeout_at(leaves, messages.recv()).await.ok().flatten();
    }
    (batch, None)
}
