//! JavaScript's regular expressions in the words of Rust's engines.
//!
//! The two syntaxes are near enough to be confused and different enough to
//! guard the wrong thing: `\d` is ASCII there and Unicode here, `[[]` is a
//! class there and an error here, `a{` is text there. So every construct is
//! read by JavaScript's rules and written anew. What is an error there is an
//! error here, with its position.

use super::matcher::MatcherError;

/// An expression in Rust's syntax.
pub(super) struct Translation {
    pub(super) pattern: String,
    /// It has look-around or back references.
    pub(super) backtracking: bool,
}

const DIGIT: &str = "0-9";
const WORD: &str = "A-Za-z0-9_";
const SPACE: &str = r"\t\n\x0B\x0C\r\x20\u{A0}\u{FEFF}\p{Zs}\u{2028}\u{2029}";
/// Deep nesting would overflow the stack of the engines' own parsers.
const MAX_NESTING: usize = 100;

pub(super) fn translate(pattern: &str) -> Result<Translation, MatcherError> {
    // The two engines write an ASCII word boundary differently, and which one
    // it will be is known at the end only.
    let linear = translate_for(pattern, false)?;
    if linear.backtracking {
        return translate_for(pattern, true);
    }
    Ok(linear)
}

fn translate_for(pattern: &str, backtracking: bool) -> Result<Translation, MatcherError> {
    let mut translator = Translator {
        chars: pattern.char_indices().collect(),
        at: 0,
        out: String::with_capacity(pattern.len() + 16),
        backtracking,
        open: Vec::new(),
        groups: count_groups(pattern),
    };
    translator.run()?;
    Ok(Translation {
        pattern: translator.out,
        backtracking: translator.backtracking,
    })
}

pub(super) struct Translator {
    pub(super) chars: Vec<(usize, char)>,
    pub(super) at: usize,
    pub(super) out: String,
    backtracking: bool,
    /// Offsets of groups that are open, and whether a quantifier may follow
    /// their end (it may not follow look-around).
    open: Vec<(usize, bool)>,
    groups: usize,
}

/// What one escape or class member stands for.
pub(super) enum ClassItem {
    Char(char),
    /// The inside of a class.
    Set(&'static str, bool),
    Property(String),
}

impl Translator {
    fn run(&mut self) -> Result<(), MatcherError> {
        // Whether a quantifier may come next.
        let mut atom = false;
        while let Some((offset, c)) = self.next() {
            atom = match c {
                '\\' => self.escape(offset)?,
                '[' => self.class(offset)?,
                '(' => self.group(offset)?,
                ')' => {
                    let Some((_, repeatable)) = self.open.pop() else {
                        return Err(error(
                            offset,
                            "this `)` closes no group; write `\\)` for the character",
                        ));
                    };
                    self.out.push(')');
                    repeatable
                }
                '*' | '+' | '?' => {
                    self.quantifier(offset, atom, &c.to_string())?;
                    false
                }
                '{' => match self.braces(offset)? {
                    Some(text) => {
                        self.quantifier(offset, atom, &text)?;
                        false
                    }
                    None => self.literal('{'),
                },
                '.' => {
                    self.out.push_str(r"[^\n\r\u{2028}\u{2029}]");
                    true
                }
                '^' | '$' | '|' => {
                    self.out.push(c);
                    false
                }
                other => self.literal(other),
            };
        }
        match self.open.last() {
            Some((offset, _)) => Err(error(
                *offset,
                "this `(` is never closed; write `\\(` for the character",
            )),
            None => Ok(()),
        }
    }

    pub(super) fn next(&mut self) -> Option<(usize, char)> {
        let next = self.chars.get(self.at).copied();
        self.at += usize::from(next.is_some());
        next
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).map(|(_, c)| *c)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let matches = text
            .chars()
            .enumerate()
            .all(|(i, c)| self.chars.get(self.at + i).map(|(_, c)| *c) == Some(c));
        if matches {
            self.at += text.chars().count();
        }
        matches
    }

    fn literal(&mut self, c: char) -> bool {
        push_char(&mut self.out, c);
        true
    }

    fn quantifier(&mut self, offset: usize, atom: bool, text: &str) -> Result<(), MatcherError> {
        if !atom {
            return Err(error(
                offset,
                format!("`{text}` has nothing before it to repeat"),
            ));
        }
        self.out.push_str(text);
        if self.eat("?") {
            self.out.push('?');
        }
        Ok(())
    }

