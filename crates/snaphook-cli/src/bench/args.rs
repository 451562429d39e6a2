//! The arguments of `bench`.

use clap::Args;

use super::budget::TimeBudget;
use crate::args::EventArgs;

pub(crate) const HELP: &str = "\
Takes the arguments of `fire` and really runs the hooks many times. Nothing is logged.
The report has the times of each hook and of the whole event, and names the hook that
the agent waits for.

By default all runs share one engine, as in a running agent: workers, connections and
MCP servers stay, and the first runs are not counted. With --cold each run has a new
engine and pays for starting these.

BUDGET is a limit: `p95<50ms` for the whole event, or `HOOK:p95<50ms` for each hook
with this name or id. Measures: mean, median (p50), p95, p99, max; units: us, ms, s. If
nothing was measured, or every run failed, every budget counts as exceeded.

Examples:
  snaphook bench PreToolUse --tool Bash --tool-input '{\"command\":\"ls\"}'
  snaphook bench --input event.json --runs 200 --budget 'p95<50ms' --budget 'fmt:median<5ms'

Exit status: 0, or 1 if a budget was exceeded or the command failed.";

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(mut_arg("session", |arg| arg.hide(true)))]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) event: EventArgs,
    /// The number of runs that are counted
    #[arg(long, short = 'n', value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) runs: u32,
    /// The number of runs before, which are not counted (default: 3)
    #[arg(long, value_name = "N", conflicts_with = "cold", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) warmup: Option<u32>,
    /// Start a new engine for each run
    #[arg(long)]
    pub(crate) cold: bool,
    /// Fail if this limit is exceeded; repeat it for several
    #[arg(long, value_name = "BUDGET", value_parser = TimeBudget::read)]
    pub(crate) budget: Vec<TimeBudget>,
}
