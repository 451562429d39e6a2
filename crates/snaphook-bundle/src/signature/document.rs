//! `.signatures.json`: a JSON Web Token, as Open Policy Agent has it, or beside an empty
//! list the payload and its signature by `ssh-keygen -Y sign`.
//!
//! The algorithm is ours, never the file's: a token that names another one than EdDSA, or
//! none, is refused before any key is looked at.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::keys::TrustedKeys;
use super::payload::SignedPayload;
use super::sshsig;
use crate::archive::FileTree;
use crate::encoding::{base64url, from_base64url};
use crate::error::BundleError;

/// The name of the file.
pub(crate) const NAME: &str = ".signatures.json";

/// The largest document.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// What the file holds.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SignatureDocument {
    /// JSON Web Tokens.
    pub(crate) signatures: Vec<String>,
    /// A signature of `ssh-keygen -Y sign`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ssh: Option<SshPart>,
}

/// A payload and its signature by `ssh-keygen -Y sign`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SshPart {
    /// The payload in base64url.
    payload: String,
    signature: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct TokenHeader {
    alg: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crit: Option<Value>,
}

/// The bytes that `ssh-keygen -Y sign -n snaphook-bundle` is to sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SshPayload(pub Vec<u8>);

impl SshPayload {
    /// What the signature is for: the argument of `-n`.
    pub const NAMESPACE: &'static str = sshsig::NAMESPACE;
}

/// Signs bundles.
pub trait BundleSigner {
    /// The signature of a payload, for `.signatures.json`.
    ///
    /// # Errors
    /// When the key cannot be used.
    fn sign(&self, payload: SshPayload) -> Result<BundleSignature, BundleError>;

    /// The id that settings have for the key, where the signature names it.
    fn key_id(&self) -> Option<&str>;
}

/// A signature as a signer gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BundleSignature {
    /// A JSON Web Token.
    Token(String),
    /// What `ssh-keygen -Y sign` printed.
    Ssh(String),
}

impl SignatureDocument {
    /// The document with a signature of this payload.
    pub(crate) fn sign(
        payload: &SignedPayload,
        signer: &dyn BundleSigner,
    ) -> Result<Self, BundleError> {
        let bytes = serde_json::to_vec(payload)
            .map_err(|error| BundleError::Signature(error.to_string()))?;
        Ok(match signer.sign(SshPayload(bytes.clone()))? {
            BundleSignature::Token(token) => Self {
                signatures: vec![token],
                ssh: None,
            },
            BundleSignature::Ssh(signature) => Self {
                signatures: Vec::new(),
                ssh: Some(SshPart {
                    payload: base64url(&bytes),
                    signature,
                }),
            },
        })
    }
}

/// A token over a payload.
pub(super) fn token(
    kid: &str,
    payload: &[u8],
    sign: impl FnOnce(&[u8]) -> [u8; 64],
) -> Result<String, BundleError> {
    let header = TokenHeader {
        alg: "EdDSA".to_owned(),
        kid: Some(kid.to_owned()),
        crit: None,
    };
    let header =
        serde_json::to_vec(&header).map_err(|error| BundleError::Signature(error.to_string()))?;
    let signed = format!("{}.{}", base64url(&header), base64url(payload));
    let signature = base64url(&sign(signed.as_bytes()));
    Ok(format!("{signed}.{signature}"))
}

/// Holds every file to the signature that is with them; the id of the key that made it.
pub(crate) fn verify(files: &FileTree, keys: &TrustedKeys) -> Result<String, BundleError> {
    let document = files.get(NAME).ok_or(BundleError::Unsigned)?;
    let wrong = |reason: &str| BundleError::Signature(reason.to_owned());
    if document.len() > MOST_BYTES {
        return Err(wrong("`.signatures.json` is larger than 4 MB"));
    }
    let document: SignatureDocument = serde_json::from_slice(document)
        .map_err(|error| BundleError::Signature(format!("`.signatures.json`: {error}")))?;
    let (key, payload) = match (document.signatures.as_slice(), &document.ssh) {
        ([], None) => return Err(BundleError::Unsigned),
        ([token], None) => verify_token(token, keys)?,
        ([], Some(ssh)) => verify_ssh(ssh, keys)?,
        _ => return Err(wrong("`.signatures.json` must have exactly one signature")),
    };
    let text = std::str::from_utf8(&payload).map_err(|_| wrong("its payload is not text"))?;
    if snaphook_core::json::repeated_key(text).is_some() {
        return Err(wrong("a key of its payload occurs twice"));
    }
    let payload: SignedPayload = serde_json::from_str(text)
        .map_err(|error| BundleError::Signature(format!("its payload: {error}")))?;
    payload.check(files)?;
    Ok(key)
}

fn verify_token(token: &str, keys: &TrustedKeys) -> Result<(String, Vec<u8>), BundleError> {
    let wrong = |reason: String| BundleError::Signature(reason);
    let broken = || wrong("it is not a JSON Web Token".to_owned());
    let (signed, signature) = token.rsplit_once('.').ok_or_else(broken)?;
    let (header, payload) = signed.split_once('.').ok_or_else(broken)?;
    let header = from_base64url(header).ok_or_else(broken)?;
    let header: TokenHeader = serde_json::from_slice(&header).map_err(|_| broken())?;
    if header.alg != "EdDSA" {
        let alg = header.alg.escape_debug();
        return Err(wrong(format!("its algorithm is `{alg}`, not EdDSA")));
    }
    if header.crit.is_some() {
        return Err(wrong("it has extensions that must be known".to_owned()));
    }
    let payload = from_base64url(payload).ok_or_else(broken)?;
    let signature = from_base64url(signature).ok_or_else(broken)?;
    let kid = header
        .kid
        .ok_or_else(|| wrong("it does not name its key (`kid`)".to_owned()))?;
    keys.verify(&kid, signed.as_bytes(), &signature)
        .map_err(wrong)?;
    Ok((kid, payload))
}

fn verify_ssh(ssh: &SshPart, keys: &TrustedKeys) -> Result<(String, Vec<u8>), BundleError> {
    let wrong = |reason: &str| BundleError::Signature(reason.to_owned());
    let payload =
        from_base64url(&ssh.payload).ok_or_else(|| wrong("its payload is not base64url"))?;
    let read = sshsig::read(&ssh.signature, &payload).map_err(wrong)?;
    let id = keys.id_of(&read.key);
    let id = id.ok_or_else(|| wrong("the key that made it is not trusted"))?;
    keys.verify(id, &read.signed, &read.signature)
        .map_err(BundleError::Signature)?;
    Ok((id.to_owned(), payload))
}
