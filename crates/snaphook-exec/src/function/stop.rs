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
    /// Whether it was cancelled; looking makes no token.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.get().is_some_and(CancellationToken::is_cancelled)
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
