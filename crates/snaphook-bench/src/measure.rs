//! Rounds that take turns.
//!
//! Every round runs each contender once, one right after the other, for about
//! the same short time. The ratio is the median of the rounds' own ratios: what
//! slows a round down slows all of its contenders, and a round in which only one
//! was held up does not affect the median.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long a contender runs in one round: shorter than what a scheduler gives,
/// so that most rounds are not interrupted.
const ROUND: Duration = Duration::from_micros(150);

/// Does its work so often and says how long that took.
pub type Contender<'a> = Box<dyn FnMut(usize) -> Duration + 'a>;

/// Times a closure that does the work once, and the dropping of what it gives.
pub fn once<'a, T>(mut work: impl FnMut() -> T + 'a) -> Contender<'a> {
    Box::new(move |times| {
        let start = Instant::now();
        for _ in 0..times {
            drop(black_box(work()));
        }
        start.elapsed()
    })
}

/// The times of several contenders, in seconds for one piece of work: those of
/// one round are at the same index.
#[derive(Debug, Clone, Default)]
pub struct Timings(Vec<Vec<f64>>);

impl Timings {
    /// Measures contenders whose work takes nanoseconds or microseconds.
    pub fn of_small(rounds: usize, contenders: &mut [Contender<'_>]) -> Self {
        let times: Vec<usize> = contenders.iter_mut().map(|one| calibrated(one)).collect();
        Self::of(rounds, contenders, &times)
    }

    /// Measures contenders whose work takes longer: one piece of it a round.
    pub fn of_large(rounds: usize, contenders: &mut [Contender<'_>]) -> Self {
        for one in contenders.iter_mut() {
            one(1);
        }
        let times = vec![1; contenders.len()];
        Self::of(rounds, contenders, &times)
    }

    fn of(rounds: usize, contenders: &mut [Contender<'_>], times: &[usize]) -> Self {
        let mut measured = vec![Vec::with_capacity(rounds); contenders.len()];
        let last = contenders.len().saturating_sub(1);
        for round in 0..rounds {
            // Who comes second finds warmer caches: they take turns in that, too.
            let order = (0..=last).map(|index| if round % 2 == 0 { index } else { last - index });
            for index in order {
                let took = contenders[index](times[index]).as_secs_f64();
                measured[index].push(took / times[index] as f64);
            }
        }
        Self(measured)
    }

    /// The median of one contender.
    #[must_use]
    pub fn median(&self, contender: usize) -> f64 {
        quantile(&self.0[contender], 0.5)
    }

    /// A quantile of one contender.
    #[must_use]
    pub fn quantile(&self, contender: usize, part: f64) -> f64 {
        quantile(&self.0[contender], part)
    }

    /// The median of how many times longer `one` took than `other`.
    #[must_use]
    pub fn ratio(&self, one: usize, other: usize) -> f64 {
        let rounds = self.0[one].iter().zip(&self.0[other]);
        let ratios: Vec<f64> = rounds.map(|(one, other)| one / other).collect();
        quantile(&ratios, 0.5)
    }
}

/// How often the work fits into a round.
fn calibrated(contender: &mut Contender<'_>) -> usize {
    let mut times = 1;
    loop {
        let took = contender(times);
        if took >= ROUND || times >= 1 << 24 {
            return times;
        }
        // Towards the goal, but not past it because of one slow start.
        let missing = ROUND.as_secs_f64() / took.as_secs_f64().max(1e-9);
        times = (times as f64 * missing.clamp(1.2, 8.0)).ceil() as usize;
    }
}

/// A quantile of some numbers; not a number for none.
#[must_use]
pub fn quantile(numbers: &[f64], part: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    let at = (last as f64 * part).round() as usize;
    sorted.get(at).copied().unwrap_or(f64::NAN)
}
