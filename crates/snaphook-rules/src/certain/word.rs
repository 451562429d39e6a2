//! Reading a word: text, quotes, globs, literal braces, plain expansions.

use super::doubt::Certain;
use super::line::{CertainPiece, CertainWord};
use super::read::{CertainReader, End};

/// A word as it was read.
pub(super) struct ReadWord {
    /// The words that literal braces make of it; without braces, itself.
    pub alternatives: Vec<CertainWord>,
    /// As a shell without brace expansion takes it.
    pub unexpanded: CertainWord,
}

/// `{a,b}` within a word: where it is among the pieces, and what it holds.
struct Braces {
    before: String,
    holds: Vec<String>,
    after: usize,
}

impl CertainReader<'_> {
    /// One word. The cursor is at its first character.
    pub(super) fn word(&mut self) -> Certain<ReadWord> {
        let start = self.at;
        let mut word = CertainWord::default();
        let mut braces: Option<Braces> = None;
        while let Some(byte) = self.peek() {
            let first = self.at == start;
            match byte {
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>' => break,
                b'\'' => {
                    let text = self.single_quoted()?;
                    word.push_text(&text);
                }
                b'"' => self.double_quoted(&mut word)?,
                b'\\' => {
                    let next = self.text.as_bytes().get(self.at + 1).copied();
                    match next.filter(|b| b.is_ascii_graphic() || *b == b' ') {
                        Some(next) => word.push_text(char::from(next).encode_utf8(&mut [0; 4])),
                        None => return self.doubt("what follows `\\`"),
                    }
                    self.at += 2;
                }
                b'$' => self.variable(&mut word, false)?,
                b'*' | b'?' => self.glob(&mut word),
                b'[' if self.is_whole_word(first) => self.literal(&mut word),
                b'[' => self.brackets(&mut word)?,
                b'{' => self.brace(&mut word, &mut braces)?,
                b'~' if first => {
                    if !matches!(
                        self.text.as_bytes().get(self.at + 1),
                        None | Some(b'/' | b' ' | b'\t' | b'\n' | b';' | b'|' | b'&' | b')')
                    ) {
                        return self.doubt("the home of somebody");
                    }
                    word.pieces.push(CertainPiece::Home);
                    self.at += 1;
                }
                b'~' if self.text.as_bytes()[self.at - 1].is_ascii_alphanumeric() => {
                    self.literal(&mut word);
                }
                b'!' if self.is_whole_word(first) => self.literal(&mut word),
                b'=' | b'#' if !first => self.literal(&mut word),
                b'_' | b'-' | b'.' | b'/' | b',' | b':' | b'+' | b'@' | b'%' | b'^' | b']' => {
                    self.literal(&mut word);
                }
                byte if byte.is_ascii_alphanumeric() => self.literal(&mut word),
                byte if !byte.is_ascii() => {
                    // Some systems take these bytes for blanks.
                    let c = self.rest().chars().next().unwrap_or_default();
                    let bytes = c.encode_utf8(&mut [0; 4]).as_bytes().to_vec();
                    if !c.is_alphanumeric() || bytes.contains(&0x85) || bytes.contains(&0xa0) {
                        return self.doubt("a character that shells may read differently");
                    }
                    word.push_text(&self.text[self.at..self.at + bytes.len()]);
                    self.at += bytes.len();
                }
                _ => return self.doubt("a character that means something to the shell"),
            }
        }
        word.range = start..self.at;
        if braces.is_some() && word.known().is_none() {
            return self.doubt("braces beside other expansions");
        }
        Ok(expand(word, braces.as_ref()))
    }

    fn literal(&mut self, word: &mut CertainWord) {
        word.push_text(&self.text[self.at..=self.at]);
        self.at += 1;
    }

    fn glob(&mut self, word: &mut CertainWord) {
        if word.pieces.last() != Some(&CertainPiece::Glob) {
            word.pieces.push(CertainPiece::Glob);
        }
        self.at += 1;
    }

    /// `[ab]`, `[!a-z]`, `[^0-9]`.
    fn brackets(&mut self, word: &mut CertainWord) -> Certain<()> {
        let rest = &self.rest()[1..];
        let rest = rest.strip_prefix(['!', '^']).unwrap_or(rest);
        let is_plain = |b: &u8| b.is_ascii_alphanumeric() || b"_.-".contains(b);
        let length = rest.bytes().take_while(is_plain).count();
        if length == 0 || rest.as_bytes().get(length) != Some(&b']') {
            return self.doubt("brackets that are not plain");
        }
        let end = self.text.len() - rest.len() + length;
        self.glob(word);
        self.at = end + 1;
        Ok(())
    }

    /// Whether the character is all there is of the word.
    fn is_whole_word(&self, first: bool) -> bool {
        let next = self.text.as_bytes().get(self.at + 1);
        first
            && matches!(
                next,
                None | Some(b' ' | b'\t' | b'\n' | b';' | b')' | b'&' | b'|')
            )
    }

    fn single_quoted(&mut self) -> Certain<String> {
        let rest = &self.text[self.at + 1..];
        let Some(length) = rest.find('\'') else {
            return self.doubt("an open quote");
        };
        let text = rest[..length].to_owned();
        if text.contains('\n') && self.here_document.is_some() {
            return self.doubt("a line end in quotes before a here-document");
        }
        self.at += length + 2;
        Ok(text)
    }

    fn double_quoted(&mut self, word: &mut CertainWord) -> Certain<()> {
        self.at += 1;
        loop {
            let Some(c) = self.rest().chars().next() else {
                return self.doubt("an open quote");
            };
            let next = self.text.as_bytes().get(self.at + 1).copied();
            match c {
                '"' => {
                    self.at += 1;
                    return Ok(());
                }
                '`' => return self.doubt("backquotes"),
                '\\' => match next {
                    Some(escaped @ (b'$' | b'`' | b'"' | b'\\')) => {
                        word.push_text(char::from(escaped).encode_utf8(&mut [0; 4]));
                        self.at += 2;
                    }
                    Some(b'\n') | None => return self.doubt("an escaped line end in quotes"),
                    Some(_) => self.literal(word),
                },
                '$' if matches!(next, Some(b'"' | b' ' | b'|')) => self.literal(word),
                '$' if next == Some(b'(') => self.substitution(word)?,
                '$' => self.variable(word, true)?,
                '\n' if self.here_document.is_some() => {
                    return self.doubt("a line end in quotes before a here-document");
                }
                c => {
                    word.push_text(c.encode_utf8(&mut [0; 4]));
                    self.at += c.len_utf8();
                }
            }
        }
    }

    /// `$NAME` or `${NAME}`, and nothing else.
    fn variable(&mut self, word: &mut CertainWord, quoted: bool) -> Certain<()> {
        let rest = &self.rest().as_bytes()[1..];
        let braced = rest.first() == Some(&b'{');
        let name = &rest[usize::from(braced)..];
        let is_name = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_';
        let length = name.iter().take_while(is_name).count();
        if length == 0 || name[0].is_ascii_digit() {
            return self.doubt("an expansion that is not a plain variable");
        }
        let after = name.get(length).copied();
        if braced && after != Some(b'}') {
            return self.doubt("an expansion with an operator");
        }
        let end = length + 1 + 2 * usize::from(braced);
        if matches!(self.rest().as_bytes().get(end), Some(b'[')) {
            return self.doubt("a subscript");
        }
        word.pieces.push(CertainPiece::Expansion { quoted });
        self.at += end;
        Ok(())
    }

    /// `$(…)` in double quotes: its commands are part of the line.
    fn substitution(&mut self, word: &mut CertainWord) -> Certain<()> {
        if self.starts("$((") {
            return self.doubt("arithmetic");
        }
        if self.here_document.is_some() {
            return self.doubt("a substitution before a here-document");
        }
        self.at += 2;
        self.substitutions += 1;
        // What the commands around it read is theirs, too.
        self.list(End::Parenthesis, true)?;
        self.substitutions -= 1;
        word.pieces.push(CertainPiece::Expansion { quoted: true });
        Ok(())
    }

    /// `{}`, `{a,b}`, `{1..3}`, and braces that stay as they are: `HEAD@{1}`.
    fn brace(&mut self, word: &mut CertainWord, braces: &mut Option<Braces>) -> Certain<()> {
        let rest = &self.rest()[1..];
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"_./,-".contains(&b);
        let length = rest.bytes().take_while(|b| is_plain(*b)).count();
        if rest.as_bytes().get(length) != Some(&b'}') {
            return self.doubt("braces that are not plain");
        }
        let inner = &rest[..length];
        let end = self.at + length + 2;
        let written = &self.text[self.at..end];
        let holds: Vec<String> = if inner.contains(',') {
            inner.split(',').map(str::to_owned).collect()
        } else if let Some((from, to)) = inner.split_once("..") {
            let Some(numbers) = sequence(from, to) else {
                return self.doubt("a sequence in braces");
            };
            numbers
        } else {
            word.push_text(written);
            self.at = end;
            return Ok(());
        };
        let plain = word.known().map(str::to_owned);
        let (None, Some(before)) = (&braces, plain) else {
            return self.doubt("braces beside other expansions");
        };
        word.push_text(written);
        *braces = Some(Braces {
            after: before.len() + written.len(),
            holds,
            before,
        });
        self.at = end;
        Ok(())
    }
}

/// The numbers of `{1..3}`: few, in order, and written plainly.
fn sequence(from: &str, to: &str) -> Option<Vec<String>> {
    let number = |text: &str| {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let plain = digits && (text == "0" || !text.starts_with('0'));
        text.parse::<u16>().ok().filter(|_| plain)
    };
    let (from, to) = (number(from)?, number(to)?);
    (from <= to && to - from < 64).then(|| (from..=to).map(|n| n.to_string()).collect())
}

/// The words that the braces make, where only text is beside them.
fn expand(word: CertainWord, braces: Option<&Braces>) -> ReadWord {
    let alternatives = match (braces, word.known()) {
        (Some(braces), Some(text)) => {
            let after = text.get(braces.after..).unwrap_or_default();
            let holds = braces.holds.iter();
            holds
                .map(|one| format!("{}{one}{after}", braces.before))
                // Braces that come to nothing make no word.
                .filter(|text| !text.is_empty())
                .map(|text| CertainWord::literal(&text, word.range.clone()))
                .collect()
        }
        _ => vec![word.clone()],
    };
    ReadWord {
        alternatives,
        unexpanded: word,
    }
}
