//! Prints one hook of an outcome as a line.

use anstyle::Style;
use snaphook::outcome::{HookEntry, ObservedEffects, Status};

use super::style;

/// `✓ name   success   1.2 ms   settings.json:4`, with its name padded.
pub(crate) fn hook_line(entry: &HookEntry, width: usize) -> String {
    let (mark, style) = mark(entry.status);
    let dim = style::DIM;
    let mut line = format!(
        "{style}{mark}{style:#} {:<width$}  {style}{:<9}{style:#}  {dim}{:>8}{dim:#}",
        style::one_line(&entry.name),
        words(entry),
        format_duration(entry),
    );
    if let (Some(file), Some(number)) = (&entry.file, entry.line) {
        line.push_str(&format!("  {dim}{}:{number}{dim:#}", file.display()));
    }
    line
}

/// What a hook said, or why it failed, for the line below.
pub(crate) fn hook_text(entry: &HookEntry) -> Option<String> {
    if let Some(observed) = &entry.observed {
        return Some(describe_observed(observed));
    }
    match entry.status {
        Status::Failed | Status::TimedOut | Status::Cancelled => entry.error.clone(),
        Status::Skipped => entry.skip_reason.map(str::to_owned),
        _ => None,
    }
}

/// What a hook that only observes would have done.
fn describe_observed(observed: &ObservedEffects) -> String {
    let merged = &observed.merged;
    let reason = merged.block_reason.as_deref().unwrap_or_default();
    if observed.blocked {
        let reason = style::one_line(reason.lines().next().unwrap_or_default());
        return format!("it only observes, and would have blocked: {reason}");
    }
    if !observed.go_on {
        return "it only observes, and would have stopped the agent".to_owned();
    }
    if merged.updated_input.is_some() {
        return "it only observes, and would have rewritten the input".to_owned();
    }
    match merged.permission_decision {
        Some(decision) => {
            let decision = format!("{decision:?}").to_lowercase();
            format!("it only observes, and would have answered {decision}")
        }
        None => "it only observes".to_owned(),
    }
}

fn mark(status: Status) -> (&'static str, Style) {
    match status {
        Status::Success => ("✓", style::GOOD),
        Status::Blocked => ("✗", style::BAD),
        Status::Failed | Status::TimedOut => ("!", style::WARNING),
        Status::Cancelled | Status::Skipped => ("–", style::DIM),
        Status::Background => ("…", style::DIM),
    }
}

fn words(entry: &HookEntry) -> &'static str {
    match entry.status {
        Status::TimedOut => "timed out",
        status => status.as_str(),
    }
}

fn format_duration(entry: &HookEntry) -> String {
    match entry.status {
        Status::Skipped => String::new(),
        _ if entry.duration_ms >= 10_000.0 => format!("{:.1} s", entry.duration_ms / 1000.0),
        _ => format!("{:.1} ms", entry.duration_ms),
    }
}
