//! Bounds the bytes of messages that are read at a time, because a message is in
//! memory before it is checked.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::options::ClientLimits;

/// The bytes of one permit.
const UNIT: usize = 1024;

/// The bytes that may be read at a time. Reading waits only for the sender, so every
/// waiting message gets its turn, also the answers of functions.
#[derive(Debug)]
pub(super) struct ReadBudget {
    units: Semaphore,
    all: u32,
}

impl ReadBudget {
    /// Makes a budget of the bytes in flight, and at least one message.
    pub(super) fn of(limits: &ClientLimits) -> Self {
        let bytes = limits.bytes_in_flight.max(limits.message_bytes);
        let all = units(bytes);
        Self {
            units: Semaphore::new(all as usize),
            all,
        }
    }

    /// Reserves room for a message of `bytes` bytes; waits up to `patience`.
    pub(super) async fn reserve(
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
        let budget = ReadBudget::of(&ClientLimits {
            message_bytes: 4096,
            bytes_in_flight: 8192,
            ..ClientLimits::default()
        });
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
