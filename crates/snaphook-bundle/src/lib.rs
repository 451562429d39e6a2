//! Signed policy bundles: one policy for many machines.
//!
//! A bundle is a gzip-compressed tar archive in the format of Open Policy Agent: a
//! `.manifest`, files below `snaphook/`, and `.signatures.json` with an Ed25519 signature
//! over the digests of all of them.
//!
//! | part | does |
//! |---|---|
//! | [`PolicyBundle`] | an archive whose every file was verified with trusted keys |
//! | [`BundleBuilder`] | makes an archive from a folder, and signs it |
//! | [`compare_bundles`] | says in words what another bundle changes |
//! | [`BundleStore`] | keeps the bundle in force; refuses forged, older and failing ones |
//! | [`StoredPolicy`] | gives settings the bundle in force |
//! | `PolicyFetcher` | fetches bundles (feature `client`) |
//!
//! Nothing here reads the environment or the home folder.

mod archive;
mod build;
mod bundle;
mod compare;
mod encoding;
mod error;
#[cfg(feature = "client")]
mod fetch;
mod hash;
mod manifest;
mod rollout;
mod signature;
mod store;

pub use build::BundleBuilder;
pub use bundle::PolicyBundle;
pub use compare::compare_bundles;
pub use error::{BundleError, StoreError};
#[cfg(feature = "client")]
pub use fetch::{FetchError, FetchedPolicy, PolicyFetcher};
pub use manifest::{BundleManifest, BundleMetadata, BundleMode, PolicyMetadata, Rollout};
pub use rollout::{MachineIdentity, RolloutAnswer};
pub use signature::{
    BundleSignature, BundleSigner, SigningKeyFile, SshPayload, TrustedKeys, VerifyingKeyText,
};
pub use store::{
    BundleChecks, BundleSlot, BundleStore, FetchNote, InstallOutcome, StoreStatus, StoredBundle,
    StoredPolicy,
};
