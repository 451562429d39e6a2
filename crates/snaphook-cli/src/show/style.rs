//! Colours, in one place. They are dropped where output is no terminal.

use anstyle::{AnsiColor, Style};

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(anstyle::Color::Ansi(colour)))
}

pub(crate) const ERROR: Style = colour(AnsiColor::Red).bold();
pub(crate) const HELP: Style = colour(AnsiColor::Cyan).bold();
pub(crate) const WARNING: Style = colour(AnsiColor::Yellow);
pub(crate) const GOOD: Style = colour(AnsiColor::Green);
pub(crate) const BAD: Style = colour(AnsiColor::Red);
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const BOLD: Style = Style::new().bold();

/// Text from outside, safe for a terminal: control characters would let a hook
/// or a command redraw the screen, and others hide what it says.
pub(crate) fn plain(text: &str) -> String {
    if !text.contains(is_unsafe) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match is_unsafe(c) {
            true => c.escape_default().to_string(),
            false => c.to_string(),
        })
        .collect()
}

/// Control characters, and those that turn the direction of writing or take no
/// room: a command must not look like another one.
fn is_unsafe(c: char) -> bool {
    let hides = matches!(c,
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}');
    hides || (c.is_control() && c != '\n' && c != '\t')
}

/// The same on one line.
pub(crate) fn one_line(text: &str) -> String {
    plain(text).replace('\n', "\\n").replace('\t', "\\t")
}
