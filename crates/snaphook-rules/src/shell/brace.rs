//! Brace expansion, and turning what was read into words.
//!
//! Braces are the one expansion whose result is known: `{rm,-rf,x}` is the
//! command `rm -rf x`. They can also multiply, so a word that would make more
//! than [`MOST`] becomes a gap instead.

use std::ops::Range;

use super::{Gap, Piece, Word};

/// Most words one word may expand to before it counts as unknown.
const MOST: usize = 256;

/// A piece of a word as it is read, before braces are expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Plain(String),
    Quoted(String),
    Gap(Gap),
    Open,
    Comma,
    Close,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Tokens {
    pub list: Vec<Token>,
    /// The text of globs that became gaps: an assignment takes it as it is.
    globs: String,
}

impl Tokens {
    pub(super) fn plain(&mut self, text: &str) {
        if let Some(Token::Plain(last)) = self.list.last_mut() {
            last.push_str(text);
        } else {
            self.list.push(Token::Plain(text.to_owned()));
        }
    }

    pub(super) fn quoted(&mut self, text: String) {
        self.list.push(Token::Quoted(text));
    }

    pub(super) fn gap(&mut self, gap: Gap) {
        self.list.push(Token::Gap(gap));
    }

    /// A `]`: with the `[` at `open` it is a glob that stands for any text.
    pub(super) fn close_bracket(&mut self, open: Option<usize>) {
        match open {
            Some(at) if self.list.len() > at + 1 || !self.is_only_bracket(at) => {
                let glob = text_of(&self.list[at..]);
                self.globs.push_str(&glob);
                self.globs.push_str("]\0");
                self.list.truncate(at);
                self.gap(Gap::Many);
            }
            _ => self.plain("]"),
        }
    }

    fn is_only_bracket(&self, at: usize) -> bool {
        matches!(self.list.get(at), Some(Token::Plain(text)) if text == "[")
    }

    /// `name=` or `name+=` so far: a `(` opens an array.
    pub(super) fn is_array_start(&self) -> bool {
        let [Token::Plain(text)] = &self.list[..] else {
            return false;
        };
        let Some(name) = text.strip_suffix('=') else {
            return false;
        };
        let name = name.strip_suffix('+').unwrap_or(name);
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    }

    pub(super) fn tilde_may_start(&self) -> bool {
        match self.list.last() {
            None => true,
            Some(Token::Plain(text)) => text.ends_with(['=', ':']),
            Some(_) => false,
        }
    }

    /// Text that is kept from the shell by quotes, but runs later: `a[$(rm
    /// x)]`, because arithmetic evaluates the text of a variable again and
    /// runs what a subscript holds, and prompts, which are expanded when they
    /// are shown. `name` is the variable it is assigned to, if any.
    pub(super) fn hides_code(&self, name: &str) -> bool {
        if name == "PROMPT_COMMAND" && !self.list.is_empty() {
            return true;
        }
        let startup = matches!(name, "BASH_ENV" | "ENV");
        if startup && self.list.contains(&Token::Gap(Gap::Stream)) {
            return true;
        }
        let text = self.text();
        if !text.contains("$(") && !text.contains('`') {
            return false;
        }
        let prompt =
            |name: &str| matches!(name, "PS0" | "PS1" | "PS2" | "PS4" | "BASH_ENV" | "ENV");
        if prompt(name) || text.split_once('=').is_some_and(|(name, _)| prompt(name)) {
            return true;
        }
        let in_subscript = text.split("[$(").skip(1).any(|rest| {
            rest.find([')', ']'])
                .is_some_and(|at| at > 0 && rest[at..].starts_with(')'))
        });
        // Backticks in brackets are common in prose, but not after a name.
        let mut parts = text.split("[`");
        let mut before = parts.next().unwrap_or_default();
        let in_backticks = parts.any(|rest| {
            let named = before.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            before = rest;
            named && rest.contains('`')
        });
        in_subscript || in_backticks
    }

