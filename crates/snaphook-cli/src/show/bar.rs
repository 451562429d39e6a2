//! Prints numbers as bars, and times in words.

use super::columns::columns;
use super::style;
use super::width::{cut, width};

/// Characters of the longest bar, and of the shortest that is worth showing.
const LONGEST: usize = 24;
const SHORTEST: usize = 6;

/// Characters of a name that are always shown.
const NAME: usize = 12;

const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A bar as long as `part` is of `whole`. What is more than nothing is seen.
fn bar(part: i64, whole: i64, length: usize) -> String {
    let (part, whole) = (part.max(0), whole.max(1));
    let length = i128::try_from(length).unwrap_or_default();
    let eighths = i128::from(part.min(whole)) * length * 8 / i128::from(whole);
    let eighths = usize::try_from(eighths).unwrap_or_default();
    let eighths = if part > 0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

/// Prints rows that begin with a name, each with a bar for its number, as far as
/// the terminal has room.
pub(crate) fn print_bars<const N: usize>(
    headings: [&str; N],
    mut rows: Vec<[String; N]>,
    numbers: &[i64],
) {
    let headings = headings.map(str::to_owned);
    let longest = |lines: &[String]| {
        let lengths = lines.iter().map(|line| line.chars().count());
        lengths.max().unwrap_or_default()
    };
    let mut lines = columns(&headings, &rows);
    let room = width();
    if let Some(room) = room {
        let too_much = longest(&lines).saturating_sub(room);
        let names = rows.iter().map(|row| row[0].chars().count()).max();
        let names = names.unwrap_or_default();
        if too_much > 0 && names > NAME {
            for row in &mut rows {
                row[0] = cut(&row[0], names.saturating_sub(too_much).max(NAME));
            }
            lines = columns(&headings, &rows);
        }
    }
    let widest = longest(&lines);
    let length = room.map_or(LONGEST, |room| room.saturating_sub(widest + 2).min(LONGEST));
    let whole = numbers.iter().copied().max().unwrap_or_default();
    let bold = style::BOLD;
    let mut lines = lines.iter();
    if let Some(headings) = lines.next() {
        crate::say!("{bold}{headings}{bold:#}");
    }
    for (line, number) in lines.zip(numbers) {
        match length >= SHORTEST {
            true => crate::say!("{line:<widest$}  {}", bar(*number, whole, length)),
            false => crate::say!("{line}"),
        }
    }
}

/// Microseconds as people read them.
pub(crate) fn microseconds(time: i64) -> String {
    match time {
        ..1_000 => format!("{time} µs"),
        1_000..10_000_000 => format!("{}.{} ms", time / 1000, time % 1000 / 100),
        _ => format!("{}.{} s", time / 1_000_000, time % 1_000_000 / 100_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_numbers() {
        assert_eq!(bar(100, 100, 24), "█".repeat(24));
        assert_eq!(bar(50, 100, 24), "█".repeat(12));
        assert_eq!(bar(50, 100, 8), "████");
        assert_eq!(bar(1, 100_000, 24), "▏");
        assert_eq!(bar(0, 100, 24), "");
        assert_eq!(bar(5, 0, 24), "█".repeat(24));
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        let shown = [0, 999, 1_000, 12_345, 9_999_999, 10_000_000, 61_250_000].map(microseconds);
        let words = [
            "0 µs",
            "999 µs",
            "1.0 ms",
            "12.3 ms",
            "9999.9 ms",
            "10.0 s",
            "61.2 s",
        ];
        assert_eq!(shown, words);
    }
}
