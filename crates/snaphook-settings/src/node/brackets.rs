//! The brackets and strings of a text that is not valid JSON, as far as they can be
//! told apart: what an error belongs to, such as the brace that nobody closed.

use std::ops::Range;

use super::tree::RelatedPosition;

/// A `{` or `[` that is open.
struct Bracket {
    kind: u8,
    at: usize,
    /// The indentation of the line that it is in.
    indent: usize,
}

/// What was read of a text up to some place in it.
pub(super) struct Brackets {
    open: Vec<Bracket>,
    /// Closed by a bracket that begins a line with another indentation.
    suspect: Option<usize>,
    /// The last bracket that closed the whole document.
    end_of_document: Option<usize>,
    /// The quote of the first string that goes on over the end of its line.
    long_string: Option<usize>,
}

impl Brackets {
    /// Reads a text up to this place.
    pub(super) fn before(text: &str, end: usize) -> Self {
        let bytes = text.as_bytes();
        let end = end.min(bytes.len());
        let mut found = Self {
            open: Vec::new(),
            suspect: None,
            end_of_document: None,
            long_string: None,
        };
        let (mut at, mut indent, mut begins_line) = (0, 0, true);
        while at < end {
            let byte = bytes[at];
            match byte {
                b'\n' => (indent, begins_line) = (0, true),
                b' ' | b'\t' | b'\r' => indent += usize::from(begins_line),
                b'"' => {
                    let closed = end_of_string(bytes, at);
                    let string = bytes.get(at..closed).unwrap_or_default();
                    if string.contains(&b'\n') && found.long_string.is_none() {
                        found.long_string = Some(at);
                    }
                    begins_line = false;
                    at = closed;
                    continue;
                }
                b'/' if bytes.get(at + 1) == Some(&b'/') => {
                    let line = bytes.get(at..).unwrap_or_default();
                    at += line.iter().position(|b| *b == b'\n').unwrap_or(line.len());
                    continue;
                }
                b'/' if bytes.get(at + 1) == Some(&b'*') => {
                    let rest = text.get(at..).unwrap_or_default();
                    at += rest.find("*/").map_or(rest.len(), |end| end + 2);
                    begins_line = false;
                    continue;
                }
                b'{' | b'[' => {
                    found.open.push(Bracket {
                        kind: byte,
                        at,
                        indent,
                    });
                    begins_line = false;
                }
                b'}' | b']' => {
                    found.close(at, begins_line.then_some(indent));
                    begins_line = false;
                }
                _ => begins_line = false,
            }
            at += 1;
        }
        found
    }

    fn close(&mut self, at: usize, indent: Option<usize>) {
        let Some(opened) = self.open.pop() else {
            return;
        };
        if indent.is_some_and(|indent| indent < opened.indent) && self.suspect.is_none() {
            self.suspect = Some(opened.at);
        }
        if self.open.is_empty() {
            self.end_of_document = Some(at);
        }
    }

    /// The bracket that is open here, as a reader of an error should see it.
    pub(super) fn innermost(&self, text: &str) -> Option<RelatedPosition> {
        let bracket = self.open.last()?;
        Some(note(
            text,
            bracket.at,
            &format!("inside this `{}`", char::from(bracket.kind)),
        ))
    }

    /// The bracket that nobody closed: by the indentation of those that close the
    /// others, else the one that is still open.
    pub(super) fn unclosed(&self, text: &str) -> Option<RelatedPosition> {
        let open = self.open.last().map(|bracket| bracket.at);
        let at = self.suspect.or(open)?;
        let bracket = text.get(at..)?.chars().next()?;
        Some(note(text, at, &format!("this `{bracket}` is not closed")))
    }

    /// The bracket that closed the document.
    pub(super) fn closing(&self, text: &str) -> Option<RelatedPosition> {
        let at = self.end_of_document?;
        Some(note(text, at, "the settings end here"))
    }

    /// A string with a line break in it: its closing quote is probably missing.
    pub(super) fn long_string(&self, text: &str) -> Option<RelatedPosition> {
        let at = self.long_string?;
        Some(note(
            text,
            at,
            "this string goes on in the next line: is its closing `\"` missing?",
        ))
    }

    /// The character that closes what is open here.
    pub(super) fn closer(&self) -> Option<char> {
        self.open.last().map(|bracket| match bracket.kind {
            b'{' => '}',
            _ => ']',
        })
    }
}

/// The place behind the closing quote of a string that begins here.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn note(text: &str, at: usize, message: &str) -> RelatedPosition {
    // `ceil_char_boundary` needs Rust 1.91.
    let mut ends = at + 1..text.len();
    let end = ends.find(|end| text.is_char_boundary(*end));
    let span: Range<usize> = at..end.unwrap_or(text.len());
    RelatedPosition {
        message: message.to_owned(),
        span,
    }
}
