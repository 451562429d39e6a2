//! Reading a line: lists, pipelines, groups and simple commands. Whatever is
//! not named here is a doubt.

use super::doubt::{Certain, Doubt};
use super::line::{CertainCommand, CertainLine, CertainWord};
use super::variables;

/// Longest line that is read, in bytes.
const MOST_BYTES: usize = 64 * 1024;

/// Deepest nesting of groups and substitutions.
const MOST_NESTING: usize = 30;

impl CertainLine {
    /// Reads a line, and holds its commands to the tables.
    ///
    /// # Errors
    ///
    /// Where it is not in the certain grammar; the doubt says what is not.
    pub fn read(line: &str) -> Result<CertainLine, Doubt> {
        let line = CertainLine::parse(line)?;
        line.needs()?;
        Ok(line)
    }

    /// Takes a line apart. What its commands are is not looked at.
    pub(super) fn parse(line: &str) -> Certain<CertainLine> {
        if line.len() > MOST_BYTES {
            return Err(Doubt::at(MOST_BYTES, "the line is too long"));
        }
        let odd = |c: char| c.is_control() && c != '\n' && c != '\t';
        if let Some(offset) = line.find(odd) {
            return Err(Doubt::at(offset, "a control character"));
        }
        let mut reader = CertainReader {
            text: line,
            at: 0,
            nesting: 0,
            substitutions: 0,
            here_document: None,
            commands: Vec::new(),
        };
        reader.list(End::Line, false)?;
        Ok(CertainLine {
            commands: reader.commands,
        })
    }
}

/// What a list ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Line,
    Parenthesis,
    Brace,
}

pub(super) struct CertainReader<'a> {
    pub text: &'a str,
    pub at: usize,
    pub nesting: usize,
    /// How many `"$(…)"` are open.
    pub substitutions: usize,
    /// The end mark of a here-document whose body begins on the next line.
    pub here_document: Option<String>,
    pub commands: Vec<CertainCommand>,
}

