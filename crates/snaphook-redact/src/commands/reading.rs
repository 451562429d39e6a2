//! From words to the secrets among them: one command at a time, word by word.

use std::ops::Range;

use super::row::{CommandRow, SecretOperand, SecretOption, SecretPart, StdinSecret};
use super::table::ROWS;
use crate::named::{NameMatch, SecretNames};
use crate::value::is_reference;

/// The longest name of a command in the table.
const LONGEST: usize = 24;
/// A user name that is so long is a key: `curl -u KEY:`.
const LONG_USER: usize = 16;

/// A secret, or a part of a word that is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SecretHit {
    /// Which word it is.
    pub(super) word: usize,
    /// Its bytes in the word without quotes.
    pub(super) bytes: Range<usize>,
    /// The content of its place.
    pub(super) name: &'static str,
}

/// Reads commands.
pub(super) struct CommandReader<'n> {
    names: &'n SecretNames,
    /// Options that are known by their names are looked for, too.
    by_name: bool,
    command: ReadCommand,
    /// What earlier commands of the pipe print, word by word.
    printed: Vec<(usize, usize)>,
    pub(super) hits: Vec<SecretHit>,
}

/// One command, as far as it is read.
#[derive(Debug, Default)]
struct ReadCommand {
    words: usize,
    rows: Vec<ActiveRow>,
    /// The next word is the value of an option.
    value: Option<(SecretPart, &'static str)>,
    /// The next word is not an argument.
    skip: bool,
    here_string: bool,
    here_document: bool,
    /// Words, and their lengths, of `echo` or of a here-string.
    printed: Vec<(usize, usize)>,
    prints: bool,
    given: Vec<(usize, usize)>,
    document: Option<String>,
    reads_secret: bool,
}

/// A row whose command was seen.
#[derive(Debug)]
struct ActiveRow {
    row: &'static CommandRow,
    /// Its second word was seen, too.
    on: bool,
    letters: String,
    counts: Vec<Option<usize>>,
    /// The next operand is the value of what was named.
    named: bool,
    /// The last option takes a value.
    valued: bool,
}

impl<'n> CommandReader<'n> {
    pub(super) fn new(names: &'n SecretNames, by_name: bool) -> Self {
        Self {
            names,
            by_name,
            command: ReadCommand::default(),
            printed: Vec::new(),
            hits: Vec::new(),
        }
    }

    /// A command ends, and its pipe unless `piped`. If it reads a secret from a
    /// here-document: the word that ends that.
    pub(super) fn end(&mut self, piped: bool) -> Option<String> {
        let command = std::mem::take(&mut self.command);
        if command.reads_secret {
            for (word, length) in self.printed.drain(..).chain(command.given) {
                self.hits.push(SecretHit {
                    word,
                    bytes: 0..length,
                    name: "password",
                });
            }
        }
        match piped {
            true => self.printed.extend(command.printed),
            false => self.printed.clear(),
        }
        command.document.filter(|_| command.reads_secret)
    }

    pub(super) fn redirection(&mut self) {
        self.command.skip = true;
    }

    pub(super) fn here_string(&mut self) {
        self.command.here_string = true;
    }

    pub(super) fn here_document(&mut self) {
        self.command.here_document = true;
    }

    /// Whether the command so far reads a secret from its standard input.
    pub(super) fn reads_secret(&self) -> bool {
        self.command.reads_secret
    }

    /// The next word; whether it was taken for a secret.
    pub(super) fn word(&mut self, index: usize, word: &str) -> bool {
        let command = &mut self.command;
        if std::mem::take(&mut command.here_document) {
            command.document = Some(word.to_owned());
            return false;
        }
        if std::mem::take(&mut command.here_string) {
            if !is_reference(word) {
                command.given.push((index, word.len()));
            }
            return false;
        }
        if std::mem::take(&mut command.skip) {
            return false;
        }
        command.print(index, word);
        command.words += 1;
        command.reads_secret |= command
            .rows
            .iter()
            .any(|active| active.on && reads(active.row, word));
        if let Some((part, name)) = command.value.take()
            && !word.starts_with('-')
        {
            return self.hit(index, word, 0, part, name);
        }
        let mut taken = false;
        let mut rows = std::mem::take(&mut self.command.rows);
        for active in &mut rows {
            taken = taken || self.argument(active, index, word);
        }
        self.command.rows = rows;
        if !taken && self.by_name {
            taken = self.named_option(index, word);
        }
        if !taken {
            self.command.activate(word);
        }
        taken
    }

