//! Fenced blocks of a page.

use super::pages::{Page, repository};

/// A fenced block.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// Its first word: the language.
    pub(super) language: String,
    /// The words after it.
    words: Vec<String>,
    /// What is in it, line by line.
    pub(super) lines: Vec<String>,
    /// The line of the page on which it begins, from 1.
    pub(super) line: usize,
}

impl Block {
    pub(super) fn has(&self, word: &str) -> bool {
        self.words.iter().any(|own| own == word)
    }

    /// What stands behind `key=`.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        let mut words = self.words.iter();
        words.find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    }

    pub(super) fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The file of the repository that is put in when the book is built.
    fn include(&self) -> Option<&str> {
        let [line] = &*self.lines else { return None };
        line.strip_prefix("{{#include ")?.strip_suffix("}}")
    }

    pub(super) fn is_include(&self) -> bool {
        self.include().is_some()
    }

    /// The block as it is in the built book.
    pub(super) fn included(mut self, page: &Page) -> Self {
        if let Some(file) = self.include() {
            let beside = repository().join(&page.name);
            let text = std::fs::read_to_string(beside.parent().unwrap().join(file.trim()));
            self.lines = text
                .unwrap_or_else(|error| panic!("{}: {file}: {error}", page.name))
                .lines()
                .map(str::to_owned)
                .collect();
        }
        self
    }
}

/// The blocks of a page, in order.
pub(super) fn of(page: &Page) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, Block)> = None;
    for (number, line) in page.text.lines().enumerate() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        open = match open.take() {
            Some((fence, block)) if ticks >= fence && line.trim_end().len() == ticks => {
                blocks.push(block);
                None
            }
            Some((fence, mut block)) => {
                block.lines.push(line.to_owned());
                Some((fence, block))
            }
            None if ticks >= 3 => Some((ticks, begun(&line[ticks..], number + 1))),
            None => None,
        };
    }
    assert!(open.is_none(), "{}: a block has no end", page.name);
    blocks
}

fn begun(info: &str, line: usize) -> Block {
    let mut words = info.split([' ', ',']).filter(|word| !word.is_empty());
    Block {
        language: words.next().unwrap_or_default().to_owned(),
        words: words.map(str::to_owned).collect(),
        lines: Vec::new(),
        line,
    }
}
