//! The task that sends spans to the collector, in batches.

use std::time::Duration;

use opentelemetry_sdk::trace::{SpanData, SpanExporter};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use crate::queue::{Losses, Message};

/// Spans of one request.
const MOST_AT_ONCE: usize = 512;

/// How long a span waits for others to travel with.
const LINGER: Duration = Duration::from_secs(1);

/// Sends until nobody is left who could end a span.
pub(crate) async fn send(exporter: impl SpanExporter, mut messages: mpsc::Receiver<Message>) {
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
            // Whoever asked may have lost patience.
            let _ = asked.send(losses.clone());
        }
    }
}

/// What travels together: until it is enough, it is time, or somebody asks.
async fn gather(
    first: Message,
    messages: &mut mpsc::Receiver<Message>,
) -> (Vec<SpanData>, Option<oneshot::Sender<Losses>>) {
    let leaves = Instant::now() + LINGER;
    let mut batch = Vec::new();
    let mut next = Some(first);
    while let Some(message) = next {
        match message {
            Message::Ended(span) => batch.push(*span),
            Message::Flush(asked) => return (batch, Some(asked)),
        }
        if batch.len() >= MOST_AT_ONCE {
            break;
        }
        next = timeout_at(leaves, messages.recv()).await.ok().flatten();
    }
    (batch, None)
}
