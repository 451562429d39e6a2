//! The arguments of `status-line` and `suggest-files`.

use std::path::PathBuf;

use clap::Args;

use crate::settings_args::SettingsArgs;

pub(crate) const HELP: &str = "\
The input is a JSON object on stdin or in --input. Stdin is not read at a terminal;
elsewhere it is read to its end, so add </dev/null in a script that has no input.
The configured command gets the input on one line, with `session_id`,
`transcript_path` and `cwd` filled in, and has 5 seconds.

Its output is printed line by line, trimmed and without blank lines. Nothing is
printed if the command fails, takes too long, is switched off (SNAPHOOK=0,
`disableAllHooks`) or is not trusted (`snaphook trust`).

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
    /// The text that was typed so far (`query` in the input)
    pub(crate) query: Option<String>,
}
