//! Walking over a prefix wrapper's options to the command within.
//!
//! Where a word can be read in two ways, both are followed: an option that the
//! table does not know may take a value or not, operands may be left out, code
//! may come after them. Every place is visited once, so the readings do not
//! multiply.

use std::collections::HashSet;

use super::inner::InnerCommand;
use super::row::{JoinedWords, Prefix};
use super::unwrap::could_be;
use crate::shell::{Gap, Piece, Unknown, Word};

/// Most readings of one wrapper; beyond that its command counts as unknown.
const MOST_READINGS: usize = 64;

/// A walk over the words of one wrapper.
pub(super) struct Walk<'a> {
    pub prefix: &'a Prefix,
    pub words: &'a [Word],
    pub inner: Vec<InnerCommand>,
    /// Where a command, or whatever the operands are, may start.
    pub starts: Vec<Start>,
    /// The mark that `xargs -I` replaces.
    pub(super) mark: Option<String>,
    /// The program that an option named.
    pub(super) program: Option<Word>,
    /// Whether there were several readings.
    pub(super) guessed: bool,
    /// It asked for something instead of running a command.
    pub(super) asked: bool,
    visited: HashSet<(usize, usize, bool)>,
}

/// Where a command may start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Start {
    pub at: usize,
    /// The first word may be options and values and the command's own words.
    pub unknown: bool,
    /// An option, or a `--`, says that a command starts here.
    pub marked: bool,
}

impl Start {
    fn at(at: usize) -> Start {
        Start {
            at,
            unknown: false,
            marked: false,
        }
    }

    fn unknown(at: usize) -> Start {
        Start {
            unknown: true,
            ..Start::at(at)
        }
    }

    fn marked(at: usize) -> Start {
        Start {
            marked: true,
            ..Start::at(at)
        }
    }
}

/// What an option word turned out to be.
pub(super) enum Turn {
    /// Go on this many words further.
    Skip(usize),
    /// It may take a value or not.
    Either,
    /// The command starts here.
    Command(usize),
    /// Nothing runs, or all has been said.
    Stop,
}

impl<'a> Walk<'a> {
    pub(super) fn new(prefix: &'a Prefix, words: &'a [Word]) -> Self {
        Walk {
            prefix,
            words,
            inner: Vec::new(),
            starts: Vec::new(),
            mark: None,
            program: None,
            guessed: false,
            asked: false,
            visited: HashSet::new(),
        }
    }

    /// Fills [`Walk::inner`]; false where the wrapper runs no command.
    pub(super) fn run(&mut self) -> Result<bool, Unknown> {
        if self.prefix.code_anywhere {
            self.code_anywhere();
        }
        self.find()?;
        if self.prefix.dashes {
            self.after_dashes();
        }
        let options = self.inner.len();
        if self.program.is_some() {
            self.starts.clear();
        }
        for start in std::mem::take(&mut self.starts) {
            self.command(start);
        }
        if self.guessed {
            // Several readings, of which one is right.
            let found = self.inner.split_off(options);
            self.inner
                .extend(found.into_iter().map(InnerCommand::doubtful));
        }
        if let Some(program) = self.program.take() {
            // Its arguments may be any of the words.
            let range = program.range();
            let mut words = vec![program];
            words.extend(
                self.words[1..]
                    .iter()
                    .skip_while(|w| w.known() != Some("--"))
                    .skip(1)
                    .cloned(),
            );
            words.push(Word::gap(Gap::Many, range));
            self.inner.push(InnerCommand::Words(words));
        }
        if self.inner.len() > MOST_READINGS {
            return Err(Unknown::TooComplex);
        }
        self.forget_doubles();
        Ok(self.asked || !self.inner.is_empty())
    }

    fn forget_doubles(&mut self) {
        let mut kept: Vec<InnerCommand> = Vec::new();
        for inner in self.inner.drain(..) {
            if !kept.contains(&inner) {
                kept.push(inner);
            }
        }
        self.inner = kept;
    }

    /// Fills [`Walk::starts`].
    pub(super) fn find(&mut self) -> Result<(), Unknown> {
        self.from(1, self.prefix.operands, true)?;
        if self.prefix.optional {
            self.guessed = true;
            self.from(1, 0, true)?;
        }
        Ok(())
    }

