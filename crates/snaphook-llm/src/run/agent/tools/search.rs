//! `search_text`

use std::io::{BufReader, Read};
use std::path::Path;

use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;
use tokio_util::sync::CancellationToken;

use super::find::GlobFilter;
use super::toolbox::Toolbox;
use crate::run::agent::page::{Page, is_binary, next_line};
use crate::run::agent::walk::FileWalk;

/// Of longer lines only this much is searched.
const LONGEST_LINE: usize = 64 * 1024;

/// Of a line that is found, this much is shown.
const SHOWN: usize = 300;

/// What one search reads at most.
const FURTHEST: u64 = 64 * 1024 * 1024;

const MORE_LINES: &str = "there is more: ask more narrowly";
const MORE_FILES: &str = "there are more files than were looked at: search a smaller folder";

#[derive(Deserialize)]
pub(super) struct SearchArgs {
    regex: String,
    path: Option<String>,
    glob: Option<String>,
}

pub(super) fn run(
    toolbox: &Toolbox,
    args: &SearchArgs,
    page: Page,
    stop: &CancellationToken,
) -> Result<String, String> {
    let regex = RegexBuilder::new(&args.regex)
        .size_limit(1 << 20)
        .build()
        .map_err(|error| error.to_string())?;
    let wanted = args.glob.as_deref().map(GlobFilter::new).transpose()?;
    let base = toolbox.folders.real(args.path.as_deref().unwrap_or("."))?;
    let mut search = Search {
        toolbox,
        regex,
        page,
        left: FURTHEST,
    };
    if base.is_file() {
        let whole = search.file(&base);
        return Ok(search.over(!whole, MORE_LINES));
    }
    let mut walk = FileWalk::below(&base, stop);
    for file in walk.by_ref() {
        let asked = wanted.as_ref().is_none_or(|wanted| wanted.is(&file, &base));
        if asked && !search.file(&file) {
            return Ok(search.over(true, MORE_LINES));
        }
    }
    Ok(search.over(walk.cut, MORE_FILES))
}

struct Search<'a> {
    toolbox: &'a Toolbox,
    regex: Regex,
    page: Page,
    /// Bytes that it may still read.
    left: u64,
}

impl Search<'_> {
    /// Searches a file; says whether to go on. Files that cannot be read, or are
    /// no text, have nothing to find.
    fn file(&mut self, file: &Path) -> bool {
        let Ok(opened) = self.toolbox.folders.open(file) else {
            return true;
        };
        let mut reader = BufReader::new(opened.take(self.left));
        if is_binary(&mut reader).unwrap_or(true) {
            return true;
        }
        let going_on = self.lines(file, &mut reader);
        self.left = reader.into_inner().limit();
        going_on && self.left > 0
    }

    fn lines(&mut self, file: &Path, reader: &mut impl std::io::BufRead) -> bool {
        let mut number = 0;
        while let Ok(Some(line)) = next_line(reader, LONGEST_LINE) {
            number += 1;
            if self.regex.is_match(&line) {
                let shown = self.toolbox.folders.show(file);
                let text: String = String::from_utf8_lossy(&line).chars().take(SHOWN).collect();
                if !self.page.line(&format!("{shown}:{number}: {text}")) {
                    return false;
                }
            }
        }
        true
    }

    fn over(mut self, cut: bool, note: &str) -> String {
        if cut {
            self.page.note(note);
        } else if self.page.is_empty() {
            self.page.note("no line matches");
        }
        self.page.into_text()
    }
}
