//! Lines of a stream, held to a limit: no line can fill the memory.

use std::io;

use memchr::memchr;
use tokio_util::bytes::BytesMut;
use tokio_util::codec::Decoder;

/// A line beyond this length does not share the buffer for the next ones: its
/// memory goes with it.
const LONG: usize = 256 * 1024;

/// One line.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A line, without its end.
    Whole(BytesMut),
    /// It got longer than it may be. Known before it ends; the rest of it is skipped.
    TooLong,
}

/// Decodes lines. An incomplete last line is dropped: its writer was cut off.
#[derive(Debug)]
pub struct LineDecoder {
    limit: usize,
    /// Up to where there is no end of a line.
    searched: usize,
    /// In a line that is too long.
    skipping: bool,
}

impl LineDecoder {
    /// Lines of at most `limit` bytes.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            searched: 0,
            skipping: false,
        }
    }
}

impl Decoder for LineDecoder {
    type Item = Line;
    type Error = io::Error;

    fn decode(&mut self, bytes: &mut BytesMut) -> io::Result<Option<Line>> {
        loop {
            let end = memchr(b'\n', &bytes[self.searched..]).map(|at| self.searched + at);
            let length = end.unwrap_or(bytes.len());
            let was_skipping = self.skipping;
            if was_skipping || length > self.limit {
                let _ = bytes.split_to(end.map_or(length, |end| end + 1));
                self.searched = 0;
                self.skipping = end.is_none();
                match (was_skipping, end) {
                    (false, _) => return Ok(Some(Line::TooLong)),
                    (true, Some(_)) => continue,
                    (true, None) => return Ok(None),
                }
            }
            let Some(end) = end else {
                self.searched = length;
                return Ok(None);
            };
            self.searched = 0;
            let mut line = bytes.split_to(end + 1);
            if line.len() > LONG {
                *bytes = BytesMut::from(&bytes[..]);
            }
            line.truncate(end);
            if line.ends_with(b"\r") {
                line.truncate(end - 1);
            }
            return Ok(Some(Line::Whole(line)));
        }
    }

    fn decode_eof(&mut self, bytes: &mut BytesMut) -> io::Result<Option<Line>> {
        let line = self.decode(bytes)?;
        if line.is_none() {
            bytes.clear();
            self.searched = 0;
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;
    use proptest::prelude::*;
    use tokio_util::codec::FramedRead;
    use tokio_util::io::StreamReader;

    use super::*;

    /// The lines of a text that comes in these pieces; `None` for one that is too long.
    fn lines(pieces: &[&[u8]], limit: usize) -> Vec<Option<String>> {
        let pieces: Vec<_> = pieces.iter().copied().map(io::Result::Ok).collect();
        let reader = StreamReader::new(futures_util::stream::iter(pieces));
        let lines = FramedRead::new(reader, LineDecoder::new(limit)).map(|line| match line {
            Ok(Line::Whole(line)) => Some(String::from_utf8_lossy(&line).into_owned()),
            Ok(Line::TooLong) => None,
            Err(error) => panic!("{error}"),
        });
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.unwrap().block_on(lines.collect())
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_line_is_taken_when_its_end_is_there() {
        let read = lines(&[b"ab", b"c\n\nde", b"\r\nhalf"], 10);
        assert_eq!(read, [some("abc"), some(""), some("de")]);
    }

    #[test]
    fn a_line_that_is_too_long_costs_only_itself() {
        let read = lines(&[b"abc\nabcd", b"efg\nh\nabcdefg\ni\n", b"no end"], 3);
        assert_eq!(read, [some("abc"), None, some("h"), None, some("i"), None]);
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_they_come(
            text in "[a-c\n]{0,60}",
            sizes in proptest::collection::vec(1_usize..9, 60),
        ) {
            let mut pieces = Vec::new();
            let mut rest = text.as_bytes();
            for size in sizes {
                let (piece, later) = rest.split_at(size.min(rest.len()));
                pieces.push(piece);
                rest = later;
            }
            // An empty piece is the end of a stream.
            pieces.retain(|piece| !piece.is_empty());
            let mut expected: Vec<_> = text.split('\n').map(some).collect();
            expected.pop();
            prop_assert_eq!(lines(&pieces, 100), expected);
        }
    }
}
