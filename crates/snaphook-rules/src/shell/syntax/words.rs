//! Words and quotes.

use super::cursor::ends_word;
use super::{ReadStep, ShellReader, zsh};
use crate::shell::Gap;
use crate::shell::ansi;
use crate::shell::brace::{Token, Tokens};

/// Where a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordMode {
    /// An ordinary word.
    Plain,
    /// The value of an assignment.
    Value,
    /// The right side of `=~`, where parentheses and bars are ordinary.
    Regex,
}

impl ShellReader<'_> {
    /// Reads a word; `None` if none starts here.
    pub(super) fn word(&mut self, mode: WordMode) -> ReadStep<Option<Tokens>> {
        let mut tokens = Tokens::default();
        let start = self.pos;
        let mut parens = 0usize;
        // Index of the token of an open `[`, which makes a glob if it closes.
        let mut bracket: Option<usize> = None;
        while let Some(byte) = self.cur() {
            match byte {
                b'\'' => self.single_quoted(&mut tokens)?,
                b'"' => self.double_quoted(&mut tokens)?,
                b'\\' => self.escaped(&mut tokens)?,
                b'$' => self.dollar(false, &mut tokens)?,
                b'`' => {
                    self.backticks(false)?;
                    tokens.gap(Gap::Many);
                }
                b'<' | b'>' if self.ahead(1) == Some(b'(') => {
                    self.process_substitution()?;
                    tokens.gap(Gap::Stream);
                }
                b'*' | b'?' | b'@' | b'+' | b'!'
                    if mode != WordMode::Regex && self.ahead(1) == Some(b'(') =>
                {
                    self.pattern_group()?;
                    tokens.gap(Gap::Many);
                }
                b'(' if mode != WordMode::Regex && tokens.is_array_start() => self.array()?,
                b'(' if mode == WordMode::Regex => {
                    parens += 1;
                    self.literal(&mut tokens)?;
                }
                b')' if parens > 0 => {
                    parens -= 1;
                    self.literal(&mut tokens)?;
                }
                b'|' if mode == WordMode::Regex => self.literal(&mut tokens)?,
                byte if ends_word(byte) => {
                    if parens == 0 || byte == b'\n' {
                        break;
                    }
                    self.literal(&mut tokens)?;
                }
                b'*' | b'?' => {
                    self.bump()?;
                    tokens.gap(Gap::Many);
                }
                b'[' => {
                    bracket.get_or_insert(tokens.list.len());
                    self.bump()?;
                    tokens.list.push(Token::Plain("[".to_owned()));
                }
                b']' => {
                    self.bump()?;
                    tokens.close_bracket(bracket.take());
                }
                b'{' | b',' | b'}' => {
                    self.bump()?;
                    tokens.list.push(match byte {
                        b'{' => Token::Open,
                        b',' => Token::Comma,
                        _ => Token::Close,
                    });
                }
                b'~' if tokens.tilde_may_start() => {
                    self.tilde()?;
                    tokens.gap(Gap::One);
                }
                _ => self.literal(&mut tokens)?,
            }
        }
        if mode != WordMode::Regex {
            self.budget.later.word(&tokens, self.budget.depth);
        }
        if tokens.hides_code("") {
            self.dynamic(start);
        }
        Ok((self.pos > start && !tokens.list.is_empty()).then_some(tokens))
    }

    /// `@(…)` and its kind.
    fn pattern_group(&mut self) -> ReadStep {
        self.bump()?;
        self.expect("(")?;
        let start = self.pos;
        if self.nest(|reader| reader.until(b'(', b')'))? {
            let end = self.pos.saturating_sub(1).min(self.end);
            if zsh::runs_code(self.text.get(start..end).unwrap_or_default()) {
                return self.ambiguous("a pattern that zsh takes for code");
            }
            Ok(())
        } else {
            self.unexpected("`)` at the end of the pattern")
        }
    }

    /// `~` and the name after it.
    fn tilde(&mut self) -> ReadStep {
        self.bump()?;
        while self
            .cur()
            .is_some_and(|b| b.is_ascii_alphanumeric() || b"_.+-".contains(&b))
        {
            self.bump()?;
        }
        Ok(())
    }

    fn literal(&mut self, tokens: &mut Tokens) -> ReadStep {
        let mut text = String::new();
        self.take_char(&mut text)?;
        tokens.plain(&text);
        Ok(())
    }

    fn escaped(&mut self, tokens: &mut Tokens) -> ReadStep {
        self.bump()?;
        let mut text = String::new();
        if self.raw().is_some() {
            self.take_char(&mut text)?;
        } else {
            text.push('\\');
        }
        tokens.quoted(text);
        Ok(())
    }

    fn single_quoted(&mut self, tokens: &mut Tokens) -> ReadStep {
        self.bump()?;
        let from = self.pos;
        while self.raw().is_some_and(|byte| byte != b'\'') {
            self.bump()?;
        }
        if self.raw().is_none() {
            return self.unexpected("a closing `'`");
        }
        tokens.quoted(String::from_utf8_lossy(&self.text[from..self.pos]).into_owned());
        self.bump()
    }

    /// `$'…'`, after the `$`.
    pub(super) fn ansi_quoted(&mut self, tokens: &mut Tokens) -> ReadStep {
        self.bump()?;
        let from = self.pos;
        loop {
            match self.raw() {
                None => return self.unexpected("a closing `'`"),
                Some(b'\'') => break,
                Some(b'\\') => {
                    self.bump()?;
                    if self.raw().is_some() {
                        self.bump()?;
                    }
                }
                Some(_) => self.bump()?,
            }
        }
        let end = self.pos.min(self.end);
        tokens.quoted(ansi::decode(&self.text[from..end]));
        self.bump()
    }

    pub(super) fn double_quoted(&mut self, tokens: &mut Tokens) -> ReadStep {
        self.cur();
        self.bump()?;
        let mut text = String::new();
        loop {
            match self.cur() {
                None => return self.unexpected("a closing `\"`"),
                Some(b'"') => break,
                Some(_) => self.expanding(&mut text, tokens, true)?,
            }
        }
        tokens.quoted(text);
        self.bump()
    }

    /// One step of text in which only `$`, backticks and backslashes are
    /// special: double quotes and here-documents.
    pub(super) fn expanding(
        &mut self,
        text: &mut String,
        tokens: &mut Tokens,
        quotes: bool,
    ) -> ReadStep {
        match self.cur() {
            Some(b'\\') => {
                self.bump()?;
                match self.raw() {
                    Some(b'$' | b'`' | b'\\') => self.take_char(text),
                    Some(b'"') if quotes => self.take_char(text),
                    _ => {
                        text.push('\\');
                        Ok(())
                    }
                }
            }
            Some(b'$') => {
                tokens.quoted(std::mem::take(text));
                self.dollar(true, tokens)
            }
            Some(b'`') => {
                tokens.quoted(std::mem::take(text));
                self.backticks(quotes)?;
                tokens.gap(Gap::One);
                Ok(())
            }
            Some(_) => self.take_char(text),
            None => Ok(()),
        }
    }
}
