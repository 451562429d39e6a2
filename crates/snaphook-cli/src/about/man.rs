//! `snaphook man`: the manual, from the same words as `--help`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap_mangen::Man;

use crate::args;
use crate::error::CommandError;

pub(crate) const HELP: &str = "\
Examples:
  snaphook man | man -l -                      read it
  snaphook man --dir ~/.local/share/man/man1   write a page for each command";

/// Arguments of `man`.
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// Write a page for each command to this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

pub(crate) fn man(args: &ManArgs) -> Result<ExitCode, CommandError> {
    // Pages of subcommands need their full names.
    let mut command = args::command();
    command.build();
    let Some(folder) = &args.dir else {
        crate::say!("{}", String::from_utf8_lossy(&page(command)).trim_end());
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(folder).map_err(|error| not_written(folder, &error))?;
    let subcommands = command.get_subcommands().filter(|sub| !sub.is_hide_set());
    let mut pages: Vec<_> = subcommands.cloned().collect();
    pages.retain(|sub| sub.get_name() != "help");
    pages.push(command);
    let number = pages.len();
    for command in pages {
        let name = command.get_display_name().unwrap_or_default().to_owned();
        let name = if name.is_empty() {
            command.get_name().to_owned()
        } else {
            name
        };
        let file = folder.join(format!("{name}.1"));
        std::fs::write(&file, page(command)).map_err(|error| not_written(&file, &error))?;
    }
    crate::say!("wrote {number} pages into {}", folder.display());
    Ok(ExitCode::SUCCESS)
}

fn page(command: clap::Command) -> Vec<u8> {
    let mut page = Vec::new();
    // Writing into memory does not fail.
    let _ = Man::new(command).render(&mut page);
    page
}

fn not_written(path: &Path, error: &std::io::Error) -> CommandError {
    CommandError::new(format!("failed to write {}: {error}", path.display()))
        .help("name a folder that you can write to")
}
