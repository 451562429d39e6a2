//! Takes the secrets of commands out of a text.

use std::ops::Range;

use super::pieces::{PieceWord, Pieces, TextPiece};
use super::reading::CommandReader;
use crate::named::SecretNames;

/// Commands within quotes within commands that are looked into.
const DEEPEST: usize = 4;

/// Takes them out, but not where JSON was looked into already, which is moved by what
/// goes before it; how many there were.
pub(crate) fn take_out_of_commands(
    names: &SecretNames,
    text: &mut String,
    done: &mut [Range<usize>],
) -> usize {
    let mut found = Vec::new();
    find(names, text, 0, 0, &mut found);
    found.retain(|(range, _)| !is_within(range, done));
    found.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut new = String::new();
    let (mut kept, mut count, mut moved) = (0, 0, 0);
    for (range, name) in found {
        if range.start < kept {
            continue;
        }
        while let Some(json) = done.get_mut(moved).filter(|json| json.end <= range.start) {
            shift(json, kept, new.len());
            moved += 1;
        }
        new.push_str(&text[kept..range.start]);
        new.push_str(&format!("[redacted: {name}]"));
        kept = range.end;
        count += 1;
    }
    if count > 0 {
        for json in &mut done[moved..] {
            shift(json, kept, new.len());
        }
        new.push_str(&text[kept..]);
        *text = new;
    }
    count
}

/// Moves a range behind what ended at `old` and ends at `new` now.
fn shift(range: &mut Range<usize>, old: usize, new: usize) {
    *range = range.start - old + new..range.end - old + new;
}

fn is_within(range: &Range<usize>, done: &[Range<usize>]) -> bool {
    let next = done.partition_point(|done| done.end <= range.start);
    done.get(next).is_some_and(|done| done.start < range.end)
}

/// Finds them in a part of a text that begins at this byte of it.
fn find(
    names: &SecretNames,
    text: &str,
    base: usize,
    depth: usize,
    found: &mut Vec<(Range<usize>, &'static str)>,
) {
    let mut pieces = Pieces::of(text);
    let mut reading = CommandReader::new(names, false);
    // Words that hits may still name: those of one pipe.
    let mut words: Vec<PieceWord<'_>> = Vec::new();
    loop {
        let piece = pieces.next();
        match piece {
            Some(TextPiece::Word(word)) => {
                let taken = reading.word(words.len(), &word.text);
                if let Some(inner) = word.inner.clone()
                    && !taken
                    && depth < DEEPEST
                {
                    find(
                        names,
                        &text[inner.clone()],
                        base + inner.start,
                        depth + 1,
                        found,
                    );
                }
                words.push(word);
            }
            Some(TextPiece::Redirection) => reading.redirection(),
            Some(TextPiece::HereString) => reading.here_string(),
            Some(TextPiece::HereDocument) => reading.here_document(),
            Some(TextPiece::Pipe) => {
                reading.end(true);
            }
            Some(TextPiece::End) | None => {
                let over = piece.is_none();
                let document = reading.end(false);
                for hit in reading.hits.drain(..) {
                    let range = raw(text, &words[hit.word], &hit.bytes);
                    found.push((base + range.start..base + range.end, hit.name));
                }
                words.clear();
                if let Some(mark) = document
                    && let Some(range) = document_before(text, pieces.at(), &mark)
                {
                    found.push((base + range.start..base + range.end, "password"));
                    pieces.skip_to(range.end);
                }
                if over {
                    return;
                }
            }
        }
    }
}

/// Where a part of a word stands, with the quotes around it.
fn raw(text: &str, word: &PieceWord<'_>, bytes: &Range<usize>) -> Range<usize> {
    let written = &text[word.raw.clone()];
    if bytes.len() == word.text.len() {
        return word.raw.clone();
    }
    // Quotes are the only difference, but for a few backslashes: the part is looked for.
    let part = &word.text[bytes.clone()];
    match written.rfind(part) {
        Some(at) => {
            let start = word.raw.start + at;
            start..start + part.len()
        }
        None => word.raw.clone(),
    }
}

/// The lines of a here-document that ends with this word.
fn document_before(text: &str, from: usize, mark: &str) -> Option<Range<usize>> {
    // As JSON has it.
    let line_end = match text[..from].ends_with("\\n") {
        true => "\\n",
        false => "\n",
    };
    let mut at = from;
    for line in text[from..].split_inclusive(line_end) {
        let line_without_end = line.strip_suffix(line_end).unwrap_or(line);
        if line_without_end.trim().trim_end_matches('"') == mark {
            let end = at - line_end.len().min(at - from);
            return (from < end).then_some(from..end);
        }
        at += line.len();
    }
    None
}
