//! Does what was trusted still hold? Asked before every run of a hook.

use std::path::Path;

use snaphook_core::hook::Hook;

use crate::scripts::{self, Found, Probe, Root};
use crate::{Evidence, Place};

/// Evidence that can be checked again cheaply.
///
/// A check is a few `lstat` calls per script. A file is only read again when
/// its device, inode, size or times have changed, or when it was so new at the
/// last reading that a change may have left them as they were.
///
/// Between the check and the hook's own reading of the script a moment
/// remains; whoever can write the script in that moment can also write it
/// while it runs.
#[derive(Debug)]
pub struct Watch {
    evidence: Evidence,
    root: Root,
    probes: Vec<Probe>,
}

impl Watch {
    /// Gathers the evidence of a hook, as [`Evidence::gather`] does, and keeps
    /// what is needed to check it again.
    #[must_use]
    pub fn new(hook: &Hook, place: &Place<'_>) -> Self {
        Self::of(hook, scripts::find(hook, place, None))
    }

    /// The same for a hook that runs in a folder, which may be outside of the
    /// project: what it names there counts, too, with its path from there.
    #[must_use]
    pub fn in_folder(hook: &Hook, place: &Place<'_>, folder: &Path) -> Self {
        Self::of(hook, scripts::find(hook, place, Some(folder)))
    }

    fn of(hook: &Hook, found: Found) -> Self {
        Self {
            evidence: Evidence::of(hook, found.scripts, found.unseen),
            root: found.root,
            probes: found.probes,
        }
    }

    /// What was gathered.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// The project's folder, without symlinks.
    #[must_use]
    pub fn project(&self) -> &Path {
        self.root.real()
    }

    /// Whether gathering again would give the same evidence. False also where
    /// something new has turned up that only gathering again can judge, and
    /// always for evidence with [obstacles](Evidence::obstacles).
    #[must_use]
    pub fn still_holds(&self) -> bool {
        self.evidence.unseen.is_none()
            && self.root.is_same()
            && self.probes.iter().all(|probe| probe.holds(&self.root))
    }
}
