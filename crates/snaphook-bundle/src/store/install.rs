//! Takes a bundle into a place, or refuses it. Nothing counts before the pointer of the
//! place names it, and that is replaced in one step, under the store's lock.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use snaphook_core::kind::Kinds;
use snaphook_files::{Access, replace};

use super::layout::BundleStore;
use super::slot::{BundleSlot, StoredBundle};
use super::unpack::ensure_unpacked;
use crate::bundle::PolicyBundle;
use crate::error::StoreError;
use crate::manifest::BundleMode;
use crate::rollout::{MachineIdentity, RolloutAnswer};
use crate::signature::TrustedKeys;

/// How long a bundle stays that is in no place: an event may have begun with it.
const KEPT_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// What a program does with a bundle before it counts.
pub trait BundleChecks: Send + Sync {
    /// The kinds of handlers that the program knows.
    fn kinds(&self) -> Kinds;

    /// Runs the tests of a bundle whose files are in this folder.
    ///
    /// # Errors
    /// What failed, in words.
    fn run_tests(&self, root: &Path) -> Result<(), String>;
}

/// What became of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstallOutcome {
    /// It is in this place now.
    Installed(BundleSlot, StoredBundle),
    /// It was there already.
    Same(BundleSlot, StoredBundle),
    /// It is for other machines, or not yet for this one.
    NotForThisMachine(RolloutAnswer),
    /// It would only be watched, and a newer one is in force.
    Superseded(StoredBundle),
}

impl BundleStore {
    /// Takes an archive, if a trusted key signed it, it is newer than what was in force,
    /// it is for this machine, and its tests pass. `only_observed` for one that is only
    /// watched, whatever it says of itself.
    ///
    /// # Errors
    /// When it is refused, or cannot be kept.
    pub fn install(
        &self,
        archive: &[u8],
        keys: &TrustedKeys,
        machine: &MachineIdentity,
        only_observed: bool,
        now: i64,
        checks: &dyn BundleChecks,
    ) -> Result<InstallOutcome, StoreError> {
        let bundle = PolicyBundle::verify(archive, keys)?;
        bundle.read_settings(&checks.kinds())?;
        let policy = &bundle.manifest().metadata.snaphook;
        let slot = match only_observed || policy.mode == BundleMode::Observe {
            true => BundleSlot::Observed,
            false => BundleSlot::InForce,
        };
        let known = self.stored(slot)?;
        let answer = machine.answer(&policy.rollout);
        let needed = answer == RolloutAnswer::NotYet && known.is_none();
        if answer != RolloutAnswer::Take && !needed {
            return Ok(InstallOutcome::NotForThisMachine(answer));
        }
        if slot == BundleSlot::Observed
            && let Some(newer) = self.stored(BundleSlot::InForce)?
            && newer.sequence >= policy.sequence
        {
            return Ok(InstallOutcome::Superseded(newer));
        }
        if let Some(same) = check_order(&bundle, known)? {
            // Its files may be damaged.
            self.keep(&bundle, archive)?;
            return Ok(InstallOutcome::Same(slot, same));
        }
        if bundle.manifest().expires_at().is_some_and(|at| at <= now) {
            return Err(StoreError::Expired {
                revision: bundle.manifest().revision.clone(),
                at: policy.expires.clone().unwrap_or_default(),
            });
        }
        self.keep(&bundle, archive)?;
        if bundle.has_tests() {
            let tests = checks.run_tests(&self.unpacked(bundle.digest()));
            tests.map_err(|reason| StoreError::Tests {
                revision: bundle.manifest().revision.clone(),
                reason,
            })?;
        }
        self.point_at(&bundle, slot, now)
    }

    /// Writes the archive and its files; nothing counts them yet.
    fn keep(&self, bundle: &PolicyBundle, archive: &[u8]) -> Result<(), StoreError> {
        let path = self.archive(bundle.digest());
        let _lock = self.lock()?;
        if fs::read(&path).ok().as_deref() != Some(archive) {
            replace(&path, archive, Access::Usual).map_err(StoreError::at(&path))?;
        }
        let root = self.unpacked(bundle.digest());
        ensure_unpacked(bundle, &root).map_err(StoreError::at(&root))
    }

    /// Makes it count, unless another process was faster with a newer one.
    fn point_at(
        &self,
        bundle: &PolicyBundle,
        slot: BundleSlot,
        now: i64,
    ) -> Result<InstallOutcome, StoreError> {
        let _lock = self.lock()?;
        if let Some(same) = check_order(bundle, self.stored(slot)?)? {
            return Ok(InstallOutcome::Same(slot, same));
        }
        let manifest = bundle.manifest();
        let stored = StoredBundle {
            digest: bundle.digest().to_owned(),
            revision: manifest.revision.clone(),
            sequence: manifest.metadata.snaphook.sequence,
            since: now,
        };
        self.write(&self.pointer(slot), &stored)?;
        if slot == BundleSlot::InForce {
            self.forget_observed(stored.sequence);
        }
        self.remove_unused();
        Ok(InstallOutcome::Installed(slot, stored))
    }

    /// Ends watching a bundle that this one came after. If that fails, it is watched on.
    fn forget_observed(&self, sequence: u64) {
        let observed = self.stored(BundleSlot::Observed).ok().flatten();
        if observed.is_some_and(|observed| observed.sequence <= sequence) {
            let _ = fs::remove_file(self.pointer(BundleSlot::Observed));
        }
    }

    /// Removes bundles that are in no place for a day. One that stays does no harm.
    fn remove_unused(&self) {
        let used: Vec<String> = BundleSlot::ALL
            .into_iter()
            .filter_map(|slot| self.stored(slot).ok().flatten())
            .map(|stored| stored.digest)
            .collect();
        for entry in fs::read_dir(self.bundles()).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let Some(digest) = name.strip_suffix(".tar.gz") else {
                continue;
            };
            let modified = entry.metadata().and_then(|found| found.modified());
            let age = modified.map(|at| SystemTime::now().duration_since(at));
            let is_old = matches!(age, Ok(Ok(age)) if age > KEPT_AFTER);
            if is_old && !used.iter().any(|used| used == digest) {
                let _ = fs::remove_dir_all(self.unpacked(digest));
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Refuses a bundle that is older than the one that is known. The known one, if it is the
/// same.
fn check_order(
    bundle: &PolicyBundle,
    known: Option<StoredBundle>,
) -> Result<Option<StoredBundle>, StoreError> {
    let Some(known) = known else {
        return Ok(None);
    };
    if known.digest == bundle.digest() {
        return Ok(Some(known));
    }
    let manifest = bundle.manifest();
    let (revision, sequence) = (
        manifest.revision.clone(),
        manifest.metadata.snaphook.sequence,
    );
    if sequence == known.sequence {
        return Err(StoreError::SameSequence { revision, sequence });
    }
    if sequence < known.sequence {
        let known = known.sequence;
        return Err(StoreError::Older {
            revision,
            sequence,
            known,
        });
    }
    Ok(None)
}
