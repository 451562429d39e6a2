//! Who ends a child that is not wanted any more.

use std::sync::Weak;
use std::time::Duration;

use tokio::process::Child;
use tokio::runtime::Handle;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use super::load::{Load, Loads, Pooled};
use super::os::{self, Group};
use super::turn::{Turn, Turns};

/// Between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_secs(1);

/// All processes of one engine: how many may run at once, and the reapers of
/// those that were cancelled.
#[derive(Debug)]
pub struct Processes {
    turns: Turns,
    loads: Loads,
    reapers: TaskTracker,
}

impl Default for Processes {
    fn default() -> Self {
        // A running hook holds three pipes and one descriptor to wait on.
        // Half of what the host may open is left to the host.
        let files = os::file_limit().unwrap_or(1024);
        let limit = usize::try_from(files / 8)
            .unwrap_or(usize::MAX)
            .clamp(1, 512);
        Self::with_limit(limit)
    }
}

impl Processes {
    /// At most `limit` processes at once; the others wait their turn.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        let reapers = TaskTracker::new();
        reapers.close();
        Self {
            turns: Turns::new(limit),
            loads: Loads::default(),
            reapers,
        }
    }

    /// Waits for a turn to start a process. Held until the process has ended.
    pub async fn admit(&self) -> Option<Turn> {
        // Most need not wait. Turns go to those who do first.
        if let Some(turn) = self.turns.now() {
            return Some(turn);
        }
        let _waiting = self.loads.wait();
        self.turns.next().await
    }

    /// What runs now, and what waits to run.
    #[must_use]
    pub fn load(&self) -> Load {
        self.loads.load(self.turns.taken())
    }

    /// Counts what a pool has, too, as long as it is there.
    pub(crate) fn count(&self, pool: Weak<dyn Pooled>) {
        self.loads.add(pool);
    }

    /// Waits until every process that was cancelled is gone.
    pub async fn all_reaped(&self) {
        self.reapers.wait().await;
    }
}

/// A child and its group. Dropped before the child has ended, it hands them
/// to a reaper.
#[derive(Debug)]
pub(super) struct OwnedChild {
    child: Option<Child>,
    group: Option<Group>,
    asked_to_end: Option<Instant>,
    runtime: Handle,
    reapers: TaskTracker,
}

impl OwnedChild {
    pub(super) fn new(child: Child, processes: &Processes) -> Self {
        Self {
            group: Group::of(&child),
            child: Some(child),
            asked_to_end: None,
            runtime: Handle::current(),
            reapers: processes.reapers.clone(),
        }
    }

    pub(super) fn child(&mut self) -> Option<&mut Child> {
        self.child.as_mut()
    }

    /// Asks the group to end, once.
    pub(super) fn terminate(&mut self) {
        if self.asked_to_end.is_none() {
            self.asked_to_end = Some(Instant::now());
            if let Some(group) = &self.group {
                group.terminate();
            }
        }
    }

    /// The child has ended by itself. What it left behind may stay: a hook may
    /// leave a daemon.
    pub(super) fn release(mut self) {
        self.child = None;
        self.group = None;
    }
}

impl Drop for OwnedChild {
    fn drop(&mut self) {
        self.terminate();
        let (Some(child), Some(group)) = (self.child.take(), self.group.take()) else {
            return;
        };
        let since = self.asked_to_end.unwrap_or_else(Instant::now);
        let last_resort = KillOnDrop(Some(group));
        self.reapers
            .spawn_on(reap(child, last_resort, since), &self.runtime);
    }
}

/// Kills the group when the reaper itself is dropped: the runtime shuts down.
struct KillOnDrop(Option<Group>);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        if let Some(group) = &self.0 {
            group.kill();
        }
    }
}

/// Gives a group that was asked to end its time, then ends it.
async fn reap(mut child: Child, mut last_resort: KillOnDrop, since: Instant) {
    let deadline = since + GRACE;
    let leader_ended = tokio::time::timeout_at(deadline, child.wait())
        .await
        .is_ok();
    let Some(group) = &last_resort.0 else {
        return;
    };
    if leader_ended {
        // The group's number stays taken while any member lives, so asking
        // often is safe: nobody else can get it in between.
        let mut pause = Duration::from_millis(1);
        while group.is_alive() {
            if Instant::now() >= deadline {
                group.kill();
                break;
            }
            tokio::time::sleep(pause.min(deadline.duration_since(Instant::now()))).await;
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    } else {
        group.kill();
        let _ = child.wait().await;
    }
    last_resort.0 = None;
}
