//! How many bytes of messages are read at a time: a message is in memory before
//! anybody knows whether it may be.

use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::options::Limits;

/// Bytes for which there is one permit.
const UNIT: usize = 1024;

/// What may be read at a time. Reading waits for nothing but its sender, so
/// whoever waits here gets its turn; also the answers of functions do.
#[derive(Debug)]
pub(super) struct Budget {
    units: Semaphore,
    all: u32,
}

impl Budget {
    /// As much as may be in flight, and at least one message.
    pub(super) fn of(limits: &Limits) -> Self {
        let bytes = limits.bytes_in_flight.max(limits.message_bytes);
        let all = units(bytes);
        Self {
            units: Semaphore::new(all as usize),
            all,
        }
    }

    /// Room for a message of so many bytes; waits until there is some, but not
    /// for longer than `patience`.
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
        let budget = Budget::of(&Limits {
            message_bytes: 4096,
            bytes_in_flight: 8192,
            ..Limits::default()
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