    /// Whether an argument of a command is a secret.
    fn argument(&mut self, active: &mut ActiveRow, index: usize, word: &str) -> bool {
        let row = active.row;
        if !active.on {
            active.on = word == row.sub;
            if active.on {
                active.begin(word);
            }
            return false;
        }
        if let Some(option) = word.strip_prefix('-')
            && !option.is_empty()
        {
            if !option.starts_with('-') {
                active.letters.push_str(option);
            }
            active.valued = row
                .operands
                .iter()
                .any(|operand| operand.valued.contains(&word));
        }
        for option in row.options {
            match value_of(*option, word) {
                Some(SecretValue::Next(part)) => {
                    self.command.value = Some((part, "password"));
                    return false;
                }
                Some(SecretValue::At(at, part)) => {
                    return self.hit(index, word, at, part, "password");
                }
                None => {}
            }
        }
        if word.starts_with('-') && word.len() > 1 {
            active.begin(word);
            return false;
        }
        if std::mem::take(&mut active.valued) {
            return false;
        }
        if row.named {
            if std::mem::take(&mut active.named) {
                return self.hit(index, word, 0, SecretPart::All, "password");
            }
            active.named = self.names.ending(last_name(word), false).is_some();
        }
        let operand = active.count();
        active.begin(word);
        operand.is_some_and(|operand| self.hit(index, word, 0, operand.part, "password"))
    }

    /// `--token VALUE`, for lists of arguments.
    fn named_option(&mut self, index: usize, word: &str) -> bool {
        let Some(option) = word.strip_prefix('-') else {
            return false;
        };
        let long = option.strip_prefix('-');
        let name = long.unwrap_or(option);
        let name = name.split('=').next().unwrap_or_default();
        let named = match self.names.ending(name, false) {
            Some(NameMatch::Usual(usual)) if long.is_some() || !usual.apart => usual.name,
            Some(NameMatch::Own(_)) => "password",
            _ => return false,
        };
        match word.find('=') {
            Some(at) => self.hit(index, word, at + 1, SecretPart::All, named),
            None => {
                self.command.value = Some((SecretPart::All, named));
                false
            }
        }
    }

    /// Takes the secret part of a word, from this byte on.
    fn hit(
        &mut self,
        word: usize,
        text: &str,
        from: usize,
        part: SecretPart,
        name: &'static str,
    ) -> bool {
        if text[from..].starts_with("[redacted: ") {
            return false;
        }
        let Some((bytes, header)) = part.of(&text[from..], self.names) else {
            return false;
        };
        let bytes = from + bytes.start..from + bytes.end;
        let secret = &text[bytes.clone()];
        if secret.is_empty() || is_reference(secret) {
            return false;
        }
        let name = header.unwrap_or(name);
        self.hits.push(SecretHit { word, bytes, name });
        true
    }
}

impl ReadCommand {
    /// What `echo` prints may be a password for the next command.
    fn print(&mut self, index: usize, word: &str) {
        if self.words == 0 {
            self.prints = matches!(word, "echo" | "printf" | "print");
            return;
        }
        let option = word.starts_with('-') && word.len() <= 3;
        let format = word.contains("%s");
        if self.prints && !option && !format && !is_reference(word) {
            self.printed.push((index, word.len()));
        }
    }

    /// Rows of the command that this word names.
    fn activate(&mut self, word: &str) {
        let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
        if name.is_empty() || name.len() > LONGEST + 4 {
            return;
        }
        let name = name.to_ascii_lowercase();
        let name = name.strip_suffix(".exe").unwrap_or(&name);
        for row in ROWS.iter().filter(|row| row.programs.contains(&name)) {
            if self.rows.iter().any(|active| std::ptr::eq(active.row, row)) {
                continue;
            }
            let mut active = ActiveRow {
                row,
                on: row.sub.is_empty(),
                letters: String::new(),
                counts: vec![None; row.operands.len()],
                named: false,
                valued: false,
            };
            active.begin("");
            self.reads_secret |= matches!(row.stdin, StdinSecret::Always);
            self.rows.push(active);
        }
    }
}

impl ActiveRow {
    /// Operands behind this word are counted from here.
    fn begin(&mut self, word: &str) {
        for (operand, count) in self.row.operands.iter().zip(&mut self.counts) {
            if operand.after.eq_ignore_ascii_case(word) {
                *count = Some(0);
            }
        }
    }