    /// All text, with a character for every gap that no command holds.
    pub(super) fn text(&self) -> String {
        let mut text = text_of(&self.list);
        if !self.globs.is_empty() {
            text.push('\0');
            text.push_str(&self.globs);
        }
        text
    }

    fn was_quoted(&self) -> bool {
        self.list.iter().any(|t| matches!(t, Token::Quoted(_)))
    }
}

/// The text of the tokens, with a character for every gap.
fn text_of(tokens: &[Token]) -> String {
    tokens
        .iter()
        .map(|token| match token {
            Token::Quoted(text) | Token::Plain(text) => text.as_str(),
            Token::Gap(_) => "\0",
            Token::Open => "{",
            Token::Comma => ",",
            Token::Close => "}",
        })
        .collect()
}

/// The words this word expands to; an unquoted word that comes out empty is
/// no word.
pub(super) fn expand(tokens: Tokens, range: &Range<usize>) -> Vec<Word> {
    match tokens.list.iter().filter(|t| **t == Token::Open).count() {
        0 => return vec![join(tokens, range)],
        // Finding the partner of each takes the square of their number.
        MOST.. => return vec![Word::gap(Gap::Many, range.clone())],
        _ => {}
    }
    let quoted = tokens.was_quoted();
    match alternatives(&tokens.list, 0) {
        Some(words) => words
            .into_iter()
            .map(|pieces| Word::new(pieces, range.clone()))
            .filter(|word| quoted || !word.pieces().is_empty())
            .collect(),
        None => vec![Word::gap(Gap::Many, range.clone())],
    }
}

/// One word, with braces as they are.
pub(super) fn join(tokens: Tokens, range: &Range<usize>) -> Word {
    Word::new(tokens.list.into_iter().map(piece), range.clone())
}

fn piece(token: Token) -> Piece {
    match token {
        Token::Plain(text) | Token::Quoted(text) => Piece::Text(text),
        Token::Gap(gap) => Piece::Gap(gap),
        Token::Open => Piece::Text("{".to_owned()),
        Token::Comma => Piece::Text(",".to_owned()),
        Token::Close => Piece::Text("}".to_owned()),
    }
}

/// All expansions of the tokens; `None` if there are too many.
fn alternatives(tokens: &[Token], depth: usize) -> Option<Vec<Vec<Piece>>> {
    if depth > 50 {
        return None;
    }
    let mut results: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut at = 0;
    while at < tokens.len() {
        let mut options = None;
        if tokens[at] == Token::Open
            && let Some((close, commas)) = matching(&tokens[at..])
        {
            options = brace(&tokens[at + 1..at + close], &commas, depth)?;
            if options.is_some() {
                at += close + 1;
            }
        }
        match options {
            Some(options) => {
                if results.len() * options.len() > MOST {
                    return None;
                }
                results = results
                    .iter()
                    .flat_map(|head| {
                        options
                            .iter()
                            .map(move |tail| head.iter().chain(tail).cloned().collect())
                    })
                    .collect();
            }
            None => {
                for result in &mut results {
                    result.push(piece(tokens[at].clone()));
                }
                at += 1;
            }
        }
    }
    Some(results)
}

/// Where the brace opened by the first token closes, and its own commas, both
/// counted from the opening.
fn matching(tokens: &[Token]) -> Option<(usize, Vec<usize>)> {
    let mut depth = 0usize;
    let mut commas = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Open => depth += 1,
            Token::Comma if depth == 1 => commas.push(at),
            Token::Close => {
                depth -= 1;
                if depth == 0 {
                    return Some((at, commas));
                }
            }
            _ => {}
        }
    }
    None
}

