//! The arguments of `replay`.

use std::path::PathBuf;

use clap::Args;

use crate::log::{EventNumber, FilterArgs, PlaceArgs, number};
use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
With an ID, the event is fired again, and its hooks really run. With --since or
another filter, nothing runs: the report says which hooks would take part now. Add
--run to run them. With --settings FILE this is a backtest: it shows what a new policy
would have done to past events.

The report shows what changes: events that are now blocked or no longer blocked, other
decisions or rewrites, hooks that now run or no longer run, and why. Each event uses
the settings of its own project, and the input from the log. Where secrets were removed
from the input, hooks see the replacement, and the report says so. Replays are not
recorded.

Examples:
  snaphook replay 127
  snaphook replay last --select
  snaphook replay --since 7d --settings new.json
  snaphook replay --since 1d --decision blocked --run
  snaphook replay 127 --save guard.hooktest.json

Exit status: 0; 1 if the command failed or the event ID cannot be replayed; with
--fail-on-change also if anything changed or an event cannot be replayed.";

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The event's number in the log, or `last`
    #[arg(
        value_parser = number,
        required_unless_present_any = ["event", "tool", "hook", "decision", "session", "since", "until", "text"],
        conflicts_with_all = ["event", "tool", "hook", "decision", "session", "since", "until", "text"]
    )]
    pub(crate) id: Option<EventNumber>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Run the hooks of all these events
    #[arg(long, conflicts_with = "select")]
    pub(crate) run: bool,
    /// Run nothing: only show which hooks would take part
    #[arg(long)]
    pub(crate) select: bool,
    /// Write the events and their outcomes as test cases to this new file
    /// (`NAME.hooktest.json`), and run nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "select", "json", "fail_on_change"])]
    pub(crate) save: Option<PathBuf>,
    /// Exit with 1 if anything changed, or an event cannot be replayed
    #[arg(long)]
    pub(crate) fail_on_change: bool,
    /// Print the changes as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl ReplayArgs {
    /// Whether hooks run.
    pub(super) fn runs(&self) -> bool {
        self.run || (self.id.is_some() && !self.select)
    }
}
