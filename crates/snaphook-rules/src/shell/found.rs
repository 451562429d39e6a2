//! A simple command as found, and how it was reached.

use std::fmt;
use std::ops::Range;

use super::Word;

/// One simple command of a shell script.
#[derive(Debug, Clone)]
pub struct SimpleCommand {
    pub(crate) words: Vec<Word>,
    pub(crate) assigns: Vec<String>,
    /// What is assigned, of plain variables.
    pub(super) values: Vec<(String, Word)>,
    pub(crate) writes: Vec<Word>,
    pub(crate) reads: Vec<Word>,
    pub(crate) range: Range<usize>,
    pub(crate) via: Vec<String>,
    pub(super) stdin: Stdin,
    pub(super) exec_redirect: bool,
    /// It has text or a stream open as another file than its input.
    pub(super) opens: bool,
    /// It may be run by a plain POSIX shell.
    pub(super) posix: bool,
    /// It runs whatever the unknown parts around it are.
    pub(super) known: bool,
}

/// What a command reads, where that matters: a shell runs what it reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Stdin {
    /// Whatever the commands around it read.
    Inherited,
    /// This text, from a here-document or a here-string.
    Text(Word),
    /// A here-document whose body has not been read yet.
    Body(usize),
    /// A file, which is a script like any other.
    File,
    /// Something made at run time: a pipe, a process substitution.
    Stream,
}

impl SimpleCommand {
    pub(super) fn new(words: Vec<Word>, range: Range<usize>) -> Self {
        SimpleCommand {
            words,
            assigns: Vec::new(),
            values: Vec::new(),
            writes: Vec::new(),
            reads: Vec::new(),
            range,
            via: Vec::new(),
            stdin: Stdin::Inherited,
            exec_redirect: false,
            opens: false,
            posix: false,
            known: true,
        }
    }

    /// A command without redirections or assignments.
    pub(crate) fn plain(words: Vec<Word>, range: Range<usize>) -> Self {
        SimpleCommand::new(words, range)
    }

    /// The words, quotes and escapes removed. Empty for a bare assignment or
    /// a bare redirection.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The variables assigned in front of the command.
    pub fn assigns(&self) -> &[String] {
        &self.assigns
    }

    /// The values of plain variables that are assigned in front of a command.
    pub(crate) fn values(&self) -> impl Iterator<Item = &(String, Word)> {
        self.values.iter()
    }

    /// The targets of redirections that write.
    pub fn writes(&self) -> &[Word] {
        &self.writes
    }

    /// The files of redirections that read.
    pub fn reads(&self) -> &[Word] {
        &self.reads
    }

    /// The part of the source line it came from.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The wrappers it was found behind, outermost first.
    pub fn via(&self) -> &[String] {
        &self.via
    }

    /// Whether it is given something to read, by a pipe or a redirection.
    pub(crate) fn is_fed(&self) -> bool {
        !matches!(self.stdin, Stdin::Inherited)
    }

    /// Whether it runs whatever the unknown parts of the line are: false for
    /// `rm x` in `$A rm x`, which may be a wrapper or may not.
    pub fn is_known_to_run(&self) -> bool {
        self.known
    }

    /// What it writes to its output, where that is plain to see: `cat` of a
    /// here-document, or `echo` of known words.
    pub(super) fn output(&self) -> Option<Word> {
        let known: Option<Vec<&str>> = self.words.iter().map(Word::known).collect();
        match known?[..] {
            ["cat"] | ["cat", "-"] => match &self.stdin {
                Stdin::Text(text) => Some(text.clone()),
                _ => None,
            },
            ["echo", ref words @ ..] => {
                let text = words.join(" ");
                let plain = !text.starts_with('-') && !text.contains('\\');
                plain.then(|| Word::text(&text, self.range.clone()))
            }
            ["printf", format, ref words @ ..] => {
                printed(format, words).map(|text| Word::text(&text, self.range.clone()))
            }
            _ => None,
        }
    }

    /// `cat` of its input.
    pub(super) fn is_cat(&self) -> bool {
        let known: Option<Vec<&str>> = self.words.iter().map(Word::known).collect();
        matches!(known.as_deref(), Some(["cat"] | ["cat", "-"]))
    }

    /// `exec` with nothing but redirections.
    pub(super) fn is_exec(&self) -> bool {
        matches!(&self.words[..], [word] if word.known() == Some("exec"))
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.words.is_empty()
            && self.assigns.is_empty()
            && self.writes.is_empty()
            && self.reads.is_empty()
    }
}

/// What `printf` prints, for the plainest formats.
fn printed(format: &str, words: &[&str]) -> Option<String> {
    let lines = |end: &str| words.iter().map(|word| format!("{word}{end}")).collect();
    match format {
        "%s\\n" => return Some(lines("\n")),
        "%s" => return Some(lines("")),
        _ => {}
    }
    let mut text = String::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        match c {
            '%' => return None,
            '\\' => text.push(match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('\\') => '\\',
                _ => return None,
            }),
            c => text.push(c),
        }
    }
    words.is_empty().then_some(text)
}

/// The words joined by spaces; gaps show as `…`.
impl fmt::Display for SimpleCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, word) in self.words.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{word}")?;
        }
        Ok(())
    }
}
