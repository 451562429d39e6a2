//! Runs the tests of a bundle in a process of their own, as `snaphook test` does.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The command for the tests of the bundle whose files are in this folder. Its hooks find
/// their files as they do in a bundle that is in force.
pub(crate) fn test_command(root: &Path) -> io::Result<Command> {
    let program = std::env::current_exe()?;
    let mut command = Command::new(program);
    command
        .args(["test", "--fail-on-empty", "tests"])
        .current_dir(root)
        .env_remove("SNAPHOOK")
        .env("CLAUDE_PLUGIN_ROOT", root)
        .env("SNAPHOOK_PLUGIN_ROOT", root)
        .stdin(Stdio::null());
    Ok(command)
}
