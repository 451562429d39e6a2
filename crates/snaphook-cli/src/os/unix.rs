//! The functions for Unix.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::Path;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// The controlling terminal, to read from.
pub(crate) const KEYBOARD: &str = "/dev/tty";

/// The controlling terminal, to write to.
pub(crate) const SCREEN: &str = "/dev/tty";

/// Where an organisation's settings are.
pub(crate) const SYSTEM_DIR: &str = "/etc";

/// Where this machine keeps its policy bundles, if a service of the system fetches them.
pub(crate) const POLICY_DIR: &str = "/var/lib/snaphook/policy";

/// Whether a line was typed; looks for a moment.
pub(crate) fn is_ready(keyboard: &File) -> bool {
    let moment = Timespec {
        tv_sec: 0,
        tv_nsec: 100_000_000,
    };
    let mut watched = [PollFd::new(keyboard, PollFlags::IN)];
    // If polling fails, the read that follows reports the error.
    poll(&mut watched, Some(&moment)).map_or(true, |ready| ready > 0)
}

/// Whether a file's mode lets it be started.
pub(crate) fn can_be_started(file: &Metadata) -> bool {
    file.permissions().mode() & 0o111 != 0
}

/// Lets a script be started.
pub(crate) fn make_executable(script: &Path) -> io::Result<()> {
    fs::set_permissions(script, Permissions::from_mode(0o755))
}

/// Makes a folder and those above it, for their owner only.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)
}

/// The name of the shell that `sh` is, such as `dash`.
pub(crate) fn name_of_sh() -> Option<String> {
    let shell = fs::canonicalize("/bin/sh").ok()?;
    shell.file_name()?.to_str().map(str::to_owned)
}
