//! Who signed a bundle: Ed25519 signatures over the digests of its files.
//!
//! | file | does |
//! |---|---|
//! | `keys` | public keys, as settings name them |
//! | `signing_key` | private keys, in a file |
//! | `payload` | what is signed: every file and its digest |
//! | `document` | `.signatures.json`, with a signature as a JWT or as `ssh-keygen -Y` makes it |
//! | `sshsig` | the format of `ssh-keygen -Y` |

mod document;
mod keys;
mod payload;
mod signing_key;
mod sshsig;

pub use document::{BundleSignature, BundleSigner, SshPayload};
pub(crate) use document::{NAME, SignatureDocument, verify};
pub use keys::{TrustedKeys, VerifyingKeyText};
pub(crate) use payload::SignedPayload;
pub use signing_key::SigningKeyFile;
