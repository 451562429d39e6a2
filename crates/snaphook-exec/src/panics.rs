//! Catches panics in code of the host: they must not end the agent, also not when a
//! future is dropped after a timeout.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;

/// A future of code of the host.
pub type HostFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Code of the host panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it panicked")]
pub struct PanicError;

/// Runs async code of the host and catches its panics.
///
/// # Errors
/// When it panics: as it starts, or while it runs.
pub async fn catch_panics<F: Future>(start: impl FnOnce() -> F) -> Result<F::Output, PanicError> {
    let running = catch_unwind(AssertUnwindSafe(start)).map_err(|_| PanicError)?;
    CatchPanics::around(running).await
}

pin_project! {
    /// A future whose panics are caught.
    #[must_use = "it does nothing unless it is waited for"]
    pub(crate) struct CatchPanics<F> {
        #[pin]
        running: Option<F>,
    }

    impl<F> PinnedDrop for CatchPanics<F> {
        fn drop(this: Pin<&mut Self>) {
            let _ = catch_unwind(AssertUnwindSafe(|| this.project().running.set(None)));
        }
    }
}

impl<F> CatchPanics<F> {
    pub(crate) fn around(running: F) -> Self {
        Self {
            running: Some(running),
        }
    }
}

impl<F: Future> Future for CatchPanics<F> {
    type Output = Result<F::Output, PanicError>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(running) = self.project().running.as_pin_mut() else {
            return Poll::Ready(Err(PanicError));
        };
        catch_unwind(AssertUnwindSafe(|| running.poll(context)))
            .map_or(Poll::Ready(Err(PanicError)), |polled| polled.map(Ok))
    }
}
