//! The arguments of `watch`.

use std::path::PathBuf;

use clap::Args;

use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
Starts a session (SessionStart, source `startup`) and stays in the foreground:
  - a settings file that changes is loaded anew, ConfigChange is fired, and what
    came of it is shown; a file that cannot be loaded, or whose change a hook
    blocked, keeps what it said before
  - a file that hooks want to hear of fires FileChanged: those that matchers of
    FileChanged name in the working directory (`.env|.envrc`), and those that a
    hook gave in `watchPaths`
Ctrl-C ends it, and the session (SessionEnd, reason `other`).

With --json every line of stdout is an object with a `type`: sessionStart,
started, settings, fileChanged, files, notice, trouble, sessionEnd.

Examples:
  snaphook watch
  snaphook watch --settings settings.json --json

Exit status: 0 when it was interrupted, 1 when the command failed: usage, settings
that cannot be loaded.";

/// Arguments of `watch`.
#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The session's working directory (default: this one)
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Look at the files every 2 seconds instead of asking the system to tell:
    /// for file systems where it does not
    #[arg(long)]
    pub(crate) poll: bool,
    /// Do not record the events in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
    /// Print JSON, one object on each line
    #[arg(long)]
    pub(crate) json: bool,
}
