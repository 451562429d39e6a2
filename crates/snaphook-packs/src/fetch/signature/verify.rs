//! Which signature a pack has, and whether it is good.

use std::path::Path;

use super::{minisign, ssh};
use crate::tree::{PackTree, TreeContent};

/// The files with signatures, which are not signed themselves.
pub const SIGNATURE_FILES: [&str; 2] = ["snaphook-pack.sig", "snaphook-pack.minisig"];

/// Who signed: `ssh:SHA256:…` or `minisign:…`, as the lock file pins it.
pub type Signer = String;

/// Why a signature does not count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// It has two.
    #[error("the pack has two signatures; it may have one")]
    Two,
    /// It signs something else.
    #[error("the signature `{file}` is not good for these files: {why}")]
    Bad {
        /// The file with the signature.
        file: &'static str,
        /// What is wrong.
        why: String,
    },
    /// It cannot be checked.
    #[error("the signature `{file}` cannot be checked: {why}")]
    Unchecked {
        /// The file with the signature.
        file: &'static str,
        /// Why not.
        why: String,
    },
}

/// The text that is signed: the listing without signatures.
#[must_use]
pub fn signed_listing(tree: &PackTree) -> String {
    tree.listing_without(&SIGNATURE_FILES)
}

/// Who signed a pack; `None` if nobody did. `scratch` is a folder for temporary files.
///
/// # Errors
/// When it has a signature that does not count: worse than none.
pub fn verify_signature(
    content: &TreeContent,
    tree: &PackTree,
    scratch: &Path,
) -> Result<Option<Signer>, SignatureError> {
    let [of_ssh, of_minisign] = SIGNATURE_FILES;
    let signed = signed_listing(tree);
    match (content.file(of_ssh), content.file(of_minisign)) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(SignatureError::Two),
        (Some(signature), None) => ssh::verify(of_ssh, signature, &signed, scratch).map(Some),
        (None, Some(signature)) => {
            let key = content.file(minisign::KEY_FILE);
            minisign::verify(of_minisign, signature, key, &signed).map(Some)
        }
    }
}
