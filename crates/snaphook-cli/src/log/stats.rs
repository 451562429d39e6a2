//! Prints totals for each hook over many events.

use serde_json::{Value, json};
use snaphook_log::HookStats;

use super::args::StatsArgs;
use super::json::milliseconds;
use super::observed;
use super::opened::{OpenLog, failed, print_unsearched};
use crate::error::CommandError;
use crate::show::{self, style};

pub(super) fn stats(args: &StatsArgs) -> Result<(), CommandError> {
    if args.observed {
        return observed::stats(args);
    }
    let filter = args.filter.filter()?;
    let mut log = OpenLog::of(&args.place)?;
    let stats = match log.reader() {
        Some(reader) => {
            let stats = reader.stats(&filter).map_err(|error| failed(&error))?;
            print_unsearched(reader, &filter)?;
            stats
        }
        None => Vec::new(),
    };
    if args.json {
        let list: Value = stats.iter().map(|one| as_json(one, &log)).collect();
        return show::json(&list);
    }
    if stats.is_empty() {
        crate::tell!("no hook ran in these events");
        return Ok(());
    }
    print(&stats, &log);
    Ok(())
}

fn print(stats: &[HookStats], log: &OpenLog) {
    let time = show::microseconds;
    // Where hooks share a name, the id tells which is which.
    let name = |one: &HookStats| {
        let shared = stats.iter().filter(|other| other.name == one.name).count() > 1;
        match one.id.as_deref().filter(|_| shared) {
            Some(id) => format!("{} ({id})", one.name),
            None => one.name.clone(),
        }
    };
    let rows: Vec<[String; 8]> = stats
        .iter()
        .map(|one| {
            let times = one.times;
            [
                style::one_line(&log.shown_text(&name(one))),
                one.calls.to_string(),
                one.blocks.to_string(),
                one.failures.to_string(),
                one.timeouts.to_string(),
                time(times.p50),
                time(times.p95),
                time(times.p99),
            ]
        })
        .collect();
    let numbers: Vec<i64> = stats.iter().map(|one| one.times.p95).collect();
    let headings = [
        "hook", "calls", "blocks", "failures", "timeouts", "p50", "p95", "p99",
    ];
    show::print_bars(headings, rows, &numbers);
}

fn as_json(stats: &HookStats, log: &OpenLog) -> Value {
    let times = stats.times;
    json!({
        "hook": log.shown_text(&stats.name),
        "id": stats.id.as_deref().map(|id| log.shown_text(id)),
        "calls": stats.calls,
        "blocks": stats.blocks,
        "failures": stats.failures,
        "timeouts": stats.timeouts,
        "skipped": stats.skipped,
        "p50Ms": milliseconds(times.p50),
        "p95Ms": milliseconds(times.p95),
        "p99Ms": milliseconds(times.p99),
        "maxMs": milliseconds(times.max),
    })
}
