//! Numbers as bars, and times in words.

/// Characters of the longest bar.
const WIDTH: usize = 24;

const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A bar as long as `part` is of `whole`. What is more than nothing is seen.
pub(crate) fn bar(part: i64, whole: i64) -> String {
    let (part, whole) = (part.max(0), whole.max(1));
    let eighths = i128::from(part.min(whole)) * (WIDTH as i128) * 8 / i128::from(whole);
    let eighths = usize::try_from(eighths).unwrap_or_default();
    let eighths = if part > 0 { eighths.max(1) } else { 0 };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
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
        assert_eq!(bar(100, 100), "█".repeat(WIDTH));
        assert_eq!(bar(50, 100), "█".repeat(WIDTH / 2));
        assert_eq!(bar(1, 100_000), "▏");
        assert_eq!(bar(0, 100), "");
        assert_eq!(bar(5, 0), "█".repeat(WIDTH));
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
