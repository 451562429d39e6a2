//! Reports the changes: of one event, or of all events by hook.

use std::collections::BTreeMap;
use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use snaphook_log::LoggedEvent;
use snaphook_log::compare::OutcomeChange;

use super::events::Events;
use super::one_event::ReplayResult;
use crate::error::CommandError;
use crate::log::{OpenLog, about, local};
use crate::show::{self, style};

/// The number of events that are listed for people; the others are only counted.
pub(super) const LISTED: usize = 20;

/// The changes of all replayed events.
pub(crate) struct ReplayReport {
    ran: bool,
    events: usize,
    redacted: usize,
    cut: usize,
    changed: usize,
    /// The number of events that could not be replayed.
    failed: usize,
    /// The events with changes, the first ones.
    told: Vec<(LoggedEvent, ReplayResult)>,
    /// The most events that are listed.
    most: usize,
    /// Whether there is only one event, which is always shown.
    alone: bool,
    /// The number of events that are not listed.
    more: usize,
    hooks: BTreeMap<String, HookChanges>,
}

/// The changes of one hook over all events.
#[derive(Debug, Clone, Copy, Default)]
struct HookChanges {
    before: usize,
    now: usize,
    no_longer_runs: usize,
    now_runs: usize,
    now_blocks: usize,
    no_longer_blocks: usize,
}

/// A progress bar, if there are many events and stderr is a terminal.
pub(super) fn bar(events: &Events) -> ProgressBar {
    if events.count < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let length = u64::try_from(events.count).unwrap_or(u64::MAX);
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} events, {eta} left") {
        bar.set_style(style);
    }
    bar
}

impl ReplayReport {
    pub(crate) fn new(ran: bool, alone: bool, most: usize) -> Self {
        Self {
            ran,
            events: 0,
            redacted: 0,
            cut: 0,
            changed: 0,
            failed: 0,
            told: Vec::new(),
            most,
            alone,
            more: 0,
            hooks: BTreeMap::new(),
        }
    }

    pub(crate) fn add(&mut self, event: LoggedEvent, replayed: ReplayResult) {
        self.events += 1;
        self.redacted += usize::from(replayed.redacted);
        self.cut += usize::from(replayed.cut);
        let before = replayed.before.as_ref();
        let before = before.and_then(|outcome| outcome["hooks"].as_array());
        for hook in before.into_iter().flatten() {
            let counts = hook["status"] != "skipped" && hook["type"] != "function";
            if let Some(name) = hook["name"].as_str().filter(|_| counts) {
                self.hook(name).before += 1;
            }
        }
        for hook in &replayed.hooks {
            self.hook(hook).now += 1;
        }
        for change in &replayed.changes {
            for hook in change.hooks() {
                let counted = self.hook(hook);
                match change {
                    OutcomeChange::NowBlocked { .. } => counted.now_blocks += 1,
                    OutcomeChange::NoLongerBlocked { .. } => counted.no_longer_blocks += 1,
                    OutcomeChange::NowRuns { .. } => counted.now_runs += 1,
                    OutcomeChange::NoLongerRuns { .. } => counted.no_longer_runs += 1,
                    _ => {}
                }
            }
        }
        self.changed += usize::from(!replayed.changes.is_empty());
        self.failed += usize::from(replayed.failed.is_some());
        if self.alone || !replayed.changes.is_empty() || replayed.failed.is_some() {
            match self.told.len() < self.most {
                true => self.told.push((event, replayed)),
                false => self.more += 1,
            }
        }
    }

    fn hook(&mut self, name: &str) -> &mut HookChanges {
        self.hooks.entry(name.to_owned()).or_default()
    }

    pub(super) fn any_change(&self) -> bool {
        self.changed > 0
    }

    /// Whether an event could not be replayed.
    pub(super) fn any_failure(&self) -> bool {
        self.failed > 0
    }

    /// Prints one event, as it was and as it is now.
    pub(super) fn one(&self, log: &OpenLog) {
        let Some((event, replayed)) = self.told.first() else {
            return;
        };
        let (bold, dim) = (style::BOLD, style::DIM);
        crate::say!("{bold}{}{bold:#}", headline(event, replayed, log));
        let then = replayed.before.as_ref();
        let then = then.map_or("cancelled".to_owned(), in_words);
        crate::say!("  {dim}then{dim:#}  {then}");
        match &replayed.now {
            Some(now) => crate::say!("  {dim}now{dim:#}   {}", in_words(now)),
            None if replayed.failed.is_none() => {
                let hooks = match replayed.hooks.is_empty() {
                    true => "no hook".to_owned(),
                    false => style::one_line(&log.shown_text(&replayed.hooks.join(", "))),
                };
                crate::say!("  {dim}now{dim:#}   {hooks} would run");
            }
            None => {}
        }
        print_changes(replayed, "  ");
        if replayed.changes.is_empty() && replayed.failed.is_none() {
            let good = style::GOOD;
            crate::say!("  {good}nothing changed{good:#}");
        }
        self.notes();
    }

    /// Prints the changes of all events.
    pub(super) fn all(&self, log: &OpenLog) {
        let (bold, dim) = (style::BOLD, style::DIM);
        for (event, replayed) in &self.told {
            crate::say!("{bold}{}{bold:#}", headline(event, replayed, log));
            print_changes(replayed, "  ");
        }
        if self.more > 0 {
            let more = counted(self.more, "more event");
            crate::say!("{dim}… and {more}; --json has them all{dim:#}");
        }
        self.by_hook();
        let how = if self.ran {
            "fired again"
        } else {
            "selected again, nothing was run"
        };
        crate::say!(
            "{bold}{} of {} changed{bold:#} {dim}({how}){dim:#}",
            self.changed,
            counted(self.events, "event")
        );
        if self.failed > 0 {
            let (bad, failed) = (style::BAD, counted(self.failed, "event"));
            crate::say!("{bad}{failed} could not be replayed{bad:#}");
        }
        self.notes();
    }

