//! Tables in Markdown, and the columns that most of them share.

use snaphook_dialects::{Dialect, HAND_WRITTEN};

/// A table. What is empty is a dash.
pub(super) struct Table(String);

impl Table {
    pub(super) fn new(head: &[&str]) -> Self {
        let mut table = Self(String::new());
        table.row(head.iter().map(|cell| (*cell).to_owned()));
        table.0.push_str(&"|---".repeat(head.len()));
        table.0.push_str("|\n");
        table
    }

    /// A table with a column per dialect.
    pub(super) fn of_dialects(first: &str) -> Self {
        let names = HAND_WRITTEN.iter().map(|dialect| dialect.name());
        let head: Vec<&str> = std::iter::once(first).chain(names).collect();
        Self::new(&head)
    }

    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        for (number, cell) in cells.into_iter().enumerate() {
            let cell = match cell.as_str() {
                "" if number > 0 => "–".to_owned(),
                _ => cell.replace('|', "\\|"),
            };
            self.0.push_str(&format!("| {cell} "));
        }
        self.0.push_str("|\n");
    }

    /// A row that says the same of every dialect.
    pub(super) fn each(&mut self, first: &str, cell: impl Fn(&dyn Dialect) -> String) {
        let cells = HAND_WRITTEN.iter().map(|dialect| cell(*dialect));
        self.row(std::iter::once(first.to_owned()).chain(cells));
    }

    pub(super) fn text(self) -> String {
        self.0
    }
}

/// A word as code.
pub(super) fn code(word: impl std::fmt::Display) -> String {
    format!("`{word}`")
}

/// Words as code, with commas.
pub(super) fn codes<T: std::fmt::Display>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<_> = words.into_iter().map(code).collect();
    words.join(", ")
}
