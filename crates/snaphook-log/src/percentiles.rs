//! Of many times, the few that say how long something takes.

/// Some of many numbers, by rank: of a hundred, `p95` is the 95th.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Percentiles {
    /// How many there are; of none, all else is 0.
    pub count: usize,
    /// The smallest.
    pub min: i64,
    /// The one in the middle.
    pub p50: i64,
    /// 95 of 100 are not above it.
    pub p95: i64,
    /// 99 of 100 are not above it.
    pub p99: i64,
    /// The largest.
    pub max: i64,
    /// The mean, rounded down.
    pub mean: i64,
}

impl Percentiles {
    /// Those of these numbers.
    ///
    /// ```
    /// use snaphook_log::Percentiles;
    ///
    /// let of = Percentiles::of((1..=100).collect());
    /// assert_eq!((of.p50, of.p95, of.p99, of.max), (50, 95, 99, 100));
    /// ```
    #[must_use]
    pub fn of(mut numbers: Vec<i64>) -> Self {
        numbers.sort_unstable();
        let count = numbers.len();
        let rank = |percent: usize| {
            let rank = (count * percent).div_ceil(100).max(1);
            numbers.get(rank - 1).copied().unwrap_or_default()
        };
        let sum: i128 = numbers.iter().map(|number| i128::from(*number)).sum();
        let mean = sum.checked_div(i128::try_from(count).unwrap_or(1));
        Self {
            count,
            min: numbers.first().copied().unwrap_or_default(),
            p50: rank(50),
            p95: rank(95),
            p99: rank(99),
            max: numbers.last().copied().unwrap_or_default(),
            mean: mean
                .and_then(|mean| i64::try_from(mean).ok())
                .unwrap_or_default(),
        }
    }
}
