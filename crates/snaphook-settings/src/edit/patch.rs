//! Changing bytes of a text.

use std::ops::Range;

/// New text in the place of some bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Patch {
    pub(super) range: Range<usize>,
    pub(super) with: String,
}

impl Patch {
    pub(super) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::replace(at..at, text)
    }

    pub(super) fn delete(range: Range<usize>) -> Self {
        Self::replace(range, "")
    }

    pub(super) fn replace(range: Range<usize>, with: impl Into<String>) -> Self {
        let with = with.into();
        Self { range, with }
    }
}

/// The text with all patches, which do not overlap. Of two in the same place,
/// the first comes first.
pub(super) fn patched(text: &str, mut patches: Vec<Patch>) -> String {
    patches.sort_by_key(|patch| patch.range.start);
    let mut result = String::with_capacity(text.len());
    let mut done = 0;
    for patch in patches {
        result.push_str(text.get(done..patch.range.start).unwrap_or_default());
        result.push_str(&patch.with);
        done = patch.range.end.max(done);
    }
    result.push_str(text.get(done..).unwrap_or_default());
    result
}
