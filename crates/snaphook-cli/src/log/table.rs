//! Events as a table, a line each. Columns have fixed widths, so that lines that
//! come later stand under those that were there.

use anstyle::Style;
use serde_json::Value;
use snaphook_log::{Body, Decision, HookLine, LoggedEvent, hooks_of};

use super::about::about;
use super::opened::Opened;
use super::when;
use crate::show::{self, style};

pub(super) fn headings() -> String {
    let bold = style::BOLD;
    format!(
        "{bold}{:>7}  {:<19}  {:<18} {:<12} {:<9}  {:>9}  {:<16}  about{bold:#}",
        "id", "time", "event", "tool", "decision", "took", "hooks"
    )
}

pub(super) fn line(event: &LoggedEvent, body: Option<&Body>, log: &Opened) -> String {
    let input = body.map(|body| log.shown(&body.input));
    let hooks = hooks_of(body.and_then(|body| body.outcome.as_deref()));
    let text = |text: &str| style::one_line(&log.shown_text(text));
    let colour = colour(event.decision);
    let line = format!(
        "{:>7}  {:<19}  {:<18} {:<12} {colour}{:<9}{colour:#}  {:>9}  {:<16}  {}{}",
        event.id,
        when::local(event.time),
        text(&event.event),
        text(event.tool.as_deref().unwrap_or_default()),
        event.decision.as_str(),
        show::microseconds(event.duration_us),
        text(&who(&hooks)),
        style::one_line(&about(&input.unwrap_or(Value::Null))),
        marks(event),
    );
    line.trim_end().to_owned()
}

/// Who decided, else who took part.
fn who(hooks: &[HookLine]) -> String {
    let names = |wanted: &dyn Fn(&&HookLine) -> bool| -> Vec<String> {
        let hooks = hooks.iter().filter(wanted);
        hooks.map(|hook| hook.name.clone()).collect()
    };
    let decided = names(&|hook| hook.decided);
    let ran = names(&|hook| hook.status != "skipped");
    let (first, more) = match (decided.as_slice(), ran.as_slice()) {
        ([first, more @ ..], _) | ([], [first, more @ ..]) => (first, more.len()),
        ([], []) => return String::new(),
    };
    match more {
        0 => first.clone(),
        more => format!("{first} +{more}"),
    }
}

fn marks(event: &LoggedEvent) -> String {
    let dim = style::DIM;
    let marks = [(event.redacted, "redacted"), (event.cut, "cut")];
    let marks: Vec<_> = marks
        .iter()
        .filter(|(set, _)| *set)
        .map(|(_, word)| *word)
        .collect();
    match marks.is_empty() {
        true => String::new(),
        false => format!("  {dim}({}){dim:#}", marks.join(", ")),
    }
}

pub(crate) fn colour(decision: Decision) -> Style {
    match decision {
        Decision::Blocked => style::BAD,
        Decision::Stop | Decision::Defer | Decision::Ask | Decision::Abandoned => style::WARNING,
        Decision::Allow => style::GOOD,
        Decision::None => style::DIM,
    }
}
