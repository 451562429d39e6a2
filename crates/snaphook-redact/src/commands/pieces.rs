//! From a text to words and what is between them, as far as a shell would see
//! them.
//!
//! The text may be anything. So a quote counts only where a value may begin, and one
//! that is never closed is a letter; `\n` and `\"` are what JSON makes of a line's end
//! and of a quote. Every byte is looked at once.

use std::borrow::Cow;
use std::ops::Range;

/// A part of a text.
#[derive(Debug)]
pub(super) enum TextPiece<'t> {
    Word(PieceWord<'t>),
    /// `|`
    Pipe,
    /// What ends a command: `;`, `&&`, a bracket, the end of a line.
    End,
    /// `<<<`
    HereString,
    /// `<<`
    HereDocument,
    /// `>` and `<`: a file comes next.
    Redirection,
}

/// A word without its quotes.
#[derive(Debug)]
pub(super) struct PieceWord<'t> {
    pub(super) text: Cow<'t, str>,
    /// Where it is, with its quotes.
    pub(super) raw: Range<usize>,
    /// What its last quotes enclose, if blanks are in there: it may be a command.
    pub(super) inner: Option<Range<usize>>,
}

/// The pieces of a text, in order.
pub(super) struct Pieces<'t> {
    text: &'t str,
    at: usize,
    /// Quotes that are not closed any more from here to the end: `'`, `"`, and both
    /// behind backslashes.
    unclosed: [bool; 4],
}

impl<'t> Pieces<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            unclosed: [false; 4],
        }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes on from here.
    pub(super) fn skip_to(&mut self, at: usize) {
        self.at = at.max(self.at);
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn word(&mut self) -> PieceWord<'t> {
        let start = self.at;
        let mut text = Cow::Borrowed("");
        let mut inner = None;
        while let Some(c) = self.rest().chars().next() {
            let rest = self.rest();
            if let Some(quoted) = self.quoted(start) {
                let enclosed = &self.text[quoted.inner.clone()];
                if enclosed.contains([' ', '\t', '\n']) {
                    inner = Some(quoted.inner.clone());
                }
                push(&mut text, enclosed);
                self.at = quoted.end;
                // Lists in code: `['a', 'b']`.
                if self.rest().starts_with([',', ']']) {
                    break;
                }
                continue;
            }
            if rest.starts_with("[redacted: ") {
                let end = rest.find(']').map_or(rest.len(), |at| at + 1);
                push(&mut text, &rest[..end]);
                self.at += end;
                continue;
            }
            if ends_word(rest, c) {
                break;
            }
            let length = match c {
                // It only says that the next letter is one.
                '\\' if self.at > start || rest.len() > 1 => {
                    self.at += 1;
                    self.rest().chars().next().map_or(0, char::len_utf8)
                }
                c => c.len_utf8(),
            };
            push(&mut text, &self.text[self.at..self.at + length]);
            self.at += length;
        }
        if self.at == start {
            // Never stands still.
            self.at += self.rest().chars().next().map_or(1, char::len_utf8);
        }
        PieceWord {
            text,
            raw: start..self.at,
            inner,
        }
    }

    /// What the quotes at this place enclose, where some are opened and closed.
    fn quoted(&mut self, start: usize) -> Option<QuotedPiece> {
        let rest = self.rest();
        let escapes = rest.len() - rest.trim_start_matches('\\').len();
        let quote = rest[escapes..].chars().next()?;
        if !matches!(quote, '"' | '\'') {
            return None;
        }
        let before = &self.text[start..self.at];
        let may_open = before.is_empty()
            || before.ends_with(['=', ':', ',', '$', '[', '{'])
            || before.starts_with('-');
        let kind = usize::from(quote == '"') + 2 * usize::from(escapes > 0);
        if !may_open || self.unclosed[kind] {
            return None;
        }
        let begin = self.at + escapes + 1;
        let Some(length) = closing(&self.text[begin..], quote, escapes) else {
            self.unclosed[kind] = true;
            return None;
        };
        Some(QuotedPiece {
            inner: begin..begin + length,
            end: begin + length + escapes + 1,
        })
    }
}

struct QuotedPiece {
    inner: Range<usize>,
    /// Behind the closing quote.
    end: usize,
}

/// Where a quote is closed that has so many backslashes before it.
fn closing(text: &str, quote: char, escapes: usize) -> Option<usize> {
    for (at, _) in text.match_indices(quote) {
        let run = at - text[..at].trim_end_matches('\\').len();
        let closes = match (escapes, quote) {
            (0, '\'') => true,
            (0, _) => run.is_multiple_of(2),
            _ => run == escapes,
        };
        if closes {
            return Some(at - escapes);
        }
    }
    None
}

fn push<'t>(text: &mut Cow<'t, str>, more: &'t str) {
    match text.is_empty() {
        true => *text = Cow::Borrowed(more),
        false => text.to_mut().push_str(more),
    }
}

fn ends_word(rest: &str, c: char) -> bool {
    match c {
        '\\' => is_escaped_blank(rest),
        ';' | '&' | '|' | '(' | ')' | '<' | '>' | '`' => true,
        c => c.is_whitespace(),
    }
}

fn is_escaped_blank(rest: &str) -> bool {
    ["\\n", "\\r", "\\t", "\\\n"]
        .iter()
        .any(|blank| rest.starts_with(blank))
}

impl<'t> Iterator for Pieces<'t> {
    type Item = TextPiece<'t>;

    fn next(&mut self) -> Option<TextPiece<'t>> {
        const SIGNS: &[(&str, Option<TextPiece<'static>>)] = &[
            ("\\\n", None),
            ("\\t", None),
            ("\\r", Some(TextPiece::End)),
            ("\\n", Some(TextPiece::End)),
            ("||", Some(TextPiece::End)),
            ("|&", Some(TextPiece::Pipe)),
            ("|", Some(TextPiece::Pipe)),
            ("<<<", Some(TextPiece::HereString)),
            ("<<-", Some(TextPiece::HereDocument)),
            ("<<", Some(TextPiece::HereDocument)),
            ("<", Some(TextPiece::Redirection)),
            (">&", None),
            (">", Some(TextPiece::Redirection)),
            ("['", None),
            ("[\"", None),
        ];
        loop {
            let rest = self.rest();
            let c = rest.chars().next()?;
            if let Some((sign, piece)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                // The quote of a list is that of its first word.
                self.at += match sign.starts_with('[') {
                    true => 1,
                    false => sign.len(),
                };
                match piece {
                    Some(piece) => return Some(piece.copy()),
                    None => continue,
                }
            }
            match c {
                ';' | '&' | '(' | ')' | '`' | '\n' => {
                    self.at += 1;
                    return Some(TextPiece::End);
                }
                ',' | ']' => self.at += 1,
                c if c.is_whitespace() => self.at += c.len_utf8(),
                _ => return Some(TextPiece::Word(self.word())),
            }
        }
    }
}

impl TextPiece<'static> {
    /// A piece that is not a word.
    fn copy<'t>(&self) -> TextPiece<'t> {
        match self {
            Self::Pipe => TextPiece::Pipe,
            Self::HereString => TextPiece::HereString,
            Self::HereDocument => TextPiece::HereDocument,
            Self::Redirection => TextPiece::Redirection,
            Self::Word(_) | Self::End => TextPiece::End,
        }
    }
}
