//! Chooses between the commands of `bundle`.

use std::path::Path;
use std::process::ExitCode;

use snaphook_bundle::BundleError;

use super::args::{BundleArgs, BundleCommand};
use super::{build, diff, keygen, status, test, verify};
use crate::error::CommandError;

pub(crate) fn bundle(args: &BundleArgs) -> Result<ExitCode, CommandError> {
    match &args.command {
        BundleCommand::Keygen(args) => keygen::keygen(args)?,
        BundleCommand::Build(args) => build::build(args)?,
        BundleCommand::Verify(args) => verify::verify(args)?,
        BundleCommand::Diff(args) => diff::diff(args)?,
        BundleCommand::Test(args) => return test::test(args),
        BundleCommand::Status(args) => status::status(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The bytes of a file that an argument names.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, CommandError> {
    std::fs::read(file).map_err(|error| {
        CommandError::new(format!("failed to read {}: {error}", file.display()))
            .help("name a bundle that `snaphook bundle build` wrote")
    })
}

/// What to do about a bundle that is not valid.
pub(super) fn invalid(file: &Path, error: &BundleError) -> CommandError {
    let help = match error {
        BundleError::Unsigned => "build it with --key or --ssh-key",
        BundleError::Signature(_) | BundleError::Content(_) => {
            "do not use it; get it again from those who signed it, or build it again"
        }
        BundleError::Settings(_) => "correct the settings: `snaphook check` shows where",
        BundleError::Key(_) => "name a key as `snaphook bundle keygen` prints it",
        _ => "build it again with `snaphook bundle build`",
    };
    CommandError::new(format!("{}: {error}", file.display())).help(help)
}
