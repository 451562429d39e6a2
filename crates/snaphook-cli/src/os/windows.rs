//! The functions for Windows.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

/// The console, to read from.
pub(crate) const KEYBOARD: &str = "CONIN$";

/// The terminal, to write to.
pub(crate) const SCREEN: &str = "CONOUT$";

/// Where an organisation's settings are.
pub(crate) const SYSTEM_DIR: &str = r"C:\ProgramData";

/// Where this machine keeps its policy bundles, if a service of the system fetches them.
pub(crate) const POLICY_DIR: &str = r"C:\ProgramData\snaphook\policy";

/// A console is read at once, and waits there.
pub(crate) fn is_ready(_keyboard: &File) -> bool {
    true
}

/// Files have no such mode: a script is as good as any other.
pub(crate) fn can_be_started(_file: &Metadata) -> bool {
    true
}

/// Nothing to do.
pub(crate) fn make_executable(_script: &Path) -> io::Result<()> {
    Ok(())
}

/// Makes a folder and those above it: in the user's profile, which the system
/// keeps others out of.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// The name of the shell that `sh` is: that of Git for Windows is bash.
pub(crate) fn name_of_sh() -> Option<String> {
    Some("bash".to_owned())
}
