//! A listener for tests: the spans and events that a test's thread tells
//! `tracing` of.

#![expect(
    clippy::unwrap_used,
    reason = "only tests use it, and a panic is how they fail"
)]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

/// One span, as it was told.
#[derive(Debug, Clone, Default)]
pub struct SeenSpans {
    /// Its name; of an event, its target.
    pub name: &'static str,
    /// Which of the spans is its parent.
    pub parent: Option<usize>,
    fields: BTreeMap<&'static str, String>,
    /// The messages of the events inside it.
    pub events: Vec<String>,
    /// Whether it was closed.
    pub closed: bool,
}

impl SeenSpans {
    /// The value of a field, or nothing.
    #[must_use]
    pub fn get(&self, field: &str) -> &str {
        self.fields.get(field).map_or("", String::as_str)
    }
}

impl Visit for SeenSpans {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }
    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

/// The spans of one test. Each test is a thread.
type Spans = Arc<Mutex<Vec<SeenSpans>>>;

/// Every event of one test; the name is its target.
type SpanEvents = Arc<Mutex<Vec<SeenSpans>>>;

thread_local! {
    static LISTENING: RefCell<Option<(Spans, SpanEvents)>> = const { RefCell::new(None) };
}

/// From now on, what this thread tells; until it is dropped.
pub struct SpanRecorder(Spans, SpanEvents);

impl SpanRecorder {
    /// Listens to this thread until the recorder is dropped.
    #[must_use]
    pub fn listen() -> Self {
        // One for the whole process: with one per thread, tracing may decide by
        // a thread that does not listen that nobody does.
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let subscriber = tracing_subscriber::registry().with(Listener);
            tracing::subscriber::set_global_default(subscriber).unwrap();
            tracing::callsite::rebuild_interest_cache();
        });
        let spans = Spans::default();
        let events = SpanEvents::default();
        LISTENING.set(Some((Arc::clone(&spans), Arc::clone(&events))));
        Self(spans, events)
    }

    /// The events of this target, in order.
    pub fn events(&self, target: &str) -> Vec<SeenSpans> {
        let events = self.1.lock().unwrap();
        let of_target = events.iter().filter(|event| event.name == target);
        of_target.cloned().collect()
    }

    /// The spans so far, in the order in which they were opened.
    #[must_use]
    pub fn spans(&self) -> Vec<SeenSpans> {
        self.0.lock().unwrap().clone()
    }
}

impl Drop for SpanRecorder {
    fn drop(&mut self) {
        LISTENING.set(None);
    }
}

struct Listener;

/// Which of the recorded spans a span is: ids are used again.
struct SpanPlace(Spans, usize);

/// Changes what is recorded of a span, if it is.
fn change<S>(id: &Id, ctx: &Context<'_, S>, change: impl FnOnce(&mut SeenSpans))
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let span = ctx.span(id).unwrap();
    if let Some(SpanPlace(spans, place)) = span.extensions().get() {
        change(&mut spans.lock().unwrap()[*place]);
    }
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Listener {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, ctx: Context<'_, S>) {
        let Some((spans, _)) = LISTENING.with_borrow(Clone::clone) else {
            return;
        };
        let span = ctx.span(id).unwrap();
        let place_of = |place: &SpanPlace| place.1;
        let mut seen = SeenSpans {
            name: span.name(),
            parent: span
                .parent()
                .and_then(|parent| parent.extensions().get().map(place_of)),
            ..SeenSpans::default()
        };
        attributes.record(&mut seen);
        let mut recorded = spans.lock().unwrap();
        recorded.push(seen);
        let place = SpanPlace(Arc::clone(&spans), recorded.len() - 1);
        span.extensions_mut().insert(place);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, ctx: Context<'_, S>) {
        change(id, &ctx, |seen| values.record(seen));
    }

    fn on_event(&self, event: &Event<'_>, ctx: Context<'_, S>) {
        let mut told = SeenSpans::default();
        event.record(&mut told);
        if let Some((_, events)) = LISTENING.with_borrow(Clone::clone) {
            let name = event.metadata().target();
            events.lock().unwrap().push(SeenSpans {
                name,
                ..told.clone()
            });
        }
        if let Some(parent) = ctx.event_span(event) {
            change(&parent.id(), &ctx, |seen| {
                seen.events.push(told.get("message").to_owned());
            });
        }
    }

    fn on_close(&self, id: Id, ctx: Context<'_, S>) {
        change(&id, &ctx, |seen| seen.closed = true);
    }
}
