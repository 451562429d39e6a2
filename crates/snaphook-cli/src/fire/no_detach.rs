//! Refuses `--detach` on systems where no supervisor process can outlive the command.

use std::process::ExitCode;

use snaphook::Input;

use crate::error::CommandError;

/// Says so.
pub(super) async fn hand_over(_input: &Input) -> Result<ExitCode, CommandError> {
    Err(
        CommandError::new("--detach is not supported on this system")
            .help("run it without --detach; background hooks are then waited for"),
    )
}

/// There is no supervisor.
pub(super) fn detach_output(_status: u8) {}
