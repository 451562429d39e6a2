//! Where a hook is, and the trait by which a store says so.

use std::path::Path;

use serde::Serialize;
use snaphook_core::hook::Hook;

use crate::{Evidence, TrustChange};

/// Whether a hook is trusted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "standing", content = "changes", rename_all = "camelCase")]
pub enum TrustState {
    /// A person has trusted it as it is.
    Trusted,
    /// Neither it nor an earlier version of it was trusted.
    Unknown,
    /// It was trusted and has changed since. The list is empty where the store
    /// cannot tell what changed.
    Changed(Vec<TrustChange>),
}

impl TrustState {
    /// Whether the hook may run.
    #[must_use]
    pub fn is_trusted(&self) -> bool {
        *self == Self::Trusted
    }
}

/// Why hooks were not trusted while the agent ran.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GrantError {
    /// The store accepts no grants.
    #[error("the trust store does not accept grants from a running agent")]
    Unsupported,
    /// Only managed settings may allow anything.
    #[error("only managed hooks can run here")]
    ManagedOnly,
    /// The store cannot be written.
    #[error(transparent)]
    Store(Box<dyn std::error::Error + Send + Sync>),
}

/// Something that remembers what was trusted. [`TrustFile`](crate::TrustFile)
/// is one; a host with a store of its own implements this.
pub trait TrustStore: Send + Sync {
    /// Where a hook of a project stands. Evidence with
    /// [obstacles](Evidence::obstacles) must never be
    /// [`Trusted`](TrustState::Trusted).
    fn trust_state(&self, project: &Path, hook: &Hook, evidence: &Evidence) -> TrustState;

    /// Where several hooks of a project stand, in their order. A store that
    /// sees them together can tell a new hook from a changed one better.
    fn trust_states(&self, project: &Path, hooks: &[(&Hook, &Evidence)]) -> Vec<TrustState> {
        hooks
            .iter()
            .map(|(hook, evidence)| self.trust_state(project, hook, evidence))
            .collect()
    }

    /// Whether any hook that stood in this file of the project was trusted. Asked
    /// about a file that cannot be read: then its guards count as failed. A store
    /// that cannot say so says no.
    fn trusted_in(&self, project: &Path, file: &Path) -> bool {
        let _ = (project, file);
        false
    }

    /// Trusts hooks of a project as they are, at the time `now` in seconds since
    /// 1970. The engine calls it for what a person allowed while the agent ran and
    /// what was then written into the project's settings.
    ///
    /// # Errors
    /// When the store cannot be written, or accepts no grants: the default.
    fn grant(
        &self,
        project: &Path,
        hooks: &[(&Hook, &Evidence)],
        now: u64,
    ) -> Result<(), GrantError> {
        let _ = (project, hooks, now);
        Err(GrantError::Unsupported)
    }

    /// Why the store cannot be used, and what to do, for a diagnostic; it
    /// trusts nothing then.
    fn problem(&self) -> Option<String> {
        None
    }

    /// The file whose change may mean that other hooks are trusted.
    fn file(&self) -> Option<&Path> {
        None
    }
}
