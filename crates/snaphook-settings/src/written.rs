//! Strings as they are written: where a byte of the value is in the text.
//!
//! | written | exact |
//! |---|---|
//! | `"…"` of JSON and YAML, `'…'`, a plain scalar | on one line |
//! | a literal block, `\|` | if its indentation is not given by a number |
//! | all else: folded text, aliases | never |

use std::ops::Range;

use crate::format::Format;

/// The bytes in `written` of a part of the value; `None` if that cannot be
/// known.
pub(crate) fn part_of(written: &str, format: Format, part: &Range<usize>) -> Option<Range<usize>> {
    let place = |wanted| match (format, written.chars().next()?) {
        (Format::Json, '"') => double_quoted(written, wanted),
        (Format::Json, _) | (Format::Toml, _) => None,
        (Format::Yaml, '|') => literal_block(written, wanted),
        (Format::Yaml, _) if written.contains(['\n', '\r']) => None,
        (Format::Yaml, '"') => double_quoted(written, wanted),
        (Format::Yaml, '\'') => single_quoted(written, wanted),
        // A folded block, an alias.
        (Format::Yaml, '>' | '*') => None,
        (Format::Yaml, _) => written.is_char_boundary(wanted).then_some(wanted),
    };
    Some(place(part.start)?..place(part.end)?)
}

/// The indicators behind `|` or `>`, if this is the first line of a block.
pub(crate) fn block_indicators(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(['|', '>'])?;
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    let comment = after.trim_start_matches([' ', '\t']);
    let ends = comment.is_empty() || (comment.starts_with('#') && comment.len() < after.len());
    ends.then(|| rest.strip_suffix(after)).flatten()
}

/// JSON's escapes are some of YAML's.
fn double_quoted(written: &str, wanted: usize) -> Option<usize> {
    let (mut value, mut at) = (0, 1);
    while value < wanted {
        let rest = written.get(at..)?;
        let first = rest.chars().next().filter(|c| *c != '"')?;
        if first != '\\' {
            value += first.len_utf8();
            at += first.len_utf8();
            continue;
        }
        let escape = rest.chars().nth(1)?;
        let digits = match escape {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            _ => 0,
        };
        at += 1 + escape.len_utf8() + digits;
        value += match escape {
            'x' | 'u' | 'U' => {
                let code = u32::from_str_radix(rest.get(2..2 + digits)?, 16).ok()?;
                match char::from_u32(code) {
                    Some(c) => c.len_utf8(),
                    // A surrogate pair: four bytes, written as two escapes.
                    None => {
                        at += 2 + digits;
                        4
                    }
                }
            }
            // Next line and no-break space; line and paragraph separator.
            'N' | '_' => 2,
            'L' | 'P' => 3,
            _ => 1,
        };
    }
    (value == wanted).then_some(at)
}

fn single_quoted(written: &str, wanted: usize) -> Option<usize> {
    let (mut value, mut at) = (0, 1);
    while value < wanted {
        let rest = written.get(at..)?;
        let first = rest.chars().next()?;
        if first == '\'' {
            rest.strip_prefix("''")?;
            at += 1;
        }
        value += first.len_utf8();
        at += first.len_utf8();
    }
    (value == wanted).then_some(at)
}

fn literal_block(written: &str, wanted: usize) -> Option<usize> {
    let (header, body) = written.split_once('\n')?;
    let given = block_indicators(header.trim_end())?;
    if given.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let indent_of = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let first = body
        .lines()
        .find(|line| !line.trim_matches(' ').is_empty())?;
    let indent = indent_of(first);
    let (mut value, mut at) = (0, header.len() + 1);
    for line in body.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        if content.contains('\r') {
            return None;
        }
        let skipped = indent.min(content.len());
        let length = content.len() - skipped;
        if wanted <= value + length {
            let place = at + skipped + (wanted - value);
            return written.is_char_boundary(place).then_some(place);
        }
        value += length + 1;
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use Format::{Json, Yaml};

    /// The text that a part of the value is written with.
    fn shown(written: &str, format: Format, part: Range<usize>) -> Option<&str> {
        part_of(written, format, &part).map(|place| &written[place])
    }

    #[test]
    fn quotes_and_escapes_are_counted() {
        for format in [Json, Yaml] {
            let written = r#""a\\b\u0041\ud83d\ude00é""#;
            assert_eq!(shown(written, format, 0..1), Some("a"));
            assert_eq!(shown(written, format, 1..2), Some(r"\\"));
            assert_eq!(shown(written, format, 3..8), Some(r"\u0041\ud83d\ude00"));
            assert_eq!(shown(written, format, 8..10), Some("é"));
            assert_eq!(shown(written, format, 5..8), None, "inside of a character");
            assert_eq!(shown(written, format, 8..11), None, "behind the end");
        }
        let written = r#""\x41\xe9\U0001F600\N\_\L\P\ \ez""#;
        assert_eq!(shown(written, Yaml, 1..3), Some(r"\xe9"));
        assert_eq!(shown(written, Yaml, 3..7), Some(r"\U0001F600"));
        assert_eq!(shown(written, Yaml, 7..17), Some(r"\N\_\L\P"));
        assert_eq!(shown(written, Yaml, 19..20), Some("z"));
    }

    #[test]
    fn single_quotes_are_doubled() {
        assert_eq!(shown("'it''s é'", Yaml, 2..3), Some("''"));
        assert_eq!(shown("'it''s é'", Yaml, 5..7), Some("é"));
        assert_eq!(shown("'it''s é'", Yaml, 5..8), None);
        assert_eq!(shown("'it''s'", Json, 0..1), None);
    }

    #[test]
    fn plain_words_are_as_they_are() {
        assert_eq!(shown("é b", Yaml, 3..4), Some("b"));
        assert_eq!(shown("é b", Yaml, 1..4), None);
        assert_eq!(shown("é b", Yaml, 3..5), None);
        assert_eq!(shown("", Yaml, 0..0), None);
    }

    #[test]
    fn the_lines_of_a_literal_block_are_found_behind_their_indentation() {
        // Its value: "\né b\n  c\n\nd\n".
        let written = "|- # x\n\n    é b\n      c\n  \n    d";
        assert_eq!(shown(written, Yaml, 1..3), Some("é"));
        assert_eq!(shown(written, Yaml, 4..5), Some("b"));
        assert_eq!(shown(written, Yaml, 6..9), Some("  c"));
        assert_eq!(shown(written, Yaml, 11..12), Some("d"));
        assert_eq!(shown(written, Yaml, 11..14), None);
        assert_eq!(shown("|\r\n a\r\n b", Yaml, 2..3), Some("b"));
        assert_eq!(shown("|2\n   a", Yaml, 1..2), None);
        assert_eq!(shown("|", Yaml, 0..0), None);
    }

    #[test]
    fn what_is_folded_or_elsewhere_has_no_parts() {
        for written in [">\n  a b", "*alias", "a\n  b", "\"a\n  b\"", "'a\n  b'"] {
            assert_eq!(shown(written, Yaml, 0..1), None, "{written}");
        }
    }
}