    fn by_hook(&self) {
        if self.hooks.is_empty() {
            return;
        }
        let number = |number: usize| match number {
            0 => "–".to_owned(),
            some => some.to_string(),
        };
        let rows: Vec<[String; 7]> = self
            .hooks
            .iter()
            .map(|(name, by)| {
                [
                    style::one_line(name),
                    by.before.to_string(),
                    by.now.to_string(),
                    number(by.no_longer_runs),
                    number(by.now_runs),
                    number(by.now_blocks),
                    number(by.no_longer_blocks),
                ]
            })
            .collect();
        let headings = [
            "hook",
            "ran",
            if self.ran { "runs" } else { "would run" },
            "no longer runs",
            "now runs",
            "now blocks",
            "no longer blocks",
        ];
        let bold = style::BOLD;
        let lines = show::columns(&headings.map(str::to_owned), &rows);
        for (number, line) in lines.iter().enumerate() {
            match number {
                0 => crate::say!("{bold}{line}{bold:#}"),
                _ => crate::say!("{line}"),
            }
        }
    }

    fn notes(&self) {
        let dim = style::DIM;
        for (count, what) in [
            (
                self.redacted,
                "secrets were removed from the input: hooks see the replacement",
            ),
            (self.cut, "the input was too long and was cut"),
        ] {
            if count > 0 {
                crate::say!("{dim}in {} {what}{dim:#}", counted(count, "event"));
            }
        }
    }

    /// Prints the report as JSON.
    pub(super) fn json(&self, log: &OpenLog) -> Result<(), CommandError> {
        show::json(&self.to_json(log))
    }

    /// The report as JSON.
    pub(crate) fn to_json(&self, log: &OpenLog) -> Value {
        let events = self.told.iter().map(|(event, replayed)| {
            let changes: Vec<Value> = replayed
                .changes
                .iter()
                .map(OutcomeChange::to_json)
                .collect();
            let mut json = json!({
                "id": event.id,
                "event": log.shown_text(&event.event),
                "hooks": replayed.hooks,
                "changes": changes,
            });
            let mut set = |key: &str, value: Option<Value>| {
                if let Some(value) = value {
                    json[key] = value;
                }
            };
            set(
                "tool",
                event
                    .tool
                    .as_deref()
                    .map(|tool| log.shown_text(tool).into()),
            );
            set("redacted", replayed.redacted.then_some(true.into()));
            set("cut", replayed.cut.then_some(true.into()));
            set("error", replayed.failed.clone().map(Into::into));
            set("before", replayed.before.clone());
            set("now", replayed.now.clone());
            json
        });
        let hooks = self.hooks.iter().map(|(name, by)| {
            json!({
                "hook": name,
                "ran": by.before,
                "runs": by.now,
                "noLongerRuns": by.no_longer_runs,
                "nowRuns": by.now_runs,
                "nowBlocks": by.now_blocks,
                "noLongerBlocks": by.no_longer_blocks,
            })
        });
        json!({
            "mode": if self.ran { "run" } else { "select" },
            "events": self.events,
            "changed": self.changed,
            "failed": self.failed,
            "redacted": self.redacted,
            "cut": self.cut,
            "hooks": hooks.collect::<Value>(),
            "told": events.collect::<Value>(),
        })
    }
}

fn headline(event: &LoggedEvent, replayed: &ReplayResult, log: &OpenLog) -> String {
    let tool = event.tool.as_deref().map(|tool| format!(" {tool}"));
    let about = about(&replayed.input);
    let about = if about.is_empty() {
        about
    } else {
        format!(": {about}")
    };
    let line = format!(
        "event {} ({}), {}{}{about}",
        event.id,
        local(event.time),
        event.event,
        tool.unwrap_or_default()
    );
    style::one_line(&log.shown_text(&line))
}

fn print_changes(replayed: &ReplayResult, indent: &str) {
    if let Some(error) = &replayed.failed {
        let bad = style::BAD;
        crate::say!(
            "{indent}{bad}it cannot be replayed{bad:#}: {}",
            style::one_line(error)
        );
    }
    for change in &replayed.changes {
        let colour = match change {
            OutcomeChange::NowBlocked { .. } => style::BAD,
            OutcomeChange::NoLongerBlocked { .. } | OutcomeChange::NoLongerRuns { .. } => {
                style::WARNING
            }
            _ => style::BOLD,
        };
        let words = style::one_line(&change.to_string());
        crate::say!("{indent}{colour}→{colour:#} {words}");
    }
}

/// Summarises an outcome in a few words.
fn in_words(outcome: &Value) -> String {
    let hooks = outcome["hooks"].as_array().map_or(0, Vec::len);
    let words = match (&outcome["blocked"], &outcome["continue"]) {
        (Value::Bool(true), _) => {
            let reason = outcome["blockReason"].as_str().unwrap_or_default();
            format!("blocked: {reason}")
        }
        (_, Value::Bool(false)) => "the agent stops".to_owned(),
        _ => outcome["permissionDecision"]
            .as_str()
            .unwrap_or("go on")
            .to_owned(),
    };
    let line = format!(
        "{words} ({}, {} ms)",
        counted(hooks, "hook"),
        outcome["durationMs"]
    );
    style::one_line(&line)
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}
