//! Simple commands: assignments, words, redirections.

use super::cursor::{ends_word, is_name, is_name_start};
use super::words::WordMode;
use super::{PendingHereDocument, ReadStep, ShellReader};
use crate::shell::brace;
use crate::shell::found::{SimpleCommand, Stdin};
use crate::shell::wrap::is_device;
use crate::shell::{Gap, Word};

/// What the redirections of a command amount to.
#[derive(Debug)]
pub(super) struct Redirects {
    pub stdin: Stdin,
    pub writes: Vec<Word>,
    pub reads: Vec<Word>,
    /// Text or a stream is open as another file than the input.
    pub opens: bool,
}

impl Default for Redirects {
    fn default() -> Self {
        Redirects {
            stdin: Stdin::Inherited,
            writes: Vec::new(),
            reads: Vec::new(),
            opens: false,
        }
    }
}

impl ShellReader<'_> {
    pub(super) fn simple(&mut self) -> ReadStep {
        let start = self.pos;
        let mark = self.budget.later.mark();
        let mut words = std::mem::take(&mut self.prefix);
        let mut assigns = Vec::new();
        let mut values = Vec::new();
        let mut fresh = Vec::new();
        let mut redirects = Redirects::default();
        let mut named = false;
        loop {
            self.blanks()?;
            if self.redirect(&mut redirects)? {
                continue;
            }
            match self.cur() {
                None | Some(b'\n' | b';' | b'&' | b'|' | b')') => break,
                Some(b'#') => {
                    self.comment()?;
                    break;
                }
                Some(b'(') => {
                    if words.len() == 1 && named && assigns.is_empty() && self.starts_unit()? {
                        return self.nest(Self::function_body);
                    }
                    return self.unexpected("the end of the command");
                }
                _ => {}
            }
            if !named && let Some((name, value, replaces)) = self.assignment()? {
                let known = value.as_ref().and_then(Word::known).filter(|_| replaces);
                fresh.push((name.clone(), known.map(str::to_owned)));
                values.extend(value.map(|value| (name.clone(), value)));
                assigns.push(name);
                continue;
            }
            let from = self.pos;
            let Some(tokens) = self.word(WordMode::Plain)? else {
                return self.unexpected("a word");
            };
            let range = self.origin.range(from, self.pos);
            named = true;
            words.extend(brace::expand(tokens, &range));
        }
        let only = words.is_empty()
            && redirects.writes.is_empty()
            && redirects.reads.is_empty()
            && !redirects.opens
            && redirects.stdin == Stdin::Inherited;
        self.fresh = if only { fresh } else { Vec::new() };
        let range = self.origin.range(start, self.pos);
        self.budget.later.forget(mark, self.budget.depth, &words);
        let mut command = SimpleCommand::new(words, range);
        command.assigns = assigns;
        command.values = values;
        command.writes = redirects.writes;
        command.reads = redirects.reads;
        command.stdin = redirects.stdin;
        command.opens = redirects.opens;
        command.exec_redirect = command.is_exec() && command.stdin != Stdin::Inherited;
        if !command.is_nothing() {
            self.found.push(command);
        }
        Ok(())
    }

    /// `()` after a name: a function.
    fn starts_unit(&mut self) -> ReadStep<bool> {
        let saved = self.pos;
        self.expect("(")?;
        self.blanks()?;
        if self.eat(")")? {
            return Ok(true);
        }
        self.pos = saved;
        Ok(false)
    }

    /// `NAME=value`, `NAME+=value`, `NAME[index]=value`, `NAME=(…)`.
    fn assignment(&mut self) -> ReadStep<Option<(String, Option<Word>, bool)>> {
        if !self.cur().is_some_and(is_name_start) {
            return Ok(None);
        }
        let (pos, found) = (self.pos, self.found.len());
        let mut name = String::new();
        while self.cur().is_some_and(is_name) {
            self.take_char(&mut name)?;
        }
        let indexed = self.cur() == Some(b'[');
        if indexed {
            self.bump()?;
            let start = self.pos;
            if !self.nest(|reader| reader.until(b'[', b']'))? {
                self.pos = pos;
                self.found.truncate(found);
                return Ok(None);
            }
            self.evaluates(start);
        }
        let replaces = self.eat("=")?;
        if !replaces && !self.eat("+=")? {
            self.pos = pos;
            self.found.truncate(found);
            return Ok(None);
        }
        if indexed {
            self.bashism("a subscript")?;
        }
        let mut assigned = None;
        if self.cur() == Some(b'(') {
            self.array()?;
            if self.cur().is_some_and(|byte| !ends_word(byte)) {
                // Bash takes what is glued to it for a part of the assignment.
                return self.ambiguous("text after an array");
            }
        } else {
            let from = self.pos;
            if let Some(value) = self.word(WordMode::Value)? {
                if value.hides_code(&name) {
                    self.dynamic(from);
                }
                assigned = Some(brace::join(value, &self.origin.range(from, self.pos)));
            }
        }
        Ok(Some((name, assigned.filter(|_| !indexed), replaces)))
    }

    /// The elements of an array, from `(` to `)`.
    pub(super) fn array(&mut self) -> ReadStep {
        self.nest(|reader| {
            reader.expect("(")?;
            let start = reader.pos;
            let mut indexed = false;
            loop {
                reader.blank_lines()?;
                if reader.eat(")")? {
                    if indexed {
                        reader.evaluates(start);
                    }
                    return Ok(());
                }
                indexed |= reader.cur() == Some(b'[');
                if reader.word(WordMode::Plain)?.is_none() {
                    return reader.unexpected("`)` at the end of the array");
                }
            }
        })
    }

    /// One redirection, where one comes next.
    pub(super) fn redirect(&mut self, into: &mut Redirects) -> ReadStep<bool> {
        let saved = self.pos;
        let fd = self.descriptor()?;
        let stdin = match &fd {
            None => true,
            Some(fd) => fd == "0",
        };
        if self.starts("<(") || self.starts(">(") {
            self.pos = saved;
            return Ok(false);
        }
        if self.eat("<<<")? {
            let text = self.target()?;
            if stdin {
                into.stdin = Stdin::Text(text);
            } else {
                into.opens = true;
            }
        } else if self.starts("<<") {
            let id = self.announce()?;
            if stdin {
                into.stdin = Stdin::Body(id);
            } else {
                into.opens = true;
            }
        } else if self.eat("<&")? {
            self.target()?;
            if stdin {
                into.stdin = Stdin::Stream;
            }
        } else if self.starts("<") {
            let both = self.eat("<>")?;
            if !both {
                self.expect("<")?;
            }
            let target = self.target()?;
            into.opens |= !stdin && target.has(Gap::Stream);
            if stdin {
                into.stdin = if target.has(Gap::Stream) || target.known().is_some_and(is_device) {
                    Stdin::Stream
                } else {
                    Stdin::File
                };
            }
            if both {
                into.writes.push(target.clone());
            }
            into.reads.push(target);
        } else if self.eat(">&")? {
            let target = self.target()?;
            let copies = target
                .known()
                .is_some_and(|t| t.trim_end_matches('-').bytes().all(|b| b.is_ascii_digit()));
            if !copies {
                into.writes.push(target);
            }
        } else if self.starts("&>") {
            self.bashism("`&>`")?;
            self.expect("&>")?;
            self.eat(">")?;
            let target = self.target()?;
            into.writes.push(target);
        } else if self.eat(">>")? || self.eat(">|")? || self.eat(">")? {
            let target = self.target()?;
            into.writes.push(target);
        } else {
            self.pos = saved;
            return Ok(false);
        }
        Ok(true)
    }

    /// `2` or `{name}` directly before a redirection.
    fn descriptor(&mut self) -> ReadStep<Option<String>> {
        let saved = self.pos;
        let mut fd = String::new();
        match self.cur() {
            Some(b'0'..=b'9') => {
                while self.cur().is_some_and(|b| b.is_ascii_digit()) {
                    self.take_char(&mut fd)?;
                }
            }
            Some(b'{') if self.ahead(1).is_some_and(is_name_start) => {
                self.take_char(&mut fd)?;
                while self.cur().is_some_and(is_name) {
                    self.take_char(&mut fd)?;
                }
                if !self.eat("}")? {
                    self.pos = saved;
                    return Ok(None);
                }
            }
            _ => return Ok(None),
        }
        if matches!(self.cur(), Some(b'<' | b'>')) {
            return Ok(Some(fd));
        }
        self.pos = saved;
        Ok(None)
    }

    fn target(&mut self) -> ReadStep<Word> {
        self.blanks()?;
        let from = self.pos;
        let Some(tokens) = self.word(WordMode::Plain)? else {
            return self.unexpected("where the redirection goes");
        };
        let range = self.origin.range(from, self.pos);
        Ok(brace::join(tokens, &range))
    }

    /// `<<WORD`: remembers the here-document for the next newline.
    fn announce(&mut self) -> ReadStep<usize> {
        if self.reread > 0 {
            // Bash has read past the body by the time it starts over.
            return self.ambiguous("a here-document after `((`");
        }
        self.expect("<<")?;
        let strip_tabs = self.eat("-")?;
        self.blanks()?;
        let (delimiter, literal) = self.delimiter()?;
        let id = self.bodies.len();
        self.bodies.push(None);
        self.pending.push(PendingHereDocument {
            delimiter,
            literal,
            strip_tabs,
            at: self.pos,
            id,
        });
        Ok(id)
    }
}
