//! Finds the store of policy bundles: the system's, where a service of the system fetches
//! them, else one in the state folder.

use std::path::PathBuf;

use snaphook_bundle::{BundleStore, StoredPolicy};
use snaphook_settings::{LoadError, Places, WrittenPolicySource, policy_source};

use crate::error::CommandError;
use crate::world;

/// The store; `None` without a home folder.
pub(crate) fn store() -> Option<BundleStore> {
    let system = world::system_policy_dir();
    let own = || world::state_dir().map(|dir| dir.join("policy"));
    let folder: Option<PathBuf> = match system.is_dir() {
        true => Some(system),
        false => own(),
    };
    folder.map(BundleStore::new)
}

/// These places, where the bundle that managed settings name can be read.
pub(crate) fn readable(mut places: Places) -> Places {
    places.policy = store().map(|store| StoredPolicy::new(store).shared());
    places
}

/// The policy source that managed settings name.
pub(crate) fn source() -> Result<Option<WrittenPolicySource>, CommandError> {
    let (source, errors) = policy_source(&Places::managed(&world::system_dir()));
    let is_there = |error: &LoadError| !matches!(error, LoadError::Missing(_));
    match errors.into_iter().find(is_there) {
        Some(error) => Err(CommandError::new(format!(
            "managed settings cannot be loaded: {error}"
        ))
        .help("run `snaphook check` and correct what it shows")),
        None => Ok(source),
    }
}
