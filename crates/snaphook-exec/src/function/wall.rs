//! A wall that panics do not pass: what the host's own functions do wrong must
//! not take the agent with it, also not when what they held is dropped after a
//! timeout.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// A function of the host that runs.
pub type HostFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A function of the host panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Panicked;

/// Starts a function of the host and waits for what it returns.
///
/// # Errors
/// When it panics: as it starts, or while it runs.
pub async fn walled<T>(start: impl FnOnce() -> HostFuture<T>) -> Result<T, Panicked> {
    let running = catch_unwind(AssertUnwindSafe(start)).map_err(|_| Panicked)?;
    let mut running = Guarded(Some(running));
    std::future::poll_fn(|context| running.poll(context)).await
}

/// A function's future, behind the wall.
struct Guarded<T>(Option<HostFuture<T>>);

impl<T> Guarded<T> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<T, Panicked>> {
        let Some(running) = &mut self.0 else {
            return Poll::Ready(Err(Panicked));
        };
        catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(context)))
            .map_or(Poll::Ready(Err(Panicked)), |polled| polled.map(Ok))
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        let running = self.0.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(running)));
    }
}
