//! Checks before every run of a hook that its files are still those that were
//! trusted.

use std::collections::BTreeMap;
use std::path::Path;

use snaphook_core::hook::Hook;

use crate::scripts::{self, Detail, FileMoment, FoundScripts, Probe, Root};
use crate::{Evidence, TrustPlace};

/// Evidence that can be checked again cheaply.
///
/// A check is a few `lstat` calls per script. A file is only read again when
/// its device, inode, size or times have changed, or when it was so new at the
/// last reading that a change may have left them as they were.
///
/// Between the check and the hook's own reading of the script a moment
/// remains: [`Watch::start`] closes it.
#[derive(Debug)]
pub struct Watch {
    evidence: Evidence,
    pub(crate) root: Root,
    probes: Vec<Probe>,
    pub(crate) details: BTreeMap<String, Detail>,
}

/// Every file that a hook names, at a moment when it held what was trusted.
#[derive(Debug, Clone)]
pub struct FileSnapshot(Vec<Option<FileMoment>>);

impl Watch {
    /// Gathers the evidence of a hook, as [`Evidence::gather`] does, and keeps
    /// what is needed to check it again.
    #[must_use]
    pub fn new(hook: &Hook, place: &TrustPlace<'_>) -> Self {
        Self::of(hook, scripts::find(hook, place, None))
    }

    /// Watches a hook that runs in a folder, which may be outside the project. Files
    /// that it names there count, too, by their paths from there.
    #[must_use]
    pub fn in_folder(hook: &Hook, place: &TrustPlace<'_>, folder: &Path) -> Self {
        Self::of(hook, scripts::find(hook, place, Some(folder)))
    }

    fn of(hook: &Hook, found: FoundScripts) -> Self {
        Self {
            evidence: Evidence::of(hook, &found),
            root: found.root,
            probes: found.probes,
            details: found.details,
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

    /// Whether no word of the hook could name a file.
    pub(crate) fn looks_at_nothing(&self) -> bool {
        self.probes.is_empty() && self.evidence.unseen.is_none()
    }

    /// Every file as it is now, if it holds what was trusted.
    #[must_use]
    pub fn snapshot(&self) -> Option<FileSnapshot> {
        let moments = || self.probes.iter().map(|probe| probe.moment(&self.root));
        self.still_holds()
            .then(|| FileSnapshot(moments().collect()))
    }

    /// Whether none of the files was written since then, not even with the same
    /// content.
    #[must_use]
    pub fn is_untouched_since(&self, snapshot: &FileSnapshot) -> bool {
        let FileSnapshot(moments) = snapshot;
        self.root.is_same()
            && self.probes.len() == moments.len()
            && self
                .probes
                .iter()
                .zip(moments)
                .all(|(probe, moment)| probe.is_untouched(&self.root, moment.as_ref()))
    }
}
