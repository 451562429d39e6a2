//! Children of a list or an object go. What is taken away is their bytes, their
//! commas, and the blanks that are left over; comments stay.

use std::ops::Range;

use super::append::Container;
use super::gap::{blanks_after, blanks_before, comma, comments, is_break};
use super::patch::Patch;

impl Container<'_> {
    /// Removes the children that are chosen by their number.
    pub(super) fn remove(&self, chosen: impl Fn(usize) -> bool) -> Vec<Patch> {
        let count = self.children.len();
        let removed: Vec<usize> = (0..count).filter(|child| chosen(*child)).collect();
        if removed.is_empty() {
            return Vec::new();
        }
        if removed.len() == count && comments(self.text, self.inner.clone()).next().is_none() {
            return vec![Patch::delete(self.inner.clone())];
        }
        let commas: Vec<Option<usize>> = (0..count)
            .map(|child| comma(self.text, self.gap_after(child)))
            .collect();
        // Without the last child, the comma before it is one too many, unless
        // there was one after it.
        let one_too_many = (chosen(count - 1) && commas[count - 1].is_none())
            .then(|| (0..count).rev().find(|child| !chosen(*child)))
            .flatten()
            .and_then(|kept| commas[kept]);
        let own = removed.iter().flat_map(|child| {
            let comma = commas[*child].map(|at| at..at + 1);
            [Some(self.children[*child].clone()), comma]
        });
        let first = one_too_many.map(|at| at..at + 1);
        let mut parts: Vec<Range<usize>> = own.flatten().chain(first).collect();
        parts.sort_by_key(|part| part.start);
        self.joined(parts)
            .into_iter()
            .map(|part| Patch::delete(self.with_blanks(part)))
            .collect()
    }

    /// The bytes between a child and the next one.
    fn gap_after(&self, child: usize) -> Range<usize> {
        let next = self.children.get(child + 1);
        self.children[child].end..next.map_or(self.inner.end, |next| next.start)
    }

    /// Parts with only blanks between them are one.
    fn joined(&self, parts: Vec<Range<usize>>) -> Vec<Range<usize>> {
        let mut joined: Vec<Range<usize>> = Vec::new();
        for part in parts {
            match joined.last_mut() {
                Some(last) if self.text[last.end..part.start].trim().is_empty() => {
                    last.end = part.end;
                }
                _ => joined.push(part),
            }
        }
        joined
    }

    /// A part with the blanks that would be left over: its whole lines if
    /// nothing else is in them.
    fn with_blanks(&self, part: Range<usize>) -> Range<usize> {
        let text = self.text;
        let (from, to) = (
            blanks_before(text, part.start),
            blanks_after(text, part.end),
        );
        let before = text[..from].chars().next_back();
        let begins = before.is_none_or(is_break);
        let after = &text[to..];
        let ends = after.is_empty() || after.starts_with(is_break);
        match (begins, ends) {
            (true, true) => from..to + break_length(after),
            (false, true) => from..part.end,
            (true, false) => part.start..to,
            // The comma of a neighbour, with a comment behind it.
            (false, false) if &text[part.clone()] == "," => part,
            // What follows takes its place.
            (false, false) if text[part.clone()].ends_with(',') && to < self.inner.end => {
                part.start..to
            }
            (false, false) => from..part.end,
        }
    }
}

fn break_length(text: &str) -> usize {
    match text {
        text if text.starts_with("\r\n") => 2,
        text if text.starts_with(is_break) => 1,
        _ => 0,
    }
}
