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
