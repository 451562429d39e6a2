//! Keys by which somebody proves who they are, from wherever they answer. The settings have
//! the SHA-256 of each only, so who reads them cannot answer.

use sha2::{Digest, Sha256};

use crate::answer::AnswererIdentity;
use crate::canonical::hexadecimal;

/// Somebody who showed a key. The name alone proves nothing: who answers may have read other
/// settings than who waits, so the digest of the key goes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOwner {
    name: String,
    digest: String,
}

impl KeyOwner {
    /// Somebody of this name, who showed the key of this digest.
    #[must_use]
    pub fn new(name: &str, digest: &str) -> Self {
        Self {
            name: name.to_owned(),
            digest: digest.to_owned(),
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The digest of the key that was shown.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// The keys of the setting `approvals.keys`: names, and the SHA-256 of each key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ApprovalKeys(Vec<(String, String)>);

impl ApprovalKeys {
    /// Keys by the names of those who have them, each as its SHA-256 in hexadecimal digits.
    #[must_use]
    pub fn new(keys: impl IntoIterator<Item = (String, String)>) -> Self {
        let keys = keys.into_iter();
        Self(
            keys.map(|(name, sum)| (name, sum.to_ascii_lowercase()))
                .collect(),
        )
    }

    /// Who has this key.
    #[must_use]
    pub fn identify(&self, key: &str) -> Option<AnswererIdentity> {
        let sum = Self::digest(key);
        let mut known = self.0.iter();
        let (name, _) = known.find(|(_, known)| *known == sum)?;
        Some(AnswererIdentity::Key(KeyOwner::new(name, &sum)))
    }

    /// Whether these are keys of which this one was shown, under this name.
    #[must_use]
    pub fn have(&self, name: &str, digest: &str) -> bool {
        let mut known = self.0.iter();
        known.any(|(owner, sum)| owner == name && sum == digest)
    }

    /// What the settings keep of a key.
    #[must_use]
    pub fn digest(key: &str) -> String {
        hexadecimal(&Sha256::digest(key.trim()))
    }

    /// A new key of 244 random bits.
    #[must_use]
    pub fn make() -> String {
        let half = || uuid::Uuid::new_v4().simple().to_string();
        format!("{}{}", half(), half())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_known_by_its_digest_only() {
        let key = ApprovalKeys::make();
        let keys = ApprovalKeys::new([("ann".to_owned(), ApprovalKeys::digest(&key))]);
        assert_eq!(
            keys.identify(&format!(" {key}\n")),
            Some(AnswererIdentity::Key(KeyOwner::new(
                "ann",
                &ApprovalKeys::digest(&key)
            )))
        );
        assert_eq!(keys.identify(&ApprovalKeys::digest(&key)), None);
        assert_eq!(keys.identify(""), None);
    }
}
