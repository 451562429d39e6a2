//! The colours of all output. They are removed where the output is not a terminal.

use anstyle::{AnsiColor, Style};
use snaphook::visible;

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
    visible::text(text).into_owned()
}

/// A command or a script that a person is to judge: blanks hide nothing either.
pub(crate) fn code(text: &str) -> String {
    visible::code(text)
}

/// Text from outside on one line, safe for a terminal.
pub(crate) fn one_line(text: &str) -> String {
    visible::line(text)
}
