//! Which processor this thread and the processes it starts run on.
//!
//! A round trip between two processes takes several times as long when each has a
//! processor of its own as when they share one, because the other must be woken. So
//! a round trip is only compared with one of the same placement.

/// Where two processes that talk to each other run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// Wherever the scheduler puts them.
    Free,
    /// Both on the same processor.
    Together,
    /// Each on a processor of its own.
    Apart,
}

impl Placement {
    /// Those that are named, and can be had here.
    #[must_use]
    pub fn named() -> Vec<(Self, &'static str)> {
        let mut named = Vec::new();
        if pinned::processors().is_some() {
            named.push((Self::Together, "on one core"));
        }
        if pinned::processors().is_some_and(|processors| processors.len() > 1) {
            named.push((Self::Apart, "on two cores"));
        }
        named
    }

    /// Starts processes with `start`, and does the rest of the work with `run`, each
    /// where it belongs. Afterwards everything is as it was.
    pub fn at<T, R>(self, start: impl FnOnce() -> T, run: impl FnOnce(T) -> R) -> R {
        let Some(all) = pinned::processors().filter(|_| self != Self::Free) else {
            return run(start());
        };
        let (here, there) = match self {
            Self::Apart => (all.first(), all.last()),
            _ => (all.first(), all.first()),
        };
        pinned::pin(there.as_slice());
        let started = start();
        pinned::pin(here.as_slice());
        let done = run(started);
        pinned::pin(&all.iter().collect::<Vec<_>>());
        done
    }
}

#[cfg(target_os = "linux")]
mod pinned {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    /// Those that may be used.
    pub(super) fn processors() -> Option<Vec<usize>> {
        let set = sched_getaffinity(None).ok()?;
        let all = (0..CpuSet::MAX_CPU).filter(|at| set.is_set(*at));
        Some(all.collect()).filter(|all: &Vec<_>| !all.is_empty())
    }

    /// This thread, and what it starts, uses only these.
    pub(super) fn pin(processors: &[&usize]) {
        let mut set = CpuSet::new();
        processors.iter().for_each(|at| set.set(**at));
        // Where it cannot be done, both sides of a row are free alike.
        let _ = sched_setaffinity(None, &set);
    }
}

#[cfg(not(target_os = "linux"))]
mod pinned {
    /// Processes cannot be pinned to a core here.
    pub(super) fn processors() -> Option<Vec<usize>> {
        None
    }

    pub(super) fn pin(_: &[&usize]) {}
}
