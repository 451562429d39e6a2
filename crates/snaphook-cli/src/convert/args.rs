//! The arguments of `convert`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use snaphook_dialects::{ConvertTarget, HookSource};

pub(crate) const HELP: &str = "\
Reads hooks that are written for one agent, and prints the configuration that runs them
in another. Events, matchers, names of tools, timeouts and their units are translated.
The commands are not: what they get on stdin and have to answer is the other agent's. What
is lost is listed on stderr.

Without FILE, the files that the project has for --from are read; with --from rulesync
that is `.rulesync/hooks.json`. --to snaphook writes settings of snaphook itself.

To run hooks in another agent with the input and the answers that they know, leave them
where they are, and see `snaphook install --help`.

Exit status: 0, also when something is lost; 1 when nothing could be converted or
written.

Examples:
  snaphook convert --from claude --to gemini
  snaphook convert --from cursor --to codex .cursor/hooks.json --write
  snaphook convert --from rulesync --to snaphook";

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// What the hooks are written for
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(HookSource::names()))]
    pub(crate) from: String,
    /// What to write them for
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ConvertTarget::names()))]
    pub(crate) to: String,
    /// The file to read (default: those of the project)
    pub(crate) file: Option<PathBuf>,
    /// The project's root (default: found from the current folder)
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// Write the files into the project instead of printing them; none may be there
    #[arg(long)]
    pub(crate) write: bool,
    /// Print the files and what is lost as JSON
    #[arg(long, conflicts_with = "write")]
    pub(crate) json: bool,
}
