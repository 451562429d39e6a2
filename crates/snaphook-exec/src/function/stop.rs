//! Tells a function that the engine no longer waits for it.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use tokio_util::sync::CancellationToken;

/// A cancellation token that is made on first use: most functions answer at once and
/// never use it.
///
/// ```
/// use snaphook_exec::StopSignal;
///
/// let stop = StopSignal::default();
/// let heard = stop.clone();
/// stop.cancel();
/// assert!(heard.is_cancelled());
/// ```
#[derive(Debug, Clone, Default)]
pub struct StopSignal(Arc<OnceLock<CancellationToken>>);

impl StopSignal {
    /// Whether it was cancelled. This does not make the token.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.get().is_some_and(CancellationToken::is_cancelled)
    }
}

impl Deref for StopSignal {
    type Target = CancellationToken;

    fn deref(&self) -> &CancellationToken {
        self.0.get_or_init(CancellationToken::new)
    }
}

impl From<CancellationToken> for StopSignal {
    fn from(token: CancellationToken) -> Self {
        Self(Arc::new(OnceLock::from(token)))
    }
}
