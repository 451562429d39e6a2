//! All workers of one command, and what happens around its [`PoolState`].

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snaphook_core::answer::Response;
use tokio::runtime::Handle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::error::ProtocolError;
use super::file_stamps::FileStamps;
use super::keeper::keep;
use super::limits::WorkerLimits;
use super::outbox::WorkerOutbox;
use super::slot::{WorkerDue, WorkerLoss, WorkerRequest};
use super::spec::WorkerSpec;
use super::state::{PoolState, PoolStep};
use crate::process::{LoadSource, Processes};

/// The workers of one command.
#[derive(Debug)]
pub(super) struct Pool {
    pub(super) spec: WorkerSpec,
    pub(super) limits: WorkerLimits,
    pub(super) processes: Arc<Processes>,
    /// Keepers and alarms.
    tasks: TaskTracker,
    /// Cancelled when the pool gets no more requests.
    pub(super) closing: CancellationToken,
    runtime: Handle,
    state: Mutex<PoolState>,
}

impl LoadSource for Pool {
    fn load(&self) -> (usize, usize) {
        self.lock().load()
    }
}

impl Pool {
    /// # Panics
    /// Outside of a runtime.
    pub(super) fn new(
        spec: WorkerSpec,
        limits: WorkerLimits,
        processes: Arc<Processes>,
        tasks: TaskTracker,
        closing: CancellationToken,
    ) -> Self {
        Self {
            spec,
            limits,
            processes,
            tasks,
            closing,
            runtime: Handle::current(),
            state: Mutex::default(),
        }
    }

    /// There may be so many workers; the largest number that was said counts.
    pub(super) fn allow(&self, size: usize) {
        let mut state = self.lock();
        state.size = state.size.max(size);
    }

    /// Looks at the scripts: the same stamps, if they have not changed.
    pub(super) fn look(&self) -> Arc<FileStamps> {
        let (known, started) = {
            let state = self.lock();
            (Arc::clone(&state.stamps), state.has_workers())
        };
        if !started {
            // Others may be there by now than when it was started last.
            return Arc::new(self.spec.stamps());
        }
        match known.are_current() {
            true => known,
            false => Arc::new(known.reread()),
        }
    }

    /// Takes a request. Gives its id.
    pub(super) fn submit(
        self: &Arc<Self>,
        stamps: Arc<FileStamps>,
        request: impl FnOnce(u64, u64) -> WorkerRequest,
    ) -> u64 {
        let mut state = self.lock();
        let id = state.next_id();
        let generation = state.seen(stamps);
        let steps = state.submit(request(id, generation), Instant::now());
        drop(state);
        self.perform(steps);
        id
    }

    pub(super) fn abandon(self: &Arc<Self>, id: u64) {
        self.change(|state, now| state.abandon(id, now));
    }

    pub(super) fn ready(self: &Arc<Self>, number: u64, many: usize) {
        self.change(|state, now| state.ready(number, many, now));
    }

    /// A worker answered. Gives whether its keeper must look at it.
    ///
    /// # Errors
    /// When it has no such request.
    pub(super) fn answered(
        self: &Arc<Self>,
        number: u64,
        id: u64,
        response: Response,
    ) -> Result<bool, ProtocolError> {
        let answered = self.lock().answered(number, id, response, Instant::now());
        let (steps, on_watch) = answered?;
        self.perform(steps);
        Ok(on_watch)
    }

    pub(super) fn retire(self: &Arc<Self>, number: u64) {
        self.change(|state, now| state.retire(number, now));
    }

    pub(super) fn due(&self, number: u64) -> WorkerDue {
        self.lock().due(number, &self.limits, Instant::now())
    }

    pub(super) fn ended(self: &Arc<Self>, number: u64, loss: Option<WorkerLoss>) {
        self.change(|state, now| state.ended(number, loss, now));
    }

    fn change(self: &Arc<Self>, change: impl FnOnce(&mut PoolState, Instant) -> Vec<PoolStep>) {
        let steps = change(&mut self.lock(), Instant::now());
        self.perform(steps);
    }

    fn perform(self: &Arc<Self>, steps: Vec<PoolStep>) {
        for step in steps {
            match step {
                PoolStep::Send(outbox, id, line) => outbox.send(id, line),
                PoolStep::Start(number, outbox) => self.start(number, outbox),
                // The caller may have been cancelled meanwhile.
                PoolStep::Reply(waits, reply) => drop(waits.send(reply)),
                PoolStep::Alarm(then) => self.wake_at(then),
            }
        }
    }

    fn start(self: &Arc<Self>, number: u64, outbox: Arc<WorkerOutbox>) {
        let keeper = keep(Arc::clone(self), number, outbox);
        self.tasks.spawn_on(keeper, &self.runtime());
    }

    fn wake_at(self: &Arc<Self>, then: Instant) {
        let pool = Arc::clone(self);
        let alarm = async move {
            tokio::select! {
                biased;
                () = pool.closing.cancelled() => {}
                () = tokio::time::sleep_until(then) => pool.change(PoolState::pump),
            }
        };
        self.tasks.spawn_on(alarm, &self.runtime());
    }

    /// Requests may be dropped anywhere, also outside of a runtime.
    fn runtime(&self) -> Handle {
        Handle::try_current().unwrap_or_else(|_| self.runtime.clone())
    }

    /// Refuses what waits for a worker.
    pub(super) fn close(self: &Arc<Self>) {
        self.change(|state, _| state.close());
    }

    /// Held for a few instructions only.
    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
