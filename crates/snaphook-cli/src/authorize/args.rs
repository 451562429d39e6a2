//! The arguments of `authorize`.

use clap::Args;
use clap::builder::PossibleValuesParser;
use snaphook::permission::Mode;

use crate::args::EventArgs;

pub(crate) const HELP: &str = "\
Takes a tool call the whole way: PreToolUse hooks, deny, ask and allow rules, the
permission mode, PermissionRequest hooks, a person at the terminal, and after a
deny PermissionDenied hooks. The call is an input as `fire PreToolUse` takes it, or
--tool and --tool-input.

Hooks are run, and what a hook or a person changes for good is written into the
settings. Without a terminal there is nobody to ask, and ask means deny.

Exit status:
  0  allowed
  2  denied, or not decided; the reason is on stderr
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
    /// Say what every step of the way decided, and why
    #[arg(long)]
    pub(crate) explain: bool,
    /// Ask nobody, even at a terminal
    #[arg(long)]
    pub(crate) no_ask: bool,
    /// Do not record the events in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
    /// `bypassPermissions` may be set by hooks
    #[arg(long)]
    pub(crate) bypass_available: bool,
}
