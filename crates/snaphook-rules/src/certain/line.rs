//! A line in the certain grammar, taken apart.

use std::ops::Range;

use crate::shell::{Gap, Piece, Word};

/// A line of Bash whose meaning is certain: every simple command in it, in the
/// order of the text, those within `"$(…)"` included.
///
/// ```
/// use snaphook_rules::CertainLine;
///
/// let line = CertainLine::read("cd src && grep -n x *.rs | head").unwrap();
/// let names = line.commands().iter().map(|command| command.words()[0].known().unwrap());
/// assert_eq!(names.collect::<Vec<_>>(), ["cd", "grep", "head"]);
/// assert!(CertainLine::read("for f in *; do head $f; done").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertainLine {
    pub(super) commands: Vec<CertainCommand>,
}

impl CertainLine {
    /// The simple commands; at least one.
    pub fn commands(&self) -> &[CertainCommand] {
        &self.commands
    }
}

/// One simple command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CertainCommand {
    pub(super) words: Vec<CertainWord>,
    /// The words before literal braces were expanded, where they were: a shell
    /// that does not expand them runs these.
    pub(super) unexpanded: Option<Vec<CertainWord>>,
    pub(super) assigns: Vec<String>,
    pub(super) redirects: Vec<CertainRedirect>,
    pub(super) fed: bool,
    pub(super) here_document: bool,
    pub(super) range: Range<usize>,
}

impl CertainCommand {
    /// The words, the name first; at least one.
    pub fn words(&self) -> &[CertainWord] {
        &self.words
    }

    /// The harmless variables that are assigned for it.
    pub fn assigns(&self) -> &[String] {
        &self.assigns
    }

    /// The files that it is redirected to and from.
    pub fn redirects(&self) -> &[CertainRedirect] {
        &self.redirects
    }

    /// Whether it reads what the line makes: a pipe, or a file.
    pub fn is_fed(&self) -> bool {
        self.fed || self.redirects.iter().any(|one| !one.writes)
    }

    /// Whether it reads a here-document.
    pub fn reads_here_document(&self) -> bool {
        self.here_document
    }

    /// Where in the line it stands.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

/// A redirection to or from a literal file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertainRedirect {
    pub(super) path: String,
    pub(super) writes: bool,
    pub(super) offset: usize,
}

impl CertainRedirect {
    /// The file as it is written; a leading `~/` is the home folder.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether it writes the file.
    pub fn writes(&self) -> bool {
        self.writes
    }
}

/// One word: text, and pieces that are only known at run time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CertainWord {
    pub(super) pieces: Vec<CertainPiece>,
    pub(super) range: Range<usize>,
}

/// A piece of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CertainPiece {
    /// Text as it is, quotes removed.
    Text(String),
    /// A leading `~`: the home folder.
    Home,
    /// A glob: names of files.
    Glob,
    /// The value of a variable or, in quotes, the output of commands.
    Expansion {
        /// In quotes it stays one word.
        quoted: bool,
    },
}

impl CertainWord {
    pub(super) fn literal(text: &str, range: Range<usize>) -> CertainWord {
        let pieces = (!text.is_empty()).then(|| CertainPiece::Text(text.to_owned()));
        CertainWord {
            pieces: pieces.into_iter().collect(),
            range,
        }
    }

    pub(super) fn push_text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(CertainPiece::Text(last)) => last.push_str(text),
            _ if text.is_empty() => {}
            _ => self.pieces.push(CertainPiece::Text(text.to_owned())),
        }
    }

    /// The pieces; an empty word has none.
    pub fn pieces(&self) -> &[CertainPiece] {
        &self.pieces
    }

    /// The whole text, where all of it is literal.
    pub fn known(&self) -> Option<&str> {
        match &self.pieces[..] {
            [] => Some(""),
            [CertainPiece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The literal text it begins with.
    pub fn head(&self) -> &str {
        match self.pieces.first() {
            Some(CertainPiece::Text(text)) => text,
            _ => "",
        }
    }

    /// Whether it holds the value of a variable or the output of a command.
    pub fn has_expansion(&self) -> bool {
        let is = |piece: &CertainPiece| matches!(piece, CertainPiece::Expansion { .. });
        self.pieces.iter().any(is)
    }

    /// Whether an option could come of its unknown pieces.
    pub fn could_be_option(&self) -> bool {
        let splits = CertainPiece::Expansion { quoted: false };
        if self.pieces.contains(&splits) {
            return true;
        }
        let unknown = |piece: &CertainPiece| {
            matches!(piece, CertainPiece::Glob | CertainPiece::Expansion { .. })
        };
        match self.pieces.first() {
            None | Some(CertainPiece::Home) => false,
            Some(CertainPiece::Text(text)) => {
                text.starts_with('-') && self.pieces.iter().any(unknown)
            }
            Some(_) => true,
        }
    }

    /// A word that the exact reader found; whatever is unknown in it may be
    /// anything.
    pub(super) fn of(word: &Word) -> CertainWord {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => CertainPiece::Text(text.clone()),
            Piece::Gap(_) => CertainPiece::Expansion { quoted: false },
        };
        CertainWord {
            pieces: word.pieces().iter().map(piece).collect(),
            range: word.range(),
        }
    }

    /// This word as the globs of rules compare it. A rule spells the home folder as
    /// lines do.
    pub(super) fn to_word(&self) -> Word {
        let piece = |piece: &CertainPiece| match piece {
            CertainPiece::Text(text) => Piece::Text(text.clone()),
            CertainPiece::Home => Piece::Text("~".to_owned()),
            CertainPiece::Expansion { quoted: true } => Piece::Gap(Gap::One),
            CertainPiece::Glob | CertainPiece::Expansion { quoted: false } => Piece::Gap(Gap::Many),
        };
        Word::new(self.pieces.iter().map(piece), self.range.clone())
    }
}
