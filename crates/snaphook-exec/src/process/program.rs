//! Finds the file that a program's name means.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use super::os;

/// The message for a program that is not found.
pub(crate) const NOT_FOUND: &str =
    "the program is not on the PATH; install it, or give its full path";

/// Explains why a program was not started, and what to check.
pub(crate) fn not_started(program: &Path, error: &io::Error) -> String {
    let look = match error.kind() {
        io::ErrorKind::NotFound => {
            "; check that the path is right, and that the interpreter in its first line is installed"
        }
        io::ErrorKind::PermissionDenied => "; check that it is executable (`chmod +x`)",
        _ => "",
    };
    format!("failed to start `{}`: {error}{look}", program.display())
}

/// Finds the file that `program` means: a path from the cwd, or a name on the PATH.
pub(crate) fn find_program(program: &Path, cwd: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    if program.components().count() > 1 {
        let file = cwd.join(program);
        let found = os::spellings(file.clone()).find(|file| os::is_executable(file));
        // The attempt to start it will report what is wrong with it.
        return found.or(Some(file));
    }
    std::env::split_paths(path.unwrap_or(OsStr::new(os::DEFAULT_PATH)))
        .flat_map(|dir| os::spellings(cwd.join(dir).join(program)))
        .find(|file| os::is_executable(file))
}
