//! Prints one event in full.

use serde_json::Value;
use snaphook_log::{LoggedBody, LoggedEvent};

use super::args::ShowArgs;
use super::json::json;
use super::opened::OpenLog;
use super::table::colour;
use super::when;
use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn show(args: &ShowArgs) -> Result<(), CommandError> {
    let log = OpenLog::of(&args.place)?;
    let (event, body) = log.event(args.id)?;
    if args.json {
        return show::json(&json(&event, Some(&body), &log));
    }
    head(&event, &body, &log);
    let bold = style::BOLD;
    crate::say!("{bold}input{bold:#}");
    print(&log.shown(&body.input));
    let Some(outcome) = &body.outcome else {
        crate::say!("the event was cancelled; its hooks were stopped");
        return Ok(());
    };
    let mut outcome = log.shown(outcome);
    let hooks = outcome.as_object_mut().and_then(|it| it.remove("hooks"));
    let hooks = hooks.unwrap_or_default();
    let hooks: &[Value] = hooks.as_array().map_or(&[], Vec::as_slice);
    crate::say!("{bold}hooks{bold:#}");
    if hooks.is_empty() {
        crate::say!("  none");
    }
    for hook in hooks {
        print_hook(hook);
    }
    crate::say!("{bold}outcome{bold:#}");
    print(&outcome);
    Ok(())
}

fn head(event: &LoggedEvent, body: &LoggedBody, log: &OpenLog) {
    let (bold, dim, colour) = (style::BOLD, style::DIM, colour(event.decision));
    let text = |text: &str| style::one_line(&log.shown_text(text));
    let tool = event.tool.as_deref().map(|tool| format!(" {}", text(tool)));
    crate::say!(
        "{bold}event {}{bold:#}  {}{}  {colour}{}{colour:#}  {dim}{}{dim:#}",
        event.id,
        text(&event.event),
        tool.unwrap_or_default(),
        event.decision,
        show::microseconds(event.duration_us)
    );
    let project = body
        .project
        .as_deref()
        .map(|path| format!(", in {}", text(path)));
    crate::say!(
        "{dim}{}, by {}{}, session {}, dialect {}{dim:#}",
        when::local(event.time),
        text(&event.source),
        project.unwrap_or_default(),
        text(&event.session),
        text(&body.dialect)
    );
    if event.redacted {
        crate::say!("{dim}secrets were removed{dim:#}");
    }
    if event.cut {
        crate::say!("{dim}long texts were cut{dim:#}");
    }
}

/// A value as JSON, a little indented.
fn print(value: &Value) {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    for line in style::plain(&text).lines() {
        crate::say!("  {line}");
    }
}

fn print_hook(hook: &Value) {
    let text = |key: &str| hook[key].as_str().unwrap_or_default();
    let (mark, colour) = match text("status") {
        "success" => ("✓", style::GOOD),
        "blocked" => ("✗", style::BAD),
        "failed" | "timedOut" => ("!", style::WARNING),
        _ => ("–", style::DIM),
    };
    let dim = style::DIM;
    let mut line = format!(
        "  {colour}{mark}{colour:#} {}  {colour}{}{colour:#}  {dim}{} ms{dim:#}",
        style::one_line(text("name")),
        style::one_line(text("status")),
        hook["durationMs"]
    );
    if hook["background"] == true {
        line.push_str("  (in the background)");
    }
    if let (Some(file), Some(number)) = (hook["file"].as_str(), hook["line"].as_u64()) {
        let file = style::one_line(file);
        line.push_str(&format!("  {dim}{file}:{number}{dim:#}"));
    }
    crate::say!("{line}");
    for key in [
        "plugin",
        "skill",
        "skipReason",
        "error",
        "exitCode",
        "signal",
        "stdout",
        "stderr",
    ] {
        let value = match &hook[key] {
            Value::Null => continue,
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        for (number, line) in style::plain(&value).trim_end().lines().enumerate() {
            let label = if number == 0 { key } else { "" };
            crate::say!("      {dim}{label:<10}{dim:#} {line}");
        }
    }
}
