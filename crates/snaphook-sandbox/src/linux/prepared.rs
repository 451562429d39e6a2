//! The sandbox of one hook, kept between its runs: looking up the files that it opens
//! takes longer than telling the kernel.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::confine::{Confinement, Hold, start_confined};
use super::descriptors::inheritable_descriptors;
use super::filter::SocketUse;
use super::grants::Grants;
use super::launcher::ConfinedCommand;
use crate::error::SandboxError;
use crate::policy::SandboxPolicy;
use crate::proxy::SandboxProxy;
use crate::start::SandboxedStart;

/// Folders that were replaced whole are noticed after so long.
const FRESH: Duration = Duration::from_secs(5);

/// A policy that can be held.
#[derive(Debug)]
pub struct PreparedSandbox {
    policy: SandboxPolicy,
    grants: Mutex<Option<(Arc<Grants>, Instant)>>,
}

impl PreparedSandbox {
    /// The sandbox of a policy.
    #[must_use]
    pub fn new(policy: SandboxPolicy) -> Self {
        Self {
            policy,
            grants: Mutex::default(),
        }
    }

    /// The policy.
    #[must_use]
    pub fn policy(&self) -> &SandboxPolicy {
        &self.policy
    }

    pub(super) fn grants(&self) -> Arc<Grants> {
        let mut kept = self.grants.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((grants, since)) = kept.as_ref()
            && since.elapsed() < FRESH
            && grants.listed.iter().all(|folder| folder.holds())
        {
            return Arc::clone(grants);
        }
        let grants = Arc::new(Grants::of(&self.policy));
        *kept = Some((Arc::clone(&grants), Instant::now()));
        grants
    }

    /// The command that starts it by a launcher, where a thread is not enough: it reaches
    /// domains, or the host has files open that a process would inherit. `None`: the
    /// command starts as it is.
    ///
    /// # Errors
    /// When a launcher is needed and none is known.
    pub fn command(
        &self,
        run: &SandboxedStart<'_>,
        program: &Path,
        args: &[OsString],
    ) -> Result<Option<ConfinedCommand>, SandboxError> {
        let why = match (run.proxy, inheritable_descriptors().is_empty()) {
            (Some(_), _) => "`network.allowedDomains`",
            (None, false) => "files that this program left open for others to inherit",
            (None, true) => return Ok(None),
        };
        let launcher = run.launcher.ok_or(SandboxError::NoLauncher(why))?;
        let mut policy = self.policy.clone();
        let own = run.files.iter().map(PathBuf::as_path).chain([run.temp]);
        own.for_each(|path| policy.add_writable(path.to_owned()));
        let proxy = run.proxy.map(SandboxProxy::socket);
        ConfinedCommand::new(launcher, &policy, proxy.as_deref(), program, args).map(Some)
    }

    /// Starts a process: `start` runs on a thread that is confined, and must do nothing
    /// but start it. What `keep` holds is kept until everything inside has ended.
    ///
    /// # Errors
    /// When the sandbox cannot be set up; then nothing was started.
    pub fn start<T: Send + 'static>(
        &self,
        run: &SandboxedStart<'_>,
        by_launcher: bool,
        keep: impl Send + 'static,
        start: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Confinement), SandboxError> {
        if by_launcher {
            return start_confined(Hold::Signals, keep, start);
        }
        let own = run.files.iter().cloned().chain([run.temp.to_owned()]);
        let own = Grants::of(&SandboxPolicy {
            write: own.collect(),
            ..SandboxPolicy::default()
        });
        let hold = Hold::All(vec![self.grants(), Arc::new(own)], SocketUse::None);
        start_confined(hold, keep, start)
    }
}
