//! A Bash reader that fails closed.
//!
//! Its only task is to find every simple command of a script. Parsers made
//! for linters or formatters recover from what they do not understand, and
//! then report a clean parse with a command missing from it; a guard cannot
//! live with that. This reader has no recovery: what it does not understand,
//! or what shells disagree about, is an [`Unknown`] and the caller treats it
//! as a match. It reads the source once, left to right, as Bash does: a
//! substitution is read by the same functions as the script around it.
//!
//! Bounded by construction: nesting is counted at every construct, and every
//! step forward costs fuel, so that the few places that try two readings
//! (`((` may be arithmetic or two subshells) cannot multiply.

mod compound;
mod cursor;
mod expand;
mod heredoc;
mod lists;
mod simple;
mod words;
mod zsh;

use std::ops::Range;

use super::follow::Variables;
use super::found::{SimpleCommand, Stdin};
use super::later::Later;
use super::{Analysis, Limits, Unknown, Word};

/// The result of one reading step. The error is boxed to keep the frames of
/// the recursion small.
type Step<T = ()> = Result<T, Box<Unknown>>;

/// How offsets of the text being read relate to the source line.
#[derive(Debug, Clone)]
pub(super) enum Origin {
    /// The text stands in the source line verbatim, from this offset.
    At(usize),
    /// The text was unescaped or put together; it came from this range.
    Within(Range<usize>),
}

impl Origin {
    pub(super) fn range(&self, from: usize, to: usize) -> Range<usize> {
        match self {
            Origin::At(base) => base + from..base + to,
            Origin::Within(range) => range.clone(),
        }
    }
}

/// A here-document announced on this line, whose body starts on the next.
#[derive(Debug)]
struct Pending {
    delimiter: Vec<u8>,
    /// Part of the delimiter was quoted: the body is taken as it is.
    literal: bool,
    strip_tabs: bool,
    /// Where it was announced.
    at: usize,
    /// Where the body goes.
    id: usize,
}

/// What nested readers share.
#[derive(Debug)]
pub(super) struct Budget {
    pub fuel: usize,
    pub depth: usize,
    /// The code may be run by a plain POSIX shell, which reads some of what
    /// follows differently; see [`Reader::bashism`].
    pub posix: bool,
    pub limits: Limits,
    /// Text that may be code later.
    pub later: Later,
    pub variables: Variables,
}

/// The reader.
struct Reader<'s> {
    text: &'s [u8],
    pos: usize,
    end: usize,
    origin: Origin,
    budget: &'s mut Budget,
    found: Vec<SimpleCommand>,
    /// Parts that were read, but run what nobody knows.
    unknown: Vec<Unknown>,
    pending: Vec<Pending>,
    bodies: Vec<Option<Word>>,
    /// How many substitutions are open in this text.
    inside: usize,
    /// How many `((` that turned out to be subshells are open.
    reread: usize,
    /// `time` before a simple command: a wrapper, and a command of its own.
    prefix: Vec<Word>,
    /// What the last command assigned, if it did nothing else.
    fresh: Vec<(String, Option<String>)>,
    /// What the list of commands between `;` assigned.
    chain: Vec<String>,
}

/// Finds the simple commands of `text`.
pub(in crate::shell) fn read(text: &str, origin: Origin, budget: &mut Budget) -> Step<Analysis> {
    if budget.depth > budget.limits.nesting {
        return Err(Box::new(Unknown::TooDeep));
    }
    let mut reader = Reader {
        text: text.as_bytes(),
        pos: 0,
        end: text.len(),
        origin,
        budget,
        found: Vec::new(),
        unknown: Vec::new(),
        pending: Vec::new(),
        bodies: Vec::new(),
        inside: 0,
        reread: 0,
        prefix: Vec::new(),
        fresh: Vec::new(),
        chain: Vec::new(),
    };
    reader.list(&[""])?;
    Ok(reader.finish())
}

impl Reader<'_> {
    /// Hands out what was found, with here-documents filled in.
    fn finish(mut self) -> Analysis {
        // `exec < file` changes what all the others read.
        let changed = self.found.iter().any(|command| command.exec_redirect);
        let opened = self
            .found
            .iter()
            .any(|command| command.opens && command.is_exec());
        for command in &mut self.found {
            if changed && command.stdin == Stdin::Inherited {
                command.stdin = Stdin::Stream;
            }
            command.posix |= self.budget.posix;
            command.opens |= opened;
            if command.opens && command.stdin == Stdin::File {
                // The file may be what is open: `3<<<a < /dev/fd/3`.
                command.stdin = Stdin::Stream;
            }
            if let Stdin::Body(id) = command.stdin {
                command.stdin = match self.bodies.get_mut(id) {
                    Some(Some(body)) => {
                        if command.writes.is_empty() {
                            self.budget.later.text(body.text_with_gaps(), 0);
                        }
                        Stdin::Text(body.clone())
                    }
                    // Announced, but the text ended first: nothing to read.
                    _ => Stdin::File,
                };
            }
        }
        Analysis {
            commands: self.found,
            unknown: self.unknown,
            code: Vec::new(),
        }
    }

    /// Reads one nested construct, counting the nesting.
    fn nest<T>(&mut self, read: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        self.budget.depth += 1;
        if self.budget.depth > self.budget.limits.nesting {
            return Err(Box::new(Unknown::TooDeep));
        }
        let result = read(self);
        self.budget.depth -= 1;
        result
    }

    /// What was read since `start` is evaluated.
    fn evaluates(&mut self, start: usize) {
        let range = self.origin.range(start, self.pos);
        let text = &self.text[start..self.pos.min(self.end)];
        self.budget.later.evaluates(text, range, true);
    }

    fn unexpected<T>(&self, expected: &str) -> Step<T> {
        let at = self.origin.range(self.pos, self.pos).start;
        Err(Box::new(Unknown::Syntax {
            expected: expected.to_owned(),
            offset: at,
        }))
    }

    /// A construct of Bash that a plain shell takes for something else:
    /// `[[ a || rm x ]]` is two commands to one, `((rm x))` two subshells.
    fn bashism(&self, what: &'static str) -> Step {
        if self.budget.posix {
            return self.ambiguous(what);
        }
        Ok(())
    }

    /// Notes that what was read since `start` runs code only known at run time.
    /// What comes after it is read as ever.
    fn dynamic(&mut self, start: usize) {
        let range = self.origin.range(start, self.pos);
        let unknown = Unknown::Dynamic { range };
        if self.unknown.last() != Some(&unknown) {
            self.unknown.push(unknown);
        }
    }

    /// Shells, or modes of one shell, read this differently.
    fn ambiguous<T>(&self, what: &'static str) -> Step<T> {
        Err(Box::new(Unknown::Ambiguous {
            what,
            offset: self.origin.range(self.pos, self.pos).start,
        }))
    }
}
