//! Prints an event as JSON.

use serde_json::{Map, Value, json};
use snaphook_log::{LoggedBody, LoggedEvent};

use super::opened::OpenLog;
use super::when;

pub(crate) fn json(event: &LoggedEvent, body: Option<&LoggedBody>, log: &OpenLog) -> Value {
    let mut members = Map::new();
    let mut set = |key: &str, value: Value| members.insert(key.to_owned(), value);
    set("id", event.id.into());
    set("time", when::utc(event.time).into());
    set("source", event.source.clone().into());
    set("session", log.shown_text(&event.session).into());
    set("event", log.shown_text(&event.event).into());
    if let Some(tool) = &event.tool {
        set("tool", log.shown_text(tool).into());
    }
    set("decision", event.decision.as_str().into());
    set("durationMs", json!(milliseconds(event.duration_us)));
    for (key, flag) in [("redacted", event.redacted), ("cut", event.cut)] {
        if flag {
            set(key, true.into());
        }
    }
    if let Some(body) = body {
        if let Some(project) = &body.project {
            set("project", log.shown_text(project).into());
        }
        set("dialect", body.dialect.clone().into());
        set("input", log.shown(&body.input));
        if let Some(outcome) = &body.outcome {
            set("outcome", log.shown(outcome));
        }
    }
    Value::Object(members)
}

#[expect(clippy::cast_precision_loss, reason = "no event takes that long")]
pub(crate) fn milliseconds(microseconds: i64) -> f64 {
    microseconds as f64 / 1000.0
}
