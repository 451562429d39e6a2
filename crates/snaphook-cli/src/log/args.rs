//! The arguments of `log`, and the filters that `replay` shares.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use snaphook_log::{Filter, LoggedDecision};

use super::when;
use crate::error::CommandError;

pub(crate) const HELP: &str = "\
`fire`, `authorize`, `watch` and `serve` record every event: its input, the answer and
time of each hook, and the outcome. Secrets with a known format, and fields whose names
mean secrets, are removed before anything is written.

The log is an SQLite database in the state folder (~/.local/state/snaphook/log.db).
`auditLog` in managed or user settings can switch it off, limit it, move it, or remove
more fields. `--no-log` leaves one event out.

WHEN is a time ago (`30m`, `2h`, `7d`), a day (`2026-11-03`, `today`), or a time
(`2026-11-03T14:30`).

Examples:
  snaphook log --decision blocked --since 1d
  snaphook log --tool Bash --text 'git push' --json
  snaphook log --follow
  snaphook log show 127
  snaphook log stats --since 7d
  snaphook log --from agents.jsonl --file agents.db
  snaphook log checkpoint | ssh other 'cat >> checkpoints.jsonl'
  snaphook log verify --checkpoints checkpoints.jsonl

Exit status: 0, or 1 if the command failed or `verify` found a problem.";

/// Arguments of `log`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct LogArgs {
    #[command(subcommand)]
    pub(crate) command: Option<LogCommand>,
    #[command(flatten)]
    pub(crate) list: LogListArgs,
}

/// The commands that show something else than the table.
#[derive(Debug, Subcommand)]
pub(crate) enum LogCommand {
    /// Show one event in full
    Show(ShowArgs),
    /// Show totals for each hook: calls, blocks, failures, timeouts, times
    Stats(StatsArgs),
    /// Say whether the log is what was recorded: find changed, removed and moved events
    Verify(VerifyLogArgs),
    /// Print where the log ends, signed, to be kept on another machine
    Checkpoint(CheckpointArgs),
}

/// Arguments of `log` itself.
#[derive(Debug, Args)]
pub(crate) struct LogListArgs {
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Show at most this many of the newest events
    #[arg(long, short = 'n', value_name = "N", default_value_t = 30)]
    pub(crate) limit: usize,
    /// Keep running, and show new events as they are recorded
    #[arg(long, short, conflicts_with = "from")]
    pub(crate) follow: bool,
    /// Print each event as one line of JSON, with its input and outcome
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `log show`.
#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The event's number in the log, or `last`
    #[arg(value_parser = number)]
    pub(crate) id: EventNumber,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Print the event as JSON
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
    /// Instead: what hooks that only observe would have decided, beside what was decided
    #[arg(long)]
    pub(crate) observed: bool,
    /// Print the totals as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `log verify`.
#[derive(Debug, Args)]
pub(crate) struct VerifyLogArgs {
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Compare with the checkpoints in this file, one on each line
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoints: Option<PathBuf>,
    /// The key that signed them (default: the one of this machine's log)
    #[arg(long, value_name = "KEY", requires = "checkpoints")]
    pub(crate) key: Option<String>,
    /// Print what was found as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `log checkpoint`.
#[derive(Debug, Args)]
pub(crate) struct CheckpointArgs {
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
}

/// The arguments that choose the log.
#[derive(Debug, Args)]
pub(crate) struct PlaceArgs {
    /// Read this log (default: the one in the settings, else log.db in the state
    /// folder)
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Import a log of JSON lines, and read it; with --file, into that new database
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
}

/// The arguments that choose events.
#[derive(Debug, Args, Default)]
pub(crate) struct FilterArgs {
    /// Only this event; repeat this and most filters for several
    #[arg(long, value_name = "EVENT")]
    pub(crate) event: Vec<String>,
    /// Only calls of this tool
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Vec<String>,
    /// Only events in which this hook took part, by name or id
    #[arg(long, value_name = "HOOK")]
    pub(crate) hook: Vec<String>,
    /// Only events with this result
    #[arg(long, value_name = "WORD", value_parser = PossibleValuesParser::new(LoggedDecision::WORDS))]
    pub(crate) decision: Vec<String>,
    /// Only events of this session
    #[arg(long, value_name = "ID")]
    pub(crate) session: Vec<String>,
    /// Only events since this time
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<String>,
    /// Only events before this time
    #[arg(long, value_name = "WHEN")]
    pub(crate) until: Option<String>,
    /// Only events with these words in this order in the input or in an answer; the
    /// last may be the beginning of a word
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
        filter.decisions = decisions
            .filter_map(|word| LoggedDecision::named(word))
            .collect();
        filter.sessions.clone_from(&self.session);
        filter.since = time(&self.since)?;
        filter.until = time(&self.until)?;
        filter.text.clone_from(&self.text);
        if filter.has_no_words() {
            return Err(CommandError::new("--text has no word to search for")
                .help("give words of letters and digits, as in --text 'git push'"));
        }
        Ok(filter)
    }
}

/// Which event of the log is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EventNumber {
    Id(i64),
    Last,
}

/// Reads the number of an event.
pub(crate) fn number(text: &str) -> Result<EventNumber, String> {
    match (text, text.parse::<i64>()) {
        ("last", _) => Ok(EventNumber::Last),
        (_, Ok(id)) if id > 0 => Ok(EventNumber::Id(id)),
        _ => {
            Err("expected the number of an event, as `snaphook log` shows it, or `last`".to_owned())
        }
    }
}
