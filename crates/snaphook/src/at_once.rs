//! Many hooks in the host's own process answer at once. They need no clock.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

/// What a future gives without waiting, if it does. Whoever goes on with one
/// that does not polls it again.
pub(crate) async fn at_once<F: Future + ?Sized>(mut running: Pin<&mut F>) -> Poll<F::Output> {
    poll_fn(|context| Poll::Ready(running.as_mut().poll(context))).await
}
