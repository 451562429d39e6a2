//! Chooses between the list, one event and the statistics.

use std::process::ExitCode;

use super::args::LogArgs;
use super::args::LogCommand;
use super::{list, one, stats};
use crate::error::CommandError;

pub(crate) async fn log(args: LogArgs) -> Result<ExitCode, CommandError> {
    match &args.command {
        Some(LogCommand::Show(args)) => one::show(args)?,
        Some(LogCommand::Stats(args)) => stats::stats(args)?,
        None => list::list(&args.list).await?,
    }
    Ok(ExitCode::SUCCESS)
}
