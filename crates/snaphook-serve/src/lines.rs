//! Lines from a reader, held to a limit: a line that is longer is skipped to
//! its end, and never kept.

use memchr::memchr;
use tokio::io::{AsyncRead, AsyncReadExt};

/// Bytes that are read at once.
const PIECE: usize = 64 * 1024;

/// One line, or that there was one that is too long.
#[derive(Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// A line, without its end.
    Whole(&'a [u8]),
    /// It was longer than it may be, and was skipped.
    TooLong,
}

/// Reads lines.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    limit: usize,
    buffer: Vec<u8>,
    /// Where what was not given out yet begins.
    start: usize,
    /// Up to where there is no end of a line.
    searched: usize,
    /// In a line that is too long.
    skipping: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    /// Lines of at most `limit` bytes.
    pub fn new(reader: R, limit: usize) -> Self {
        Self {
            reader,
            limit,
            buffer: Vec::new(),
            start: 0,
            searched: 0,
            skipping: false,
        }
    }

    /// The next line; nothing at the end. What stands there without an end of
    /// a line is no message: whoever wrote it was cut off.
    ///
    /// Whoever stops waiting loses nothing.
    ///
    /// # Errors
    /// When the reader fails.
    pub async fn next(&mut self) -> std::io::Result<Option<Line<'_>>> {
        loop {
            if let Some(end) = self.end_of_line() {
                let start = std::mem::replace(&mut self.start, end + 1);
                self.searched = end + 1;
                if std::mem::take(&mut self.skipping) || end - start > self.limit {
                    return Ok(Some(Line::TooLong));
                }
                let line = &self.buffer[start..end];
                return Ok(Some(Line::Whole(line.strip_suffix(b"\r").unwrap_or(line))));
            }
            self.make_room();
            if self.reader.read_buf(&mut self.buffer).await? == 0 {
                return Ok(None);
            }
        }
    }

    fn end_of_line(&mut self) -> Option<usize> {
        let found = memchr(b'\n', &self.buffer[self.searched..]);
        match found {
            Some(at) => Some(self.searched + at),
            None => {
                self.searched = self.buffer.len();
                None
            }
        }
    }

    /// Room for the next piece. What was given out goes, and so does the
    /// beginning of a line that is too long.
    fn make_room(&mut self) {
        if self.buffer.len() - self.start > self.limit {
            self.skipping = true;
        }
        if self.skipping {
            self.start = self.buffer.len();
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        self.searched = self.buffer.len();
        if self.buffer.is_empty() {
            // One long line must not keep its memory for good.
            self.buffer.shrink_to(PIECE);
        }
        self.buffer.reserve(PIECE);
    }
}
