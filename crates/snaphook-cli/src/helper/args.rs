//! The arguments of the two.

use std::path::PathBuf;

use clap::Args;

use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
The input is a JSON object on stdin (or in --input). At a terminal stdin is not
read; elsewhere it is read to its end: add </dev/null in a script that has no
input to give. The command gets it on one line, with `session_id`,
`transcript_path` and `cwd` where they are missing, and has 5 seconds.

Its lines are printed trimmed, without blank ones. When it fails, takes too long
or is switched off or not trusted (SNAPHOOK=0, `disableAllHooks`,
`snaphook trust`), nothing is printed.

Exit status: 0, or 1 when this command failed: usage, unreadable input, settings
that cannot be loaded.";

/// Arguments of `status-line`, and most of those of `suggest-files`.
#[derive(Debug, Args)]
pub(crate) struct HelperArgs {
    #[command(flatten)]
    pub(crate) settings: SettingsArgs,
    /// The session's working directory (default: the input's, else this one)
    #[arg(long, value_name = "DIR")]
    pub(crate) cwd: Option<PathBuf>,
    /// Read the input from this file instead of stdin (`-` is stdin)
    #[arg(long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
    /// Print the lines as a JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `suggest-files`.
#[derive(Debug, Args)]
pub(crate) struct SuggestArgs {
    #[command(flatten)]
    pub(crate) common: HelperArgs,
    /// Set the input's `query`: what was typed so far
    pub(crate) query: Option<String>,
}
