//! Signatures of `ssh-keygen -Y sign`, of Ed25519 keys only: `PROTOCOL.sshsig` of OpenSSH.

use ed25519_dalek::Signature;
use sha2::{Digest, Sha256, Sha512};

use crate::encoding::from_base64;

/// What a signature is for: one that was made for git or a file does not count.
pub(crate) const NAMESPACE: &str = "snaphook-bundle";

const MAGIC: &[u8] = b"SSHSIG";
const TYPE: &[u8] = b"ssh-ed25519";
const BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const END: &str = "-----END SSH SIGNATURE-----";

/// A signature that was read, and what it signs.
pub(crate) struct SshSignature {
    /// The public key that it says made it.
    pub(crate) key: [u8; 32],
    /// The bytes that it is over.
    pub(crate) signed: Vec<u8>,
    pub(crate) signature: [u8; Signature::BYTE_SIZE],
}

/// The key in the blob of an OpenSSH public key.
pub(crate) fn ed25519_key(blob: &[u8]) -> Option<[u8; 32]> {
    let mut rest = blob;
    let kind = string(&mut rest)?;
    let key = string(&mut rest)?;
    if kind != TYPE || !rest.is_empty() {
        return None;
    }
    key.try_into().ok()
}

/// Reads the signature of a message.
pub(crate) fn read(armored: &str, message: &[u8]) -> Result<SshSignature, &'static str> {
    const BROKEN: &str = "it is not a signature of ssh-keygen";
    let body = armored.trim().strip_prefix(BEGIN);
    let body = body.and_then(|rest| rest.strip_suffix(END));
    let blob = body.and_then(from_base64).ok_or(BROKEN)?;
    let mut rest = blob.strip_prefix(MAGIC).ok_or(BROKEN)?;
    let version = rest.split_off(..4).ok_or(BROKEN)?;
    if version != 1_u32.to_be_bytes() {
        return Err("its version is not known");
    }
    let key = string(&mut rest).ok_or(BROKEN)?;
    let namespace = string(&mut rest).ok_or(BROKEN)?;
    let reserved = string(&mut rest).ok_or(BROKEN)?;
    let hash = string(&mut rest).ok_or(BROKEN)?;
    let mut signature = string(&mut rest).ok_or(BROKEN)?;
    if !rest.is_empty() {
        return Err(BROKEN);
    }
    if namespace != NAMESPACE.as_bytes() {
        return Err("it was made for something else; sign with `-n snaphook-bundle`");
    }
    let digest = match hash {
        b"sha512" => Sha512::digest(message).to_vec(),
        b"sha256" => Sha256::digest(message).to_vec(),
        _ => return Err("its digest is neither SHA-256 nor SHA-512"),
    };
    let key = ed25519_key(key).ok_or("its key is not an Ed25519 key")?;
    if string(&mut signature) != Some(TYPE) {
        return Err("it is not an Ed25519 signature");
    }
    let made = string(&mut signature).filter(|_| signature.is_empty());
    let made = made.and_then(|made| made.try_into().ok()).ok_or(BROKEN)?;
    let mut signed = MAGIC.to_vec();
    for part in [namespace, reserved, hash, &digest] {
        put(&mut signed, part);
    }
    Ok(SshSignature {
        key,
        signed,
        signature: made,
    })
}

/// Takes a text with its length before it.
fn string<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = rest.split_off(..4)?;
    let length = u32::from_be_bytes(length.try_into().ok()?);
    rest.split_off(..usize::try_from(length).ok()?)
}

fn put(bytes: &mut Vec<u8>, part: &[u8]) {
    let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
    bytes.extend(length.to_be_bytes());
    bytes.extend(part);
}
