//! Prints the newest events, and with `--follow` new ones as they are recorded.

use std::io::{ErrorKind, Write};
use std::time::Duration;

use snaphook_log::{Filter, LogReader, LoggedEvent};

use super::args::LogListArgs;
use super::corrections::find_corrections;
use super::json::json;
use super::opened::{OpenLog, failed, print_unsearched};
use super::table::Table;
use crate::error::CommandError;
use crate::fire::Interrupt;
use crate::show::{self, style};

/// How often a log that is followed is looked at.
const PAUSE: Duration = Duration::from_millis(200);

/// Events that are read at once.
const PAGE: usize = 500;

pub(super) async fn list(args: &LogListArgs) -> Result<(), CommandError> {
    let filter = args.filter.filter()?;
    let mut log = OpenLog::of(&args.place)?;
    let Some(reader) = log.reader() else {
        if !args.json {
            crate::tell!("nothing is logged yet ({})", log.file.display());
        }
        return match args.follow {
            true => follow(log, &filter, 0, args.json).await,
            false => Ok(()),
        };
    };
    let table = Table::of(show::width());
    // One more tells whether there are more.
    let wanted = args.limit.saturating_add(1);
    let searched = reader
        .searched_to(&filter)
        .map_err(|error| failed(&error))?;
    let mut events = reader
        .newest(&filter, wanted)
        .map_err(|error| failed(&error))?;
    print_unsearched(reader, &filter)?;
    let dropped = reader
        .dropped(filter.since)
        .map_err(|error| failed(&error))?;
    let hints = match events.is_empty() && !args.json {
        true => find_corrections(reader, &filter),
        false => Vec::new(),
    };
    // One that came meanwhile is shown here, and not again by --follow.
    let searched = events
        .first()
        .map_or(searched, |event| searched.max(event.id));
    let more = events.len() > args.limit;
    events.truncate(args.limit);
    events.reverse();
    if !args.json && (!events.is_empty() || args.follow) {
        crate::say!("{}", table.headings());
    }
    match print(&log, &events, args.json) {
        Ok(()) => {}
        // The reader closed the pipe, as `head` does.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
        Err(error) => return Err(closed(&error)),
    }
    if !args.json {
        notes(events.len(), more, dropped);
        for hint in hints {
            let help = style::HELP;
            crate::tell!(
                "{help}hint{help:#}: {}",
                style::one_line(&log.shown_text(&hint))
            );
        }
    }
    match args.follow {
        true => follow(log, &filter, searched, args.json).await,
        false => Ok(()),
    }
}

/// What there is to say beside the table.
fn notes(shown: usize, more: bool, dropped: u64) {
    let dim = style::DIM;
    if shown == 0 {
        crate::tell!("{dim}no event matches{dim:#}");
    }
    if more {
        crate::tell!("{dim}older events are not shown; use --limit N to see more{dim:#}");
    }
    if dropped > 0 {
        let warning = style::WARNING;
        crate::tell!(
            "{warning}{dropped} events were not logged{warning:#}: too many came at once, or the log could not be written"
        );
    }
}

async fn follow(
    mut log: OpenLog,
    filter: &Filter,
    mut last: i64,
    as_json: bool,
) -> Result<(), CommandError> {
    let following = async {
        loop {
            // In pages, so that thousands of events are never in memory at once.
            while let Some(reader) = log.open_if_created()? {
                let (events, next) = page(reader, filter, last)?;
                if print(&log, &events, as_json).is_err() {
                    return Ok(());
                }
                last = next;
                if events.len() < PAGE {
                    break;
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
    };
    let cancel = snaphook::CancellationToken::new();
    let following = cancel.run_until_cancelled(following);
    let (ended, _) = Interrupt::listen().or_end_of(following, &cancel).await;
    ended.unwrap_or(Ok(()))
}

/// The next events, and how far it has been looked.
fn page(
    reader: &mut LogReader,
    filter: &Filter,
    last: i64,
) -> Result<(Vec<LoggedEvent>, i64), CommandError> {
    let searched = reader.searched_to(filter).map_err(|error| failed(&error))?;
    let events = reader
        .after(filter, last, PAGE)
        .map_err(|error| failed(&error))?;
    let seen = events.last().map_or(last, |event| event.id);
    match events.len() < PAGE {
        true => Ok((events, seen.max(searched))),
        false => Ok((events, seen)),
    }
}

/// Prints events; fails when the reader has closed the pipe.
fn print(log: &OpenLog, events: &[LoggedEvent], as_json: bool) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    let table = Table::of(show::width());
    for event in events {
        let body = log.body(event.id);
        let line = match as_json {
            true => json(event, body.as_ref(), log).to_string(),
            false => table.line(event, body.as_ref(), log),
        };
        writeln!(out, "{line}")?;
    }
    out.flush()
}

fn closed(error: &std::io::Error) -> CommandError {
    CommandError::new(format!("failed to print the events: {error}"))
}
