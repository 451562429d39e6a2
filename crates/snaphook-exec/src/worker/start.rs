//! Decides whether a worker may be started after others of its command failed.

use std::time::Duration;

use tokio::time::Instant;

use crate::back_off::BackOff;

/// The first pause after workers that ended badly.
pub(super) const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// Requests wait for a pause up to this long; a longer one fails them.
const WAITED_FOR: Duration = Duration::from_secs(1);

/// Whether a worker may be started.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StartDecision {
    Now,
    /// Later, but soon enough for requests to wait.
    At(Instant),
    /// So late that requests fail with this message.
    Refused(String),
}

impl StartDecision {
    /// Decides by the number of workers in a row that failed before they answered
    /// anything.
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
            StartDecision::after(&back_off, now)
        };
        assert_eq!(fail(0), StartDecision::Now);
        assert_eq!(fail(1), StartDecision::Now);
        assert_eq!(fail(1), StartDecision::At(now + FIRST_PAUSE));
        let StartDecision::Refused(why) = fail(5) else {
            panic!("3.2 seconds are too long to wait");
        };
        assert!(why.contains("7 times") && why.contains("3.2 s"), "{why}");
        assert!(why.ends_with("the last one crashed"), "{why}");
    }
}
