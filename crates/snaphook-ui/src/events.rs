//! Requests about the log: the pages of the timeline, and one event.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde_json::{Value, json};

use crate::error::Refusal;
use crate::query::EventsQuery;
use crate::rows::{rows, whole};
use crate::state::PageState;

/// Rows of a page.
const PAGE: usize = 200;

/// The most rows of a timeline; a browser cannot show an element that is higher.
const MOST: usize = 500_000;

/// Where the pages of a timeline begin.
pub(crate) async fn anchors(
    State(state): State<Arc<PageState>>,
    Query(query): Query<EventsQuery>,
) -> Result<Json<Value>, Refusal> {
    let filter = query.filter()?;
    let asked = state.in_background(move |state| {
        state.log.read(|reader| {
            // What comes meanwhile is sent by the stream.
            let newest = reader.searched_to(&filter)?;
            let anchors = reader.anchors(&filter, PAGE, MOST)?;
            let newest = newest.max(anchors.first_ids.first().copied().unwrap_or(0));
            let left = reader.newest_id()? - reader.searched_to(&filter)?;
            Ok(
                json!({"page": PAGE, "count": anchors.count, "first": anchors.first_ids,
                "newest": newest, "isCut": anchors.is_cut, "unsearched": left.max(0),
                "dropped": reader.dropped(filter.since)?}),
            )
        })
    });
    let none = json!({"page": PAGE, "count": 0, "first": [], "newest": 0, "isCut": false,
        "unsearched": 0, "dropped": 0});
    Ok(Json(asked.await?.unwrap_or(none)))
}

/// One page of a timeline.
pub(crate) async fn page(
    State(state): State<Arc<PageState>>,
    Query(query): Query<EventsQuery>,
) -> Result<Json<Value>, Refusal> {
    let filter = query.filter()?;
    let first = query.first.unwrap_or(i64::MAX);
    let asked = state.in_background(move |state| {
        state.log.read(|reader| {
            let events = reader.up_to(&filter, first, PAGE)?;
            Ok(rows(&state.log, reader, &events))
        })
    });
    Ok(Json(json!({"rows": asked.await?.unwrap_or_default()})))
}

/// One event as a whole.
pub(crate) async fn event(
    State(state): State<Arc<PageState>>,
    Path(id): Path<i64>,
) -> Result<Json<Value>, Refusal> {
    let asked = state.in_background(move |state| {
        state.log.read(|reader| {
            let event = reader.event(id)?;
            let body = reader.body(id)?;
            Ok(event
                .zip(body)
                .map(|(event, body)| whole(&state.log, &event, &body)))
        })
    });
    let found = asked.await?.flatten();
    found
        .map(Json)
        .ok_or_else(|| Refusal::not_found(&format!("event {id}")))
}
