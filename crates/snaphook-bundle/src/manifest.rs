//! The `.manifest` of a bundle: its revision, the part of the tree that it owns, and what
//! snaphook itself needs to know, below `metadata.snaphook`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::error::BundleError;

/// The name of the file.
pub(crate) const NAME: &str = ".manifest";

/// The root that holds what snaphook reads.
pub(crate) const ROOT: &str = "snaphook";

/// What a bundle says of itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BundleManifest {
    /// Its version, in the words of those who made it.
    pub revision: String,
    /// The folders that it owns.
    pub roots: Vec<String>,
    /// What programs know of it.
    #[serde(default)]
    pub metadata: BundleMetadata,
    /// What other programs have in it.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

/// The metadata of a manifest.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BundleMetadata {
    /// What snaphook knows of the bundle.
    pub snaphook: PolicyMetadata,
    /// What other programs have in it.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

/// What snaphook knows of a bundle. An unknown key may be a limit that this version does
/// not keep, so such a bundle is refused.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PolicyMetadata {
    /// Its place among the bundles of its source: a lower one is never taken again.
    pub sequence: u64,
    /// Whether it decides.
    #[serde(default, skip_serializing_if = "BundleMode::is_enforce")]
    pub mode: BundleMode,
    /// The machines that it is for.
    #[serde(default, skip_serializing_if = "Rollout::is_for_all")]
    pub rollout: Rollout,
    /// When it counts as stale whatever a server says: a time as in RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
}

/// Whether a bundle decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BundleMode {
    /// It is in force.
    #[default]
    Enforce,
    /// It is only watched.
    Observe,
}

impl BundleMode {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
    fn is_enforce(&self) -> bool {
        *self == Self::Enforce
    }
}

/// The machines that a bundle is for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rollout {
    /// Labels that a machine must have, all of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// The share of machines, chosen by their ids.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
}

impl Rollout {
    /// Whether every machine takes it.
    #[must_use]
    pub fn is_for_all(&self) -> bool {
        self.labels.is_empty() && self.percent.is_none_or(|percent| percent >= 100)
    }
}

impl BundleManifest {
    /// Reads it, and holds it to what snaphook needs.
    pub(crate) fn read(content: &[u8]) -> Result<Self, BundleError> {
        let wrong = |error: serde_json::Error| BundleError::Manifest(error.to_string());
        // A key that occurs twice means two things to two readers.
        let text = std::str::from_utf8(content)
            .map_err(|_| BundleError::Manifest("it is not UTF-8 text".to_owned()))?;
        if let Some(key) = snaphook_core::json::repeated_key(text) {
            return Err(BundleError::Manifest(format!(
                "the key `{key}` occurs twice"
            )));
        }
        let manifest: Self = serde_json::from_str(text).map_err(wrong)?;
        manifest.check()?;
        Ok(manifest)
    }

    pub(crate) fn check(&self) -> Result<(), BundleError> {
        let wrong = |message: &str| Err(BundleError::Manifest(message.to_owned()));
        let revision = &self.revision;
        if revision.trim().is_empty() || revision.len() > 200 {
            return wrong("`revision` must be a text of 1 to 200 bytes");
        }
        if revision.chars().any(char::is_control) {
            return wrong("`revision` has a control character");
        }
        if !self.roots.iter().any(|root| root == ROOT) {
            return wrong("`roots` does not contain `snaphook`");
        }
        if self
            .roots
            .iter()
            .any(|root| root.trim_matches('/').is_empty())
        {
            return wrong("`roots` has an empty root, which would own every file");
        }
        let policy = &self.metadata.snaphook;
        if policy.sequence == 0 {
            return wrong("`metadata.snaphook.sequence` must be greater than 0");
        }
        if policy.rollout.percent.is_some_and(|percent| percent > 100) {
            return wrong("`metadata.snaphook.rollout.percent` must be from 0 to 100");
        }
        if policy.expires.is_some() && self.expires_at().is_none() {
            return wrong(
                "`metadata.snaphook.expires` must be a time such as 2027-01-31T00:00:00Z",
            );
        }
        Ok(())
    }

    /// When it expires, in seconds since 1970.
    pub(crate) fn expires_at(&self) -> Option<i64> {
        let expires = self.metadata.snaphook.expires.as_deref()?;
        let time: jiff::Timestamp = expires.parse().ok()?;
        Some(time.as_second())
    }

    /// Whether a file is below one of the roots.
    pub(crate) fn owns(&self, name: &str) -> bool {
        self.roots.iter().any(|root| {
            let inside = name.strip_prefix(root.trim_matches('/'));
            inside.is_some_and(|rest| rest.starts_with('/'))
        })
    }
}
