//! What a host holds: a layer to listen with, and a handle to end it with.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanExporter as _};
use snaphook::observe::TARGET;
use tokio::sync::{mpsc, oneshot};
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;

use crate::OtelError;
use crate::endpoint::endpoint;
use crate::queue::{ExportMessage, Losses, MOST_WAITING, SpanQueue};
use crate::sender::send;

/// Sends spans until it is shut down.
#[derive(Debug)]
#[must_use = "without a shutdown the last spans are lost"]
pub struct Exporter {
    provider: SdkTracerProvider,
    messages: mpsc::Sender<ExportMessage>,
    overflow: Arc<AtomicU64>,
}

/// A layer that sends the engine's spans, and no others, to the collector at
/// `url` as those of `service`. Needs a tokio runtime, and spans are sent from
/// it.
///
/// # Errors
/// When the address is invalid, or outside a tokio runtime.
pub fn layer<S>(url: &str, service: &str) -> Result<(impl Layer<S> + use<S>, Exporter), OtelError>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let runtime = tokio::runtime::Handle::try_current().map_err(|_| OtelError::NoRuntime)?;
    let resource = Resource::builder()
        .with_service_name(service.to_owned())
        .build();
    let mut client = SpanExporter::builder()
        .with_http()
        .with_endpoint(endpoint(url)?)
        .with_protocol(Protocol::HttpBinary)
        .build()
        .map_err(|error| OtelError::Address {
            url: url.to_owned(),
            why: error.to_string(),
        })?;
    client.set_resource(&resource);
    let (messages, receiver) = mpsc::channel(MOST_WAITING);
    runtime.spawn(send(client, receiver));

    let overflow = Arc::default();
    let provider = SdkTracerProvider::builder()
        .with_resource(resource)
        .with_span_processor(SpanQueue::new(messages.clone(), Arc::clone(&overflow)))
        .build();
    let layer = tracing_opentelemetry::layer()
        .with_tracer(provider.tracer(TARGET))
        // Where in our source a span begins, and on which thread, is noise to
        // those who watch hooks.
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false)
        // Above all nothing of the HTTP client's, which would send for ever.
        // Events say nothing that their spans do not.
        .with_filter(filter_fn(|told| told.is_span() && told.target() == TARGET));
    let exporter = Exporter {
        provider,
        messages,
        overflow,
    };
    Ok((layer, exporter))
}

/// Makes a [`layer`] the whole of the process's global subscriber.
///
/// # Errors
/// Those of [`layer`]; and when there is a global subscriber already.
pub fn install(url: &str, service: &str) -> Result<Exporter, OtelError> {
    let (layer, exporter) = layer(url, service)?;
    let subscriber = tracing_subscriber::registry().with(layer);
    tracing::subscriber::set_global_default(subscriber).map_err(|_| OtelError::Installed)?;
    Ok(exporter)
}

impl Exporter {
    /// Sends what has ended so far and takes no more; waits for the collector
    /// no longer than `deadline`. End the engine before this: spans of hooks
    /// that still run, and of their dispatches, have not ended.
    ///
    /// # Errors
    /// When the collector did not get every span: now, or since the start.
    pub async fn shutdown(self, deadline: Duration) -> Result<(), OtelError> {
        let flushed = tokio::time::timeout(deadline, self.flush()).await;
        // It has nothing to wait for: the queue is ours.
        let _ = self.provider.shutdown();
        let Losses { spans, why } = flushed.map_err(|_| OtelError::TooLate(deadline))?;
        let overflow = self.overflow.load(Ordering::Relaxed);
        match spans + overflow {
            0 => Ok(()),
            spans if why.is_empty() => Err(OtelError::Lost {
                spans,
                why: "it takes them too slowly".to_owned(),
            }),
            spans => Err(OtelError::Lost { spans, why }),
        }
    }

    async fn flush(&self) -> Losses {
        let (tell, told) = oneshot::channel();
        let asked = self.messages.send(ExportMessage::Flush(tell)).await;
        match (asked, told.await) {
            (Ok(()), Ok(losses)) => losses,
            // The sender went with its runtime.
            _ => Losses {
                spans: 1,
                why: "the runtime that sends them has ended".to_owned(),
            },
        }
    }
}