    /// `{n}`, `{n,}` or `{n,m}` after the brace; anything else is text.
    fn braces(&mut self, offset: usize) -> Result<Option<String>, MatcherError> {
        let rest: String = self.chars[self.at..]
            .iter()
            .map(|(_, c)| *c)
            .take_while(|c| *c != '}')
            .take(24)
            .collect();
        let closed = self
            .chars
            .get(self.at + rest.chars().count())
            .map(|(_, c)| *c)
            == Some('}');
        let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let (low, high) = match rest.split_once(',') {
            Some((low, high)) => (low, Some(high)),
            None => (rest.as_str(), None),
        };
        if !closed || !number(low) || high.is_some_and(|high| !high.is_empty() && !number(high)) {
            return Ok(None);
        }
        if let (Ok(low), Some(Ok(high))) = (
            low.parse::<u64>(),
            high.filter(|high| !high.is_empty()).map(str::parse::<u64>),
        ) && low > high
        {
            return Err(error(
                offset,
                format!("`{{{rest}}}` asks for at least {low} and at most {high}"),
            ));
        }
        self.at += rest.chars().count() + 1;
        Ok(Some(format!("{{{rest}}}")))
    }

    fn group(&mut self, offset: usize) -> Result<bool, MatcherError> {
        if self.open.len() >= MAX_NESTING {
            return Err(error(offset, "groups are nested too deeply"));
        }
        let mut repeatable = true;
        if !self.eat("?") {
            self.out.push('(');
        } else if self.eat(":") {
            self.out.push_str("(?:");
        } else if let Some(look) = ["<=", "<!", "=", "!"]
            .into_iter()
            .find(|look| self.eat(look))
        {
            self.backtracking = true;
            repeatable = false;
            self.out.push_str("(?");
            self.out.push_str(look);
        } else if self.eat("<") {
            let name = self.name(offset)?;
            self.out.push_str("(?P<");
            self.out.push_str(&name);
            self.out.push('>');
        } else {
            return Err(error(
                offset,
                "unknown kind of group; JavaScript has (…), (?:…), (?<name>…), (?=…), (?!…), (?<=…) and (?<!…)",
            ));
        }
        self.open.push((offset, repeatable));
        Ok(false)
    }

    /// The name of a group, up to its `>`.
    fn name(&mut self, offset: usize) -> Result<String, MatcherError> {
        let mut name = String::new();
        loop {
            match self.next() {
                Some((_, '>')) if !name.is_empty() => return Ok(name),
                Some((_, c)) if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
                _ => {
                    return Err(error(
                        offset,
                        "a group's name is letters, digits and `_`, closed by `>`",
                    ));
                }
            }
        }
    }

    /// After a backslash outside a class.
    fn escape(&mut self, offset: usize) -> Result<bool, MatcherError> {
        match self.peek() {
            Some('b') => {
                self.at += 1;
                self.out.push_str(if self.backtracking {
                    r"(?:(?<=[A-Za-z0-9_])(?![A-Za-z0-9_])|(?<![A-Za-z0-9_])(?=[A-Za-z0-9_]))"
                } else {
                    r"(?-u:\b)"
                });
                Ok(false)
            }
            Some('B') => {
                self.at += 1;
                self.backtracking = true;
                self.out.push_str(
                    r"(?:(?<=[A-Za-z0-9_])(?=[A-Za-z0-9_])|(?<![A-Za-z0-9_])(?![A-Za-z0-9_]))",
                );
                Ok(false)
            }
            Some('k') if self.groups > 0 => {
                self.at += 1;
                if !self.eat("<") {
                    return Err(error(offset, "`\\k` needs a name: `\\k<name>`"));
                }
                let name = self.name(offset)?;
                self.backtracking = true;
                self.out.push_str(&format!(r"(?(<{name}>)\k<{name}>|)"));
                Ok(true)
            }
            Some('1'..='9') => {
                let mut number = String::new();
                while let Some(digit @ '0'..='9') = self.peek() {
                    number.push(digit);
                    self.at += 1;
                }
                if number.parse::<usize>().is_ok_and(|n| n <= self.groups) {
                    self.backtracking = true;
                    // A group that took no part matches nothing, not never.
                    self.out.push_str(&format!(r"(?({number})\{number}|)"));
                    Ok(true)
                } else {
                    Err(error(offset, format!("unknown group {number}")))
                }
            }
            _ => {
                match self.escaped_item(offset)? {
                    ClassItem::Char(c) => push_char(&mut self.out, c),
                    ClassItem::Set(set, negated) => {
                        self.out.push_str(if negated { "[^" } else { "[" });
                        self.out.push_str(set);
                        self.out.push(']');
                    }
                    ClassItem::Property(property) => self.out.push_str(&property),
                }
                Ok(true)
            }
        }
    }

