//! A wall that panics do not pass: code of the host runs behind it.

use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

/// What was behind the wall panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it panicked")]
pub struct Panicked;

/// Runs code that makes a future, and the future, behind a wall: a panic in
/// either is an error, also one while what it held is dropped.
pub async fn behind_wall<T, F>(make: impl FnOnce() -> F) -> Result<T, Panicked>
where
    F: Future<Output = T>,
{
    let made = catch_unwind(AssertUnwindSafe(make)).map_err(|_| Panicked)?;
    Wall(Some(Box::pin(made))).await
}

/// A future behind the wall.
struct Wall<F>(Option<Pin<Box<F>>>);

impl<F: Future> Future for Wall<F> {
    type Output = Result<F::Output, Panicked>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(running) = &mut self.0 else {
            return Poll::Ready(Err(Panicked));
        };
        match catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(context))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(result)) => Poll::Ready(Ok(result)),
            Err(_) => Poll::Ready(Err(Panicked)),
        }
    }
}

impl<F> Drop for Wall<F> {
    fn drop(&mut self) {
        let running = self.0.take();
        let _ = catch_unwind(AssertUnwindSafe(|| drop(running)));
    }
}
