//! The token that every request needs.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// The least length of a token, so that nobody can guess it.
const LEAST: usize = 16;

/// A text that cannot be a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a token must have at least {LEAST} visible ASCII characters and no blanks")]
pub struct InvalidToken;

/// The token that a client must show. Only its digest is kept.
#[derive(Clone)]
pub struct BearerToken([u8; 32]);

impl BearerToken {
    /// Makes a token of this text, without the blanks around it.
    ///
    /// # Errors
    /// When it is too short, or has characters that a header cannot hold.
    pub fn new(text: &str) -> Result<Self, InvalidToken> {
        let text = text.trim();
        let visible = text.bytes().all(|byte| byte.is_ascii_graphic());
        match visible && text.len() >= LEAST {
            true => Ok(Self(digest(text.as_bytes()))),
            false => Err(InvalidToken),
        }
    }

    /// Whether this is the token. Digests are compared in constant time.
    #[must_use]
    pub fn is(&self, shown: &[u8]) -> bool {
        self.0.ct_eq(&digest(shown)).into()
    }
}

fn digest(text: &[u8]) -> [u8; 32] {
    Sha256::digest(text).into()
}

impl std::fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}
