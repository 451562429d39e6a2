//! The reader itself: where it is in the text, what it found so far, and the
//! counts that bound its work. The other files read one kind of construct each.

use std::ops::Range;

use super::super::follow::Variables;
use super::super::found::{SimpleCommand, Stdin};
use super::super::later::DeferredText;
use super::super::{Analysis, Limits, Unknown, Word};

/// The result of one reading step. The error is boxed to keep the frames of
/// the recursion small.
pub(super) type ReadStep<T = ()> = Result<T, Box<Unknown>>;

/// How offsets of the text being read relate to the source line.
#[derive(Debug, Clone)]
pub(in crate::shell) enum TextOrigin {
    /// The text is in the source line verbatim, from this offset.
    At(usize),
    /// The text was unescaped or put together; it came from this range.
    Within(Range<usize>),
}

impl TextOrigin {
    pub(in crate::shell) fn range(&self, from: usize, to: usize) -> Range<usize> {
        match self {
            TextOrigin::At(base) => base + from..base + to,
            TextOrigin::Within(range) => range.clone(),
        }
    }
}

/// A here-document announced on this line, whose body starts on the next.
#[derive(Debug)]
pub(super) struct PendingHereDocument {
    pub(super) delimiter: Vec<u8>,
    /// Part of the delimiter was quoted: the body is taken as it is.
    pub(super) literal: bool,
    pub(super) strip_tabs: bool,
    /// Where it was announced.
    pub(super) at: usize,
    /// Where the body goes.
    pub(super) id: usize,
}

/// What nested readers share.
#[derive(Debug)]
pub(in crate::shell) struct Budget {
    pub fuel: usize,
    pub depth: usize,
    /// The code may be run by a plain POSIX shell, which reads some of what
    /// follows differently; see [`ShellReader::bashism`].
    pub posix: bool,
    pub limits: Limits,
    /// Text that may be code later.
    pub later: DeferredText,
    pub variables: Variables,
}

/// The reader.
pub(super) struct ShellReader<'s> {
    pub(super) text: &'s [u8],
    pub(super) pos: usize,
    pub(super) end: usize,
    pub(super) origin: TextOrigin,
    pub(super) budget: &'s mut Budget,
    pub(super) found: Vec<SimpleCommand>,
    /// Parts that were read, but run what nobody knows.
    pub(super) unknown: Vec<Unknown>,
    pub(super) pending: Vec<PendingHereDocument>,
    pub(super) bodies: Vec<Option<Word>>,
    /// How many substitutions are open in this text.
    pub(super) inside: usize,
    /// How many `((` that turned out to be subshells are open.
    pub(super) reread: usize,
    /// `time` before a simple command: a wrapper, and a command of its own.
    pub(super) prefix: Vec<Word>,
    /// What the last command assigned, if it did nothing else.
    pub(super) fresh: Vec<(String, Option<String>)>,
    /// What the list of commands between `;` assigned.
    pub(super) chain: Vec<String>,
}

/// Finds the simple commands of `text`.
pub(in crate::shell) fn read(
    text: &str,
    origin: TextOrigin,
    budget: &mut Budget,
) -> ReadStep<Analysis> {
    if budget.depth > budget.limits.nesting {
        return Err(Box::new(Unknown::TooDeep));
    }
    let mut reader = ShellReader {
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

impl ShellReader<'_> {
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
    pub(super) fn nest<T>(&mut self, read: impl FnOnce(&mut Self) -> ReadStep<T>) -> ReadStep<T> {
        self.budget.depth += 1;
        if self.budget.depth > self.budget.limits.nesting {
            return Err(Box::new(Unknown::TooDeep));
        }
        let result = read(self);
        self.budget.depth -= 1;
        result
    }

    /// What was read since `start` is evaluated.
    pub(super) fn evaluates(&mut self, start: usize) {
        let range = self.origin.range(start, self.pos);
        let text = &self.text[start..self.pos.min(self.end)];
        self.budget.later.evaluates(text, range, true);
    }

    pub(super) fn unexpected<T>(&self, expected: &str) -> ReadStep<T> {
        let at = self.origin.range(self.pos, self.pos).start;
        Err(Box::new(Unknown::Syntax {
            expected: expected.to_owned(),
            offset: at,
        }))
    }

    /// A construct of Bash that a plain shell takes for something else:
    /// `[[ a || rm x ]]` is two commands to one, `((rm x))` two subshells.
    pub(super) fn bashism(&self, what: &'static str) -> ReadStep {
        if self.budget.posix {
            return self.ambiguous(what);
        }
        Ok(())
    }

    /// Notes that what was read since `start` runs code only known at run time.
    /// What comes after it is read as ever.
    pub(super) fn dynamic(&mut self, start: usize) {
        let range = self.origin.range(start, self.pos);
        let unknown = Unknown::Dynamic { range };
        if self.unknown.last() != Some(&unknown) {
            self.unknown.push(unknown);
        }
    }

    /// Shells, or modes of one shell, read this differently.
    pub(super) fn ambiguous<T>(&self, what: &'static str) -> ReadStep<T> {
        Err(Box::new(Unknown::Ambiguous {
            what,
            offset: self.origin.range(self.pos, self.pos).start,
        }))
    }
}
