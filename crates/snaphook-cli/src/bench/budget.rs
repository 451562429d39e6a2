//! A limit that the times of an event or a hook must keep (`--budget`).

use std::fmt;

use snaphook_log::Percentiles;

/// A limit on one of the numbers.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TimeBudget {
    /// The hook it is for; `None`: the whole event.
    pub(crate) hook: Option<String>,
    number: TimeMeasure,
    /// Microseconds.
    limit: i64,
    or_equal: bool,
    written: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeMeasure {
    Mean,
    P50,
    P95,
    P99,
    Max,
}

impl TimeBudget {
    /// Reads `p95<50ms`, or `HOOK:p95<50ms`.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let wrong = || "expected a budget such as `p95<50ms` or `HOOK:p95<50ms`".to_owned();
        let (before, limit) = text.rsplit_once('<').ok_or_else(wrong)?;
        let (limit, or_equal) = match limit.strip_prefix('=') {
            Some(limit) => (limit, true),
            None => (limit, false),
        };
        let (hook, number) = match before.rsplit_once(':') {
            Some((hook, number)) => (Some(hook.trim().to_owned()), number),
            None => (None, before),
        };
        let number = match number.trim() {
            "mean" => TimeMeasure::Mean,
            "median" | "p50" => TimeMeasure::P50,
            "p95" => TimeMeasure::P95,
            "p99" => TimeMeasure::P99,
            "max" => TimeMeasure::Max,
            other => {
                return Err(format!(
                    "unknown measure `{other}`; use mean, median, p50, p95, p99 or max"
                ));
            }
        };
        Ok(Self {
            hook,
            number,
            limit: microseconds(limit.trim()).ok_or_else(wrong)?,
            or_equal,
            written: text.to_owned(),
        })
    }

    /// What it comes to, and whether that is within the limit.
    pub(super) fn look(&self, times: &Percentiles) -> (i64, bool) {
        let number = match self.number {
            TimeMeasure::Mean => times.mean,
            TimeMeasure::P50 => times.p50,
            TimeMeasure::P95 => times.p95,
            TimeMeasure::P99 => times.p99,
            TimeMeasure::Max => times.max,
        };
        let within = number < self.limit || (self.or_equal && number == self.limit);
        (number, within)
    }
}

impl fmt::Display for TimeBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

fn microseconds(text: &str) -> Option<i64> {
    let units = [("us", 1.0), ("µs", 1.0), ("ms", 1e3), ("s", 1e6)];
    let (number, unit) = units.iter().find_map(|(unit, size)| {
        let number = text.strip_suffix(unit)?.trim().parse::<f64>().ok()?;
        Some((number, size))
    })?;
    let time = number * unit;
    #[expect(clippy::cast_possible_truncation, reason = "checked to be in range")]
    (time.is_finite() && (0.0..1e15).contains(&time)).then_some(time as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read() {
        let times = Percentiles::of((1..=100).map(|ms| ms * 1000).collect());
        for (text, number, within) in [
            ("p95<96ms", 95_000, true),
            ("p95<95ms", 95_000, false),
            ("p95<=95ms", 95_000, true),
            ("median < 0.06s", 50_000, true),
            ("max<99999us", 100_000, false),
            ("no-rm:p99<1s", 99_000, true),
            ("a:b:mean<51ms", 50_500, true),
        ] {
            assert_eq!(
                TimeBudget::read(text).unwrap().look(&times),
                (number, within),
                "{text}"
            );
        }
        assert_eq!(
            TimeBudget::read("a:b:mean<1s").unwrap().hook.as_deref(),
            Some("a:b")
        );
        for text in [
            "",
            "p95",
            "p95<50",
            "p95<ms",
            "p94<50ms",
            "p95>50ms",
            "p95<-1ms",
            "p95<NaNms",
        ] {
            assert!(TimeBudget::read(text).is_err(), "{text}");
        }
    }
}
