//! The id of an invocation: a UUID of version 7, so that ids sort by time.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use uuid::{Builder, Uuid};

/// A new id. It names a call and keeps no secret: its random part is a keyed
/// hash of a counter, which needs neither the system nor a lock.
pub(crate) fn next() -> Uuid {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    let mut random = [0; 10];
    random[..8].copy_from_slice(&KEY.hash_one(count).to_le_bytes());
    random[8..].copy_from_slice(&count.to_be_bytes()[6..]);
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let millis = since.unwrap_or_default().as_millis();
    // Enough for eight thousand years.
    let millis = u64::try_from(millis).unwrap_or(u64::MAX);
    Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::next;

    #[test]
    fn every_id_is_another_one_of_version_7() {
        let ids: HashSet<_> = (0..100_000).map(|_| next()).collect();
        assert_eq!(ids.len(), 100_000);
        assert!(ids.iter().all(|id| id.get_version_num() == 7));
    }
}
