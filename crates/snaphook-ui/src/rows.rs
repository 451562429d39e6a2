//! An event as a row of the timeline, and as a whole.

use serde_json::{Value, json};
use snaphook_log::{LogReader, LoggedBody, LoggedEvent, about, hooks_of};

use crate::log_access::LogAccess;

/// The most hooks of a row; an event has all of them.
const MOST_HOOKS: usize = 12;

/// Rows of events, as far as they are still there.
pub(crate) fn rows(log: &LogAccess, reader: &LogReader, events: &[LoggedEvent]) -> Vec<Value> {
    let row = |event: &LoggedEvent| {
        let body = reader.body(event.id).ok().flatten();
        row(log, event, body.as_ref())
    };
    events.iter().map(row).collect()
}

fn row(log: &LogAccess, event: &LoggedEvent, body: Option<&LoggedBody>) -> Value {
    let mut row = head(log, event, body);
    let input = body.map(|body| log.shown_summary(&body.input));
    let input = input.unwrap_or_default();
    row["about"] = about(&input).into();
    for (key, field) in [("agentId", "agent_id"), ("agentType", "agent_type")] {
        if let Some(text) = input[field].as_str() {
            row[key] = text.into();
        }
    }
    let hooks = hooks_of(body.and_then(|body| body.outcome.as_deref()));
    row["hookCount"] = hooks.len().into();
    let shown = hooks.iter().take(MOST_HOOKS).map(|hook| {
        json!({"name": log.shown_text(&hook.name), "status": hook.status,
            "ms": hook.duration_ms, "decided": hook.decided})
    });
    row["hooks"] = shown.collect();
    row
}

/// An event with everything that the log has of it.
pub(crate) fn whole(log: &LogAccess, event: &LoggedEvent, body: &LoggedBody) -> Value {
    let mut whole = head(log, event, Some(body));
    let input = log.shown(&body.input);
    whole["about"] = about(&input).into();
    // As text, too: numbers that a browser cannot hold stay as they are.
    whole["inputText"] = serde_json::to_string_pretty(&input)
        .unwrap_or_default()
        .into();
    whole["input"] = input;
    if let Some(outcome) = &body.outcome {
        whole["outcome"] = log.shown(outcome);
    }
    whole
}

fn head(log: &LogAccess, event: &LoggedEvent, body: Option<&LoggedBody>) -> Value {
    let mut head = json!({
        "id": event.id,
        "time": event.time,
        "source": log.shown_text(&event.source),
        "session": log.shown_text(&event.session),
        "event": log.shown_text(&event.event),
        "decision": event.decision.as_str(),
        "us": event.duration_us,
    });
    if let Some(tool) = &event.tool {
        head["tool"] = log.shown_text(tool).into();
    }
    for (key, flag) in [("redacted", event.redacted), ("cut", event.cut)] {
        if flag {
            head[key] = true.into();
        }
    }
    if let Some(body) = body {
        head["dialect"] = log.shown_text(&body.dialect).into();
        if let Some(project) = &body.project {
            head["project"] = log.shown_text(project).into();
        }
    }
    head
}
