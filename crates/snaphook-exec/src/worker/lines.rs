//! Bytes as they come → whole lines, up to a limit.

/// Room that is kept between lines.
const KEPT: usize = 256 * 1024;

/// Room for what is read at once.
const AT_ONCE: usize = 16 * 1024;

/// The bytes that were read and not yet taken as lines.
#[derive(Debug)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    /// Where the first line that was not taken begins.
    start: usize,
    /// Up to here there is no end of a line.
    searched: usize,
    longest: usize,
}

/// A line got longer than any may be.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl Lines {
    pub(super) fn new(longest: usize) -> Self {
        Self {
            bytes: Vec::new(),
            start: 0,
            searched: 0,
            longest,
        }
    }

    /// Where to read to: what is appended here is the next of the bytes.
    pub(super) fn room(&mut self) -> &mut Vec<u8> {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.searched -= self.start;
            self.start = 0;
            // One long answer shall not be held for the worker's life.
            if self.bytes.is_empty() {
                self.bytes.shrink_to(KEPT);
            }
        }
        if self.bytes.capacity() - self.bytes.len() < AT_ONCE {
            self.bytes.reserve(AT_ONCE);
        }
        &mut self.bytes
    }

    /// The next whole line, without its end.
    ///
    /// # Errors
    /// When it is longer than a line may be.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, TooLong> {
        let unseen = &self.bytes[self.searched..];
        let end = unseen.iter().position(|byte| *byte == b'\n');
        let (length, found) = match end {
            Some(at) => (self.searched + at - self.start, true),
            None => (self.bytes.len() - self.start, false),
        };
        if length > self.longest {
            return Err(TooLong);
        }
        if !found {
            self.searched = self.bytes.len();
            return Ok(None);
        }
        let line = self.start..self.start + length;
        self.start = line.end + 1;
        self.searched = self.start;
        Ok(Some(&self.bytes[line]))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn taken(lines: &mut Lines) -> Result<Vec<String>, TooLong> {
        let mut taken = Vec::new();
        while let Some(line) = lines.next()? {
            taken.push(String::from_utf8_lossy(line).into_owned());
        }
        Ok(taken)
    }

    #[test]
    fn a_line_is_taken_when_its_end_is_there() {
        let mut lines = Lines::new(10);
        assert_eq!(taken(&mut lines).unwrap(), [""; 0]);
        lines.room().extend_from_slice(b"ab");
        assert_eq!(taken(&mut lines).unwrap(), [""; 0]);
        lines.room().extend_from_slice(b"c\n\nde");
        assert_eq!(taken(&mut lines).unwrap(), ["abc", ""]);
        lines.room().extend_from_slice(b"\n");
        assert_eq!(taken(&mut lines).unwrap(), ["de"]);
    }

    #[test]
    fn a_line_that_gets_too_long_is_found_before_it_ends() {
        let mut lines = Lines::new(3);
        lines.room().extend_from_slice(b"abc\nabcd");
        assert_eq!(lines.next().unwrap(), Some(&b"abc"[..]));
        assert_eq!(lines.next(), Err(TooLong));
    }

    proptest! {
        #[test]
        fn lines_do_not_depend_on_how_they_come(
            text in "[a-c\n]{0,60}",
            sizes in proptest::collection::vec(1_usize..9, 60),
        ) {
            let mut lines = Lines::new(100);
            let mut found = Vec::new();
            let mut rest = text.as_bytes();
            for size in sizes {
                let (piece, later) = rest.split_at(size.min(rest.len()));
                lines.room().extend_from_slice(piece);
                found.extend(taken(&mut lines).unwrap());
                rest = later;
            }
            let mut expected: Vec<_> = text.split('\n').map(str::to_owned).collect();
            expected.pop();
            prop_assert_eq!(found, expected);
        }
    }
}
