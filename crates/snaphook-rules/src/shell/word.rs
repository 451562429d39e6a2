//! The words of a command after expansion: known text and gaps.
//!
//! A gap is what cannot be known without running the shell. Three kinds are
//! told apart, because they differ in what they can do to the words around
//! them.

use std::fmt;
use std::ops::Range;

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Text known in full, quotes and escapes removed.
    Text(String),
    /// Text that cannot be known.
    Gap(Gap),
}

/// What an unknown piece may stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// Any text, but within its word: a quoted expansion.
    One,
    /// Any text and any number of words, even none: an unquoted expansion or
    /// a glob.
    Many,
    /// The name of a process substitution, `<(…)`: what is read from it is
    /// made up at run time.
    Stream,
}

/// One word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pieces: Vec<Piece>,
    range: Range<usize>,
}

impl Word {
    /// Builds a word; neighbouring texts are joined and empty ones dropped.
    pub(crate) fn new(pieces: impl IntoIterator<Item = Piece>, range: Range<usize>) -> Word {
        let mut joined: Vec<Piece> = Vec::new();
        for piece in pieces {
            match (joined.last_mut(), piece) {
                (Some(Piece::Text(head)), Piece::Text(tail)) => head.push_str(&tail),
                (_, Piece::Text(text)) if text.is_empty() => {}
                (_, piece) => joined.push(piece),
            }
        }
        Word {
            pieces: joined,
            range,
        }
    }

    pub(crate) fn text(text: &str, range: Range<usize>) -> Word {
        Word::new([Piece::Text(text.to_owned())], range)
    }

    pub(crate) fn gap(gap: Gap, range: Range<usize>) -> Word {
        Word::new([Piece::Gap(gap)], range)
    }

    /// The pieces in order; an empty word has none.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Where in the source line the word stands.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The whole text, where all of it is known.
    pub fn known(&self) -> Option<&str> {
        match &self.pieces[..] {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Its text, with a character for every gap that no command holds.
    pub(crate) fn text_with_gaps(&self) -> String {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Gap(_) => "\0".to_owned(),
        };
        self.pieces.iter().map(text).collect()
    }

    /// The known text the word starts with.
    pub(crate) fn head(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Text(text)) => text,
            _ => "",
        }
    }

    pub(crate) fn has(&self, gap: Gap) -> bool {
        self.pieces.contains(&Piece::Gap(gap))
    }

    /// Whether its known text has a blank in it.
    pub(crate) fn has_blank(&self) -> bool {
        let blank = |piece: &Piece| matches!(piece, Piece::Text(text) if text.contains(' '));
        self.pieces.iter().any(blank)
    }

    /// The word with a character for every blank that no command holds.
    pub(crate) fn with_blanks_marked(&self) -> Word {
        let marked = |piece: &Piece| match piece {
            Piece::Text(text) => Piece::Text(text.replace(' ', "\0")),
            gap => gap.clone(),
        };
        Word::new(self.pieces.iter().map(marked), self.range())
    }

    /// Whether the word may expand to no word at all.
    pub(crate) fn may_vanish(&self) -> bool {
        !self.pieces.is_empty() && self.pieces.iter().all(|p| *p == Piece::Gap(Gap::Many))
    }

    /// The word after its last `/`, where it has one, or without the leading
    /// `=` that zsh takes for a search along the path.
    pub(crate) fn base_name(&self) -> Option<Word> {
        let slash = self
            .pieces
            .iter()
            .enumerate()
            .rev()
            .find_map(|(at, piece)| match piece {
                Piece::Text(text) => text.rfind('/').map(|cut| (at, cut)),
                Piece::Gap(_) => None,
            });
        let equals = || self.head().starts_with('=').then_some((0, 0));
        let (at, cut) = slash.or_else(equals)?;
        let mut rest = self.pieces[at..].to_vec();
        if let Some(Piece::Text(text)) = rest.first_mut() {
            text.drain(..=cut);
        }
        let word = Word::new(rest, self.range());
        (!word.pieces.is_empty()).then_some(word)
    }

    /// The word without the first bytes of the text that it begins with.
    pub(crate) fn without_head(&self, bytes: usize) -> Word {
        let mut pieces = self.pieces.clone();
        if let Some(Piece::Text(text)) = pieces.first_mut() {
            *text = text.get(bytes..).unwrap_or_default().to_owned();
        }
        Word::new(pieces, self.range())
    }

    /// Replaces every occurrence of `mark` in known text by a gap, as `xargs
    /// -I` and `find -exec` do.
    pub(crate) fn with_gap_for(&self, mark: &str) -> Word {
        if mark.is_empty() {
            return self.clone();
        }
        let mut pieces = Vec::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => {
                    for (at, part) in text.split(mark).enumerate() {
                        if at > 0 {
                            pieces.push(Piece::Gap(Gap::One));
                        }
                        pieces.push(Piece::Text(part.to_owned()));
                    }
                }
                gap => pieces.push(gap.clone()),
            }
        }
        Word::new(pieces, self.range())
    }
}

/// Gaps show as `…`.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pieces.is_empty() {
            return f.write_str("''");
        }
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Gap(_) => f.write_str("…")?,
            }
        }
        Ok(())
    }
}
