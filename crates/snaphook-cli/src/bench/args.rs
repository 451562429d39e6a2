//! The arguments of `bench`.

use clap::Args;

use super::budget::Budget;
use crate::args::EventArgs;

pub(crate) const HELP: &str = "\
Takes the arguments of `fire`, and really runs the hooks, again and again; nothing
is logged. Shown are the times of each hook and of the whole event, and which hook
the agent waits for.

Warm (the default): one engine, as in an agent that goes on; workers, connections
and MCP servers stay. Runs that only warm up are not counted. With --cold every run
has an engine of its own, and pays for starting all that.

BUDGET is a number that must be kept: `p95<50ms` for the whole event, or
`HOOK:p95<50ms` for one hook, by name or id; every hook of the name must keep it.
Numbers: mean, median (p50), p95, p99, max; units: us, ms, s. Where nothing was
measured, or every run failed, no budget is kept: that is an error.

Examples:
  snaphook bench PreToolUse --tool Bash --tool-input '{\"command\":\"ls\"}'
  snaphook bench --input event.json --runs 200 --budget 'p95<50ms' --budget 'fmt:median<5ms'

Exit status: 0; 1 when a budget was exceeded, or the command failed.";

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(mut_arg("session", |arg| arg.hide(true)))]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) event: EventArgs,
    /// How many runs are counted
    #[arg(long, short = 'n', value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) runs: u32,
    /// How many runs come before, to warm up (default: 3)
    #[arg(long, value_name = "N", conflicts_with = "cold", value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) warmup: Option<u32>,
    /// Every run with an engine of its own
    #[arg(long)]
    pub(crate) cold: bool,
    /// What must be kept; may be given several times
    #[arg(long, value_name = "BUDGET", value_parser = Budget::read)]
    pub(crate) budget: Vec<Budget>,
}
