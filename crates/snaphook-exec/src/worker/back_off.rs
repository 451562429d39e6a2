//! How long to leave a worker alone that keeps failing.

use std::time::Duration;

use tokio::time::Instant;

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(30);

/// A longer pause than this is not waited for.
const WAITED_FOR: Duration = Duration::from_secs(1);

/// Counts workers in a row that ended badly before they answered anything.
/// After the first the next may start at once: most crashes are single ones.
/// After that the pause doubles. An answer ends the row.
#[derive(Debug, Default)]
pub(super) struct BackOff {
    failures: u32,
    not_before: Option<Instant>,
    why: String,
}

/// Whether a worker may be started.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Start {
    Now,
    /// Soon enough to wait for it.
    At(Instant),
    /// Too late to wait for it: when, and why.
    Refused(String),
}

impl BackOff {
    /// A worker answered.
    pub(super) fn clear(&mut self) {
        if self.failures > 0 {
            *self = Self::default();
        }
    }

    /// A worker ended badly, and had not answered anything.
    pub(super) fn failed(&mut self, why: &str, now: Instant) {
        self.failures = self.failures.saturating_add(1);
        self.not_before = now.checked_add(pause(self.failures));
        why.clone_into(&mut self.why);
    }

    /// Whether one may be started now.
    pub(super) fn start(&self, now: Instant) -> Start {
        match self.not_before {
            Some(then) if then > now && then.duration_since(now) > WAITED_FOR => {
                let left = then.duration_since(now);
                Start::Refused(format!(
                    "its worker failed {} times in a row, and is started again in {:.1} s; the last one {}",
                    self.failures,
                    left.as_secs_f64(),
                    self.why
                ))
            }
            Some(then) if then > now => Start::At(then),
            _ => Start::Now,
        }
    }
}

fn pause(failures: u32) -> Duration {
    match failures {
        0 | 1 => Duration::ZERO,
        more => LONGEST.min(FIRST.saturating_mul(2_u32.saturating_pow(more - 2))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_doubles_up_to_its_longest() {
        let milliseconds: Vec<_> = [0, 1, 2, 3, 4, 10, 11, u32::MAX]
            .map(|failures| pause(failures).as_millis())
            .into();
        assert_eq!(milliseconds, [0, 0, 100, 200, 400, 25_600, 30_000, 30_000]);
    }

    #[tokio::test(start_paused = true)]
    async fn short_pauses_are_waited_for_and_long_ones_are_not() {
        let mut back_off = BackOff::default();
        let now = Instant::now();
        back_off.failed("crashed", now);
        assert_eq!(back_off.start(now), Start::Now);
        back_off.failed("crashed", now);
        let then = now + Duration::from_millis(100);
        assert_eq!(back_off.start(now), Start::At(then));
        assert_eq!(back_off.start(then), Start::Now);
        for _ in 0..5 {
            back_off.failed("crashed", now);
        }
        let Start::Refused(why) = back_off.start(now) else {
            panic!("3.2 seconds are too long to wait");
        };
        assert!(why.contains("7 times") && why.contains("3.2 s"), "{why}");
        assert!(why.ends_with("the last one crashed"), "{why}");
        back_off.clear();
        assert_eq!(back_off.start(now), Start::Now);
    }
}
