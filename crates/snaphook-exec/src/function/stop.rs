//! How a function hears that nobody waits for it any more.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

/// A cancellation token that is made when somebody looks at it: most functions
/// answer at once and never do.
///
/// ```
/// use snaphook_exec::Stop;
///
/// let stop = Stop::default();
/// let heard = stop.clone();
/// stop.cancel();
/// assert!(heard.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<OnceLock<CancellationToken>>);

impl Stop {
    /// Makes it one that nobody has heard of, for another call.
    pub fn renew(&mut self) {
        match Arc::get_mut(&mut self.0) {
            Some(token) => {
                token.take();
            }
            None => *self = Self::default(),
        }
    }
}

impl Deref for Stop {
    type Target = CancellationToken;

    fn deref(&self) -> &CancellationToken {
        self.0.get_or_init(CancellationToken::new)
    }
}

impl From<CancellationToken> for Stop {
    fn from(token: CancellationToken) -> Self {
        Self(Arc::new(OnceLock::from(token)))
    }
}
