//! Ends children that are no longer wanted, with their process groups.

use std::sync::Weak;
use std::time::Duration;

use snaphook_sandbox::Confinement;
use tokio::process::Child;
use tokio::runtime::Handle;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use super::load::{Load, LoadSource, LoadSources};
use super::os::{self, Group};
use super::permit::{ProcessPermit, ProcessPermits};

/// Between SIGTERM and SIGKILL.
const GRACE: Duration = Duration::from_secs(1);

/// All processes of one engine: how many may run at once, and the reapers of
/// those that were cancelled.
#[derive(Debug)]
pub struct Processes {
    permits: ProcessPermits,
    loads: LoadSources,
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
    /// Allows at most `limit` processes at once; others wait.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        let reapers = TaskTracker::new();
        reapers.close();
        Self {
            permits: ProcessPermits::new(limit),
            loads: LoadSources::default(),
            reapers,
        }
    }

    /// Waits for the permit to start a process. It is held until the process has
    /// ended.
    pub async fn admit(&self) -> Option<ProcessPermit> {
        // Most do not wait. Those that do get their permits in order.
        if let Some(permit) = self.permits.try_acquire() {
            return Some(permit);
        }
        let _waiting = self.loads.wait();
        self.permits.acquire().await
    }

    /// What runs now, and what waits to run.
    #[must_use]
    pub fn load(&self) -> Load {
        self.loads.load(self.permits.taken())
    }

    /// Counts the workers and requests of a pool, too, as long as it exists.
    pub(crate) fn count(&self, pool: Weak<dyn LoadSource>) {
        self.loads.add(pool);
    }

    /// Something that counts as a process that is not reaped yet.
    pub(crate) fn reaping(&self) -> TaskTrackerToken {
        self.reapers.token()
    }

    /// Waits until every process that was cancelled is gone.
    pub async fn all_reaped(&self) {
        self.reapers.wait().await;
    }
}

/// A child and its process group. When it is dropped before the child has ended, a
/// reaper task ends both.
#[derive(Debug)]
pub(super) struct OwnedChild {
    child: Option<Child>,
    group: Option<Group>,
    /// What else runs in its sandbox ends with it.
    confinement: Option<Confinement>,
    asked_to_end: Option<Instant>,
    runtime: Handle,
    reapers: TaskTracker,
}

impl OwnedChild {
    pub(super) fn new(child: Child, processes: &Processes) -> Self {
        Self {
            group: Group::of(&child),
            child: Some(child),
            confinement: None,
            asked_to_end: None,
            runtime: Handle::current(),
            reapers: processes.reapers.clone(),
        }
    }

    /// The sandbox that it runs in.
    pub(super) fn confined_by(mut self, confinement: Option<Confinement>) -> Self {
        self.confinement = confinement;
        self
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

    /// Releases a child that has ended by itself. Other processes of its group go
    /// on: a hook may start a daemon. In a sandbox nothing does.
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
        self.reapers.spawn_on(
            reap(child, last_resort, since, self.confinement.take()),
            &self.runtime,
        );
    }
}

/// Kills the group if the reaper is dropped because the runtime shuts down.
struct KillOnDrop(Option<Group>);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        if let Some(group) = &self.0 {
            group.kill();
        }
    }
}

/// Waits for a group that was asked to end, and kills it when its time is up.
async fn reap(
    mut child: Child,
    mut last_resort: KillOnDrop,
    since: Instant,
    _confinement: Option<Confinement>,
) {
    let deadline = since + GRACE;
    let leader_ended = tokio::time::timeout_at(deadline, child.wait())
        .await
        .is_ok();
    let Some(group) = &last_resort.0 else {
        return;
    };
    if leader_ended {
        // The id of the group stays in use while any member lives, so no other
        // group can get it between two checks.
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
