//! The text of a settings file, kept so that what is found later (by the
//! lints) can still say where, and be shown with its line.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::finding::Location;
use crate::format::Format;
use crate::written::part_of;

/// A file's text and where its lines begin.
#[derive(Debug, Clone)]
pub struct SourceText {
    file: Arc<Path>,
    format: Format,
    text: Arc<str>,
    starts: Vec<usize>,
    /// How many characters begin before each [`BLOCK`]: a file may be one long
    /// line, with thousands of places in it.
    begun: Vec<usize>,
}

/// So many bytes of a line are looked through for one place.
const BLOCK: usize = 1024;

/// How many characters begin in these bytes.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

impl Default for SourceText {
    fn default() -> Self {
        Self::new(Path::new("").into(), "")
    }
}

impl SourceText {
    /// The text of a file, without a byte order mark. The extension says the
    /// format.
    #[must_use]
    pub fn new(file: Arc<Path>, text: &str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self {
            format: Format::of(&file),
            file,
            text: text.into(),
            starts,
            begun: text
                .as_bytes()
                .chunks(BLOCK)
                .scan(0, |begun, block| {
                    let before = *begun;
                    *begun += characters(block);
                    Some(before)
                })
                .collect(),
        }
    }

    /// This text, whose settings are in another format than the file's name says.
    #[must_use]
    pub(crate) fn in_format(self, format: Format) -> Self {
        Self { format, ..self }
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Arc<Path> {
        &self.file
    }

    /// Its text, without a byte order mark: spans count from here.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of these bytes.
    #[must_use]
    pub fn at(&self, span: Range<usize>) -> Location {
        let (line, column) = self.line_and_column(span.start);
        Location {
            file: Arc::clone(&self.file),
            line,
            column,
            span,
        }
    }

    /// The line and the column (in characters) of a byte, both from 1.
    #[must_use]
    pub fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        let column = match self.text.is_char_boundary(offset) {
            true => self.characters_before(offset) - self.characters_before(start),
            false => 0,
        };
        (line, column + 1)
    }

    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        let rest = self.text.as_bytes().get(block * BLOCK..offset);
        match self.begun.get(block) {
            Some(begun) => begun + rest.map_or(0, characters),
            // The end of the text is the end of a block.
            None => characters(self.text.as_bytes()),
        }
    }

    /// Where a part of a string's value is in the file: `part` counts
    /// bytes of the value, `string` is the string as written, with quotes.
    /// Where that cannot be known, it is the whole string.
    #[must_use]
    pub fn inside(&self, string: &Range<usize>, part: Range<usize>) -> Range<usize> {
        let exact = || {
            let written = self.text.get(string.clone())?;
            let part = part_of(written, self.format, &part)?;
            Some(string.start + part.start..string.start + part.end)
        };
        exact().unwrap_or_else(|| string.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        let text = SourceText::new(Path::new("s.json").into(), "{\n \"é\": 1}");
        assert_eq!(text.line_and_column(0), (1, 1));
        assert_eq!(text.line_and_column(7), (2, 5));
        assert_eq!(text.line_and_column(1000), (2, 9));
    }

    #[test]
    fn places_in_one_long_line_are_counted_as_in_a_short_one() {
        for length in [BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK] {
            let line = "aé".repeat(length).chars().take(length).collect::<String>();
            let whole = format!("{line}\n{line}");
            let text = SourceText::new(Path::new("s.json").into(), &whole);
            for (offset, _) in line.char_indices().chain([(line.len(), ' ')]) {
                let column = line[..offset].chars().count() + 1;
                assert_eq!(text.line_and_column(offset), (1, column));
                let second = line.len() + 1 + offset;
                assert_eq!(text.line_and_column(second), (2, column));
            }
        }
    }

    #[test]
    fn a_part_of_a_string_is_found_behind_escapes() {
        let written = r#"x "a\\b\u0041\ud83d\ude00c""#;
        let text = SourceText::new(Path::new("s.json").into(), written);
        let string = 2..written.len();
        let shown = |part| &written[text.inside(&string, part)];
        assert_eq!(shown(0..1), "a");
        assert_eq!(shown(1..2), r"\\");
        assert_eq!(shown(3..4), r"\u0041");
        assert_eq!(shown(8..9), "c");
        // What is not in the string is the whole string.
        assert_eq!(shown(8..20), &written[2..]);
        assert_eq!(shown(5..6), &written[2..]);
    }
}
