//! `read_transcript`

use std::io::{Read, Seek, SeekFrom};

use serde::Deserialize;

use super::toolbox::Toolbox;
use crate::run::agent::folders::open_plain;
use crate::run::agent::page::{PER_CALL, Page};

#[derive(Deserialize)]
pub(super) struct TranscriptArgs {
    lines: Option<usize>,
}

pub(super) fn run(
    toolbox: &Toolbox,
    args: TranscriptArgs,
    mut page: Page,
) -> Result<String, String> {
    let path = toolbox.transcript.as_deref();
    let path = path.ok_or("the session has no transcript")?;
    let broken = |why: String| format!("the transcript {why}");
    let real = path
        .canonicalize()
        .map_err(|error| broken(format!("cannot be found: {error}")))?;
    let mut file = open_plain(&real).map_err(broken)?;
    let mut tail = Vec::new();
    let whole = read_tail(&mut file, &mut tail).map_err(|error| broken(error.to_string()))?;
    let text = String::from_utf8_lossy(&tail);
    let mut lines: Vec<&str> = text.lines().collect();
    if !whole && !lines.is_empty() {
        // It was cut anywhere.
        lines.remove(0);
    }
    // The newest matter most: as many of them as there is room for.
    let mut kept: Vec<&str> = Vec::new();
    let mut room = page.room();
    for line in lines.iter().rev().take(args.lines.unwrap_or(usize::MAX)) {
        let Some(left) = room.checked_sub(line.len() + 1) else {
            break;
        };
        room = left;
        kept.push(line);
    }
    for line in kept.iter().rev() {
        page.line(line);
    }
    if kept.is_empty() {
        page.note("there is nothing in it that can be shown");
    } else if !whole || kept.len() < lines.len() {
        page.note("there is more before this");
    }
    Ok(page.into_text())
}

/// Reads the end of a file; says whether that is all of it.
fn read_tail(file: &mut std::fs::File, tail: &mut Vec<u8>) -> std::io::Result<bool> {
    let length = file.metadata()?.len();
    let start = length.saturating_sub(PER_CALL as u64);
    file.seek(SeekFrom::Start(start))?;
    file.take(PER_CALL as u64).read_to_end(tail)?;
    Ok(start == 0)
}
