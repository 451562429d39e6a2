//! Text from outside as people see it: nothing in it hides.
//!
//! A command may hold control characters that redraw the screen, characters that
//! take no room or look like a blank, characters that turn the direction of
//! writing, or so many blanks that its end is out of sight. Each is spelled out.
//!
//! | in the text | shown as |
//! |---|---|
//! | control characters, also a lone carriage return | `\u{1b}`, `\r` |
//! | characters that take no room, turn the direction or are only a blank | `\u{200b}` |
//! | code points for private use, or without any meaning | `\u{e000}` |
//! | eight blanks or more in a row ([`code`], [`line()`]) | `\u{20}×200` |
//! | blanks at the end of a line ([`code`], [`line()`]) | `\u{20}` |
//! | a tab ([`code`], [`line()`]) | `\t` |
//! | more than two line breaks in a row ([`code`]) | `\n×200` |
//! | a line break ([`line()`]) | `\n` |
//!
//! Emoji keep the selector and the joiners between them: those show.

use std::borrow::Cow;
use std::fmt::Write;

/// This many blanks in a row are counted instead of shown.
const MANY_BLANKS: usize = 8;
/// This many line breaks in a row are counted instead of shown.
const MANY_BREAKS: usize = 3;

/// Makes every character of a text visible. Blanks and line breaks stay as they are:
/// use [`code`] for what a person is to judge.
#[must_use]
pub fn text(text: &str) -> Cow<'_, str> {
    if is_plain(text) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\t' => shown.push(c),
            _ if hides(before, c, chars.peek().copied()) => spell(c, &mut shown),
            _ => shown.push(c),
        }
        before = Some(c);
    }
    Cow::Owned(shown)
}

/// Makes every character of a command or a script visible, as [`text()`] does, and
/// runs of blanks too.
#[must_use]
pub fn code(text: &str) -> String {
    let shown = self::text(text);
    let mut lines = String::with_capacity(shown.len());
    let mut breaks = 0;
    for (number, line) in shown.split('\n').enumerate() {
        breaks += usize::from(number > 0);
        if line.is_empty() {
            continue;
        }
        push_breaks(breaks, &mut lines);
        breaks = 0;
        push_line(line, &mut lines);
    }
    push_breaks(breaks, &mut lines);
    lines
}

/// Makes every character of a command or a script visible, on one line.
#[must_use]
pub fn line(text: &str) -> String {
    let shown = self::text(text);
    let mut line = String::with_capacity(shown.len());
    for (number, part) in shown.split('\n').enumerate() {
        if number > 0 {
            line.push_str("\\n");
        }
        push_line(part, &mut line);
    }
    line
}

fn push_breaks(count: usize, into: &mut String) {
    if count > MANY_BREAKS {
        let _ = write!(into, "\n\\n×{count}\n");
    } else {
        into.extend(std::iter::repeat_n('\n', count));
    }
}

/// One line, with its blanks counted where they are many or at the end. The
/// blanks before its first word are its indentation, up to a limit.
fn push_line(line: &str, into: &mut String) {
    let mut rest = line;
    while let Some(start) = rest.find([' ', '\t']) {
        let (before, from) = rest.split_at(start);
        into.push_str(before);
        let end = from.find(|c| c != ' ').unwrap_or(from.len());
        if end == 0 {
            into.push_str("\\t");
            rest = &from[1..];
            continue;
        }
        let at_end = end == from.len();
        let indentation = into.is_empty() || into.ends_with('\n');
        let most = if indentation {
            4 * MANY_BLANKS
        } else {
            MANY_BLANKS
        };
        match end {
            1 if at_end => into.push_str("\\u{20}"),
            count if at_end || count >= most => {
                let _ = write!(into, "\\u{{20}}×{count}");
            }
            _ => into.push_str(&from[..end]),
        }
        rest = &from[end..];
    }
    into.push_str(rest);
}

fn spell(c: char, into: &mut String) {
    into.extend(c.escape_default());
}

/// Most texts are.
fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

/// Whether a character does not show, between these two.
fn hides(before: Option<char>, c: char, after: Option<char>) -> bool {
    match c {
        '\u{fe0f}' => !before.is_some_and(is_emoji),
        '\u{200d}' => {
            let joins = before.is_some_and(|c| is_emoji(c) || c == '\u{fe0f}');
            !(joins && after.is_some_and(is_emoji))
        }
        _ => c.is_control() || is_invisible(c),
    }
}

/// Pictures that a selector may follow.
fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{27bf}' | '\u{2900}'..='\u{297f}'
        | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// Code points that take no room, turn the direction, are only a blank, or mean
/// nothing by the standard: Default_Ignorable_Code_Point, the other format
/// characters, separators but the blank, private use, and what is never assigned.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}'
        | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{1680}'
        | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        // Spaces of every width, zero-width characters, direction.
        | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}'
        // A pattern of Braille without dots, fillers.
        | '\u{2800}' | '\u{3000}' | '\u{3164}' | '\u{ffa0}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{fff0}'..='\u{fffc}' | '\u{fffe}'..='\u{ffff}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{16fe4}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}'
        // Tags, variation selectors, private use and all that has no meaning yet.
        | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_no_room_or_looks_like_a_blank_is_marked() {
        for c in [
            '\u{a0}',
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{17b4}',
            '\u{180e}',
            '\u{2003}',
            '\u{200b}',
            '\u{200d}',
            '\u{200e}',
            '\u{2028}',
            '\u{202e}',
            '\u{202f}',
            '\u{2060}',
            '\u{2066}',
            '\u{206f}',
            '\u{2800}',
            '\u{3000}',
            '\u{3164}',
            '\u{e000}',
            '\u{fe00}',
            '\u{fe0f}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff9}',
            '\u{1d159}',
            '\u{1d173}',
            '\u{e0001}',
            '\u{e0041}',
            '\u{e0100}',
            '\u{f0000}',
            '\u{10fff0}',
            '\r',
            '\u{7}',
            '\u{1b}',
            '\u{7f}',
            '\u{9b}',
        ] {
            let written = format!("ls{c}x");
            let mark = c.escape_default().to_string();
            for shown in [text(&written).into_owned(), code(&written), line(&written)] {
                assert_eq!(shown, format!("ls{mark}x"), "{mark}");
            }
        }
    }

    #[test]
    fn what_shows_stays_as_it_is() {
        for plain in [
            "",
            "hooks/guard é.sh --x='a  b'",
            "naïve e\u{301} 漢字 हिन्दी עברית",
            "⚠\u{fe0f} 👨\u{200d}👩\u{200d}👧 ✅",
        ] {
            assert_eq!(text(plain), plain);
            assert_eq!(code(plain), plain);
            assert_eq!(line(plain), plain);
        }
    }

    #[test]
    fn blanks_do_not_push_the_end_of_a_command_out_of_sight() {
        let written = format!("true{}; rm -rf x", " ".repeat(200));
        assert_eq!(code(&written), r"true\u{20}×200; rm -rf x");
        assert_eq!(line(&written), r"true\u{20}×200; rm -rf x");
        assert_eq!(text(&written), written);
        assert_eq!(code("a\tb "), r"a\tb\u{20}");
        let written = format!("true{}rm -rf x", "\n".repeat(200));
        assert_eq!(code(&written), "true\n\\n×200\nrm -rf x");
        assert_eq!(line("a\nb"), r"a\nb");
        assert_eq!(
            code("if x; then\n    y\n\nfi\n"),
            "if x; then\n    y\n\nfi\n"
        );
    }
}
