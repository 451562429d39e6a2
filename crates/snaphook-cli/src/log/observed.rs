//! Prints what hooks that only observe would have decided, beside what was decided.

use serde_json::{Value, json};
use snaphook_log::ObservedStats;

use super::args::StatsArgs;
use super::opened::{OpenLog, failed};
use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn stats(args: &StatsArgs) -> Result<(), CommandError> {
    let filter = args.filter.filter()?;
    let mut log = OpenLog::of(&args.place)?;
    let stats = match log.reader() {
        Some(reader) => reader.observed(&filter).map_err(|error| failed(&error))?,
        None => Vec::new(),
    };
    if args.json {
        let list: Value = stats.iter().map(|one| as_json(one, &log)).collect();
        return show::json(&list);
    }
    if stats.is_empty() {
        crate::tell!("no hook that only observes ran in these events");
        return Ok(());
    }
    let headings = [
        "hook",
        "events",
        "would block",
        "newly",
        "would ask",
        "would allow",
        "failures",
        "newly blocked events",
    ];
    let rows: Vec<[String; 8]> = stats
        .iter()
        .map(|one| {
            let events: Vec<_> = one.newly_blocked.iter().map(i64::to_string).collect();
            [
                style::one_line(&log.shown_text(&one.name)),
                one.events.to_string(),
                one.would_block.to_string(),
                one.would_newly_block.to_string(),
                one.would_ask.to_string(),
                one.would_allow.to_string(),
                one.failures.to_string(),
                events.join(" "),
            ]
        })
        .collect();
    for line in show::columns(&headings.map(str::to_owned), &rows) {
        crate::say!("{line}");
    }
    Ok(())
}

fn as_json(stats: &ObservedStats, log: &OpenLog) -> Value {
    json!({
        "hook": log.shown_text(&stats.name),
        "events": stats.events,
        "wouldBlock": stats.would_block,
        "wouldNewlyBlock": stats.would_newly_block,
        "wouldAsk": stats.would_ask,
        "wouldAllow": stats.would_allow,
        "failures": stats.failures,
        "newlyBlocked": stats.newly_blocked,
    })
}
