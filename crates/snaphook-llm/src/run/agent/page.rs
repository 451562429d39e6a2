//! What one call of a tool brings: text up to a limit, and lines of files that
//! may have no end.

use std::io::{self, BufRead};

/// A call brings this much at most.
pub(super) const PER_CALL: usize = 30_000;

/// All calls of a run together.
pub(super) const PER_RUN: usize = 500_000;

/// Room for what is left to say when the page is full.
const NOTE: usize = 200;

/// Text up to a limit.
pub(super) struct Page {
    text: String,
    limit: usize,
}

impl Page {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            text: String::new(),
            limit: limit.saturating_sub(NOTE),
        }
    }

    /// Adds a line; says whether it had room.
    pub(super) fn line(&mut self, line: &str) -> bool {
        let fits = line.len() < self.room();
        if fits {
            self.text.push_str(line);
            self.text.push('\n');
        }
        fits
    }

    /// Adds a note in brackets; there is room for a short one always.
    pub(super) fn note(&mut self, note: &str) {
        self.text.push('(');
        self.text.extend(note.chars().take(NOTE / 2));
        self.text.push_str(")\n");
    }

    /// The bytes that it still has room for.
    pub(super) fn room(&self) -> usize {
        self.limit.saturating_sub(self.text.len())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// The next line, without its end; of a long one only the beginning. Nothing at
/// the end of the file.
pub(super) fn next_line(reader: &mut impl BufRead, longest: usize) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(any.then_some(line));
        }
        any = true;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        let room = longest.saturating_sub(line.len());
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let used = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Ok(Some(line));
        }
    }
}

/// Whether a file is not text, judged by its beginning.
pub(super) fn is_binary(reader: &mut impl BufRead) -> io::Result<bool> {
    Ok(reader.fill_buf()?.contains(&0))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_are_cut_and_the_rest_of_them_passed_over() {
        let bytes: &[u8] = b"one\r\n\nlonger than that\nlast";
        let mut reader = BufReader::with_capacity(4, bytes);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut reader, 6).unwrap() {
            lines.push(String::from_utf8(line).unwrap());
        }
        assert_eq!(lines, ["one", "", "longer", "last"]);
    }

    #[test]
    fn a_page_holds_so_much_and_says_so() {
        let mut page = Page::new(NOTE + 10);
        assert!(page.line("12345"));
        assert!(!page.line("67890"));
        page.note("cut");
        assert_eq!(page.into_text(), "12345\n(cut)\n");
    }
}
