//! Where a hook stands, and the trait by which a store says so.

use std::path::Path;

use serde::Serialize;
use snaphook_core::hook::Hook;

use crate::{Change, Evidence};

/// Whether a hook is trusted.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "standing", content = "changes", rename_all = "camelCase")]
pub enum Standing {
    /// A person has trusted it as it is.
    Trusted,
    /// Nobody has trusted it, or anything like it.
    Unknown,
    /// It was trusted and has changed since. The list is empty where the store
    /// cannot tell what changed.
    Changed(Vec<Change>),
}

impl Standing {
    /// Whether the hook may run.
    #[must_use]
    pub fn is_trusted(&self) -> bool {
        *self == Self::Trusted
    }
}

/// Something that remembers what was trusted. [`TrustFile`](crate::TrustFile)
/// is one; a host with a store of its own implements this.
pub trait TrustStore: Send + Sync {
    /// Where a hook of a project stands. Evidence with
    /// [obstacles](Evidence::obstacles) must never be
    /// [`Trusted`](Standing::Trusted).
    fn standing(&self, project: &Path, hook: &Hook, evidence: &Evidence) -> Standing;

    /// Where several hooks of a project stand, in their order. A store that
    /// sees them together can tell a new hook from a changed one better.
    fn standings(&self, project: &Path, hooks: &[(&Hook, &Evidence)]) -> Vec<Standing> {
        hooks
            .iter()
            .map(|(hook, evidence)| self.standing(project, hook, evidence))
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
    /// 1970: asked for what was allowed while the agent ran and then written
    /// into the project's settings.
    ///
    /// # Errors
    /// Why it cannot; a store that nothing is added to says so.
    fn grant(&self, project: &Path, hooks: &[(&Hook, &Evidence)], now: u64) -> Result<(), String> {
        let _ = (project, hooks, now);
        Err("the trust store takes nothing from an agent".to_owned())
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
