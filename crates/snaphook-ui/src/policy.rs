//! What each hook did: counts, times, and how they went over time.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Query, State};
use serde_json::{Value, json};
use snaphook_log::{HookActivity, HookStats};

use crate::error::Refusal;
use crate::query::EventsQuery;
use crate::state::PageState;

/// Bars of a chart.
const SPANS: usize = 32;

/// Where a chart begins that says nothing of it.
const WEEK: i64 = 7 * 24 * 60 * 60 * 1000;

pub(crate) async fn policy(
    State(state): State<Arc<PageState>>,
    Query(query): Query<EventsQuery>,
) -> Result<Json<Value>, Refusal> {
    let mut filter = query.filter()?;
    let until = now();
    let since = filter.since.unwrap_or(until - WEEK);
    filter.since = Some(since);
    let asked = state.in_background(move |state| {
        state.log.read(|reader| {
            let stats = reader.stats(&filter)?;
            let activity = reader.activity(since, until + 1, SPANS)?;
            let hooks: Vec<Value> = stats
                .iter()
                .map(|one| {
                    let of = activity.iter().find(|other| other.name == one.name);
                    hook(one, of, &|text| state.log.shown_text(text))
                })
                .collect();
            Ok(json!({"hooks": hooks, "since": since, "until": until,
                "events": reader.count(&filter)?, "dropped": reader.dropped(Some(since))?}))
        })
    });
    let none = json!({"hooks": [], "since": since, "until": until, "events": 0, "dropped": 0});
    Ok(Json(asked.await?.unwrap_or(none)))
}

fn hook(
    stats: &HookStats,
    activity: Option<&HookActivity>,
    shown: &dyn Fn(&str) -> String,
) -> Value {
    json!({
        "name": shown(&stats.name),
        "id": stats.id.as_deref().map(shown),
        "calls": stats.calls,
        "blocks": stats.blocks,
        "failures": stats.failures,
        "timeouts": stats.timeouts,
        "skipped": stats.skipped,
        "p50": stats.times.p50,
        "p95": stats.times.p95,
        "max": stats.times.max,
        "runs": activity.map(|one| &one.runs),
        "blocked": activity.map(|one| &one.blocks),
        "failed": activity.map(|one| &one.failures),
    })
}

fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| i64::try_from(now.as_millis()).unwrap_or(i64::MAX))
}
