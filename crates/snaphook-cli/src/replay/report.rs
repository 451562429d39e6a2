//! What changed: in one event, or in all of them by hook.

use std::collections::BTreeMap;
use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use snaphook_log::LoggedEvent;
use snaphook_log::compare::Change;

use super::again::Replayed;
use super::events::Events;
use crate::error::CommandError;
use crate::log::{Opened, about, local};
use crate::show::{self, style};

/// Events that are listed; the rest is counted.
const LISTED: usize = 20;

/// What was replayed.
pub(super) struct Report {
    ran: bool,
    events: usize,
    redacted: usize,
    cut: usize,
    changed: usize,
    /// How many could not be tried.
    failed: usize,
    /// Those with something to tell; for people only the first.
    told: Vec<(LoggedEvent, Replayed)>,
    for_programs: bool,
    /// There is only one, which is told whatever came of it.
    alone: bool,
    /// How many more there are.
    more: usize,
    hooks: BTreeMap<String, ByHook>,
}

/// One hook, over all events.
#[derive(Debug, Clone, Copy, Default)]
struct ByHook {
    before: usize,
    now: usize,
    no_longer_runs: usize,
    now_runs: usize,
    now_blocks: usize,
    no_longer_blocks: usize,
}

/// A bar, when there are many events and somebody looks.
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

impl Report {
    pub(super) fn new(ran: bool, alone: bool, for_programs: bool) -> Self {
        Self {
            ran,
            events: 0,
            redacted: 0,
            cut: 0,
            changed: 0,
            failed: 0,
            told: Vec::new(),
            for_programs,
            alone,
            more: 0,
            hooks: BTreeMap::new(),
        }
    }

    pub(super) fn add(&mut self, event: LoggedEvent, replayed: Replayed) {
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
                    Change::NowBlocked { .. } => counted.now_blocks += 1,
                    Change::NoLongerBlocked { .. } => counted.no_longer_blocks += 1,
                    Change::NowRuns { .. } => counted.now_runs += 1,
                    Change::NoLongerRuns { .. } => counted.no_longer_runs += 1,
                    _ => {}
                }
            }
        }
        self.changed += usize::from(!replayed.changes.is_empty());
        self.failed += usize::from(replayed.failed.is_some());
        if self.alone || !replayed.changes.is_empty() || replayed.failed.is_some() {
            match self.for_programs || self.told.len() < LISTED {
                true => self.told.push((event, replayed)),
                false => self.more += 1,
            }
        }
    }

    fn hook(&mut self, name: &str) -> &mut ByHook {
        self.hooks.entry(name.to_owned()).or_default()
    }

    pub(super) fn any_change(&self) -> bool {
        self.changed > 0
    }

    /// Whether an event could not be tried.
    pub(super) fn any_failure(&self) -> bool {
        self.failed > 0
    }

    /// One event, then and now.
    pub(super) fn one(&self, log: &Opened) {
        let Some((event, replayed)) = self.told.first() else {
            return;
        };
        let (bold, dim) = (style::BOLD, style::DIM);
        crate::say!("{bold}{}{bold:#}", headline(event, replayed, log));
        let then = replayed.before.as_ref();
        let then = then.map_or("nobody waited for it".to_owned(), in_words);
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
        tell(replayed, "  ");
        if replayed.changes.is_empty() && replayed.failed.is_none() {
            let good = style::GOOD;
            crate::say!("  {good}nothing changed{good:#}");
        }
        self.notes();
    }

    /// All of them.
    pub(super) fn all(&self, log: &Opened) {
        let (bold, dim) = (style::BOLD, style::DIM);
        for (event, replayed) in &self.told {
            crate::say!("{bold}{}{bold:#}", headline(event, replayed, log));
            tell(replayed, "  ");
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
            crate::say!("{bad}{failed} could not be tried again{bad:#}");
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
                "secrets were taken out of the input: hooks see what stands in their place",
            ),
            (self.cut, "the input was too long to be kept whole"),
        ] {
            if count > 0 {
                crate::say!("{dim}in {} {what}{dim:#}", counted(count, "event"));
            }
        }
    }

    /// All of it for programs.
    pub(super) fn json(&self, log: &Opened) -> Result<(), CommandError> {
        let events = self.told.iter().map(|(event, replayed)| {
            let changes: Vec<Value> = replayed.changes.iter().map(Change::to_json).collect();
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
        show::json(&json!({
            "mode": if self.ran { "run" } else { "select" },
            "events": self.events,
            "changed": self.changed,
            "failed": self.failed,
            "redacted": self.redacted,
            "cut": self.cut,
            "hooks": hooks.collect::<Value>(),
            "told": events.collect::<Value>(),
        }))
    }
}

fn headline(event: &LoggedEvent, replayed: &Replayed, log: &Opened) -> String {
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

fn tell(replayed: &Replayed, indent: &str) {
    if let Some(error) = &replayed.failed {
        let bad = style::BAD;
        crate::say!(
            "{indent}{bad}it cannot be tried again{bad:#}: {}",
            style::one_line(error)
        );
    }
    for change in &replayed.changes {
        let colour = match change {
            Change::NowBlocked { .. } => style::BAD,
            Change::NoLongerBlocked { .. } | Change::NoLongerRuns { .. } => style::WARNING,
            _ => style::BOLD,
        };
        let words = style::one_line(&change.to_string());
        crate::say!("{indent}{colour}→{colour:#} {words}");
    }
}

/// An outcome in a few words.
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
