//! The two places that a machine has for bundles, and what each of them names.

use serde::{Deserialize, Serialize};

/// A place for a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BundleSlot {
    /// The bundle that decides.
    InForce,
    /// The bundle that is only watched.
    Observed,
}

impl BundleSlot {
    /// Both.
    pub const ALL: [Self; 2] = [Self::InForce, Self::Observed];

    /// In words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InForce => "in force",
            Self::Observed => "observed",
        }
    }

    pub(crate) fn file_name(self) -> &'static str {
        match self {
            Self::InForce => "in-force.json",
            Self::Observed => "observed.json",
        }
    }
}

/// The bundle in a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StoredBundle {
    /// The SHA-256 of its archive.
    pub digest: String,
    /// What it calls itself.
    pub revision: String,
    /// Its sequence number.
    pub sequence: u64,
    /// When it was taken, in seconds since 1970.
    pub since: i64,
}

impl StoredBundle {
    /// Reads a pointer. A digest that is none could lead out of the store.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let stored: Self = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        let is_digest = stored.digest.len() == 64
            && stored
                .digest
                .bytes()
                .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
        match is_digest {
            true => Ok(stored),
            false => Err("its digest is not one".to_owned()),
        }
    }
}
