//! Private keys in a file: PKCS #8 in PEM, as `openssl genpkey -algorithm ed25519` writes
//! it, without a passphrase. Keys with one, and those of an agent or a token, sign by
//! `ssh-keygen -Y sign`.

use ed25519_dalek::{Signer, SigningKey};

use super::document::{BundleSignature, BundleSigner, SshPayload, token};
use super::keys::VerifyingKeyText;
use crate::encoding::{base64, from_base64};
use crate::error::BundleError;

const BEGIN: &str = "-----BEGIN PRIVATE KEY-----";
const END: &str = "-----END PRIVATE KEY-----";

/// Everything before the 32 bytes of an Ed25519 key in PKCS #8.
const BEFORE_KEY: [u8; 16] = [
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/// A private key, and the id that settings have for its public key.
pub struct SigningKeyFile {
    id: String,
    key: SigningKey,
}

impl std::fmt::Debug for SigningKeyFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SigningKeyFile")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl SigningKeyFile {
    /// A new key.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn generate(id: &str) -> Result<Self, BundleError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)
            .map_err(|error| BundleError::Key(format!("no random numbers: {error}")))?;
        Ok(Self {
            id: id.to_owned(),
            key: SigningKey::from_bytes(&seed),
        })
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it is not a private Ed25519 key in PEM.
    pub fn read(id: &str, text: &str) -> Result<Self, BundleError> {
        let wrong = || {
            BundleError::Key(
                "not an Ed25519 private key in PEM; make one with `snaphook bundle keygen`, or \
                 sign with --ssh-key"
                    .to_owned(),
            )
        };
        let body = text.trim().strip_prefix(BEGIN);
        let body = body.and_then(|rest| rest.strip_suffix(END));
        let der = body.and_then(from_base64).ok_or_else(wrong)?;
        let seed = der.strip_prefix(&BEFORE_KEY).ok_or_else(wrong)?;
        let seed: [u8; 32] = seed.try_into().map_err(|_| wrong())?;
        Ok(Self {
            id: id.to_owned(),
            key: SigningKey::from_bytes(&seed),
        })
    }

    /// The text of a file with this key.
    #[must_use]
    pub fn to_pem(&self) -> String {
        let der = [&BEFORE_KEY[..], &self.key.to_bytes()].concat();
        format!("{BEGIN}\n{}\n{END}\n", base64(&der))
    }

    /// The signature of a text, in base64.
    #[must_use]
    pub fn sign_text(&self, text: &[u8]) -> String {
        base64(&self.key.sign(text).to_bytes())
    }

    /// The public key, as settings have it.
    #[must_use]
    pub fn public(&self) -> VerifyingKeyText {
        VerifyingKeyText::of(&self.key.verifying_key())
    }
}

impl BundleSigner for SigningKeyFile {
    fn sign(&self, payload: SshPayload) -> Result<BundleSignature, BundleError> {
        let sign = |message: &[u8]| self.key.sign(message).to_bytes();
        token(&self.id, &payload.0, sign).map(BundleSignature::Token)
    }

    fn key_id(&self) -> Option<&str> {
        Some(&self.id)
    }
}
