//! Where values stand, as people see it. The parser says of a block scalar
//! where its first line is, and of a list that is not indented where its first
//! item is; here they begin with `|` and `-`.

use std::ops::Range;

use crate::written::block_indicators;

/// A block scalar from its header (`|`, `>`) to the end of its last line that
/// is not empty. `before` is where the value before it ends.
pub(super) fn block_scalar(text: &str, before: usize, span: &Range<usize>) -> Range<usize> {
    let start = header(text, before, span.start).unwrap_or(span.start);
    let written = text.get(start..span.end).unwrap_or_default();
    // Blanks at the end of that line are part of it.
    let (last, after) = written.split_at(written.trim_end().len());
    let blanks = after.find(['\n', '\r']).unwrap_or(after.len());
    start..start + last.len() + blanks
}

/// The header is on the last line with anything on it before the content,
/// behind the key and perhaps an anchor and a tag.
fn header(text: &str, before: usize, content: usize) -> Option<usize> {
    let between = text.get(before..content)?.trim_end();
    let line = between.rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let line_text = between.get(line..)?;
    line_text
        .match_indices(['|', '>'])
        .map(|(at, _)| at)
        .find(|at| line_text.get(*at..).and_then(block_indicators).is_some())
        .map(|at| before + line + at)
}

/// The `-` of the first item of a list in block style. `start` is where the
/// parser sees the list begin, `first` where its first item begins.
pub(super) fn block_list(text: &str, before: usize, start: usize, first: usize) -> usize {
    let is_item = |at: usize| {
        let rest = text.get(at..).and_then(|rest| rest.strip_prefix('-'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
    };
    // A list that is itself the first item begins with a `-` of its own.
    if is_item(start) && start != first {
        return start;
    }
    let between = text.get(before..start).unwrap_or_default();
    let mut at = before;
    for line in between.split_inclusive(['\n', '\r']) {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if is_item(at + indent) {
            return at + indent;
        }
        at += line.len();
    }
    start
}
