//! Picks what `approvals` is asked to do.

use std::process::ExitCode;

use super::args::{ApprovalsArgs, ApprovalsCommand};
use super::{answer, follow, key, list, show};
use crate::error::CommandError;

pub(crate) async fn approvals(args: ApprovalsArgs) -> Result<ExitCode, CommandError> {
    match args.command {
        None => list::list(&args.list)?,
        Some(ApprovalsCommand::List(args)) => list::list(&args)?,
        Some(ApprovalsCommand::Show(args)) => show::show(&args)?,
        Some(ApprovalsCommand::Allow(args)) => answer::allow(&args)?,
        Some(ApprovalsCommand::Deny(args)) => answer::deny(&args)?,
        Some(ApprovalsCommand::Answer(args)) => answer::answer_question(&args)?,
        Some(ApprovalsCommand::Key(args)) => key::key(&args)?,
        Some(ApprovalsCommand::Follow(args)) => follow::follow(&args).await?,
    }
    Ok(ExitCode::SUCCESS)
}
