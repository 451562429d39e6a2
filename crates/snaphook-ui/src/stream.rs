//! `GET /api/stream`: what changes, as server-sent events. The page says what it has, so that
//! nothing is lost or sent twice when it connects again.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use futures_util::stream::{iter, unfold};
use serde_json::{Value, json};
use snaphook_listen::HalfOpenConnection;
use snaphook_log::Filter;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::approvals::view;
use crate::error::Refusal;
use crate::pulse::PulseState;
use crate::query::EventsQuery;
use crate::rows::rows;
use crate::state::PageState;
use crate::store_access::ViewingGuard;
use crate::stream_slots::StreamSlot;

/// How often a comment is sent on an idle stream, to notice pages that are gone.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// How long a stream lasts; the page then opens another one.
const LIFETIME: Duration = Duration::from_secs(15 * 60);

/// When something is read again that could not be read.
const RETRY: Duration = Duration::from_millis(200);

/// Rows that are sent at once.
const BATCH: usize = 500;

pub(crate) async fn stream(
    State(state): State<Arc<PageState>>,
    Extension(connection): Extension<Arc<HalfOpenConnection>>,
    Query(query): Query<EventsQuery>,
) -> Result<Response, Refusal> {
    let filter = query.filter()?;
    let pulse = state.pulse.subscribe();
    let viewing = state
        .in_background(|state| Ok::<_, Refusal>(state.approvals.begin_viewing()))
        .await?;
    let page = PageStream {
        _slot: state.streams.take(connection),
        _viewing: viewing,
        pulse,
        filter,
        rows_to: query.after,
        revision: query.revision,
        generation: query.generation,
        sent: None,
        is_behind: false,
        ends: Instant::now() + LIFETIME,
        state,
    };
    let batches = unfold(page, |mut page| async {
        let batch = page.next().await?;
        Some((iter(batch).map(Ok::<_, Infallible>), page))
    });
    let keep_alive = KeepAlive::new().interval(HEARTBEAT);
    Ok(Sse::new(batches.flatten())
        .keep_alive(keep_alive)
        .into_response())
}

/// The stream of one page.
struct PageStream {
    _slot: StreamSlot,
    _viewing: ViewingGuard,
    state: Arc<PageState>,
    pulse: watch::Receiver<PulseState>,
    filter: Filter,
    /// The last event that was sent; `None`: the page wants no rows.
    rows_to: Option<i64>,
    revision: Option<i64>,
    generation: Option<u64>,
    sent: Option<PulseState>,
    /// Something could not be read, and is read again.
    is_behind: bool,
    ends: Instant,
}

impl PageStream {
    /// The next events, at least one; `None` at the end.
    async fn next(&mut self) -> Option<Vec<Event>> {
        loop {
            let now = *self.pulse.borrow_and_update();
            let batch = self.batch(now).await;
            if !batch.is_empty() {
                return Some(batch);
            }
            let is_behind = std::mem::take(&mut self.is_behind);
            tokio::select! {
                changed = self.pulse.changed() => changed.ok()?,
                () = tokio::time::sleep(RETRY), if is_behind => self.sent = None,
                () = self.state.closing.cancelled() => return None,
                () = tokio::time::sleep_until(self.ends) => return None,
            }
        }
    }

    async fn batch(&mut self, now: PulseState) -> Vec<Event> {
        let mut batch = Vec::new();
        let is_first = self.sent.is_none();
        if self.generation.is_some_and(|known| known != now.generation) {
            // Ids begin anew.
            (self.rows_to, self.revision) = (self.rows_to.map(|_| 0), self.revision.map(|_| 0));
            batch.push(event("reset", &json!({"generation": now.generation})));
        }
        self.generation = Some(now.generation);
        let said = |state: PulseState| (state.newest, state.dropped, state.generation);
        if is_first || self.sent.map(said) != Some(said(now)) {
            let words = json!({"newest": now.newest, "dropped": now.dropped,
                "generation": now.generation});
            batch.push(event("state", &words));
        }
        let is_new = self.sent != Some(now);
        self.sent = Some(now);
        if is_new || is_first {
            batch.extend(self.rows().await);
            batch.extend(self.approvals().await);
        }
        batch
    }

    /// The events that were recorded since.
    async fn rows(&mut self) -> Option<Event> {
        let (mut last, filter) = (self.rows_to?, self.filter.clone());
        let read = self.state.in_background(move |state| {
            state.log.read(|reader| {
                let searched = reader.searched_to(&filter)?;
                let events = reader.after(&filter, last, BATCH)?;
                let is_all = events.len() < BATCH;
                last = events.last().map_or(last, |event| event.id);
                if is_all {
                    last = last.max(searched);
                }
                Ok((rows(&state.log, reader, &events), last, is_all))
            })
        });
        let Ok(read) = read.await else {
            self.is_behind = true;
            return None;
        };
        let (rows, last, is_all) = read?;
        self.rows_to = Some(last);
        if !is_all {
            // There are more: look again at once.
            self.sent = None;
        }
        (!rows.is_empty()).then(|| event("rows", &json!({"rows": rows, "last": last})))
    }

    /// The approvals that changed since.
    async fn approvals(&mut self) -> Option<Event> {
        let revision = self.revision?;
        let read = self.state.in_background(move |state| {
            let changed = state.approvals.store()?.changed_since(revision)?;
            let last = changed.last().map_or(revision, |one| one.revision);
            let views: Vec<Value> = changed.iter().map(|one| view(state, one)).collect();
            Ok::<_, snaphook_approvals::ApprovalError>((views, last))
        });
        let Ok((views, last)) = read.await else {
            self.is_behind = true;
            return None;
        };
        self.revision = Some(last);
        (!views.is_empty())
            .then(|| event("approvals", &json!({"changed": views, "revision": last})))
    }
}

/// JSON has no line breaks, so one event is one line.
fn event(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}
