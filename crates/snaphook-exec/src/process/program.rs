//! Which file a program's name means.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use super::os;

/// What is wrong with a name that means no file.
pub(crate) const NOT_FOUND: &str =
    "there is no such program on the PATH; install it, or give its whole path";

/// Why a program was not started, and what to look at.
pub(crate) fn not_started(program: &Path, error: &io::Error) -> String {
    let look = match error.kind() {
        io::ErrorKind::NotFound => {
            "; look whether the path is right, and whether the interpreter in its first line is installed"
        }
        io::ErrorKind::PermissionDenied => "; look whether it is executable (`chmod +x`)",
        _ => "",
    };
    format!("cannot start `{}`: {error}{look}", program.display())
}

/// The file that `program` means: a path from the cwd, or a name on the PATH.
pub(crate) fn find_program(program: &Path, cwd: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    if program.components().count() > 1 {
        let file = cwd.join(program);
        let found = os::spellings(file.clone()).find(|file| os::is_executable(file));
        // Starting it tells what is wrong with it.
        return found.or(Some(file));
    }
    std::env::split_paths(path.unwrap_or(OsStr::new(os::DEFAULT_PATH)))
        .flat_map(|dir| os::spellings(cwd.join(dir).join(program)))
        .find(|file| os::is_executable(file))
}
