//! Whether the policy of a machine may be too old. A clock that was set back says nothing
//! of the age, so it counts as too old.

use snaphook_settings::PolicySource;

use super::layout::BundleStore;
use super::slot::{BundleSlot, StoredBundle};

/// How far a clock may have been ahead when the server was asked.
const CLOCK_SLACK: i64 = 300;

/// What a machine knows of its policy.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoreStatus {
    /// The bundle in force.
    pub in_force: Option<StoredBundle>,
    /// The bundle that is only watched.
    pub observed: Option<StoredBundle>,
    /// When the server's bundle was known to be the newest, in seconds since 1970.
    pub checked_at: Option<i64>,
    /// Why the last request brought nothing that counts.
    pub problem: Option<String>,
    /// Why what is in force may be too old.
    pub stale: Option<String>,
}

impl BundleStore {
    /// What is known of the policy of this source at this time.
    #[must_use]
    pub fn status(&self, source: &PolicySource, now: i64) -> StoreStatus {
        let known = self.source_state(&source.url);
        let observed_problem = source.observe_url.as_deref().and_then(|url| {
            let problem = self.source_state(url).problem?;
            Some(format!("observed bundle: {problem}"))
        });
        StoreStatus {
            in_force: self.stored(BundleSlot::InForce).ok().flatten(),
            observed: self.stored(BundleSlot::Observed).ok().flatten(),
            checked_at: known.checked_at,
            problem: known.problem.or(observed_problem),
            stale: too_old(known.checked_at, source.max_staleness, now),
        }
    }
}

/// Why something that was checked at this time may be too old.
fn too_old(checked_at: Option<i64>, max_staleness: u32, now: i64) -> Option<String> {
    if max_staleness == 0 {
        return None;
    }
    let Some(checked_at) = checked_at else {
        return Some("nobody knows when the server was last asked for a newer one".to_owned());
    };
    let age = now.saturating_sub(checked_at);
    if age < -CLOCK_SLACK {
        let message = "the clock was set back, so nobody knows how old it is";
        return Some(message.to_owned());
    }
    (age > i64::from(max_staleness)).then(|| {
        let at = jiff::Timestamp::from_second(checked_at);
        let at = at.map_or_else(|_| "long ago".to_owned(), |at| format!("at {at}"));
        format!(
            "the server was last asked for a newer one {at}, and `maxStaleness` is \
             {max_staleness} seconds"
        )
    })
}

/// Why a bundle that expires at this time counts no more.
pub(super) fn expired(expires_at: Option<i64>, shown: Option<&str>, now: i64) -> Option<String> {
    let is_over = expires_at.is_some_and(|at| at <= now);
    is_over.then(|| format!("it expired at {}", shown.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_moved_is_no_proof_of_youth() {
        let now = 1_000_000;
        for (checked_at, limit, stale) in [
            (Some(now), 60, false),
            (Some(now - 60), 60, false),
            (Some(now - 61), 60, true),
            (Some(now + 300), 60, false),
            (Some(now + 301), 60, true),
            (None, 60, true),
            (None, 0, false),
            (Some(0), 0, false),
            (Some(i64::MAX), 60, true),
            (Some(i64::MIN + now), 60, true),
        ] {
            let said = too_old(checked_at, limit, now);
            assert_eq!(said.is_some(), stale, "{checked_at:?} {limit} {said:?}");
        }
    }
}
