//! What `$`, backticks and process substitutions open.
//!
//! The value of an expansion is a gap; what matters is that the commands
//! inside are found. Where the extent of a construct is a matter of dispute
//! between shells, the answer is *ambiguous* rather than a guess: a guess that
//! ends a construct too early or too late hides what comes after it.

use super::cursor::{is_name, is_name_start};
use super::{ReadStep, ShellReader, TextOrigin};
use crate::shell::brace::Tokens;
use crate::shell::follow;
use crate::shell::found::Stdin;
use crate::shell::{Gap, Unknown};

impl ShellReader<'_> {
    /// Whatever a `$` opens; `quoted` within double quotes and alike.
    pub(super) fn dollar(&mut self, quoted: bool, tokens: &mut Tokens) -> ReadStep {
        self.cur();
        self.bump()?;
        let any = if quoted { Gap::One } else { Gap::Many };
        match self.cur() {
            Some(b'(') => {
                let arithmetic = self.nest(Self::dollar_parenthesis)?;
                tokens.gap(if arithmetic { Gap::One } else { any });
            }
            Some(b'{') => {
                let start = self.pos + 1;
                let spreads = self.nest(|reader| reader.parameter(quoted))?;
                let end = self.pos.saturating_sub(1).max(start).min(self.end);
                let text = self.text;
                let name = text.get(start..end).unwrap_or_default();
                if spreads {
                    tokens.gap(Gap::Many);
                } else {
                    self.value(name, quoted, tokens)?;
                }
            }
            Some(b'[') => {
                self.bashism("`$[`")?;
                self.bump()?;
                let start = self.pos;
                if !self.nest(|reader| reader.until(b'[', b']'))? {
                    return self.unexpected("`]` at the end of the arithmetic");
                }
                self.evaluates(start);
                tokens.gap(Gap::One);
            }
            Some(b'\'') if !quoted => {
                self.bashism("`$'`")?;
                self.ansi_quoted(tokens)?;
            }
            Some(b'"') if !quoted => self.double_quoted(tokens)?,
            Some(b'@') => {
                self.bump()?;
                tokens.gap(Gap::Many);
            }
            Some(b'*' | b'#' | b'?' | b'-' | b'$' | b'!' | b'0'..=b'9') => {
                self.bump()?;
                tokens.gap(any);
            }
            Some(byte) if is_name_start(byte) => {
                let mut name = String::new();
                while self.cur().is_some_and(is_name) {
                    self.take_char(&mut name)?;
                }
                self.value(name.as_bytes(), quoted, tokens)?;
            }
            _ if quoted => tokens.quoted("$".to_owned()),
            _ => tokens.plain("$"),
        }
        Ok(())
    }

    /// The value of a variable, where it is followed, or a gap.
    fn value(&mut self, name: &[u8], quoted: bool, tokens: &mut Tokens) -> ReadStep {
        let value = self.budget.variables.value(name).map(str::to_owned);
        match value {
            Some(value) if follow::is_one_word(&value) || quoted && follow::is_short(&value) => {
                let cost = value.len();
                self.budget.fuel = match self.budget.fuel.checked_sub(cost) {
                    Some(left) => left,
                    None => return Err(Box::new(Unknown::TooComplex)),
                };
                tokens.quoted(value);
            }
            _ => tokens.gap(if quoted { Gap::One } else { Gap::Many }),
        }
        Ok(())
    }

    /// `$(…)` or `$((…))`; true for arithmetic. Where `$((` turns out to be a
    /// subshell in a substitution, Bash has found its end by counting
    /// parentheses, which is not where a reader of commands finds it.
    fn dollar_parenthesis(&mut self) -> ReadStep<bool> {
        if self.eat("((")? {
            if self.arithmetic()? {
                return Ok(true);
            }
            return self.ambiguous("`$((` that is not arithmetic; write `$( (`");
        }
        self.expect("(")?;
        self.inner_list(")")?;
        Ok(false)
    }

    /// A list up to its end, with here-documents of its own.
    fn inner_list(&mut self, end: &'static str) -> ReadStep {
        let pending = std::mem::take(&mut self.pending);
        let prefix = std::mem::take(&mut self.prefix);
        self.inside += 1;
        self.list(&[end])?;
        self.inside -= 1;
        if !self.pending.is_empty() {
            return self.ambiguous("a here-document whose body is outside its substitution");
        }
        self.pending = pending;
        self.prefix = prefix;
        self.expect(end)
    }

    /// `<(…)` and `>(…)`.
    pub(super) fn process_substitution(&mut self) -> ReadStep {
        let writes = self.cur() == Some(b'>');
        self.bump()?;
        let before = self.found.len();
        self.nest(|reader| {
            reader.expect("(")?;
            reader.inner_list(")")
        })?;
        if writes {
            self.give_stdin(before, &Stdin::Stream);
        }
        Ok(())
    }

    /// `` `…` ``: ends at the first backtick that is not escaped, and is then
    /// read again with one layer of backslashes removed.
    pub(super) fn backticks(&mut self, quotes: bool) -> ReadStep {
        let start = self.pos;
        self.bump()?;
        let mut body = Vec::new();
        loop {
            match self.raw() {
                None => return self.unexpected("a closing backtick"),
                Some(b'`') => break,
                Some(b'\\') => {
                    self.bump()?;
                    match self.raw() {
                        Some(byte @ (b'`' | b'\\' | b'$')) => body.push(byte),
                        Some(b'"') if quotes => body.push(b'"'),
                        Some(byte) => body.extend([b'\\', byte]),
                        None => return self.unexpected("a closing backtick"),
                    }
                    self.bump()?;
                }
                Some(byte) => {
                    body.push(byte);
                    self.bump()?;
                }
            }
        }
        self.bump()?;
        let verbatim = self.text.get(start + 1..self.pos - 1) == Some(&body[..]);
        let origin = match (&self.origin, verbatim) {
            (TextOrigin::At(base), true) => TextOrigin::At(base + start + 1),
            _ => TextOrigin::Within(self.origin.range(start, self.pos)),
        };
        let body = String::from_utf8_lossy(&body).into_owned();
        let found = self.nest(|reader| super::read(&body, origin, reader.budget))?;
        self.found.extend(found.commands);
        self.unknown.extend(found.unknown);
        Ok(())
    }

    /// The rest of `((…` up to `))`. False where the parentheses do not close
    /// together: then it was not arithmetic.
    pub(super) fn arithmetic(&mut self) -> ReadStep<bool> {
        let start = self.pos;
        if !self.until(b'(', b')')? {
            return Ok(false);
        }
        self.evaluates(start);
        self.eat(")")
    }

    /// Steps over text in which only brackets, quotes and expansions matter,
    /// past the `close` that fits; false if there is none.
    pub(super) fn until(&mut self, open: u8, close: u8) -> ReadStep<bool> {
        let mut depth = 0usize;
        let mut ignored = Tokens::default();
        loop {
            match self.cur() {
                None => return Ok(false),
                Some(b'\'') => self.disputed_quote()?,
                Some(b'"') => self.double_quoted(&mut ignored)?,
                Some(b'$') => self.dollar(true, &mut ignored)?,
                Some(b'`') => self.backticks(true)?,
                Some(b'\\') => {
                    self.bump()?;
                    self.bump()?;
                }
                Some(byte) => {
                    self.bump()?;
                    if byte == open {
                        depth += 1;
                        if depth > self.budget.limits.nesting {
                            return Err(Box::new(Unknown::TooDeep));
                        }
                    } else if byte == close {
                        if depth == 0 {
                            return Ok(true);
                        }
                        depth -= 1;
                    }
                }
            }
            ignored.list.clear();
        }
    }

    /// `${…}`; true where it may be several words even within double quotes.
    fn parameter(&mut self, quoted: bool) -> ReadStep<bool> {
        self.expect("{")?;
        match self.cur() {
            // `${ command; }` and `${|command;}` run commands.
            Some(b' ' | b'\t' | b'\n') => {
                self.inner_list("}")?;
                return Ok(true);
            }
            Some(b'|') => {
                self.bump()?;
                self.inner_list("}")?;
                return Ok(true);
            }
            // Flags of zsh, of which `e` and `%` run what is in the value.
            Some(b'(') => return self.ambiguous("`${(`"),
            _ => {}
        }
        let start = self.pos;
        let mut ignored = Tokens::default();
        // What is in it and is kept from the shell.
        let mut kept = String::new();
        loop {
            match self.cur() {
                None => return self.unexpected("`}`"),
                Some(b'}') => break,
                Some(b'\'') if quoted => self.disputed_quote()?,
                Some(b'\'') => {
                    self.bump()?;
                    let from = self.pos;
                    while self.raw().is_some_and(|byte| byte != b'\'') {
                        self.bump()?;
                    }
                    kept.push_str(&String::from_utf8_lossy(&self.text[from..self.pos]));
                    self.bump()?;
                }
                Some(b'"') => {
                    self.double_quoted(&mut ignored)?;
                    kept.push_str(&ignored.text());
                }
                Some(b'`') => self.backticks(quoted)?,
                Some(b'$') => self.dollar(quoted, &mut ignored)?,
                Some(b'<' | b'>') if !quoted && self.ahead(1) == Some(b'(') => {
                    self.process_substitution()?;
                }
                Some(b'\\') => {
                    self.bump()?;
                    if self.raw().is_some() {
                        self.take_char(&mut kept)?;
                    }
                }
                Some(b'[' | b'(') => {
                    let before = &self.text[start..self.pos];
                    if before.iter().any(|byte| b":=-+?/".contains(byte)) {
                        kept.push('[');
                        kept.push('(');
                    }
                    self.bump()?;
                }
                Some(_) => self.bump()?,
            }
            ignored.list.clear();
        }
        let text = self.text;
        let body = &text[start..self.pos.min(self.end)];
        let range = self.origin.range(start, self.pos);
        self.budget.later.text(kept, self.budget.depth);
        self.budget.later.parameter(body, range);
        if body.ends_with(b"@P") {
            // Expands the value as a prompt, which runs what is in it.
            self.dynamic(start);
        }
        let spreads = body.starts_with(b"@")
            || body.windows(3).any(|part| part == b"[@]")
            || (body.starts_with(b"!") && body.ends_with(b"@"));
        self.bump()?;
        Ok(spreads)
    }

    /// A single quote where some shells see a quote and others a plain
    /// character. Harmless if it holds nothing special; otherwise what it
    /// hides depends on the shell.
    fn disputed_quote(&mut self) -> ReadStep {
        self.bump()?;
        while let Some(byte) = self.raw() {
            match byte {
                b'\'' => return self.bump(),
                b'"' | b'`' | b'$' | b'\\' | b'(' | b')' | b'[' | b']' | b'{' | b'}' => break,
                _ => self.bump()?,
            }
        }
        self.ambiguous("a single quote within an expansion within double quotes")
    }
}
