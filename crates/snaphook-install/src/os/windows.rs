//! Windows: a file's extension says whether it can be started.

use std::fs::Metadata;
use std::io;
use std::path::Path;

/// Nothing needs to be done.
#[expect(clippy::unnecessary_wraps, reason = "as on other systems")]
pub(crate) fn make_executable(_script: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether it is a file.
pub(crate) fn is_executable(file: &Metadata) -> bool {
    file.is_file()
}
