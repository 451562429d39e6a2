//! Finds the width of a line.

use std::io::IsTerminal;

/// The width of the terminal in characters; `None` if stdout is not a terminal, where
/// lines may have any length.
pub(crate) fn width() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    let said = std::env::var("COLUMNS").ok();
    let said = said.and_then(|columns| columns.parse().ok());
    let asked = || Some(usize::from(terminal_size::terminal_size()?.0.0));
    said.or_else(asked).filter(|width| *width > 0)
}

/// A text in so many characters; what does not fit is cut, and seen to be.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    match most.checked_sub(1) {
        None => String::new(),
        Some(most) => text.chars().take(most).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_by_characters() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äö…");
        assert_eq!(cut("ä", 0), "");
    }
}
