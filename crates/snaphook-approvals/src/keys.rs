//! Keys by which somebody proves who they are, from wherever they answer. The settings have
//! the SHA-256 of each only, so who reads them cannot answer.

use sha2::{Digest, Sha256};

use crate::answer::AnswererIdentity;
use crate::canonical::hexadecimal;

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
        Some(AnswererIdentity::Key(name.clone()))
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
            Some(AnswererIdentity::Key("ann".to_owned()))
        );
        assert_eq!(keys.identify(&ApprovalKeys::digest(&key)), None);
        assert_eq!(keys.identify(""), None);
    }
}
