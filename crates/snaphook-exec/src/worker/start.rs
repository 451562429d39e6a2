//! Whether a worker may be started, of a command whose workers may keep failing.

use std::time::Duration;

use tokio::time::Instant;

use crate::back_off::BackOff;

/// The first pause after workers that ended badly.
pub(super) const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// A longer pause than this is not waited for.
const WAITED_FOR: Duration = Duration::from_secs(1);

/// Whether a worker may be started.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Start {
    Now,
    /// Soon enough to wait for it.
    At(Instant),
    /// Too late to wait for it: when, and why.
    Refused(String),
}

impl Start {
    /// What follows from the workers in a row that ended badly before they
    /// answered anything.
    pub(super) fn after(back_off: &BackOff, now: Instant) -> Self {
        match back_off.pause(now) {
            None => Self::Now,
            Some(pause) if pause.left <= WAITED_FOR => Self::At(pause.until),
            Some(pause) => Self::Refused(format!(
                "its worker failed {} times in a row, and is started again in {:.1} s; the last one {}",
                pause.failures,
                pause.left.as_secs_f64(),
                pause.why
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_pauses_are_waited_for_and_long_ones_are_not() {
        let mut back_off = BackOff::default();
        let now = Instant::now();
        let mut fail = |times: u32| {
            for _ in 0..times {
                back_off.failed("crashed", FIRST_PAUSE, now);
            }
            Start::after(&back_off, now)
        };
        assert_eq!(fail(0), Start::Now);
        assert_eq!(fail(1), Start::Now);
        assert_eq!(fail(1), Start::At(now + FIRST_PAUSE));
        let Start::Refused(why) = fail(5) else {
            panic!("3.2 seconds are too long to wait");
        };
        assert!(why.contains("7 times") && why.contains("3.2 s"), "{why}");
        assert!(why.ends_with("the last one crashed"), "{why}");
    }
}
