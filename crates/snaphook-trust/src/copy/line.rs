//! A shell's text as simple commands whose words can be replaced one by one.
//!
//! Only the plainest texts are read: words, quotes, variables, redirections, and
//! `&&`, `||`, `;`, `|` between commands. Of every other text nothing is said:
//! it is run as it is written.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

/// One word of a command.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LineWord {
    /// Where it is in the text.
    pub(super) span: Range<usize>,
    /// What it says, where that is known before it runs.
    pub(super) value: Option<String>,
}

/// One command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Simple {
    pub(super) words: Vec<LineWord>,
    /// What its redirections name.
    pub(super) files: Vec<LineWord>,
    /// The text after it: `&&`, `;` and so on; nothing at the end.
    pub(super) then: &'static str,
}

/// Words that make more than a simple command of what follows.
const RESERVED: [&str; 21] = [
    "!", "[[", "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function",
    "if", "in", "select", "then", "time", "until", "while", "eval", "alias",
];

/// The commands of a text; `None` if it is not plain.
pub(super) fn read(text: &str, variable: &dyn Fn(&str) -> Option<String>) -> Option<Vec<Simple>> {
    let mut reader = LineReader {
        rest: text.char_indices().peekable(),
        length: text.len(),
        variable,
        commands: Vec::new(),
        command: Simple::default(),
        word: None,
        redirects: false,
    };
    reader.run()?;
    Some(reader.commands)
}

/// A word that is being read.
struct OpenQuote {
    start: usize,
    value: Option<String>,
    quoted: bool,
}

struct LineReader<'a> {
    rest: Peekable<CharIndices<'a>>,
    length: usize,
    variable: &'a dyn Fn(&str) -> Option<String>,
    commands: Vec<Simple>,
    command: Simple,
    word: Option<OpenQuote>,
    /// The next word is what a redirection names.
    redirects: bool,
}

impl LineReader<'_> {
    fn run(&mut self) -> Option<()> {
        while let Some((at, c)) = self.rest.next() {
            match c {
                ' ' | '\t' => self.end_word(at)?,
                '\n' => self.end_command(at, ";")?,
                ';' => {
                    if self.next_is(';') {
                        return None;
                    }
                    self.end_command(at, ";")?;
                }
                '&' => match self.rest.peek().map(|(_, c)| *c) {
                    Some('&') => {
                        self.rest.next();
                        self.end_command(at, "&&")?;
                    }
                    Some('>') => {
                        self.end_word(at)?;
                        self.rest.next();
                        self.next_is('>');
                        self.redirects = true;
                    }
                    _ => self.end_command(at, "&")?,
                },
                '|' => {
                    let then = if self.next_is('|') { "||" } else { "|" };
                    self.end_command(at, then)?;
                }
                '<' | '>' => self.redirection(at, c)?,
                '\'' => self.single_quoted(at)?,
                '"' => self.double_quoted(at)?,
                '$' => self.dollar(at, false)?,
                '\\' => {
                    let (_, escaped) = self.rest.next()?;
                    if escaped == '\n' {
                        return None;
                    }
                    self.open(at).quoted = true;
                    self.push(at, escaped);
                }
                '*' | '?' | '[' | ']' => self.unknown(at),
                '~' if self.word.is_none() => self.unknown(at),
                '#' if self.word.is_none() => return None,
                '`' | '(' | ')' | '{' | '}' | '\r' => return None,
                _ if c.is_control() => return None,
                _ => self.push(at, c),
            }
        }
        self.end_command(self.length, "")
    }

    fn next_is(&mut self, wanted: char) -> bool {
        self.rest.next_if(|(_, c)| *c == wanted).is_some()
    }

    fn open(&mut self, at: usize) -> &mut OpenQuote {
        self.word.get_or_insert_with(|| OpenQuote {
            start: at,
            value: Some(String::new()),
            quoted: false,
        })
    }

    fn push(&mut self, at: usize, c: char) {
        if let Some(value) = &mut self.open(at).value {
            value.push(c);
        }
    }

    fn unknown(&mut self, at: usize) {
        self.open(at).value = None;
    }

    fn single_quoted(&mut self, at: usize) -> Option<()> {
        self.open(at).quoted = true;
        loop {
            match self.rest.next()? {
                (_, '\'') => return Some(()),
                (_, c) => self.push(at, c),
            }
        }
    }

    fn double_quoted(&mut self, at: usize) -> Option<()> {
        self.open(at).quoted = true;
        loop {
            match self.rest.next()? {
                (_, '"') => return Some(()),
                (_, '`') => return None,
                (_, '$') => self.dollar(at, true)?,
                (_, '\\') => match self.rest.next()?.1 {
                    '\n' => return None,
                    c @ ('"' | '\\' | '$' | '`') => self.push(at, c),
                    c => {
                        self.push(at, '\\');
                        self.push(at, c);
                    }
                },
                (_, c) => self.push(at, c),
            }
        }
    }

    fn dollar(&mut self, at: usize, quoted: bool) -> Option<()> {
        let braces = match self.rest.peek().map(|(_, c)| *c) {
            Some('(') => return None,
            Some('\'' | '"') if !quoted => return None,
            Some('{') => {
                self.rest.next();
                true
            }
            Some(c) if c.is_ascii_alphabetic() || c == '_' => false,
            Some('@' | '*' | '#' | '?' | '!' | '-' | '$' | '0'..='9') => {
                self.rest.next();
                self.unknown(at);
                return Some(());
            }
            _ => {
                self.push(at, '$');
                return Some(());
            }
        };
        let mut name = String::new();
        while let Some((_, c)) = self
            .rest
            .next_if(|(_, c)| c.is_ascii_alphanumeric() || *c == '_')
        {
            name.push(c);
        }
        if braces && !self.next_is('}') {
            return None;
        }
        // Without quotes a shell takes a value apart.
        let value = (self.variable)(&name).filter(|value| quoted || is_one_word(value));
        let word = self.open(at);
        word.value = word
            .value
            .take()
            .zip(value)
            .map(|(word, value)| word + &value);
        Some(())
    }

    fn redirection(&mut self, at: usize, c: char) -> Option<()> {
        // A number before it is the descriptor.
        let is_number = |word: &OpenQuote| {
            let digits = |value: &String| value.bytes().all(|byte| byte.is_ascii_digit());
            !word.quoted && word.value.as_ref().is_some_and(digits)
        };
        if self.word.as_ref().is_some_and(is_number) {
            self.word = None;
        }
        self.end_word(at)?;
        if self.next_is(c) && c == '<' {
            return None;
        }
        if matches!(self.rest.peek(), Some((_, '('))) {
            return None;
        }
        if self.next_is('&') {
            // `2>&1`: a descriptor, no file.
            while self
                .rest
                .next_if(|(_, c)| c.is_ascii_digit() || *c == '-')
                .is_some()
            {}
            return Some(());
        }
        self.next_is('|');
        self.redirects = true;
        Some(())
    }

    fn end_word(&mut self, at: usize) -> Option<()> {
        let Some(open) = self.word.take() else {
            return Some(());
        };
        let word = LineWord {
            span: open.start..at,
            value: open.value,
        };
        if std::mem::take(&mut self.redirects) {
            self.command.files.push(word);
            return Some(());
        }
        let reserved = |value: &String| RESERVED.contains(&value.as_str());
        let first = self.command.words.is_empty();
        if first && !open.quoted && word.value.as_ref().is_some_and(reserved) {
            return None;
        }
        self.command.words.push(word);
        Some(())
    }

    fn end_command(&mut self, at: usize, then: &'static str) -> Option<()> {
        self.end_word(at)?;
        if self.redirects {
            return None;
        }
        let mut command = std::mem::take(&mut self.command);
        if command.words.is_empty() {
            // Blank lines and the end; anything else is not a plain text.
            return (then == ";" || then.is_empty()).then_some(());
        }
        command.then = then;
        self.commands.push(command);
        Some(())
    }
}

