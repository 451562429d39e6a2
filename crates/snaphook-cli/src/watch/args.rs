//! The arguments of `watch`.

use std::path::PathBuf;

use clap::Args;

use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
Starts a session (SessionStart, source `startup`) and runs until Ctrl-C, which ends
the session (SessionEnd, reason `other`).
  - When a settings file changes, it is loaded again, ConfigChange fires, and the
    result is shown. If the file cannot be loaded, or a hook blocks the change, the
    former settings stay in effect.
  - When a watched file changes, FileChanged fires. Watched are the files in the
    working directory that matchers of FileChanged name (`.env|.envrc`), and the
    `watchPaths` of hooks.
Diagnostics of an event are shown as one line that counts them.

With --json each line of stdout is an object with a `type`: sessionStart, started,
settings, fileChanged, files, notice, trouble, sessionEnd.

Examples:
  snaphook watch
  snaphook watch --settings settings.json --json

Exit status: 0 after Ctrl-C, 1 if the command failed: usage, settings that cannot
be loaded.";

/// Arguments of `watch`.
#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The session's working directory (default: this one)
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Look at the files every 2 seconds, for file systems that do not report changes
    #[arg(long)]
    pub(crate) poll: bool,
    /// Do not record the events in the audit log
    #[arg(long)]
    pub(crate) no_log: bool,
    /// Print one JSON object on each line
    #[arg(long)]
    pub(crate) json: bool,
}
