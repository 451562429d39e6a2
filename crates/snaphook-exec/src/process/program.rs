//! Which file a program's name means.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::os;

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