    /// One more operand; the row's entry for it.
    fn count(&mut self) -> Option<&'static SecretOperand> {
        let mut found = None;
        for (operand, count) in self.row.operands.iter().zip(&mut self.counts) {
            let Some(count) = count else {
                continue;
            };
            let flag = operand.flag.is_none_or(|flag| self.letters.contains(flag));
            if *count == operand.nth && flag {
                found = Some(operand);
            }
            *count += 1;
        }
        found
    }
}

/// Whether this word makes the row's command read a secret.
fn reads(row: &CommandRow, word: &str) -> bool {
    match row.stdin {
        StdinSecret::Never => false,
        StdinSecret::Always => true,
        StdinSecret::With(words) => words.contains(&word),
        StdinSecret::Letter(letter, long) => {
            let letters = word
                .strip_prefix('-')
                .filter(|letters| letters.chars().all(char::is_alphanumeric));
            word == long || letters.is_some_and(|letters| letters.contains(letter))
        }
    }
}

/// The last part of a name such as `//registry/:_authToken`.
fn last_name(word: &str) -> &str {
    word.rsplit(['/', ':', '.']).next().unwrap_or(word)
}

enum SecretValue {
    /// The next word.
    Next(SecretPart),
    /// This word, from this byte on.
    At(usize, SecretPart),
}

/// Where the value of an option stands, if this word is that option.
fn value_of(option: SecretOption, word: &str) -> Option<SecretValue> {
    match option {
        SecretOption::Short(letter, part) => {
            let letters = word
                .strip_prefix('-')
                .filter(|rest| !rest.starts_with('-'))?;
            let at = letters.find(letter)?;
            if !letters[..at].chars().all(|c| c.is_ascii_alphanumeric()) {
                return None;
            }
            let behind = 1 + at + letter.len_utf8();
            match behind == word.len() {
                true => Some(SecretValue::Next(part)),
                false => {
                    let sign = usize::from(word[behind..].starts_with('='));
                    Some(SecretValue::At(behind + sign, part))
                }
            }
        }
        SecretOption::Attached(letter, part) => {
            let value = word.strip_prefix('-')?.strip_prefix(letter)?;
            (!value.is_empty()).then_some(SecretValue::At(word.len() - value.len(), part))
        }
        SecretOption::Long(name, part) => match word.strip_prefix(name)? {
            "" => Some(SecretValue::Next(part)),
            rest => rest
                .starts_with('=')
                .then_some(SecretValue::At(name.len() + 1, part)),
        },
        SecretOption::Prefix(prefix) => word
            .starts_with(prefix)
            .then_some(SecretValue::At(prefix.len(), SecretPart::All)),
    }
}

impl SecretPart {
    /// The secret bytes of a value, and what they are called if that is special.
    fn of(self, value: &str, names: &SecretNames) -> Option<(Range<usize>, Option<&'static str>)> {
        let all = 0..value.len();
        match self {
            Self::All => Some((all, None)),
            Self::Behind(sign) => {
                let at = value.find(sign)?;
                let behind = at + sign.len_utf8();
                match behind == value.len() && at >= LONG_USER {
                    true => Some((0..at, None)),
                    false => Some((behind..value.len(), None)),
                }
            }
            Self::PassPrefix => value.starts_with("pass:").then_some((5..value.len(), None)),
            Self::Cookie => value.contains('=').then_some((all, Some("cookie"))),
            Self::Header => {
                let (name, text) = value.split_once(':')?;
                let named = names.ending(name.trim(), false)?;
                let start = value.len() - text.trim_start().len();
                let text = &value[start..];
                // `Bearer $TOKEN` is as good as `$TOKEN`.
                let secret = text
                    .split_once(' ')
                    .map_or(text, |(_, secret)| secret.trim());
                let name = match named {
                    NameMatch::Usual(usual) => usual.name,
                    NameMatch::Own(_) => "header",
                };
                (!is_reference(secret)).then_some((start..value.len(), Some(name)))
            }
            Self::Slash => {
                let (slash, at) = (value.find('/')?, value.rfind('@')?);
                (slash + 1 < at).then_some((slash + 1..at, None))
            }
        }
    }
}
