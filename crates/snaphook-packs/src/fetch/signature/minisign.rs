//! Signatures of minisign. The public key is in the pack: it is pinned when the pack is
//! added, and signs itself with everything else.

use minisign_verify::{PublicKey, Signature};

use super::verify::SignatureError;

/// The file with the public key.
pub(super) const KEY_FILE: &str = "minisign.pub";

pub(super) fn verify(
    file: &'static str,
    signature: &[u8],
    key: Option<&[u8]>,
    signed: &str,
) -> Result<String, SignatureError> {
    let unchecked = |why: String| SignatureError::Unchecked { file, why };
    let key = key.ok_or_else(|| unchecked(format!("the pack has no `{KEY_FILE}`")))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let lines = text(key);
    let encoded = lines
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with("untrusted comment:"));
    let encoded = encoded.unwrap_or_default();
    let key = PublicKey::from_base64(encoded)
        .map_err(|error| unchecked(format!("`{KEY_FILE}`: {error}")))?;
    let signature =
        Signature::decode(&text(signature)).map_err(|error| unchecked(error.to_string()))?;
    key.verify(signed.as_bytes(), &signature, false)
        .map_err(|error| SignatureError::Bad {
            file,
            why: error.to_string(),
        })?;
    Ok(format!("minisign:{encoded}"))
}