impl CertainReader<'_> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(super) fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn starts(&self, with: &str) -> bool {
        self.rest().starts_with(with)
    }

    pub(super) fn doubt<T>(&self, what: &'static str) -> Certain<T> {
        Err(Doubt::at(self.at, what))
    }

    /// Blanks, and line ends that are escaped after a blank: these join nothing.
    pub(super) fn skip_blanks(&mut self) -> Certain<()> {
        loop {
            match self.peek() {
                Some(b' ' | b'\t') => self.at += 1,
                Some(b'\\') if self.starts("\\\n") => {
                    let before = self.text.as_bytes().get(self.at.wrapping_sub(1));
                    if !matches!(before, None | Some(b' ' | b'\t' | b'\n')) {
                        return self.doubt("a line end that is escaped within a word");
                    }
                    if self.here_document.is_some() {
                        return self.doubt("an escaped line end before a here-document");
                    }
                    self.at += 2;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Blanks, line ends with the here-documents behind them, and comments.
    fn skip_lines(&mut self) -> Certain<()> {
        loop {
            self.skip_blanks()?;
            match self.peek() {
                Some(b'\n') => self.line_end()?,
                Some(b'#') => self.comment()?,
                _ => return Ok(()),
            }
        }
    }

    /// Only where a word could begin.
    fn comment(&mut self) -> Certain<()> {
        if self.substitutions > 0 {
            return self.doubt("a comment within a substitution");
        }
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        if self.rest()[..length].ends_with('\\') {
            return self.doubt("a comment that ends with `\\`");
        }
        self.at += length;
        Ok(())
    }

    pub(super) fn list(&mut self, end: End, fed: bool) -> Certain<()> {
        self.nesting += 1;
        if self.nesting > MOST_NESTING {
            return self.doubt("the nesting is too deep");
        }
        self.skip_lines()?;
        loop {
            self.pipeline(fed)?;
            self.skip_blanks()?;
            match self.peek() {
                None => break,
                Some(b')') if end == End::Parenthesis => break,
                Some(b'&') if self.starts("&&") => self.and_or()?,
                Some(b'|') if self.starts("||") => self.and_or()?,
                Some(b';') => {
                    self.at += 1;
                    if matches!(self.peek(), Some(b';' | b'&' | b'|')) {
                        return self.doubt("what follows `;`");
                    }
                    self.skip_lines()?;
                    if self.ends(end) {
                        break;
                    }
                }
                Some(b'\n' | b'#') => {
                    self.skip_lines()?;
                    if self.ends(end) {
                        break;
                    }
                }
                Some(b'&') => return self.doubt("a command in the background"),
                _ => return self.doubt("what follows a command"),
            }
        }
        if self.here_document.is_some() {
            return self.doubt("a here-document without a body");
        }
        self.nesting -= 1;
        match (end, self.peek()) {
            (End::Line, None) => Ok(()),
            (End::Parenthesis, Some(b')')) | (End::Brace, Some(b'}')) => {
                self.at += 1;
                Ok(())
            }
            _ => self.doubt("the end of a list"),
        }
    }

    fn ends(&self, end: End) -> bool {
        match self.peek() {
            None => true,
            Some(b')') => end == End::Parenthesis,
            Some(b'}') => end == End::Brace,
            _ => false,
        }
    }

    /// `&&` and `||` may be followed by line ends.
    fn and_or(&mut self) -> Certain<()> {
        self.at += 2;
        self.skip_lines()
    }

    fn pipeline(&mut self, fed: bool) -> Certain<()> {
        if self.starts("! ") || self.starts("!\t") {
            self.at += 1;
            self.skip_blanks()?;
        }
        self.command(fed)?;
        loop {
            self.skip_blanks()?;
            if self.peek() != Some(b'|') || self.starts("||") {
                return Ok(());
            }
            self.at += 1;
            if self.peek() == Some(b'&') {
                return self.doubt("`|&`");
            }
            self.skip_lines()?;
            self.command(true)?;
        }
    }

    fn command(&mut self, fed: bool) -> Certain<()> {
        match self.peek() {
            Some(b'(') if self.starts("((") => self.doubt("arithmetic"),
            Some(b'(') => {
                self.at += 1;
                self.list(End::Parenthesis, fed)?;
                self.redirects_of_group()
            }
            Some(b'{') if self.starts("{ ") || self.starts("{\t") || self.starts("{\n") => {
                self.at += 1;
                self.list(End::Brace, fed)?;
                self.redirects_of_group()
            }
            _ => self.simple(fed),
        }
    }

    /// A group may be redirected, but reads what is around it.
    fn redirects_of_group(&mut self) -> Certain<()> {
        let from = self.at;
        let mut group = CertainCommand::default();
        loop {
            let blank = matches!(self.peek(), Some(b' ' | b'\t'));
            self.skip_blanks()?;
            match self.peek() {
                Some(b'>') => self.redirect(None, &mut group)?,
                Some(fd @ (b'1' | b'2')) if blank && self.rest()[1..].starts_with('>') => {
                    self.at += 1;
                    self.redirect(Some(fd), &mut group)?;
                }
                None | Some(b';' | b'&' | b'|' | b')' | b'\n' | b'#') => break,
                _ => return self.doubt("what follows a group"),
            }
        }
        if let Some(last) = self.commands.last_mut() {
            last.redirects.append(&mut group.redirects);
            Ok(())
        } else {
            Err(Doubt::at(from, "an empty group"))
        }
    }

    fn simple(&mut self, fed: bool) -> Certain<()> {
        let start = self.at;
        let mut command = CertainCommand {
            fed,
            ..CertainCommand::default()
        };
        let mut unexpanded: Vec<CertainWord> = Vec::new();
        let mut braces = false;
        loop {
            self.skip_blanks()?;
            match self.peek() {
                None | Some(b';' | b'&' | b'|' | b'\n' | b')' | b'#') => break,
                Some(b'<' | b'>') => {
                    self.redirect(None, &mut command)?;
                    continue;
                }
                Some(b'(') => return self.doubt("a parenthesis within a command"),
                Some(_) => {}
            }
            let from = self.at;
            if command.words.is_empty() && self.at_assignment() {
                let name = variables::assignment(self)?;
                command.assigns.push(name);
                continue;
            }
            let read = self.word()?;
            let source = &self.text[from..self.at];
            match self.peek() {
                Some(b'(') => return self.doubt("a function, or a pattern"),
                Some(b'<' | b'>') if source.bytes().all(|b| b.is_ascii_digit()) => {
                    let fd = source.as_bytes()[0];
                    if source.len() > 1 {
                        return self.doubt("a redirection of another descriptor");
                    }
                    self.redirect(Some(fd), &mut command)?;
                    continue;
                }
                Some(b'<' | b'>') if source.contains(['{', '}']) => {
                    return self.doubt("a descriptor in a variable");
                }
                _ => {}
            }
            braces |= read.alternatives.len() != 1;
            if braces && command.words.is_empty() {
                return self.doubt("braces in the name of a command");
            }
            unexpanded.push(read.unexpanded);
            command.words.extend(read.alternatives);
        }
        if command.words.is_empty() {
            return Err(Doubt::at(start, "no command"));
        }
        command.range = start..self.at;
        if !self.is_plain_time(&command.words) {
            return Err(Doubt::at(start, "`time` with other options"));
        }
        command.unexpanded = braces.then_some(unexpanded);
        self.commands.push(command);
        Ok(())
    }

    /// `time` is a keyword: it knows `-p` only if that is not quoted and comes
    /// next, once. Any other `-p` is the name of a command.
    fn is_plain_time(&self, words: &[CertainWord]) -> bool {
        let [time, option, rest @ ..] = words else {
            return true;
        };
        if time.known() != Some("time") || !option.head().starts_with('-') {
            return true;
        }
        let written = &self.text[time.range.start..option.range.end];
        let between = written.strip_prefix("time");
        let between = between.and_then(|text| text.strip_suffix("-p"));
        let again = rest
            .first()
            .is_some_and(|word| word.head().starts_with('-'));
        let blank = |text: &str| text.bytes().all(|b| b == b' ' || b == b'\t');
        between.is_some_and(blank) && !again
    }

    /// Whether `NAME=`, `NAME+=` or `NAME[` is next.
    fn at_assignment(&self) -> bool {
        let rest = self.rest().as_bytes();
        let is_name = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
        let length = rest.iter().take_while(is_name).count();
        let named = length > 0 && !rest[0].is_ascii_digit();
        let adds = rest
            .get(length..)
            .is_some_and(|rest| rest.starts_with(b"+="));
        named && (adds || matches!(rest.get(length), Some(b'=' | b'[')))
    }
}
