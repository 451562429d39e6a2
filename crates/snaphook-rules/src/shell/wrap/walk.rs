//! Walking over a prefix wrapper's options to the command within.

use super::table::Prefix;
use super::unwrap::Inner;
use crate::shell::{Gap, Piece, Unknown, Word};

/// How many options of unknown shape are followed both ways.
const GUESSES: usize = 4;

/// A walk over the words of one wrapper.
pub(super) struct Walk<'a> {
    pub prefix: &'a Prefix,
    pub words: &'a [Word],
    pub inner: Vec<Inner>,
    /// The mark that `xargs -I` replaces.
    mark: Option<String>,
    guesses: usize,
    /// It asked for something instead of running a command.
    asked: bool,
}

/// What an option word turned out to be.
enum Turn {
    /// Go on this many words further.
    Skip(usize),
    /// It may take a value or not.
    Either,
    /// Nothing runs, or all has been said.
    Stop,
}

impl<'a> Walk<'a> {
    pub(super) fn new(prefix: &'a Prefix, words: &'a [Word]) -> Self {
        Walk {
            prefix,
            words,
            inner: Vec::new(),
            mark: None,
            guesses: 0,
            asked: false,
        }
    }

    /// Fills [`Walk::inner`]; false where the wrapper runs no command.
    pub(super) fn run(&mut self) -> Result<bool, Unknown> {
        if self.prefix.code_anywhere && self.code_anywhere() {
            return Ok(true);
        }
        if !self.prefix.only_code || !self.prefix.code.is_empty() {
            self.from(1, self.prefix.operands)?;
        }
        if self.guesses > 0 {
            // Several readings, of which one is right.
            self.inner = self.inner.drain(..).map(Inner::doubtful).collect();
        }
        Ok(self.asked || !self.inner.is_empty())
    }

    fn code_anywhere(&mut self) -> bool {
        for (at, word) in self.words.iter().enumerate().skip(1) {
            let head = word.head();
            let long = self.prefix.code.iter().any(|code| {
                code.starts_with("--") && (head == *code || head.starts_with(&format!("{code}=")))
            });
            let short = head.starts_with('-')
                && !head.starts_with("--")
                && head[1..].bytes().all(|b| b.is_ascii_alphabetic())
                && head.contains('c');
            if !long && !short {
                continue;
            }
            let attached = match head.split_once('=') {
                Some((option, _)) if long => Some(after(word, option.len() + 1)),
                _ if short && !head.ends_with('c') => {
                    head.find('c').map(|cut| after(word, cut + 1))
                }
                _ => None,
            };
            let code = attached.or_else(|| self.words.get(at + 1).cloned());
            if let Some(code) = code {
                self.inner.push(Inner::sh(code));
                return true;
            }
        }
        false
    }

    fn from(&mut self, start: usize, mut operands: usize) -> Result<(), Unknown> {
        let mut at = start;
        let mut options = true;
        while let Some(word) = self.words.get(at) {
            let head = word.head();
            let is_option =
                options && head.starts_with('-') && (head.len() > 1 || word.pieces().len() > 1);
            if word.has(Gap::Many) && (is_option || operands > 0 || head.is_empty()) {
                // It may be options and values and the command's own words.
                self.command(unknown_then(&self.words[at..]));
                return Ok(());
            }
            if self.prefix.assigns && is_assignment(head) {
                at += 1;
            } else if options && word.known() == Some("--") {
                options = false;
                at += 1;
            } else if options && word.known() == Some("-") {
                at += 1;
            } else if is_option {
                match self.option(at, word)? {
                    Turn::Skip(by) => {
                        let value = self.words.get(at + 1);
                        if by == 2 && value.is_some_and(|value| value.has(Gap::Many)) {
                            // The value may bring words of its own.
                            self.command(unknown_then(&self.words[at + 1..]));
                            return Ok(());
                        }
                        at += by;
                    }
                    Turn::Stop => return Ok(()),
                    Turn::Either => {
                        self.guesses += 1;
                        if self.guesses <= GUESSES {
                            self.from(at + 2, operands)?;
                        }
                        at += 1;
                    }
                }
            } else if operands > 0 {
                operands -= 1;
                options = false;
                at += 1;
            } else {
                let rest = self.words[at..].to_vec();
                self.command(rest);
                return Ok(());
            }
        }
        Ok(())
    }

