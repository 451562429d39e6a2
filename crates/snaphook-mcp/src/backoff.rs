//! How long to leave a server alone that keeps failing.

use std::time::Duration;

use tokio::time::Instant;

const FIRST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(30);

/// Counts failures in a row. After the first the server may be tried again at
/// once: most crashes are single ones. After that the pause doubles.
#[derive(Debug, Default)]
pub(crate) struct BackOff {
    failures: u32,
    not_before: Option<Instant>,
    why: String,
}

impl BackOff {
    /// It worked.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// It failed again.
    pub(crate) fn failed(&mut self, why: String) {
        self.failures = self.failures.saturating_add(1);
        self.not_before = Instant::now().checked_add(pause(self.failures));
        self.why = why;
    }

    /// Whether it may be tried now.
    ///
    /// # Errors
    /// When it may not, until when and why.
    pub(crate) fn check(&self) -> Result<(), String> {
        let left = self
            .not_before
            .map(|then| then.saturating_duration_since(Instant::now()))
            .filter(|left| !left.is_zero());
        match left {
            None => Ok(()),
            Some(left) => Err(format!(
                "it failed {} times in a row, and is tried again in {} ms; the last time: {}",
                self.failures,
                left.as_millis().max(1),
                self.why
            )),
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
    use std::time::Duration;

    use super::{BackOff, pause};

    #[test]
    fn the_pause_doubles_up_to_its_longest() {
        let milliseconds: Vec<_> = [1, 2, 3, 4, 8, 9, 10, u32::MAX]
            .map(|failures| pause(failures).as_millis())
            .into();
        assert_eq!(
            milliseconds,
            [0, 250, 500, 1_000, 16_000, 30_000, 30_000, 30_000]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn it_holds_until_the_pause_is_over_and_forgets_when_it_worked() {
        let mut back_off = BackOff::default();
        back_off.failed("one".to_owned());
        assert!(back_off.check().is_ok());
        back_off.failed("two".to_owned());
        let message = back_off.check().unwrap_err();
        assert!(
            message.contains("250 ms") && message.ends_with("two"),
            "{message}"
        );
        tokio::time::advance(Duration::from_millis(250)).await;
        assert!(back_off.check().is_ok());
        back_off.clear();
        back_off.failed("three".to_owned());
        assert!(back_off.check().is_ok());
    }
}
