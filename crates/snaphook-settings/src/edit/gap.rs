//! What is between values: blanks, comments and commas, and nothing else.

use std::ops::Range;

/// A part of a gap that is not blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GapPiece {
    Comma(usize),
    Comment(Range<usize>),
}

/// The commas and comments between two values.
pub(super) fn pieces(text: &str, gap: Range<usize>) -> Vec<GapPiece> {
    let mut found = Vec::new();
    let mut at = gap.start;
    while let Some(rest) = text.get(at..gap.end).filter(|rest| !rest.is_empty()) {
        let length = if rest.starts_with("//") {
            rest.find(is_break).unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            let end = rest.get(2..).and_then(|inside| inside.find("*/"));
            end.map_or(rest.len(), |end| end + 4)
        } else {
            if rest.starts_with(',') {
                found.push(GapPiece::Comma(at));
            }
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        found.push(GapPiece::Comment(at..at + length));
        at += length;
    }
    found
}

/// The first comma of a gap.
pub(super) fn comma(text: &str, gap: Range<usize>) -> Option<usize> {
    pieces(text, gap).into_iter().find_map(|piece| match piece {
        GapPiece::Comma(at) => Some(at),
        GapPiece::Comment(_) => None,
    })
}

/// The comments of a gap.
pub(super) fn comments(text: &str, gap: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    pieces(text, gap)
        .into_iter()
        .filter_map(|piece| match piece {
            GapPiece::Comment(range) => Some(range),
            GapPiece::Comma(_) => None,
        })
}

/// Whether a character ends a line: both end a comment.
pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

/// Whether a part of the text goes over a line's end.
pub(super) fn breaks(text: &str, range: Range<usize>) -> bool {
    text.get(range).is_some_and(|part| part.contains(is_break))
}

/// The blanks at the beginning of the line in which a byte stands.
pub(super) fn indent(text: &str, at: usize) -> &str {
    let line = &text[line_start(text, at)..];
    let blank = line.find(|c| !is_blank(c)).unwrap_or(line.len());
    &line[..blank]
}

/// Whether only blanks are before a byte in its line.
pub(super) fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].chars().all(is_blank)
}

/// The start of the blanks before a byte, in its line.
pub(super) fn blanks_before(text: &str, at: usize) -> usize {
    text[..at].trim_end_matches(is_blank).len()
}

/// The end of the blanks after a byte, in its line.
pub(super) fn blanks_after(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches(is_blank).len()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(is_break).map_or(0, |end| end + 1)
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() && !is_break(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_comments_are_none() {
        let text = " /* , */ // ,\n , /*/*/ é";
        let commas: Vec<_> = pieces(text, 0..text.len())
            .into_iter()
            .filter_map(|piece| match piece {
                GapPiece::Comma(at) => Some(at),
                GapPiece::Comment(_) => None,
            })
            .collect();
        assert_eq!(commas, [15]);
        let shown: Vec<_> = comments(text, 0..text.len())
            .map(|range| &text[range])
            .collect();
        assert_eq!(shown, ["/* , */", "// ,", "/*/*/"]);
    }
}
