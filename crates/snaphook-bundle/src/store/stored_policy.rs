//! Gives settings the bundle in force. Its archive is verified each time: whoever can write
//! into the store, and has no key, cannot change what counts.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use snaphook_settings::{
    OnStale, PolicyFiles, PolicyReader, PolicyReading, PolicySource, ReadPolicyFile,
};

use super::freshness::expired;
use super::layout::BundleStore;
use super::slot::{BundleSlot, StoredBundle};
use super::unpack::ensure_unpacked;
use crate::bundle::PolicyBundle;
use crate::manifest::BundleMode;
use crate::rollout::{MachineIdentity, RolloutAnswer};
use crate::signature::TrustedKeys;

/// The bundles in a store, for those who read settings.
#[derive(Debug, Clone)]
pub struct StoredPolicy {
    store: BundleStore,
}

/// Why there is no bundle in a place.
enum Absence {
    /// There has never been one.
    Never,
    /// There is one, and it does not count.
    Broken(String),
}

impl StoredPolicy {
    /// What is kept in this store.
    #[must_use]
    pub fn new(store: BundleStore) -> Self {
        Self { store }
    }

    /// A reader for [`Places`](snaphook_settings::Places).
    #[must_use]
    pub fn shared(self) -> snaphook_settings::SharedPolicyReader {
        snaphook_settings::SharedPolicyReader::new(Arc::new(self))
    }

    fn load(
        &self,
        slot: BundleSlot,
        keys: &TrustedKeys,
        source: &PolicySource,
        read: &mut ReadPolicyFile<'_>,
    ) -> Result<PolicyBundle, Absence> {
        let broken = |error: &dyn std::fmt::Display| Absence::Broken(error.to_string());
        let pointer = match read(&self.store.pointer(slot)) {
            Ok(pointer) => pointer,
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(Absence::Never),
            Err(error) => return Err(broken(&error)),
        };
        let stored = StoredBundle::read(&pointer).map_err(|error| broken(&error))?;
        let path = self.store.archive(&stored.digest);
        let archive = read(&path).map_err(|error| broken(&error))?;
        let bundle = PolicyBundle::verify(&archive, keys).map_err(|error| broken(&error))?;
        if bundle.digest() != stored.digest {
            return Err(broken(&"it is not the bundle that was taken"));
        }
        let policy = &bundle.manifest().metadata.snaphook;
        if slot == BundleSlot::InForce && policy.mode == BundleMode::Observe {
            return Err(broken(&"it may only be observed"));
        }
        let machine = MachineIdentity {
            id: String::new(),
            labels: source.labels.clone(),
        };
        if machine.answer(&policy.rollout) == RolloutAnswer::OtherLabels {
            return Err(broken(&"it is for machines with other labels"));
        }
        let root = self.store.unpacked(bundle.digest());
        ensure_unpacked(&bundle, &root).map_err(|error| broken(&error))?;
        Ok(bundle)
    }

    fn files_of(&self, bundle: &PolicyBundle) -> PolicyFiles {
        let root = self.store.unpacked(bundle.digest());
        let settings = bundle.settings().unwrap_or_default();
        let settings = settings
            .into_iter()
            .map(|(name, text)| (root.join(name), text.to_owned()));
        PolicyFiles {
            revision: bundle.manifest().revision.clone(),
            settings: settings.collect(),
            root,
        }
    }

    /// Reads the bundle in force, or says why there is none.
    fn read_in_force(
        &self,
        keys: &TrustedKeys,
        source: &PolicySource,
        read: &mut ReadPolicyFile<'_>,
        reading: &mut PolicyReading,
    ) {
        let now = now();
        let status = self.store.status(source, now);
        let url = snaphook_core::shown_url(&source.url);
        let too_old = match self.load(BundleSlot::InForce, keys, source, read) {
            Ok(bundle) => {
                let manifest = bundle.manifest();
                let shown = manifest.metadata.snaphook.expires.as_deref();
                let reason = expired(manifest.expires_at(), shown, now).or(status.stale);
                reading.in_force = Some(self.files_of(&bundle));
                let revision = &manifest.revision;
                reason.map(|reason| format!("the policy bundle `{revision}` is stale: {reason}"))
            }
            Err(Absence::Never) => Some(format!(
                "there is no policy bundle yet: none was loaded from {url}"
            )),
            // Somebody changed it: what it would have forbidden is not known.
            Err(Absence::Broken(reason)) => {
                reading.block = Some(format!(
                    "the policy bundle that is kept here does not count: {reason}; no event may \
                     run without it. Run `snaphook agent --once` to load it anew"
                ));
                return;
            }
        };
        let problem = status
            .problem
            .map(|problem| format!("the last request: {problem}"));
        match (too_old, source.on_stale) {
            (Some(reason), OnStale::Block) => {
                let more = problem
                    .map(|problem| format!("; {problem}"))
                    .unwrap_or_default();
                reading.block = Some(format!(
                    "{reason}{more}. `onStale` is `block`, so no event may run; `snaphook agent \
                     --once` loads it"
                ));
            }
            (Some(reason), OnStale::Keep) => {
                let more = problem
                    .map(|problem| format!("; {problem}"))
                    .unwrap_or_default();
                reading.warnings.push(format!("{reason}{more}"));
            }
            (None, _) => reading.warnings.extend(problem),
        }
    }
}

impl PolicyReader for StoredPolicy {
    fn read(&self, source: &PolicySource, read: &mut ReadPolicyFile<'_>) -> PolicyReading {
        let mut reading = PolicyReading::default();
        let keys = match TrustedKeys::read(&source.keys) {
            Ok(keys) => keys,
            Err(error) => {
                reading.block = Some(format!(
                    "`policySource.keys` cannot be used: {error}; no event may run without the \
                     policy"
                ));
                return reading;
            }
        };
        self.read_in_force(&keys, source, read, &mut reading);
        match self.load(BundleSlot::Observed, &keys, source, read) {
            Ok(bundle) => reading.observed = Some(self.files_of(&bundle)),
            Err(Absence::Never) => {}
            Err(Absence::Broken(reason)) => reading.warnings.push(format!(
                "the observed policy bundle is not watched: {reason}"
            )),
        }
        reading
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| {
        i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
    })
}
