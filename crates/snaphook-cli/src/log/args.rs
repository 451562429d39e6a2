//! The arguments of `log`, and the filters that `replay` shares.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use snaphook_log::{Decision, Filter};

use super::when;
use crate::error::CommandError;

pub(crate) const HELP: &str = "\
Every event that `fire`, `authorize`, `watch` and `serve` run is recorded: its input,
what each hook said and how long it took, and what came of it. Secrets of well-known
shapes, and fields whose names say so, are taken out before anything is written.

The log is an SQLite database in the state folder (~/.local/state/snaphook/log.db).
`auditLog` in managed or user settings switches it off, limits it, moves it, or names
more fields that are not to be kept; `--no-log` leaves one event out.

WHEN is a time ago (`30m`, `2h`, `7d`), a day (`2026-11-03`, `today`), or a time
(`2026-11-03T14:30`).

Examples:
  snaphook log --decision blocked --since 1d
  snaphook log --tool Bash --text 'git push' --json
  snaphook log --follow
  snaphook log show 127
  snaphook log stats --since 7d
  snaphook log --from agents.jsonl --file agents.db

Exit status: 0, or 1 when the command failed.";

/// Arguments of `log`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct LogArgs {
    #[command(subcommand)]
    pub(crate) command: Option<LogCommand>,
    #[command(flatten)]
    pub(crate) list: ListArgs,
}

/// What to show instead of a table.
#[derive(Debug, Subcommand)]
pub(crate) enum LogCommand {
    /// Show one event in full
    Show(ShowArgs),
    /// Show what each hook did: calls, blocks, failures, timeouts, times
    Stats(StatsArgs),
}

/// Arguments of `log` itself.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Show at most so many events, the newest
    #[arg(long, short = 'n', value_name = "N", default_value_t = 30)]
    pub(crate) limit: usize,
    /// Go on: show events as they are recorded
    #[arg(long, short, conflicts_with = "from")]
    pub(crate) follow: bool,
    /// Print an event on each line as JSON, with its input and its outcome
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `log show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The event's number in the log, or `last`
    #[arg(value_parser = number)]
    pub(crate) id: Number,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Print it as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `log stats`.
#[derive(Debug, Args)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Print them as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which log.
#[derive(Debug, Args)]
pub(crate) struct PlaceArgs {
    /// Read this log (default: what the settings say, else log.db in the state
    /// folder)
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Import a log of JSON lines and read that; with --file into that database,
    /// which must be new
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
}

/// Which events.
#[derive(Debug, Args, Default)]
pub(crate) struct FilterArgs {
    /// Only this event; may be given several times, as most filters
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Vec<String>,
    /// Only calls of this tool
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Vec<String>,
    /// Only events that this hook took part in, by name or id
    #[arg(long, value_name = "HOOK")]
    pub(crate) hook: Vec<String>,
    /// Only what came to this
    #[arg(long, value_name = "WORD", value_parser = PossibleValuesParser::new(Decision::WORDS))]
    pub(crate) decision: Vec<String>,
    /// Only events of this session
    #[arg(long, value_name = "ID")]
    pub(crate) session: Vec<String>,
    /// Only events since then
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<String>,
    /// Only events before then
    #[arg(long, value_name = "WHEN")]
    pub(crate) until: Option<String>,
    /// Only events with these words, one after the other, in the input or in what
    /// hooks said; the last may be the beginning of one
    #[arg(long, value_name = "WORDS")]
    pub(crate) text: Option<String>,
}

impl FilterArgs {
    pub(crate) fn filter(&self) -> Result<Filter, CommandError> {
        let time = |text: &Option<String>| text.as_deref().map(when::read).transpose();
        let mut filter = Filter::default();
        filter.events.clone_from(&self.event);
        filter.tools.clone_from(&self.tool);
        filter.hooks.clone_from(&self.hook);
        let decisions = self.decision.iter();
        filter.decisions = decisions.filter_map(|word| Decision::named(word)).collect();
        filter.sessions.clone_from(&self.session);
        filter.since = time(&self.since)?;
        filter.until = time(&self.until)?;
        filter.text.clone_from(&self.text);
        if filter.has_no_words() {
            return Err(CommandError::new("--text has no words to look for")
                .help("letters and digits count, as in --text 'git push'"));
        }
        Ok(filter)
    }
}

/// One event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Number {
    Id(i64),
    Last,
}

/// Reads the number of an event.
pub(crate) fn number(text: &str) -> Result<Number, String> {
    match (text, text.parse::<i64>()) {
        ("last", _) => Ok(Number::Last),
        (_, Ok(id)) if id > 0 => Ok(Number::Id(id)),
        _ => Err("an event has a number, as `snaphook log` shows it, or is `last`".to_owned()),
    }
}
