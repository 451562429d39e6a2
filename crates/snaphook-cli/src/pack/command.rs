//! Which subcommand runs.

use std::process::ExitCode;

use super::args::{PackArgs, PackCommand};
use super::{add, audit, gc, list, new, outdated, remove, switch, test, update, verify};
use crate::error::CommandError;

pub(crate) async fn pack(args: PackArgs) -> Result<ExitCode, CommandError> {
    match args.command {
        PackCommand::Add(args) => add::add(args).await,
        PackCommand::Update(args) => update::update(args).await,
        PackCommand::List(args) => list::list(&args),
        PackCommand::Outdated(args) => outdated::outdated(&args),
        PackCommand::Remove(args) => remove::remove(&args),
        PackCommand::Test(args) => test::test(args).await,
        PackCommand::Audit(args) => audit::audit(&args),
        PackCommand::New(args) => new::new(&args),
        PackCommand::Verify(args) => verify::verify(&args),
        PackCommand::Disable(args) => switch::switch(&args, false),
        PackCommand::Enable(args) => switch::switch(&args, true),
        PackCommand::Gc(args) => gc::gc(&args),
        PackCommand::Listing(args) => verify::listing(&args),
    }
}
