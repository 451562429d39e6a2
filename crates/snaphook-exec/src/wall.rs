//! A wall that panics do not pass: what the host's own code does wrong must
//! not take the agent with it, also not when what it held is dropped after a
//! timeout.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;

/// A function of the host that runs.
pub type HostFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// What was behind the wall panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it panicked")]
pub struct Panicked;

/// Starts code of the host and waits for what it returns.
///
/// # Errors
/// When it panics: as it starts, or while it runs.
pub async fn behind_wall<F: Future>(start: impl FnOnce() -> F) -> Result<F::Output, Panicked> {
    let running = catch_unwind(AssertUnwindSafe(start)).map_err(|_| Panicked)?;
    Wall::around(running).await
}

pin_project! {
    /// A future behind the wall.
    #[must_use = "it does nothing unless it is waited for"]
    pub(crate) struct Wall<F> {
        #[pin]
        running: Option<F>,
    }

    impl<F> PinnedDrop for Wall<F> {
        fn drop(this: Pin<&mut Self>) {
            let _ = catch_unwind(AssertUnwindSafe(|| this.project().running.set(None)));
        }
    }
}

impl<F> Wall<F> {
    pub(crate) fn around(running: F) -> Self {
        Self {
            running: Some(running),
        }
    }
}

impl<F: Future> Future for Wall<F> {
    type Output = Result<F::Output, Panicked>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(running) = self.project().running.as_pin_mut() else {
            return Poll::Ready(Err(Panicked));
        };
        catch_unwind(AssertUnwindSafe(|| running.poll(context)))
            .map_or(Poll::Ready(Err(Panicked)), |polled| polled.map(Ok))
    }
}
