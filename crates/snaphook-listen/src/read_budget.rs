//! Bounds the bytes of messages that are read at a time, because a message is in
//! memory before it is checked.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

/// The bytes of one permit.
const UNIT: usize = 1024;

/// The bytes that may be read at a time. Reading waits only for the sender, so every
/// waiting message gets its turn, also the answers of functions.
#[derive(Debug)]
pub struct ReadBudget {
    units: Semaphore,
    all: u32,
}

impl ReadBudget {
    /// Makes a budget of so many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let all = units(bytes);
        Self {
            units: Semaphore::new(all as usize),
            all,
        }
    }

    /// Reserves room for a message of `bytes` bytes; waits up to `patience`.
    pub(crate) async fn reserve(
        &self,
        bytes: usize,
        patience: Duration,
    ) -> Option<SemaphorePermit<'_>> {
        let wanted = self.units.acquire_many(units(bytes).min(self.all));
        tokio::time::timeout(patience, wanted).await.ok()?.ok()
    }
}

fn units(bytes: usize) -> u32 {
    let units = bytes.div_ceil(UNIT).clamp(1, Semaphore::MAX_PERMITS);
    u32::try_from(units).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::ZERO;

    #[tokio::test]
    async fn no_more_is_read_than_there_is_room_for() {
        let budget = ReadBudget::new(8192);
        let first = budget.reserve(4096, SOON).await.unwrap();
        let second = budget.reserve(4096, SOON).await.unwrap();
        assert!(budget.reserve(1, SOON).await.is_none());
        drop(first);
        assert!(budget.reserve(4096, SOON).await.is_some());
        drop(second);
        // What is larger than all of it takes all of it.
        assert!(budget.reserve(1 << 20, SOON).await.is_some());
    }
}
