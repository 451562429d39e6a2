//! How large a bundle may be, and a reader that stops there: a few kilobytes of gzip can
//! unpack to gigabytes of zeros.

use std::io::{self, Read};

/// The largest archive, as it is sent.
pub(crate) const MOST_COMPRESSED: usize = 16 * 1024 * 1024;

/// All that an archive unpacks to, with the headers of tar.
pub(crate) const MOST_UNPACKED: u64 = 64 * 1024 * 1024;

/// Files in it.
pub(crate) const MOST_FILES: usize = 4096;

/// Reads at most so many bytes and fails at the next one, rather than end as if there were
/// no more.
pub(crate) struct LimitedReader<R> {
    inner: R,
    left: u64,
    /// Whether it had to stop.
    pub(crate) exceeded: bool,
}

impl<R: Read> LimitedReader<R> {
    pub(crate) fn new(inner: R, most: u64) -> Self {
        Self {
            inner,
            left: most,
            exceeded: false,
        }
    }

    pub(crate) fn into_inner(self) -> R {
        self.inner
    }
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => {
                self.left = left;
                Ok(read)
            }
            None => {
                self.exceeded = true;
                Err(io::Error::other("the archive unpacks to too much"))
            }
        }
    }
}
