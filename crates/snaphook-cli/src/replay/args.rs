//! The arguments of `replay`.

use std::path::PathBuf;

use clap::Args;

use crate::log::{FilterArgs, Number, PlaceArgs, number};
use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
With an ID, the event is fired again: its hooks really run. With --since or another
filter nothing is run; it is only found out which hooks would take part now, unless
--run says otherwise. With --settings FILE it is a backtest: what a new policy would
have done to the events of the last days, before anybody has to live with it.

Told is what changed: now blocked, no longer blocked, another decision or rewrite, a
hook that no longer runs (and why) or now does. An event meets the settings of the
project it happened in. Its input is the one that was kept: where secrets were taken
out, hooks see what stands in their place, and that is said. Replays are not recorded.

Examples:
  snaphook replay 127
  snaphook replay last --select
  snaphook replay --since 7d --settings new.json
  snaphook replay --since 1d --decision blocked --run
  snaphook replay 127 --save guard.hooktest.json

Exit status: 0; 1 when the command failed or the event ID cannot be tried again; with
--fail-on-change also when anything changed, or any event cannot be tried.";

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The event's number in the log, or `last`
    #[arg(
        value_parser = number,
        required_unless_present_any = ["event", "tool", "hook", "decision", "session", "since", "until", "text"],
        conflicts_with_all = ["event", "tool", "hook", "decision", "session", "since", "until", "text"]
    )]
    pub(crate) id: Option<Number>,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Run the hooks of all these events
    #[arg(long, conflicts_with = "select")]
    pub(crate) run: bool,
    /// Run nothing: only find out which hooks would take part
    #[arg(long)]
    pub(crate) select: bool,
    /// Write the events and what came of them as test cases into this new file
    /// (`NAME.hooktest.json`), and run nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["run", "select", "json", "fail_on_change"])]
    pub(crate) save: Option<PathBuf>,
    /// Exit with 1 when anything changed, or an event cannot be tried again
    #[arg(long)]
    pub(crate) fail_on_change: bool,
    /// Print what changed as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl ReplayArgs {
    /// Whether hooks run.
    pub(super) fn runs(&self) -> bool {
        self.run || (self.id.is_some() && !self.select)
    }
}
