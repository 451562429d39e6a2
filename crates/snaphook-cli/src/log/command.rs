//! Chooses between the list, one event and the statistics.

use std::process::ExitCode;

use super::args::LogArgs;
use super::args::LogCommand;
use super::{checkpoint, list, one, stats, verify};
use crate::error::CommandError;

pub(crate) async fn log(args: LogArgs) -> Result<ExitCode, CommandError> {
    match &args.command {
        Some(LogCommand::Show(args)) => one::show(args)?,
        Some(LogCommand::Stats(args)) => stats::stats(args)?,
        Some(LogCommand::Verify(args)) => return verify::verify(args),
        Some(LogCommand::Checkpoint(args)) => checkpoint::checkpoint(args)?,
        None => list::list(&args.list).await?,
    }
    Ok(ExitCode::SUCCESS)
}
