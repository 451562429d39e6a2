//! One worker as its pool sees it: what it holds, how much more it may be
//! given, and when it has had its time.

use std::collections::BTreeMap;
use std::sync::Arc;

use snaphook_core::answer::Response;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::limits::{ALONE, GRACE, HANG, MOST_AT_ONCE, PATIENCE, START_PATIENCE, WorkerLimits};
use super::outbox::WorkerOutbox;
use super::protocol::RequestBody;
use crate::handler::StartSignal;

/// A request that waits for a worker's answer.
#[derive(Debug)]
pub(super) struct WorkerRequest {
    pub(super) id: u64,
    pub(super) question: Arc<RequestBody>,
    /// Whether a worker was lost over it before.
    pub(super) again: bool,
    /// Since when it waits for a worker.
    pub(super) since: Instant,
    /// Which scripts it was chosen to meet.
    pub(super) generation: u64,
    /// Told when a worker has it.
    pub(super) begun: StartSignal,
    pub(super) reply: oneshot::Sender<WorkerReply>,
}

impl WorkerRequest {
    /// Whether it is to be given to a worker that has nothing else to do.
    pub(super) fn wants_to_be_alone(&self, now: Instant) -> bool {
        self.again && self.since + ALONE > now
    }
}

/// What becomes of a request.
#[derive(Debug)]
pub(super) enum WorkerReply {
    /// It was answered, or will not be.
    Answer(Response),
    /// The worker that had it is gone.
    Lost(WorkerLoss),
}

/// How a worker was lost.
#[derive(Debug, Clone)]
pub(super) struct WorkerLoss {
    /// In words that follow "its worker".
    pub(super) why: String,
    /// Somebody killed it: no request is to blame.
    pub(super) killed: bool,
}

/// One worker.
#[derive(Debug)]
pub(super) struct WorkerSlot {
    pub(super) number: u64,
    pub(super) outbox: Arc<WorkerOutbox>,
    started: Instant,
    /// When it last wrote a line.
    heard: Instant,
    /// Whether it has announced itself or answered.
    proven: bool,
    pub(super) answered: bool,
    /// How many requests it handles at once, if it announced a number.
    concurrency: Option<usize>,
    /// It gets no further requests, and ends when it holds none.
    pub(super) retired: bool,
    held: BTreeMap<u64, HeldRequest>,
}

/// A request that a worker has.
#[derive(Debug)]
struct HeldRequest {
    since: Instant,
    /// None after the request was abandoned.
    request: Option<WorkerRequest>,
    abandoned: Option<Instant>,
}

/// When a worker must end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum WorkerDue {
    /// Now: it is no longer needed.
    Dismissed,
    /// Now: it hangs.
    Hangs,
    /// Not before this time; check again then.
    NotBefore(Instant),
    /// Not before something else happens.
    NotYet,
}

impl WorkerSlot {
    pub(super) fn new(number: u64, now: Instant) -> Self {
        Self {
            number,
            outbox: Arc::default(),
            started: now,
            heard: now,
            proven: false,
            answered: false,
            concurrency: None,
            retired: false,
            held: BTreeMap::new(),
        }
    }

    /// Notes that it is ready for this many requests at once.
    pub(super) fn ready(&mut self, concurrency: usize, now: Instant) {
        self.proven = true;
        self.heard = now;
        self.concurrency = Some(concurrency.min(MOST_AT_ONCE));
    }

    /// Gives it a request.
    pub(super) fn give(&mut self, request: WorkerRequest, now: Instant) {
        request.begun.send();
        let held = HeldRequest {
            since: now,
            request: Some(request),
            abandoned: None,
        };
        let id = held.request.as_ref().map_or(0, |request| request.id);
        self.held.insert(id, held);
    }

    /// Takes back the request that it answered. Returns `None` if it has no request
    /// of this id, and `Some(None)` if the request was abandoned.
    pub(super) fn answer(&mut self, id: u64, now: Instant) -> Option<Option<WorkerRequest>> {
        let held = self.held.remove(&id)?;
        self.heard = now;
        self.proven = true;
        self.answered = true;
        Some(held.request)
    }

