//! A wall that panics do not pass: what the host's own code does wrong must
//! not take the agent with it, also not when what it held is dropped after a
//! timeout.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

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
pub async fn behind_wall<F>(start: impl FnOnce() -> F) -> Result<F::Output, Panicked>
where
    F: Future + Unpin,
{
    let running = catch_unwind(AssertUnwindSafe(start)).map_err(|_| Panicked)?;
    Wall(Some(running)).await
}

/// A future behind the wall.
struct Wall<F>(Option<F>);

impl<F: Future + Unpin> Future for Wall<F> {
    type Output = Result<F::Output, Panicked>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(running) = &mut self.0 else {
            return Poll::Ready(Err(Panicked));
        };
        catch_unwind(AssertUnwindSafe(|| Pin::new(running).poll(context)))
            .map_or(Poll::Ready(Err(Panicked)), |polled| polled.map(Ok))
    }
}

impl<F> Drop for Wall<F> {
    fn drop(&mut self) {
        let running = self.0.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(running)));
    }
}
