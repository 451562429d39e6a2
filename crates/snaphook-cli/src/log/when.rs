//! Parses and prints times as people write them.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan, Zoned};

use crate::error::CommandError;

/// The time that a text means, in milliseconds since 1970.
pub(crate) fn read(text: &str) -> Result<i64, CommandError> {
    let now = Zoned::now();
    parse_time(text, &now).ok_or_else(|| {
        CommandError::new(format!("invalid time `{text}`"))
            .help("write a time ago (`30m`, `2h`, `7d`), a day (`2026-11-03`, `today`) or a time (`2026-11-03T14:30`)")
    })
}

fn parse_time(text: &str, now: &Zoned) -> Option<i64> {
    let start = |day: Date| day.to_zoned(now.time_zone().clone()).ok();
    let time = if let Ok(ago) = text.parse::<Span>() {
        // `2h` and `2h ago` mean the same time.
        now.checked_sub(ago.abs()).ok()?
    } else if let Ok(time) = text.parse::<Timestamp>() {
        time.to_zoned(TimeZone::UTC)
    } else if let Some(day) = text.parse::<Date>().ok().filter(|_| !text.contains(':')) {
        start(day)?
    } else if let Ok(time) = text.parse::<DateTime>() {
        time.to_zoned(now.time_zone().clone()).ok()?
    } else {
        match text {
            "today" => start(now.date())?,
            "yesterday" => start(now.date().checked_sub(1.day()).ok()?)?,
            _ => return None,
        }
    };
    Some(time.timestamp().as_millisecond())
}

/// A time where the reader is.
pub(crate) fn local(milliseconds: i64) -> String {
    shown(milliseconds, TimeZone::system(), "%Y-%m-%d %H:%M:%S")
}

/// A time in a few characters.
pub(crate) fn local_short(milliseconds: i64) -> String {
    shown(milliseconds, TimeZone::system(), "%m-%d %H:%M")
}

/// A time for programs.
pub(crate) fn utc(milliseconds: i64) -> String {
    shown(milliseconds, TimeZone::UTC, "%Y-%m-%dT%H:%M:%S%.3fZ")
}

fn shown(milliseconds: i64, zone: TimeZone, format: &str) -> String {
    match Timestamp::from_millisecond(milliseconds) {
        Ok(time) => time.to_zoned(zone).strftime(format).to_string(),
        Err(_) => milliseconds.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let now: Zoned = "2026-11-16T12:00:00+01:00[+01:00]".parse().unwrap();
        let read = |text: &str| parse_time(text, &now).map(utc);
        for (text, time) in [
            ("7d", "2026-11-09T11:00:00.000Z"),
            ("1h30m", "2026-11-16T09:30:00.000Z"),
            ("90s", "2026-11-16T10:58:30.000Z"),
            ("2w", "2026-11-02T11:00:00.000Z"),
            ("7 days ago", "2026-11-09T11:00:00.000Z"),
            ("today", "2026-11-15T23:00:00.000Z"),
            ("yesterday", "2026-11-14T23:00:00.000Z"),
            ("2026-11-03", "2026-11-02T23:00:00.000Z"),
            ("2026-11-03T14:30", "2026-11-03T13:30:00.000Z"),
            ("2026-11-03 14:30:05", "2026-11-03T13:30:05.000Z"),
            ("2026-11-03T14:30:00Z", "2026-11-03T14:30:00.000Z"),
        ] {
            assert_eq!(read(text).as_deref(), Some(time), "{text}");
        }
        for text in ["", "soon", "7", "2026-13-01", "-"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
