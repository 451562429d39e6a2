//! Whose turn it is to start a process.
//!
//! Two things are bounded: how many processes there are at all, since each holds
//! files of the host, and how many of them are *young*. A process that was just
//! started wants a processor; when more of them want one than there are, all get
//! slower, and what they do in a second gets less. One that is still there a moment
//! later mostly waits, for a server or a person, and keeps nobody from starting.

use std::num::NonZero;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How long a process is young: longer than most hooks take.
pub const YOUNG: Duration = Duration::from_millis(20);

/// A turn: a place among the processes, held until the process has ended.
#[derive(Debug)]
pub struct Turn {
    _place: OwnedSemaphorePermit,
    young: Option<OwnedSemaphorePermit>,
}

impl Turn {
    /// The process is no longer young: another one may start.
    pub fn grow_up(&mut self) {
        self.young = None;
    }
}

/// The places.
#[derive(Debug)]
pub(super) struct Turns {
    places: Arc<Semaphore>,
    limit: usize,
    /// Made when the first process starts: to count the processors takes a while.
    young: OnceLock<Arc<Semaphore>>,
}

impl Turns {
    /// So many processes at once, and as many of them young as the machine can use.
    pub(super) fn new(limit: usize) -> Self {
        let limit = limit.clamp(1, Semaphore::MAX_PERMITS);
        Self {
            places: Arc::new(Semaphore::new(limit)),
            limit,
            young: OnceLock::new(),
        }
    }

    fn young(&self) -> Arc<Semaphore> {
        let young = self.young.get_or_init(|| {
            // Four for each processor keep it busy, also while some of them wait.
            let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
            Arc::new(Semaphore::new((processors * 4).max(8)))
        });
        Arc::clone(young)
    }

    /// A turn, if nobody has to be waited for.
    pub(super) fn now(&self) -> Option<Turn> {
        let young = self.young().try_acquire_owned().ok()?;
        Some(Turn {
            _place: Arc::clone(&self.places).try_acquire_owned().ok()?,
            young: Some(young),
        })
    }

    /// Waits for one. Who waits longest is the next.
    pub(super) async fn next(&self) -> Option<Turn> {
        // Nobody closes them; if they did, nobody would be held up.
        let young = self.young().acquire_owned().await.ok()?;
        Some(Turn {
            _place: Arc::clone(&self.places).acquire_owned().await.ok()?,
            young: Some(young),
        })
    }

    /// How many are taken.
    pub(super) fn taken(&self) -> usize {
        self.limit.saturating_sub(self.places.available_permits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(limit: usize, young: usize) -> Turns {
        Turns {
            young: OnceLock::from(Arc::new(Semaphore::new(young))),
            ..Turns::new(limit)
        }
    }

    #[test]
    fn a_process_that_stays_lets_others_start() {
        let turns = turns(3, 1);
        let mut first = turns.now().unwrap();
        assert!(turns.now().is_none());
        first.grow_up();
        let mut second = turns.now().unwrap();
        second.grow_up();
        let mut third = turns.now().unwrap();
        third.grow_up();
        assert_eq!(turns.taken(), 3);
        // Grown up or not, there is a limit.
        assert!(turns.now().is_none());
        drop(second);
        drop(third);
        assert_eq!(turns.taken(), 1);
        drop(first);
        assert_eq!(turns.taken(), 0);
    }

    #[tokio::test]
    async fn who_waits_gets_the_place_of_one_that_has_ended() {
        let turns = turns(1, 8);
        let first = turns.now().unwrap();
        assert!(turns.now().is_none());
        let (second, ()) = tokio::join!(turns.next(), async { drop(first) });
        assert!(second.is_some());
        assert_eq!(turns.taken(), 1);
    }
}
