//! Here-documents.

use super::cursor::ends_word;
use super::{PendingHereDocument, ReadStep, ShellReader};
use crate::shell::Word;
use crate::shell::brace::{self, Tokens};

impl ShellReader<'_> {
    /// The word after `<<`, and whether any of it was quoted.
    pub(super) fn delimiter(&mut self) -> ReadStep<(Vec<u8>, bool)> {
        let mut word = Vec::new();
        let mut literal = false;
        let start = self.pos;
        while let Some(byte) = self.cur() {
            match byte {
                b'\'' | b'"' => {
                    literal = true;
                    self.bump()?;
                    while let Some(inner) = self.raw().filter(|inner| *inner != byte) {
                        if inner == b'\\' || inner == b'\n' {
                            return self.ambiguous("the delimiter of this here-document");
                        }
                        word.push(inner);
                        self.bump()?;
                    }
                    if self.raw().is_none() {
                        return self.unexpected("the end of the quoted delimiter");
                    }
                    self.bump()?;
                }
                b'\\' => {
                    literal = true;
                    self.bump()?;
                    if let Some(inner) = self.raw() {
                        word.push(inner);
                        self.bump()?;
                    }
                }
                // Shells differ in what they make of these here.
                b'$' | b'`' => return self.ambiguous("the delimiter of this here-document"),
                byte if ends_word(byte) => break,
                byte => {
                    word.push(byte);
                    self.bump()?;
                }
            }
        }
        if self.pos == start {
            return self.unexpected("the delimiter of the here-document");
        }
        Ok((word, literal))
    }

    /// Reads the bodies announced on the line that just ended.
    pub(super) fn here_documents(&mut self) -> ReadStep {
        let pending = std::mem::take(&mut self.pending);
        if let Some(first) = pending.first()
            && self.has_inner_newline(first.at, self.pos)
        {
            return self.ambiguous("where the body of this here-document starts");
        }
        for pending in pending {
            let from = self.pos;
            let (end, next) = self.find_end(&pending)?;
            let body = if pending.literal {
                let text = String::from_utf8_lossy(&self.text[from..end]);
                let text = strip_tabs(&text, pending.strip_tabs);
                Word::text(&text, self.origin.range(from, end))
            } else {
                self.nest(|reader| reader.expand_body(end, pending.strip_tabs))?
            };
            self.bodies[pending.id] = Some(body);
            self.pos = next;
        }
        Ok(())
    }

    /// A newline between the announcement and the one that ends the line: one
    /// inside a quoted word or a substitution. Shells differ in which of them
    /// the body follows.
    fn has_inner_newline(&self, at: usize, from: usize) -> bool {
        let line = self
            .text
            .get(at..from.saturating_sub(1))
            .unwrap_or_default();
        line.iter()
            .enumerate()
            .any(|(n, byte)| *byte == b'\n' && (n == 0 || line[n - 1] != b'\\'))
    }

    /// Where the body ends and where the line after the delimiter starts. A
    /// body without its delimiter goes on to the end of the text, as in Bash.
    fn find_end(&self, pending: &PendingHereDocument) -> ReadStep<(usize, usize)> {
        let mut at = self.pos;
        while at < self.end {
            let (line, next) = self.logical_line(at, !pending.literal);
            let mut shown = &line[..];
            while pending.strip_tabs && shown.first() == Some(&b'\t') {
                shown = &shown[1..];
            }
            if shown == pending.delimiter {
                return Ok((at, next));
            }
            // Within a substitution Bash lets the delimiter share its line
            // with the closing parenthesis; others do not.
            if self.inside > 0
                && let Some(rest) = shown.strip_prefix(&pending.delimiter[..])
                && rest.contains(&b')')
            {
                return self.ambiguous("where this here-document ends");
            }
            at = next;
        }
        Ok((self.end, self.end))
    }

    /// One line; where `join` is set, a backslash at its end joins the next.
    fn logical_line(&self, from: usize, join: bool) -> (Vec<u8>, usize) {
        let mut line = Vec::new();
        let mut at = from;
        while at < self.end {
            let byte = self.text[at];
            at += 1;
            if byte == b'\n' {
                break;
            }
            if join && byte == b'\\' && at < self.end {
                if self.text[at] != b'\n' {
                    line.extend([byte, self.text[at]]);
                }
                at += 1;
                continue;
            }
            line.push(byte);
        }
        (line, at)
    }

    fn expand_body(&mut self, end: usize, strip_tabs: bool) -> ReadStep<Word> {
        let from = self.pos;
        let outer = std::mem::replace(&mut self.end, end);
        let mut tokens = Tokens::default();
        let mut text = String::new();
        while self.cur().is_some() {
            let line_start = self.pos == from || self.text.get(self.pos - 1) == Some(&b'\n');
            if strip_tabs && line_start && self.raw() == Some(b'\t') {
                while self.raw() == Some(b'\t') {
                    self.bump()?;
                }
                continue;
            }
            self.expanding(&mut text, &mut tokens, false)?;
        }
        tokens.quoted(text);
        self.end = outer;
        Ok(brace::join(tokens, &self.origin.range(from, end)))
    }
}

fn strip_tabs(text: &str, strip: bool) -> String {
    if !strip {
        return text.to_owned();
    }
    text.split_inclusive('\n')
        .map(|line| line.trim_start_matches('\t'))
        .collect()
}
