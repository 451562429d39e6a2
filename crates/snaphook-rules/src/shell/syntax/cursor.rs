//! Moving over the source, with line continuations out of sight.
//!
//! Bash drops a backslash before a newline before it looks for tokens, so
//! `i\⏎f` is the word `if` and `$\⏎(` opens a substitution. Everything here
//! that looks at *the next byte* therefore steps over continuations first;
//! only single quotes, comments and here-documents use the raw bytes.

use super::{ReadStep, ShellReader};
use crate::shell::Unknown;

/// Reserved words, longest first where one starts another.
const RESERVED: [&str; 22] = [
    "function", "select", "coproc", "while", "until", "then", "elif", "else", "case", "esac",
    "done", "time", "for", "do", "if", "fi", "in", "[[", "]]", "{", "}", "!",
];

impl ShellReader<'_> {
    /// The next byte, after any line continuations.
    pub(super) fn cur(&mut self) -> Option<u8> {
        while self.pos + 1 < self.end
            && self.text[self.pos] == b'\\'
            && self.text[self.pos + 1] == b'\n'
        {
            self.pos += 2;
        }
        self.raw()
    }

    /// The next byte as it is.
    pub(super) fn raw(&self) -> Option<u8> {
        if self.pos < self.end {
            self.text.get(self.pos).copied()
        } else {
            None
        }
    }

    /// The byte `n` further, not counting line continuations.
    pub(super) fn ahead(&mut self, n: usize) -> Option<u8> {
        let saved = self.pos;
        let mut byte = self.cur();
        for _ in 0..n {
            if byte.is_none() {
                break;
            }
            self.pos += 1;
            byte = self.cur();
        }
        self.pos = saved;
        byte
    }

    /// One byte forward; this is where fuel is spent.
    pub(super) fn bump(&mut self) -> ReadStep {
        self.pos = (self.pos + 1).min(self.end);
        match self.budget.fuel.checked_sub(1) {
            Some(left) => {
                self.budget.fuel = left;
                Ok(())
            }
            None => Err(Box::new(Unknown::TooComplex)),
        }
    }

    pub(super) fn starts(&mut self, text: &str) -> bool {
        text.bytes()
            .enumerate()
            .all(|(n, byte)| self.ahead(n) == Some(byte))
    }

    /// Steps over `text` where it comes next.
    pub(super) fn eat(&mut self, text: &str) -> ReadStep<bool> {
        if !self.starts(text) {
            return Ok(false);
        }
        for _ in text.bytes() {
            self.cur();
            self.bump()?;
        }
        Ok(true)
    }

    pub(super) fn expect(&mut self, text: &str) -> ReadStep {
        if self.eat(text)? {
            Ok(())
        } else {
            self.unexpected(&format!("`{text}`"))
        }
    }

    /// The character at the position, whole, and one step past it.
    pub(super) fn take_char(&mut self, into: &mut String) -> ReadStep {
        let start = self.pos;
        self.bump()?;
        while self.pos > start && self.pos < self.end && (0x80..0xc0).contains(&self.text[self.pos])
        {
            self.pos += 1;
        }
        into.push_str(&String::from_utf8_lossy(&self.text[start..self.pos]));
        Ok(())
    }

    /// Spaces and tabs.
    pub(super) fn blanks(&mut self) -> ReadStep {
        while matches!(self.cur(), Some(b' ' | b'\t')) {
            self.bump()?;
        }
        Ok(())
    }

    /// Blanks, newlines and comments; a newline also brings the bodies of the
    /// here-documents announced before it.
    pub(super) fn blank_lines(&mut self) -> ReadStep {
        loop {
            self.blanks()?;
            match self.cur() {
                Some(b'\n') => self.newline()?,
                Some(b'#') => self.comment()?,
                _ => return Ok(()),
            }
        }
    }

    pub(super) fn comment(&mut self) -> ReadStep {
        while self.raw().is_some_and(|byte| byte != b'\n') {
            self.bump()?;
        }
        Ok(())
    }

    pub(super) fn newline(&mut self) -> ReadStep {
        self.bump()?;
        self.here_documents()
    }

    /// The reserved word that comes next, where a command may start.
    pub(super) fn reserved(&mut self) -> Option<&'static str> {
        let first = self.cur()?;
        if !first.is_ascii_lowercase() && !b"{}[]!".contains(&first) {
            return None;
        }
        RESERVED
            .into_iter()
            .find(|word| self.starts(word) && self.ahead(word.len()).is_none_or(ends_word))
    }

    /// Whether one of the reserved words comes next, and which.
    pub(super) fn reserved_of(&mut self, words: &[&str]) -> bool {
        self.reserved().is_some_and(|word| words.contains(&word))
    }

    /// Steps over a reserved word that must come next.
    pub(super) fn expect_reserved(&mut self, word: &'static str) -> ReadStep {
        if self.reserved() == Some(word) {
            self.expect(word)
        } else {
            self.unexpected(&format!("`{word}`"))
        }
    }
}

/// Bytes that end an unquoted word.
pub(super) fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'<' | b'>' | b'(' | b')'
    )
}

pub(super) fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

pub(super) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
