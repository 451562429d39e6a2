//! Runs the tests of a bundle, as a machine does before it takes it.

use std::process::ExitCode;

use snaphook_bundle::PolicyBundle;

use super::args::BundleTestArgs;
use super::command::{invalid, read};
use crate::error::CommandError;
use crate::policy;

pub(super) fn test(args: &BundleTestArgs) -> Result<ExitCode, CommandError> {
    let keys = args.keys.keys()?;
    let archive = read(&args.file)?;
    let bundle =
        PolicyBundle::verify(&archive, &keys).map_err(|error| invalid(&args.file, &error))?;
    if !bundle.has_tests() {
        return Err(
            CommandError::new(format!("{}: it has no tests", args.file.display()))
                .help("put *.hooktest.json files into the folder `tests`"),
        );
    }
    let failed = |error: &dyn std::fmt::Display| {
        CommandError::new(format!("failed to write the files of the bundle: {error}"))
            .help("see that the folder for temporary files can be written to")
    };
    let folder = tempfile::tempdir().map_err(|error| failed(&error))?;
    bundle
        .unpack(folder.path())
        .map_err(|error| failed(&error))?;
    let ran = policy::test_command(folder.path()).and_then(|mut command| command.status());
    let ran = ran.map_err(|error| {
        CommandError::new(format!("failed to run the tests: {error}"))
            .help("see that this program can start itself")
    })?;
    Ok(ExitCode::from(u8::from(!ran.success())))
}
