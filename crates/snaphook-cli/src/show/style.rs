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
/// or a command redraw the screen.
pub(crate) fn plain(text: &str) -> String {
    let unsafe_char = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(unsafe_char) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match unsafe_char(c) {
            true => c.escape_default().to_string(),
            false => c.to_string(),
        })
        .collect()
}

/// The same on one line.
pub(crate) fn one_line(text: &str) -> String {
    plain(text).replace('\n', "\\n").replace('\t', "\\t")
}
