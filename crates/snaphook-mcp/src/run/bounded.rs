//! Holds what a server writes to a limit: the reader behind it takes whole
//! lines, and a line without an end would fill the memory.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// A reader that fails at a line longer than the limit.
#[derive(Debug)]
pub(crate) struct BoundedReader<R> {
    inner: R,
    limit: usize,
    line: usize,
    overrun: Arc<AtomicBool>,
}

impl<R> BoundedReader<R> {
    /// Beside the reader, what tells whether it failed so.
    pub(crate) fn new(inner: R, limit: usize) -> (Self, Arc<AtomicBool>) {
        let overrun = Arc::new(AtomicBool::new(false));
        let reader = Self {
            inner,
            limit,
            line: 0,
            overrun: Arc::clone(&overrun),
        };
        (reader, overrun)
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for BoundedReader<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        let read = &buffer.filled()[before..];
        self.line = match read.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => read.len() - end - 1,
            None => self.line + read.len(),
        };
        if self.line > self.limit {
            self.overrun.store(true, Ordering::Relaxed);
            // Who fails must not have read anything.
            buffer.set_filled(before);
            return Poll::Ready(Err(io::Error::other("a message is too long")));
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use tokio::io::AsyncReadExt;

    use super::BoundedReader;

    #[tokio::test]
    async fn many_lines_pass_and_one_long_line_does_not() {
        let (mut short, overrun) = BoundedReader::new(&b"1234\n1234\n12"[..], 4);
        let mut text = String::new();
        short.read_to_string(&mut text).await.unwrap();
        assert_eq!(text.len(), 12);
        assert!(!overrun.load(Ordering::Relaxed));

        let (mut long, overrun) = BoundedReader::new(&b"12\n12345"[..], 4);
        assert!(long.read_to_string(&mut text).await.is_err());
        assert!(overrun.load(Ordering::Relaxed));
    }
}
