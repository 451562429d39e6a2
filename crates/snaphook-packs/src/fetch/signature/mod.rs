//! Signatures: who vouches for the content of a pack. What is signed is the list of its
//! files with their digests, without the signatures themselves.
//!
//! | file in the pack | signature |
//! |---|---|
//! | `snaphook-pack.sig` | of `ssh-keygen -Y sign -n snaphook-pack` |
//! | `snaphook-pack.minisig` | of minisign, by the key in `minisign.pub` |

mod minisign;
mod ssh;
mod verify;

pub use verify::{SIGNATURE_FILES, SignatureError, Signer, signed_listing, verify_signature};
