//! The arguments of `hook`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use snaphook_agents::AGENTS;

use crate::settings_args::TrustChoice;

pub(crate) const HELP: &str = r#"Put this command into the configuration of an agent's hooks. It reads the agent's
input, runs your hooks on it, and prints the answer that the agent understands.
Hooks see canonical events and tools: a guard on `Bash` holds in every agent. The
agent's own input is in `native`.

Files that the agent reads by itself are not loaded. `.claude/settings.json` is
loaded in other agents only with --include claude.

What the agent cannot do is done in the next safer way, and stderr says so: a
question becomes a denial, a rewrite a denial that names the input to use, context
waits for the next event that takes it.

It denies in time: if guards have not answered shortly before --limit, or anything
else hangs, it denies by itself, because every agent goes on when a hook takes too
long. The limit counts from the start of the command.

With --keep it answers many events, for plugins of agents whose hooks are JavaScript:
a line {"id": 1, "event": "PreToolUse", "input": {}} gets a line with the same id and
what would have been printed: {"id": 1, "exit": 0, "stdout": "", "stderr": ""}.

Exit status: what the agent expects. Agents with JSON get JSON and 0; 2 where only
the exit status counts; never 1, except for wrong usage of this command.

Examples:
  snaphook hook --agent codex
  snaphook hook --agent copilot preToolUse --limit 30"#;

/// A kind of settings that is loaded only when asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Include {
    /// The hooks of `.claude/settings.json` and of its plugins
    Claude,
}

/// What happens when the bridge itself fails and no guard is configured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnHookError {
    /// Deny where a guard may have a say, else go on with a message
    Guards,
    /// Deny always
    Deny,
}

/// Arguments of `hook`.
#[derive(Debug, Clone, Args)]
pub(crate) struct HookArgs {
    /// The agent whose hook this is
    #[arg(long, value_name = "NAME", value_parser = agent_names(), hide_possible_values = false)]
    pub(crate) agent: String,
    /// The agent's version, where it is not the newest: what it can do differs by version
    #[arg(long, value_name = "VERSION")]
    pub(crate) agent_version: Option<String>,
    /// The agent's name of the event, where its input does not say
    pub(crate) event: Option<String>,
    /// Load these hooks, too
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) include: Vec<Include>,
    /// How many seconds the agent waits for this hook (default: as the agent's own
    /// default, else 60)
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86400))]
    pub(crate) limit: Option<u32>,
    /// What to do when the bridge itself fails
    #[arg(long, value_enum, value_name = "HOW", default_value = "guards")]
    pub(crate) on_error: OnHookError,
    /// Load exactly this settings file; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Vec<PathBuf>,
    /// The project's root (default: found from the input's working directory)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Whose hooks run; files named by --settings need no trust
    #[arg(long, value_enum, default_value = "store")]
    pub(crate) trust: TrustChoice,
    /// Stay, and answer one event for each line of input: for plugins
    #[arg(long, conflicts_with = "event")]
    pub(crate) keep: bool,
    /// Do not record the event in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
}

fn agent_names() -> PossibleValuesParser {
    PossibleValuesParser::new(AGENTS.iter().map(|agent| agent.name))
}
