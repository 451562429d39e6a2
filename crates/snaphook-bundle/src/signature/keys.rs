//! Public keys, as settings name them: the line of an OpenSSH public key, or `ed25519:` and
//! the 32 bytes in base64. Each has an id, which a signature must name.

use std::collections::BTreeMap;
use std::fmt;

use ed25519_dalek::{Signature, VerifyingKey};

use super::sshsig;
use crate::encoding::{base64, from_base64};
use crate::error::BundleError;

const PREFIX: &str = "ed25519:";
const SSH_TYPE: &str = "ssh-ed25519";

/// The keys that may sign, by their ids.
#[derive(Debug, Clone, Default)]
pub struct TrustedKeys(BTreeMap<String, VerifyingKey>);

impl TrustedKeys {
    /// Reads keys as settings have them.
    ///
    /// # Errors
    /// When one of them is not an Ed25519 key, or there is none.
    pub fn read<'a>(
        written: impl IntoIterator<Item = (&'a String, &'a String)>,
    ) -> Result<Self, BundleError> {
        let mut keys = BTreeMap::new();
        for (id, text) in written {
            let key = read_key(text)
                .map_err(|reason| BundleError::Key(format!("the key `{id}` {reason}")))?;
            keys.insert(id.clone(), key);
        }
        if keys.is_empty() {
            let message = "no key is trusted, so no bundle can be verified".to_owned();
            return Err(BundleError::Key(message));
        }
        Ok(Self(keys))
    }

    /// Whether the key of this id signed a text; the signature is in base64.
    ///
    /// # Errors
    /// When it did not.
    pub fn verify_text(&self, id: &str, text: &[u8], signature: &str) -> Result<(), BundleError> {
        let signature = from_base64(signature)
            .ok_or_else(|| BundleError::Signature("it is not base64".to_owned()))?;
        self.verify(id, text, &signature)
            .map_err(BundleError::Signature)
    }

    /// Whether the key of this id made a signature over these bytes.
    pub(crate) fn verify(&self, id: &str, message: &[u8], signature: &[u8]) -> Result<(), String> {
        let Some(key) = self.0.get(id) else {
            let known: Vec<_> = self.0.keys().map(|id| format!("`{id}`")).collect();
            return Err(format!(
                "it names the key `{}`, and the trusted keys are {}",
                id.escape_debug(),
                known.join(", ")
            ));
        };
        let signature = Signature::from_slice(signature)
            .map_err(|_| "it is not an Ed25519 signature".to_owned())?;
        key.verify_strict(message, &signature)
            .map_err(|_| format!("the key `{id}` did not make it"))
    }

    /// The id of a key.
    pub(crate) fn id_of(&self, key: &[u8]) -> Option<&str> {
        let mut keys = self.0.iter();
        let (id, _) = keys.find(|(_, known)| known.as_bytes() == key)?;
        Some(id)
    }
}

/// A public key as settings have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyingKeyText(String);

impl VerifyingKeyText {
    pub(super) fn of(key: &VerifyingKey) -> Self {
        Self(format!("{PREFIX}{}", base64(key.as_bytes())))
    }
}

impl fmt::Display for VerifyingKeyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn read_key(text: &str) -> Result<VerifyingKey, &'static str> {
    const WRONG: &str = "is not an Ed25519 public key; write `ssh-ed25519 AAAA…`, or `ed25519:` \
                         and 32 bytes in base64";
    let text = text.trim();
    let bytes = match text.strip_prefix(PREFIX) {
        Some(encoded) => from_base64(encoded).ok_or(WRONG)?,
        None => {
            let mut words = text.split_ascii_whitespace();
            if words.next() != Some(SSH_TYPE) {
                return Err(WRONG);
            }
            let blob = words.next().and_then(from_base64).ok_or(WRONG)?;
            sshsig::ed25519_key(&blob).ok_or(WRONG)?.to_vec()
        }
    };
    let bytes: [u8; 32] = bytes.try_into().map_err(|_| WRONG)?;
    let key = VerifyingKey::from_bytes(&bytes).map_err(|_| WRONG)?;
    match key.is_weak() {
        true => Err("is a weak key, with which anybody could sign"),
        false => Ok(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<TrustedKeys, BundleError> {
        TrustedKeys::read([(&"k".to_owned(), &text.to_owned())])
    }

    #[test]
    fn only_ed25519_keys_are_read() {
        // From RFC 8032, and the same as OpenSSH writes it.
        read("ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=").unwrap();
        let ssh = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea me@here";
        read(ssh).unwrap();
        for wrong in [
            "",
            "ed25519:",
            "ed25519:AAAA",
            "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ==",
            "ssh-ed25519",
            "ssh-ed25519 AAAA",
            "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
            // The point of order 1, with which every message has a signature.
            "ed25519:AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(TrustedKeys::read([]).is_err());
    }
}
