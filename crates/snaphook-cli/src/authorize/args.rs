//! The arguments of `authorize`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use snaphook::permission::Mode;

use crate::args::EventArgs;

pub(crate) const HELP: &str = "\
The decision takes these steps: PreToolUse hooks, deny, ask and allow rules, the
permission mode, PermissionRequest hooks, a person at the terminal, and after a
deny PermissionDenied hooks. The call is an input as for `fire PreToolUse`, or
--tool and --tool-input.

Hooks really run, and lasting changes by a hook or a person are written to the
settings. A person is asked at the terminal and, while `snaphook approvals follow`
runs, there. With nobody to ask, ask means deny.

Exit status:
  0  allowed
  2  denied or undecided; the reason is on stderr
  3  a hook leaves the decision to the host (defer)
  1  the command failed: usage, unreadable input, settings that cannot be loaded

Examples:
  snaphook authorize --tool Bash --tool-input '{\"command\":\"git push\"}' --explain
  snaphook authorize --tool Edit --tool-input '{\"file_path\":\"src/a.rs\"}' --mode acceptEdits --json";

/// Arguments of `authorize`.
#[derive(Debug, Args)]
#[command(mut_arg("event", |arg| arg.hide(true)))]
pub(crate) struct AuthorizeArgs {
    #[command(flatten)]
    pub(crate) call: EventArgs,
    /// The permission mode (default: the input's, else that of the session, else
    /// that of the settings)
    #[arg(long, value_name = "MODE", value_parser = PossibleValuesParser::new(Mode::WORDS))]
    pub(crate) mode: Option<String>,
    /// Show what each step decided, and why
    #[arg(long)]
    pub(crate) explain: bool,
    /// Never ask a person, even at a terminal
    #[arg(long)]
    pub(crate) no_ask: bool,
    /// How many seconds to wait for the answer of somebody elsewhere (default:
    /// `approvals.waitSeconds` in your settings, else 600); see `snaphook approvals --help`
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=86400))]
    pub(crate) wait: Option<u32>,
    /// Do not record the events in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
    /// Let hooks set the mode `bypassPermissions`
    #[arg(long)]
    pub(crate) bypass_available: bool,
}
