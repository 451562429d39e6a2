//! `--detach` where no process can outlive the command and still be heard.

use std::process::ExitCode;

use snaphook::Input;

use crate::error::CommandError;

/// Says so.
pub(super) async fn hand_over(_input: &Input) -> Result<ExitCode, CommandError> {
    Err(CommandError::new("--detach is not there on this system")
        .help("fire without --detach: background hooks are then waited for"))
}

/// There is no supervisor.
pub(super) fn let_go(_status: u8) {}