    /// Code whose option comes after operands. An end of the options ends that
    /// too, but not for `su`, which hands the rest to a shell.
    fn code_anywhere(&mut self) {
        for (at, word) in self.words.iter().enumerate().skip(1) {
            if word.known() == Some("--") && !self.prefix.only_code {
                return;
            }
            let head = word.head();
            let listed = |name: &str| super::row::has(self.prefix.code, name);
            let (option, attached) = match head.split_once('=') {
                Some((option, _)) if option.starts_with('-') => (option, true),
                _ => (head, false),
            };
            let whole = option.len() > 2 && listed(option);
            let short = head.starts_with('-')
                && !head.starts_with("--")
                && head[1..]
                    .chars()
                    .any(|c| listed(c.encode_utf8(&mut [0; 4])));
            let unclear = head.starts_with('-') && word.known().is_none() && !attached;
            let next = self.words.get(at + 1);
            if whole && attached {
                self.inner
                    .push(InnerCommand::sh(after(word, option.len() + 1)));
            } else if whole || unclear {
                self.inner.extend(next.cloned().map(InnerCommand::sh));
            } else if short {
                // The option may be the last of a cluster, or its value may
                // be attached.
                let cut = head[1..].find(|c: char| listed(c.encode_utf8(&mut [0; 4])));
                let cut = cut.map_or(head.len(), |cut| cut + 2);
                if cut < head.len() || word.pieces().len() > 1 {
                    self.inner
                        .push(InnerCommand::sh(after(word, cut)).doubtful());
                }
                if cut == head.len() {
                    self.inner.extend(next.cloned().map(InnerCommand::sh));
                }
            }
            if self.inner.len() > MOST_READINGS {
                return;
            }
        }
    }

    /// The command after the first `--`.
    fn after_dashes(&mut self) {
        let dashes = self.words.iter().position(|w| w.known() == Some("--"));
        if let Some(at) = dashes {
            self.guessed = false;
            self.starts.clear();
            self.starts.push(Start::marked(at + 1));
        }
    }

    fn from(
        &mut self,
        start: usize,
        mut operands: usize,
        mut options: bool,
    ) -> Result<(), Unknown> {
        let mut at = start;
        while let Some(word) = self.words.get(at) {
            if !self.visited.insert((at, operands, options)) {
                return Ok(());
            }
            if self.starts.len() > MOST_READINGS {
                return Err(Unknown::TooComplex);
            }
            let head = word.head();
            let is_option =
                options && head.starts_with('-') && (head.len() > 1 || word.pieces().len() > 1);
            if word.has(Gap::Many) && (is_option || operands > 0 || head.is_empty()) {
                self.starts.push(Start::unknown(at));
                return Ok(());
            }
            if self.prefix.assigns && self.assigns(word) {
                at += 1;
            } else if options && word.known() == Some("--") {
                options = false;
                at += 1;
            } else if options && word.known() == Some("-") {
                at += 1;
            } else if is_option {
                match self.option(at, word)? {
                    Turn::Skip(by) => {
                        let values = self.words.get(at + 1..at + by).unwrap_or_default();
                        if let Some(many) = values.iter().position(|value| value.has(Gap::Many)) {
                            // The value may bring words of its own.
                            self.starts.push(Start::unknown(at + 1 + many));
                            return Ok(());
                        }
                        at += by;
                    }
                    Turn::Stop => return Ok(()),
                    Turn::Command(at) => {
                        self.starts.push(Start::marked(at));
                        return Ok(());
                    }
                    Turn::Either => {
                        self.guessed = true;
                        self.from(at + 2, operands, options)?;
                        at += 1;
                    }
                }
            } else if operands > 0 {
                operands -= 1;
                options = options && self.prefix.permutes;
                at += 1;
                if operands == 0 && self.prefix.code_after {
                    self.code_after(at);
                }
                if operands == 0 && self.words.get(at).is_some_and(|w| w.known() == Some("--")) {
                    at += 1;
                }
            } else {
                self.starts.push(Start::at(at));
                if options && self.prefix.permutes && !self.prefix.command.is_empty() {
                    self.option_to_come(at)?;
                }
                return Ok(());
            }
        }
        Ok(())
    }

