//! What this kernel can do, found out by doing it once, on a thread that ends at once.

use std::sync::OnceLock;
use std::thread;

use super::confine::Hold;
use super::filter::SocketUse;
use super::{confine, ruleset};
use crate::error::SandboxError;

/// What the system can hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelSupport {
    /// What it lacks, in words; empty where nothing is lacking.
    pub lacks: Vec<&'static str>,
}

/// What each version of Landlock added, and what is open without it.
const VERSIONS: &[(u32, &str)] = &[
    (
        2,
        "Landlock 2: moving files from folder to folder is refused, also inside of the project",
    ),
    (5, "Landlock 5: requests to devices are not held"),
    (
        6,
        "Landlock 6: signals reach other processes of the user, and processes that the hook leaves behind go on",
    ),
];

/// What this system can do; looked at once.
///
/// # Errors
/// When it can hold no sandbox at all.
pub fn support() -> Result<&'static KernelSupport, &'static SandboxError> {
    static KNOWN: OnceLock<Result<KernelSupport, SandboxError>> = OnceLock::new();
    KNOWN.get_or_init(look).as_ref()
}

fn look() -> Result<KernelSupport, SandboxError> {
    let tried = thread::Builder::new().spawn(move || {
        let version = ruleset::restrict(std::iter::empty(), SocketUse::None)?;
        confine::confine(&Hold::All(Vec::new(), SocketUse::None))?;
        Ok(version)
    });
    let tried = tried.map_err(|error| SandboxError::set_up("a thread", error))?;
    let version: u32 = tried
        .join()
        .map_err(|_| SandboxError::set_up("a thread", "it failed"))??;
    let lacking = VERSIONS.iter().filter(|(needed, _)| version < *needed);
    Ok(KernelSupport {
        lacks: lacking.map(|(_, lacks)| *lacks).collect(),
    })
}
