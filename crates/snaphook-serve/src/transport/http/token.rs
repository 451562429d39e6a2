//! The token that every request needs.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// What a token must have at least, so that nobody guesses it.
const LEAST: usize = 16;

/// A text that is no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a token is at least {LEAST} visible ASCII characters, without blanks")]
pub struct NoToken;

/// What a client must show. Only its digest is kept.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl Token {
    /// The token of this text; blanks around it do not count.
    ///
    /// # Errors
    /// When it is too short, or holds what cannot stand in a header.
    pub fn new(text: &str) -> Result<Self, NoToken> {
        let text = text.trim();
        let visible = text.bytes().all(|byte| byte.is_ascii_graphic());
        match visible && text.len() >= LEAST {
            true => Ok(Self(digest(text.as_bytes()))),
            false => Err(NoToken),
        }
    }

    /// Whether this is the token. Takes as long whether it nearly is or not:
    /// digests are compared, whole.
    pub(super) fn is(&self, shown: &[u8]) -> bool {
        self.0.ct_eq(&digest(shown)).into()
    }
}

fn digest(text: &[u8]) -> [u8; 32] {
    Sha256::digest(text).into()
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}
