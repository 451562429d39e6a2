//! `snaphook completions SHELL`.

use std::process::ExitCode;

use clap::Args;
use clap_complete::Shell;

use crate::args;
use crate::error::CommandError;

pub(crate) const HELP: &str = "\
Prints a script for your shell, which then completes commands, options, events and
files.

Examples:
  snaphook completions bash > ~/.local/share/bash-completion/completions/snaphook
  snaphook completions zsh > ~/.zfunc/_snaphook      with ~/.zfunc in $fpath
  snaphook completions fish > ~/.config/fish/completions/snaphook.fish
  snaphook completions powershell >> $PROFILE";

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell that runs the script
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

pub(crate) fn completions(args: &CompletionsArgs) -> Result<ExitCode, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "snaphook", &mut script);
    crate::say!("{}", String::from_utf8_lossy(&script).trim_end());
    Ok(ExitCode::SUCCESS)
}