    /// The escapes that mean the same inside and outside a class.
    pub(super) fn escaped_item(&mut self, offset: usize) -> Result<ClassItem, MatcherError> {
        let Some((_, c)) = self.next() else {
            return Err(error(offset, "a `\\` at the end escapes nothing"));
        };
        Ok(match c {
            'd' => ClassItem::Set(DIGIT, false),
            'D' => ClassItem::Set(DIGIT, true),
            'w' => ClassItem::Set(WORD, false),
            'W' => ClassItem::Set(WORD, true),
            's' => ClassItem::Set(SPACE, false),
            'S' => ClassItem::Set(SPACE, true),
            't' => ClassItem::Char('\t'),
            'n' => ClassItem::Char('\n'),
            'v' => ClassItem::Char('\u{b}'),
            'f' => ClassItem::Char('\u{c}'),
            'r' => ClassItem::Char('\r'),
            '0' => ClassItem::Char('\0'),
            'c' => match self.peek() {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    self.at += 1;
                    ClassItem::Char(char::from(letter as u8 % 32))
                }
                _ => return Err(error(offset, "`\\c` needs a letter")),
            },
            'x' => ClassItem::Char(
                self.hex(2)
                    .and_then(char::from_u32)
                    .ok_or_else(|| error(offset, "`\\x` needs two hexadecimal digits"))?,
            ),
            'u' => ClassItem::Char(self.unicode(offset)?),
            'p' | 'P' => ClassItem::Property(self.property(offset, c)?),
            other => ClassItem::Char(other),
        })
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let text: String = self
            .chars
            .get(self.at..self.at + digits)?
            .iter()
            .map(|(_, c)| *c)
            .collect();
        // The parser would take a sign.
        if !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u32::from_str_radix(&text, 16).ok()?;
        self.at += digits;
        Some(number)
    }

    /// `\uXXXX`, `\u{X…}`, or a pair of surrogates.
    fn unicode(&mut self, offset: usize) -> Result<char, MatcherError> {
        let wrong = || error(offset, "`\\u` needs four hexadecimal digits, or `{…}`");
        if self.eat("{") {
            let mut text = String::new();
            loop {
                match self.next() {
                    Some((_, '}')) => break,
                    Some((_, c)) if c.is_ascii_hexdigit() && text.len() < 8 => text.push(c),
                    _ => return Err(wrong()),
                }
            }
            return u32::from_str_radix(&text, 16)
                .ok()
                .and_then(char::from_u32)
                .ok_or_else(wrong);
        }
        let first = self.hex(4).ok_or_else(wrong)?;
        if let Some(c) = char::from_u32(first) {
            return Ok(c);
        }
        let second = if self.eat("\\u") { self.hex(4) } else { None };
        match second {
            Some(second @ 0xDC00..=0xDFFF) if first < 0xDC00 => {
                char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
                    .ok_or_else(wrong)
            }
            _ => Err(error(offset, "half of a surrogate pair is not a character")),
        }
    }

    fn property(&mut self, offset: usize, kind: char) -> Result<String, MatcherError> {
        let wrong = || error(offset, "a Unicode property is written `\\p{Name}`");
        if !self.eat("{") {
            return Err(wrong());
        }
        let mut name = String::new();
        loop {
            match self.next() {
                Some((_, '}')) if !name.is_empty() => return Ok(format!("\\{kind}{{{name}}}")),
                Some((_, c)) if c.is_ascii_alphanumeric() || matches!(c, '_' | '=') => name.push(c),
                _ => return Err(wrong()),
            }
        }
    }
}

/// One character, so that neither engine reads more into it.
pub(super) fn push_char(out: &mut String, c: char) {
    if c.is_ascii_punctuation() && c != '_' && c != '<' && c != '>' {
        out.push('\\');
        out.push(c);
    } else if c.is_control() {
        out.push_str(&format!("\\x{{{:X}}}", u32::from(c)));
    } else {
        out.push(c);
    }
}

/// How many groups capture: a number beyond that is not a back reference.
fn count_groups(pattern: &str) -> usize {
    let bytes = pattern.as_bytes();
    let (mut count, mut at, mut in_class) = (0, 0, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'[' => in_class = true,
            b']' => in_class = false,
            b'(' if !in_class => {
                let named = bytes.get(at + 1..at + 3) == Some(b"?<")
                    && !matches!(bytes.get(at + 3), Some(b'=' | b'!'));
                if named || bytes.get(at + 1) != Some(&b'?') {
                    count += 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    count
}

pub(super) fn error(offset: usize, message: impl Into<String>) -> MatcherError {
    MatcherError {
        message: message.into(),
        offset,
    }
}
