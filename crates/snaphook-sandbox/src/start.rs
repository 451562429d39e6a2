//! What one run of a hook adds to its sandbox.

use std::path::{Path, PathBuf};

use crate::proxy::SandboxProxy;

/// What one run needs: the same on every system.
#[derive(Debug, Clone, Copy)]
pub struct SandboxedStart<'a> {
    /// The temporary folder of the run.
    pub temp: &'a Path,
    /// Files that it writes: its environment file.
    pub files: &'a [PathBuf],
    /// The program that can be the launcher.
    pub launcher: Option<&'a Path>,
    /// The proxy, where domains are allowed.
    pub proxy: Option<&'a SandboxProxy>,
}