    fn option(&mut self, at: usize, word: &Word) -> Result<Turn, Unknown> {
        let head = word.head().to_owned();
        if head.starts_with("--") {
            return self.long_option(at, word, &head);
        }
        let mut unknown = false;
        for (cut, letter) in head.char_indices().skip(1) {
            let attached = cut + letter.len_utf8() < head.len() || word.pieces().len() > 1;
            let skip = if attached { 1 } else { 2 };
            let mut short = [0; 4];
            let short: &str = letter.encode_utf8(&mut short);
            if self.prefix.asks.contains(letter) {
                self.asked = true;
                return Ok(Turn::Stop);
            }
            if self.prefix.code.contains(&short) || self.prefix.splits.contains(&short) {
                let value = if attached {
                    Some(after(word, cut + letter.len_utf8()))
                } else {
                    self.words.get(at + 1).cloned()
                };
                return self.special(short, value, at + skip);
            }
            if self.prefix.values.contains(letter) {
                if matches!(letter, 'I' | 'J') && self.prefix.adds {
                    let value = if attached {
                        Some(after(word, cut + 1))
                    } else {
                        self.words.get(at + 1).cloned()
                    };
                    self.mark = value.and_then(|v| v.known().map(str::to_owned));
                }
                return Ok(Turn::Skip(skip));
            }
            if letter == 'i' && self.prefix.adds {
                let rest = &head[cut + 1..];
                self.mark = Some(if rest.is_empty() { "{}" } else { rest }.to_owned());
                return Ok(Turn::Skip(1));
            }
            unknown |= !self.prefix.flags.contains(letter) && !letter.is_ascii_digit();
        }
        Ok(if unknown { Turn::Either } else { Turn::Skip(1) })
    }

    fn long_option(&mut self, at: usize, word: &Word, head: &str) -> Result<Turn, Unknown> {
        let (name, attached) = match head.split_once('=') {
            Some((name, _)) => (name, true),
            None => (head, false),
        };
        // Long options may be cut short where that is clear.
        let fits = |list: &[&'static str]| {
            list.iter()
                .find(|option| **option == name)
                .or_else(|| list.iter().find(|option| option.starts_with(name)))
                .copied()
        };
        let skip = if attached { 1 } else { 2 };
        if let Some(option) = fits(self.prefix.code).or_else(|| fits(self.prefix.splits)) {
            let value = if attached {
                Some(after(word, name.len() + 1))
            } else {
                self.words.get(at + 1).cloned()
            };
            return self.special(option, value, at + skip);
        }
        if name == "--replace" && self.prefix.adds {
            let value = head.split_once('=').map_or("{}", |(_, value)| value);
            self.mark = Some(value.to_owned());
        }
        if attached {
            return Ok(Turn::Skip(1));
        }
        if fits(self.prefix.long_values).is_some() {
            return Ok(Turn::Skip(2));
        }
        if fits(self.prefix.long_flags).is_some() {
            return Ok(Turn::Skip(1));
        }
        Ok(Turn::Either)
    }

    /// An option whose value is code, or is split into words.
    fn special(&mut self, option: &str, value: Option<Word>, next: usize) -> Result<Turn, Unknown> {
        let Some(value) = value else {
            return Ok(Turn::Stop);
        };
        if self.prefix.code.contains(&option) {
            self.inner.push(Inner::sh(value));
            return Ok(Turn::Stop);
        }
        // `env -S`: plain words are split at blanks; its own quoting and
        // variables are more than is read here.
        let plain = value
            .known()
            .filter(|text| !text.contains(['\'', '"', '\\', '$', '#']));
        let Some(text) = plain else {
            return Err(Unknown::Dynamic {
                range: value.range(),
            });
        };
        let mut words = vec![self.words[0].clone()];
        words.extend(
            text.split_ascii_whitespace()
                .map(|part| Word::text(part, value.range())),
        );
        words.extend_from_slice(self.words.get(next..).unwrap_or_default());
        self.inner.push(Inner::Words(words));
        Ok(Turn::Stop)
    }

    fn command(&mut self, mut words: Vec<Word>) {
        if self.prefix.only_code {
            return;
        }
        if self.prefix.adds {
            match &self.mark {
                Some(mark) => words = words.iter().map(|w| w.with_gap_for(mark)).collect(),
                None => {
                    let range = words.last().map_or(0..0, Word::range);
                    words.push(Word::gap(Gap::Many, range));
                }
            }
        }
        if self.prefix.joins {
            self.inner.push(Inner::sh(joined(&words)));
        } else {
            self.inner.push(Inner::Words(words));
        }
    }
}

/// The words with the first one standing for any number of words.
fn unknown_then(words: &[Word]) -> Vec<Word> {
    let mut words = words.to_vec();
    if let Some(first) = words.first_mut() {
        *first = Word::gap(Gap::Many, first.range());
    }
    words
}

/// The words as one text, with single spaces between.
pub(super) fn joined(words: &[Word]) -> Word {
    let start = words.first().map_or(0, |w| w.range().start);
    let end = words.last().map_or(0, |w| w.range().end);
    let mut pieces = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            pieces.push(Piece::Text(" ".to_owned()));
        }
        pieces.extend_from_slice(word.pieces());
    }
    Word::new(pieces, start..end.max(start))
}

/// The word without the first `cut` bytes of its known head.
fn after(word: &Word, cut: usize) -> Word {
    let mut pieces = word.pieces().to_vec();
    if let Some(Piece::Text(text)) = pieces.first_mut() {
        *text = text.get(cut..).unwrap_or_default().to_owned();
    }
    Word::new(pieces, word.range())
}

fn is_assignment(head: &str) -> bool {
    head.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}
