//! How a function hears that nobody waits for it any more.

use std::cell::Cell;
use std::ops::Deref;
use std::sync::atomic::{Ordering, fence};
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

thread_local! {
    /// One that nobody holds any more.
    static SPARE: Cell<Option<Stop>> = const { Cell::new(None) };
}

impl Stop {
    /// One that nobody has heard of: a spare one, if there is one here.
    #[must_use]
    pub fn spare() -> Self {
        SPARE
            .try_with(Cell::take)
            .ok()
            .flatten()
            .unwrap_or_default()
    }

    /// Keeps it for others, if nobody has heard of it.
    pub fn keep(self) {
        if Arc::strong_count(&self.0) == 1 {
            // Whoever held it before is done with it.
            fence(Ordering::Acquire);
            if self.0.get().is_none() {
                // A thread that ends keeps nothing.
                let _ = SPARE.try_with(|spare| spare.set(Some(self)));
            }
        }
    }

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