    /// An option that starts the command may come after operands.
    fn option_to_come(&mut self, start: usize) -> Result<(), Unknown> {
        for (at, word) in self.words.iter().enumerate().skip(start) {
            if word.known() == Some("--") {
                break;
            }
            if word.head().starts_with('-')
                && let Turn::Command(at) = self.option(at, word)?
            {
                self.starts.push(Start::marked(at));
                break;
            }
        }
        Ok(())
    }

    /// `flock FILE -c CODE`, `sg GROUP -c CODE`.
    fn code_after(&mut self, at: usize) {
        let Some(word) = self.words.get(at) else {
            return;
        };
        if could_be(word, "-c --command")
            && let Some(code) = self.words.get(at + 1)
        {
            let code = InnerCommand::sh(code.clone());
            self.inner.push(match word.known() {
                Some(_) => code,
                None => code.doubtful(),
            });
        }
    }

    /// `NAME=value` before the command. The text before the `=` need not be
    /// a name. A function may come that way, too.
    fn assigns(&mut self, word: &Word) -> bool {
        let Some((name, _)) = word.head().split_once('=') else {
            return false;
        };
        if name.starts_with('-') {
            return false;
        }
        if name.starts_with("BASH_FUNC_") {
            let mut pieces = vec![Piece::Text("f ".to_owned())];
            pieces.extend_from_slice(after(word, name.len() + 1).pieces());
            let function = Word::new(pieces, word.range());
            self.inner.push(InnerCommand::code(function, Some(false)));
        }
        true
    }

    fn command(&mut self, start: Start) {
        let mut words = self.words.get(start.at..).unwrap_or_default().to_vec();
        if words.is_empty() {
            return;
        }
        if self.prefix.only_code && !start.marked && !start.unknown {
            return;
        }
        if start.unknown {
            words[0] = Word::gap(Gap::Many, words[0].range());
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
        if self.prefix.version
            && let Some(name) = words[0].known()
            && let Some((bare, _)) = name
                .get(1..)
                .and_then(|rest| rest.split_once(['@', '=', '[', '<', '>', '~']))
        {
            let bare = Word::text(&name[..=bare.len()], words[0].range());
            let mut words = words.clone();
            words[0] = bare;
            self.inner.push(InnerCommand::Words(words));
        }
        match self.prefix.joined {
            JoinedWords::Never => {}
            JoinedWords::First => {
                let plain = |c: char| c.is_alphanumeric() || "_-./,:=@%+".contains(c);
                if words[0].known().is_none_or(|text| !text.chars().all(plain)) {
                    let code = words[0].clone();
                    self.inner
                        .push(InnerCommand::code_with_more(code, Some(true)));
                }
            }
            JoinedWords::Always | JoinedWords::Unless(_) => {
                let code = joined(&words);
                let whole = code.known().is_some();
                self.inner.push(InnerCommand::sh(code));
                if whole && !self.runs_words(start.at) {
                    return;
                }
            }
        }
        self.inner.push(InnerCommand::Words(words));
    }
}

impl Walk<'_> {
    /// Whether an option before the command says that no shell runs it.
    fn runs_words(&self, at: usize) -> bool {
        let JoinedWords::Unless(options) = self.prefix.joined else {
            return false;
        };
        self.words[1..at].iter().any(|word| {
            let head = word.head();
            let long = head.starts_with("--");
            options
                .split_ascii_whitespace()
                .any(|option| match option.starts_with('-') {
                    true => long && option.starts_with(head.split('=').next().unwrap_or_default()),
                    false => !long && head.starts_with('-') && head.contains(option),
                })
        })
    }
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
pub(in crate::shell) fn after(word: &Word, cut: usize) -> Word {
    let mut pieces = word.pieces().to_vec();
    if let Some(Piece::Text(text)) = pieces.first_mut() {
        *text = text.get(cut..).unwrap_or_default().to_owned();
    }
    Word::new(pieces, word.range())
}
