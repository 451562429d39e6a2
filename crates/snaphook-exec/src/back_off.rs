//! How long to leave alone what keeps failing: a worker, an MCP server.

use std::time::Duration;

use tokio::time::Instant;

const LONGEST: Duration = Duration::from_secs(30);

/// Counts failures in a row. After the first, the next try may come at once:
/// most crashes are single ones. After that the pause doubles, up to half a
/// minute. Success ends the row.
///
/// ```
/// use std::time::Duration;
///
/// use snaphook_exec::BackOff;
/// use tokio::time::Instant;
///
/// let (mut back_off, now) = (BackOff::default(), Instant::now());
/// let first = Duration::from_millis(100);
/// back_off.failed("crashed", first, now);
/// assert!(back_off.pause(now).is_none());
/// back_off.failed("crashed", first, now);
/// assert_eq!(back_off.pause(now).map(|pause| pause.left), Some(first));
/// back_off.clear();
/// assert!(back_off.pause(now).is_none());
/// ```
#[derive(Debug, Default)]
pub struct BackOff {
    failures: u32,
    not_before: Option<Instant>,
    why: String,
}

/// A pause that is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pause<'a> {
    /// How often it failed in a row.
    pub failures: u32,
    /// When it may be tried again.
    pub until: Instant,
    /// How long that is from now.
    pub left: Duration,
    /// How it failed the last time.
    pub why: &'a str,
}

impl BackOff {
    /// It worked.
    pub fn clear(&mut self) {
        if self.failures > 0 {
            *self = Self::default();
        }
    }

    /// It failed again; `first` is how long the first pause of a row is.
    pub fn failed(&mut self, why: &str, first: Duration, now: Instant) {
        self.failures = self.failures.saturating_add(1);
        self.not_before = now.checked_add(length(self.failures, first));
        why.clone_into(&mut self.why);
    }

    /// The pause, if it may not be tried now.
    #[must_use]
    pub fn pause(&self, now: Instant) -> Option<Pause<'_>> {
        let until = self.not_before.filter(|until| *until > now)?;
        Some(Pause {
            failures: self.failures,
            until,
            left: until.duration_since(now),
            why: &self.why,
        })
    }
}

fn length(failures: u32, first: Duration) -> Duration {
    match failures {
        0 | 1 => Duration::ZERO,
        more => LONGEST.min(first.saturating_mul(2_u32.saturating_pow(more - 2))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Duration = Duration::from_millis(100);

    #[test]
    fn the_pause_doubles_up_to_its_longest() {
        let milliseconds: Vec<_> = [0, 1, 2, 3, 4, 10, 11, u32::MAX]
            .map(|failures| length(failures, FIRST).as_millis())
            .into();
        assert_eq!(milliseconds, [0, 0, 100, 200, 400, 25_600, 30_000, 30_000]);
    }

    #[test]
    fn it_holds_until_the_pause_is_over_and_forgets_when_it_worked() {
        let mut back_off = BackOff::default();
        let now = Instant::now();
        back_off.failed("one", FIRST, now);
        assert_eq!(back_off.pause(now), None);
        back_off.failed("two", FIRST, now);
        let until = now + FIRST;
        let pause = Pause {
            failures: 2,
            until,
            left: FIRST,
            why: "two",
        };
        assert_eq!(back_off.pause(now), Some(pause));
        assert_eq!(back_off.pause(until), None);
        back_off.clear();
        back_off.failed("three", FIRST, now);
        assert_eq!(back_off.pause(now), None);
    }
}
