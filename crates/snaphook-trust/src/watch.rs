//! Does what was trusted still hold? Asked before every run of a hook.

use std::collections::BTreeMap;
use std::path::Path;

use snaphook_core::hook::Hook;

use crate::scripts::{self, Detail, Found, Moment, Probe, Root};
use crate::{Evidence, Place};

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
pub struct Snapshot(Vec<Option<Moment>>);

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
    pub fn snapshot(&self) -> Option<Snapshot> {
        let moments = || self.probes.iter().map(|probe| probe.moment(&self.root));
        self.still_holds().then(|| Snapshot(moments().collect()))
    }

    /// Whether nobody has touched any of the files since then, not even to put
    /// back what was there.
    #[must_use]
    pub fn is_untouched_since(&self, snapshot: &Snapshot) -> bool {
        let Snapshot(moments) = snapshot;
        self.root.is_same()
            && self.probes.len() == moments.len()
            && self
                .probes
                .iter()
                .zip(moments)
                .all(|(probe, moment)| probe.is_untouched(&self.root, moment.as_ref()))
    }
}
