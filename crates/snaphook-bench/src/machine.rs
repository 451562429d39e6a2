//! Where a run was made, and when: what its times, unlike its ratios, depend on.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::Serialize;

/// A machine at a moment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Machine {
    /// The day, in UTC.
    pub date: String,
    /// How many cores there are to run on.
    pub cores: usize,
    /// The processor's own name for itself.
    pub processor: String,
    /// The operating system.
    pub system: String,
    /// How much else was running.
    pub load: String,
}

impl Machine {
    /// This one, now.
    #[must_use]
    pub fn here() -> Self {
        let read = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
        let processor = read("/proc/cpuinfo")
            .lines()
            .find_map(|line| line.strip_prefix("model name"))
            .map(|name| name.trim_start_matches([' ', '\t', ':']).to_owned());
        let kernel = read("/proc/sys/kernel/osrelease");
        let load = read("/proc/loadavg");
        let load = load.split(' ').next().filter(|load| !load.is_empty());
        Self {
            date: today(),
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            processor: processor.unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            system: format!("{} {}", std::env::consts::OS, kernel.trim())
                .trim_end()
                .to_owned(),
            load: format!("load {} at the start", load.unwrap_or("unknown")),
        }
    }
}

fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let (year, month, day) = date(since.map_or(0, |since| since.as_secs() / 86_400));
    format!("{year}-{month:02}-{day:02}")
}

/// The date of a day that is so many after 1970-01-01.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(11_017), (2000, 3, 1));
        assert_eq!(date(20_818), (2026, 12, 31));
        assert_eq!(date(20_819), (2027, 1, 1));
    }
}
