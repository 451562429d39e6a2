//! Systems other than Linux. macOS starts the command by `sandbox-exec` with a profile;
//! elsewhere a hook that needs a sandbox does not run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::error::SandboxError;
use crate::policy::SandboxPolicy;
use crate::start::SandboxedStart;

/// Where macOS has its tool.
#[cfg(target_os = "macos")]
const SANDBOX_EXEC: &str = "/usr/bin/sandbox-exec";

/// What the system can hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelSupport {
    /// What it lacks, in words; empty where nothing is lacking.
    pub lacks: Vec<&'static str>,
}

/// What this system can do.
///
/// # Errors
/// When it can hold no sandbox at all.
pub fn support() -> Result<&'static KernelSupport, &'static SandboxError> {
    static KNOWN: std::sync::OnceLock<Result<KernelSupport, SandboxError>> =
        std::sync::OnceLock::new();
    KNOWN.get_or_init(look).as_ref()
}

#[cfg(target_os = "macos")]
fn look() -> Result<KernelSupport, SandboxError> {
    match Path::new(SANDBOX_EXEC).exists() {
        true => Ok(KernelSupport { lacks: Vec::new() }),
        false => Err(SandboxError::NoSystem("it has no sandbox-exec".to_owned())),
    }
}

#[cfg(not(target_os = "macos"))]
fn look() -> Result<KernelSupport, SandboxError> {
    Err(SandboxError::NoSystem(
        "there is one for Linux and macOS only; help: remove `sandbox`, or run the agent there"
            .to_owned(),
    ))
}

/// A policy that can be held.
#[derive(Debug)]
pub struct PreparedSandbox(SandboxPolicy);

impl PreparedSandbox {
    /// The sandbox of a policy.
    #[must_use]
    pub fn new(policy: SandboxPolicy) -> Self {
        Self(policy)
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> &SandboxPolicy {
        &self.0
    }

    /// The command that starts it.
    ///
    /// # Errors
    /// Where there is no sandbox.
    #[cfg(target_os = "macos")]
    pub fn command(
        &self,
        run: &SandboxedStart<'_>,
        program: &Path,
        args: &[OsString],
    ) -> Result<Option<ConfinedCommand>, SandboxError> {
        let mut policy = self.0.clone();
        let own = run.files.iter().map(PathBuf::as_path).chain([run.temp]);
        own.for_each(|path| policy.add_writable(path.to_owned()));
        let profile =
            crate::macos::profile(&policy.real(), run.proxy.and_then(|proxy| proxy.port()));
        let own = ["-p".into(), profile.into(), program.as_os_str().to_owned()];
        Ok(Some(ConfinedCommand {
            program: SANDBOX_EXEC.into(),
            args: own.into_iter().chain(args.iter().cloned()).collect(),
        }))
    }

    /// The command that starts it.
    ///
    /// # Errors
    /// Where there is no sandbox.
    #[cfg(not(target_os = "macos"))]
    pub fn command(
        &self,
        _: &SandboxedStart<'_>,
        _: &Path,
        _: &[OsString],
    ) -> Result<Option<ConfinedCommand>, SandboxError> {
        look().map(|_| None)
    }

    /// Starts the process, which confines itself.
    ///
    /// # Errors
    /// Never; on other systems it can fail.
    pub fn start<T: Send + 'static>(
        &self,
        _: &SandboxedStart<'_>,
        _: bool,
        keep: impl Send + 'static,
        start: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Confinement), SandboxError> {
        Ok((start(), Confinement(Box::new(keep))))
    }
}

/// What is kept as long as the process runs.
pub struct Confinement(#[expect(dead_code, reason = "kept to be dropped")] Box<dyn Send>);

impl std::fmt::Debug for Confinement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Confinement")
    }
}

/// Nobody asks where there is no thread to confine.
#[must_use]
pub fn inheritable_descriptors() -> Vec<i32> {
    Vec::new()
}

/// These systems need no launcher of ours.
pub fn run_launcher(_: impl Iterator<Item = OsString>) -> Option<SandboxError> {
    None
}

/// A command as the launcher runs it.
#[derive(Debug)]
pub struct ConfinedCommand {
    /// The program: the launcher.
    pub program: PathBuf,
    /// Its arguments, which name the hook's program and its arguments.
    pub args: Vec<OsString>,
}

impl ConfinedCommand {
    /// The launcher of these systems takes no code from variables.
    pub fn hide_variables(&self, _: &mut std::process::Command) {}
}
