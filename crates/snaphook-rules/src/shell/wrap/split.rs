//! Splitting a text into words as `env -S` does.

use crate::shell::{Gap, Piece, Unknown, Word};

/// The words of the text. Variables in it are gaps; an escape that is not
/// plain to read makes it unknown.
pub(super) fn words(value: &Word) -> Result<Vec<Word>, Unknown> {
    let unknown = || Unknown::Dynamic {
        range: value.range(),
    };
    let text = value.known().ok_or_else(unknown)?;
    let mut words = Vec::new();
    let mut word: Option<Vec<Piece>> = None;
    let mut chars = text.chars().peekable();
    let mut quote: Option<char> = None;
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') => {
                words.extend(word.take().map(|pieces| Word::new(pieces, value.range())));
                continue;
            }
            (None, '#') if word.is_none() => break,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
                continue;
            }
            (Some(open), c) if c == open => {
                quote = None;
                continue;
            }
            _ => {}
        }
        let pieces = word.get_or_insert_default();
        match c {
            '$' if quote != Some('\'') => {
                if chars.next() != Some('{') {
                    return Err(unknown());
                }
                chars.find(|c| *c == '}').ok_or_else(unknown)?;
                pieces.push(Piece::Gap(Gap::One));
            }
            '\\' => match chars.next() {
                Some(escaped @ ('\\' | '\'')) => pieces.push(text_of(escaped)),
                Some(escaped) if quote == Some('\'') => {
                    pieces.push(text_of('\\'));
                    pieces.push(text_of(escaped));
                }
                Some(escaped @ ('"' | '#' | '$')) => pieces.push(text_of(escaped)),
                Some('_') if quote.is_none() => {
                    words.extend(word.take().map(|pieces| Word::new(pieces, value.range())));
                }
                Some('_') => pieces.push(text_of(' ')),
                Some('t') => pieces.push(text_of('\t')),
                Some('n') => pieces.push(text_of('\n')),
                Some('c') if quote.is_none() => break,
                _ => return Err(unknown()),
            },
            c => pieces.push(text_of(c)),
        }
    }
    if quote.is_some() {
        return Err(unknown());
    }
    words.extend(word.map(|pieces| Word::new(pieces, value.range())));
    Ok(words)
}

fn text_of(c: char) -> Piece {
    Piece::Text(c.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Option<Vec<String>> {
        let words = words(&Word::text(text, 0..0)).ok()?;
        Some(words.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn quotes_escapes_and_variables_are_read() {
        let some = |words: &[&str]| Some(words.iter().map(|w| (*w).to_owned()).collect());
        assert_eq!(split("PATH=. ls  -l"), some(&["PATH=.", "ls", "-l"]));
        assert_eq!(split("'a b' \"c d\"e"), some(&["a b", "c de"]));
        assert_eq!(split(r"a\_b 'c\'d' \#e"), some(&["a", "b", "c'd", "#e"]));
        assert_eq!(split("a ${X}b # c"), some(&["a", "…b"]));
        assert_eq!(split("a # c"), some(&["a"]));
        assert_eq!(split("$X"), None);
        assert_eq!(split("'a"), None);
    }
}