/// The options of one brace; `Some(None)` where it is not an expansion.
#[expect(
    clippy::option_option,
    reason = "outer: within bounds, inner: is a brace expansion"
)]
fn brace(inside: &[Token], commas: &[usize], depth: usize) -> Option<Option<Vec<Vec<Piece>>>> {
    if commas.is_empty() {
        return match inside {
            [Token::Plain(text)] => sequence(text),
            _ => Some(None),
        };
    }
    let mut options = Vec::new();
    let mut from = 0;
    // Commas count from the brace, one before `inside`.
    for to in commas.iter().map(|at| at - 1).chain([inside.len()]) {
        options.extend(alternatives(&inside[from..to], depth + 1)?);
        if options.len() > MOST {
            return None;
        }
        from = to + 1;
    }
    Some(Some(options))
}

/// `1..3`, `a..e`, `1..9..2`.
#[expect(
    clippy::option_option,
    reason = "outer: within bounds, inner: is a sequence"
)]
fn sequence(text: &str) -> Option<Option<Vec<Vec<Piece>>>> {
    let parts: Vec<&str> = text.split("..").collect();
    let (first, last, step) = match parts[..] {
        [first, last] => (first, last, 1),
        [first, last, step] => match step.parse::<i64>() {
            Ok(step) => (first, last, step.unsigned_abs().max(1)),
            Err(_) => return Some(None),
        },
        _ => return Some(None),
    };
    let letters = |text: &str| match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(i64::from(*letter)),
        _ => None,
    };
    let numbers = |text: &str| text.parse::<i64>().ok();
    let (from, to, letter) = match (numbers(first), numbers(last)) {
        (Some(from), Some(to)) => (from, to, false),
        _ => match (letters(first), letters(last)) {
            (Some(from), Some(to)) => (from, to, true),
            _ => return Some(None),
        },
    };
    let count = from.abs_diff(to) / step;
    if count >= MOST as u64 {
        return None;
    }
    let padded = !letter
        && [first, last].iter().any(|t| {
            t.trim_start_matches('-').len() > 1 && t.trim_start_matches('-').starts_with('0')
        });
    let width = if padded {
        first.len().max(last.len())
    } else {
        0
    };
    let words = (0..=count)
        .map(|n| {
            let by = (n * step) as i64;
            let value = if from <= to { from + by } else { from - by };
            let text = match u8::try_from(value) {
                Ok(byte) if letter => char::from(byte).to_string(),
                _ => format!("{value:0width$}"),
            };
            vec![Piece::Text(text)]
        })
        .collect();
    Some(Some(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut tokens = Tokens::default();
        for c in text.chars() {
            match c {
                '{' => tokens.list.push(Token::Open),
                '}' => tokens.list.push(Token::Close),
                ',' => tokens.list.push(Token::Comma),
                c => tokens.plain(&c.to_string()),
            }
        }
        expand(tokens, &(0..0))
            .iter()
            .map(Word::to_string)
            .collect()
    }

    #[test]
    fn lists_nest_and_multiply() {
        assert_eq!(words("{rm,-rf,x}"), ["rm", "-rf", "x"]);
        assert_eq!(words("r{m,n}"), ["rm", "rn"]);
        assert_eq!(words("{a,{b,c}}d"), ["ad", "bd", "cd"]);
        assert_eq!(words("{a,b}{1,2}"), ["a1", "a2", "b1", "b2"]);
        assert_eq!(words("{,rm}"), ["rm"]);
    }

    #[test]
    fn sequences_count() {
        assert_eq!(words("{1..3}"), ["1", "2", "3"]);
        assert_eq!(words("{c..a}"), ["c", "b", "a"]);
        assert_eq!(words("{01..10..5}"), ["01", "06"]);
    }

    #[test]
    fn what_is_no_expansion_stays() {
        for text in ["{}", "{a}", "{a,b", "a}", "{1..x}", "{1...3}"] {
            assert_eq!(words(text), [text]);
        }
    }

    #[test]
    fn too_many_words_are_a_gap() {
        assert_eq!(words("{1..100000}"), ["…"]);
        assert_eq!(words(&"{a,b}".repeat(30)), ["…"]);
    }
}
