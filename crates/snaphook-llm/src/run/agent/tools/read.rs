//! `read_file`

use std::io::{BufReader, Read};

use serde::Deserialize;

use super::toolbox::Toolbox;
use crate::run::agent::page::{Page, is_binary, next_line};

/// Longer lines are cut.
const LONGEST_LINE: usize = 2000;

/// No file is read further than this.
const FURTHEST: u64 = 64 * 1024 * 1024;

#[derive(Deserialize)]
pub(super) struct ReadArgs {
    path: String,
    offset: Option<u64>,
    limit: Option<u64>,
}

pub(super) fn run(toolbox: &Toolbox, args: ReadArgs, mut page: Page) -> Result<String, String> {
    let real = toolbox.folders.real(&args.path)?;
    let file = toolbox.folders.open(&real)?;
    let broken = |error: std::io::Error| format!("`{}` cannot be read: {error}", args.path);
    let mut reader = BufReader::new(file.take(FURTHEST));
    if is_binary(&mut reader).map_err(broken)? {
        return Err(format!("`{}` is a binary file", args.path));
    }
    let first = args.offset.unwrap_or(1).max(1);
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut number = 0;
    while let Some(line) = next_line(&mut reader, LONGEST_LINE).map_err(broken)? {
        number += 1;
        if number < first {
            continue;
        }
        let line = format!("{number}\t{}", String::from_utf8_lossy(&line));
        if number - first >= limit || !page.line(&line) {
            page.note(&format!("there is more: read on with offset {number}"));
            return Ok(page.into_text());
        }
    }
    if page.is_empty() {
        page.note(&format!("the file has {number} lines"));
    }
    Ok(page.into_text())
}