/// Whether a value without quotes stays one word.
fn is_one_word(value: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "/._-+@%,:".contains(c);
    !value.is_empty() && value.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Option<Vec<Vec<String>>> {
        let variable = |name: &str| match name {
            "P" => Some("/p q".to_owned()),
            "R" => Some("/r".to_owned()),
            _ => None,
        };
        let show = |word: &LineWord| word.value.clone().unwrap_or("?".to_owned());
        let commands = read(text, &variable)?;
        let words = |command: &Simple| command.words.iter().map(show).collect();
        Some(commands.iter().map(words).collect())
    }

    #[test]
    fn plain_texts_are_read() {
        for (text, words) in [
            ("a b", "a,b"),
            ("\"$P\"/x.sh 'b c' d\\ e", "/p q/x.sh,b c,d e"),
            ("$R/x $P/x ${R}y $X $1", "/r/x,?,/ry,?,?"),
            ("a >b 2>>c d 2>&1 &>e", "a,d"),
            ("cd x && ./y; z | w || v &", "cd,x;./y;z;w;v"),
            ("a *.sh ~/b", "a,?,?"),
            ("a\nb\n", "a;b"),
        ] {
            let expected: Vec<Vec<String>> = words
                .split(';')
                .map(|command| command.split(',').map(str::to_owned).collect())
                .collect();
            assert_eq!(values(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn of_other_texts_nothing_is_said() {
        for text in [
            "$(a) b",
            "`a`",
            "a <<x",
            "if a; then b; fi",
            "{ a; }",
            "(a)",
            "a # b",
            "${A:-b}",
            "a \"$(b)\"",
            "a 'b",
            "! a",
            "a <(b)",
            "f() { a; }",
            "a >",
            "&& a",
            "a\\\nb",
            "a $'b'",
            "a {b,c}",
            "case a in b) c;; esac",
            "eval a",
        ] {
            assert_eq!(values(text), None, "{text}");
        }
    }
}