    /// Abandons a request. Returns whether it had that request.
    pub(super) fn abandon(&mut self, id: u64, now: Instant) -> bool {
        let Some(held) = self.held.get_mut(&id) else {
            return false;
        };
        if self.outbox.take_back(id) {
            self.held.remove(&id);
        } else {
            held.request = None;
            held.abandoned = Some(now);
        }
        true
    }

    /// The requests that were not abandoned.
    pub(super) fn into_requests(self) -> impl Iterator<Item = WorkerRequest> {
        self.held.into_values().filter_map(|held| held.request)
    }

    /// Whether it counts as a member of the pool: it is not about to end, and is
    /// not busy with an abandoned request.
    pub(super) fn counts(&self) -> bool {
        !self.retired && self.held.values().all(|held| held.abandoned.is_none())
    }

    /// Whether it has announced itself or answered.
    pub(super) fn is_proven(&self) -> bool {
        self.proven
    }

    /// Whether it has announced that it is ready.
    pub(super) fn said_ready(&self) -> bool {
        self.concurrency.is_some()
    }

    /// Whether its keeper must check it after an answer.
    pub(super) fn is_on_watch(&self) -> bool {
        !self.counts()
    }

    pub(super) fn load(&self) -> usize {
        self.held.len()
    }

    /// Whether it announced room for several requests, and has some left.
    pub(super) fn has_said_room(&self, now: Instant) -> bool {
        let most = self.concurrency.unwrap_or_default();
        self.counts() && self.held.len() < most && self.left_alone_until() <= Some(now)
    }

    /// Until when a retried request must be alone on it.
    pub(super) fn left_alone_until(&self) -> Option<Instant> {
        let alone = |held: &HeldRequest| {
            let request = held.request.as_ref()?;
            request.again.then(|| held.since + ALONE)
        };
        self.held.values().filter_map(alone).max()
    }

    /// Whether it may be given a request now. `waits_for_ready`: other workers of
    /// the command announced that they are ready, so nothing is sent before.
    pub(super) fn has_room(&self, waits_for_ready: bool, now: Instant) -> bool {
        let most = match (self.concurrency, self.opens_at(waits_for_ready)) {
            (Some(most), _) => most,
            (None, Some(then)) if then > now => usize::from(self.proven || !waits_for_ready),
            (None, Some(_)) => MOST_AT_ONCE,
            (None, None) => 1,
        };
        self.counts() && self.held.len() < most && self.left_alone_until() <= Some(now)
    }

    /// When it gets more requests at once although it has not announced room.
    pub(super) fn opens_at(&self, waits_for_ready: bool) -> Option<Instant> {
        if self.concurrency.is_some() || !self.counts() {
            return None;
        }
        let oldest = self.held.values().next().map(|held| held.since);
        match self.proven {
            true => oldest.map(|since| since + PATIENCE),
            false if waits_for_ready || oldest.is_some() => Some(self.started + START_PATIENCE),
            false => None,
        }
    }

    /// When it must end.
    pub(super) fn due(&self, limits: &WorkerLimits, now: Instant) -> WorkerDue {
        let passed = |limit: Option<Instant>, due: WorkerDue| match limit {
            Some(limit) if limit <= now => due,
            Some(limit) => WorkerDue::NotBefore(limit),
            None => WorkerDue::NotYet,
        };
        let Some(abandoned) = self.held.values().filter_map(|held| held.abandoned).min() else {
            return match (self.held.is_empty(), self.retired) {
                (true, true) => WorkerDue::Dismissed,
                (true, false) => passed(self.heard.checked_add(limits.idle), WorkerDue::Dismissed),
                (false, _) => WorkerDue::NotYet,
            };
        };
        let silent_since = abandoned.max(self.heard);
        let others_wait = self.held.values().any(|held| held.request.is_some());
        match (others_wait, self.concurrency) {
            (false, _) => passed(Some(silent_since + GRACE), WorkerDue::Hangs),
            // It works on the others, whatever became of the late one.
            (true, Some(2..)) => WorkerDue::NotYet,
            (true, _) => passed(Some(silent_since + HANG), WorkerDue::Hangs),
        }
    }
}
