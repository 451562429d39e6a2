//! `snaphook log`: what fired, what each hook said, how long it took.

mod about;
mod args;
mod json;
mod list;
mod meant;
mod one;
mod opened;
mod stats;
mod table;
mod when;

use std::process::ExitCode;

use crate::error::CommandError;
pub(crate) use about::about;
use args::LogCommand;
pub(crate) use args::{FilterArgs, HELP, LogArgs, Number, PlaceArgs, number};
pub(crate) use json::milliseconds;
pub(crate) use meant::meant;
pub(crate) use opened::{Opened, failed, tell_unsearched};
pub(crate) use when::local;

pub(crate) async fn log(args: LogArgs) -> Result<ExitCode, CommandError> {
    match &args.command {
        Some(LogCommand::Show(args)) => one::show(args)?,
        Some(LogCommand::Stats(args)) => stats::stats(args)?,
        None => list::list(&args.list).await?,
    }
    Ok(ExitCode::SUCCESS)
}
