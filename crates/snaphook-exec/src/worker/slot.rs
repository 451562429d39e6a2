//! One worker as its pool sees it: what it holds, how much more it may be
//! given, and when it has had its time.

use std::collections::BTreeMap;
use std::sync::Arc;

use snaphook_core::answer::Response;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::limits::{ALONE, GRACE, HANG, MOST_AT_ONCE, PATIENCE, START_PATIENCE, WorkerLimits};
use super::outbox::Outbox;
use super::protocol::Question;
use crate::handler::Begun;

/// A request that has not been answered.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) id: u64,
    pub(super) question: Arc<Question>,
    /// Whether a worker was lost over it before.
    pub(super) again: bool,
    /// Since when it waits for a worker.
    pub(super) since: Instant,
    /// Which scripts it was chosen to meet.
    pub(super) generation: u64,
    /// Told when a worker has it.
    pub(super) begun: Begun,
    pub(super) reply: oneshot::Sender<Reply>,
}

impl Request {
    /// Whether it is to be given to a worker that has nothing else to do.
    pub(super) fn wants_to_be_alone(&self, now: Instant) -> bool {
        self.again && self.since + ALONE > now
    }
}

/// What becomes of a request.
#[derive(Debug)]
pub(super) enum Reply {
    /// It was answered, or will not be.
    Answer(Response),
    /// The worker that had it is gone.
    Lost(Loss),
}

/// How a worker was lost.
#[derive(Debug, Clone)]
pub(super) struct Loss {
    /// In words that follow "its worker".
    pub(super) why: String,
    /// Somebody killed it: no request is to blame.
    pub(super) killed: bool,
}

/// One worker.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) number: u64,
    pub(super) outbox: Arc<Outbox>,
    started: Instant,
    /// When it last said something.
    heard: Instant,
    /// It has said that it is ready, or has answered.
    proven: bool,
    pub(super) answered: bool,
    /// How many requests it works on at once, if it said so.
    concurrency: Option<usize>,
    /// It gets no further requests, and ends when it holds none.
    pub(super) retired: bool,
    held: BTreeMap<u64, Held>,
}

/// A request that a worker has.
#[derive(Debug)]
struct Held {
    since: Instant,
    /// None when nobody waits any more.
    request: Option<Request>,
    abandoned: Option<Instant>,
}

/// When a worker has had its time.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// Nothing more is wanted of it.
    Dismissed,
    /// It does not answer.
    Hangs,
    /// Not before this; look again then.
    NotBefore(Instant),
    /// Not until something happens.
    NotYet,
}

impl Slot {
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

    /// It said that it is ready for so many requests at once.
    pub(super) fn ready(&mut self, concurrency: usize, now: Instant) {
        self.proven = true;
        self.heard = now;
        self.concurrency = Some(concurrency.min(MOST_AT_ONCE));
    }

    /// Has it a request now.
    pub(super) fn give(&mut self, request: Request, now: Instant) {
        request.begun.now();
        let held = Held {
            since: now,
            request: Some(request),
            abandoned: None,
        };
        let id = held.request.as_ref().map_or(0, |request| request.id);
        self.held.insert(id, held);
    }

    /// It answered a request. Nothing when it has none of that id; inside,
    /// nothing when nobody waits for it.
    pub(super) fn answer(&mut self, id: u64, now: Instant) -> Option<Option<Request>> {
        let held = self.held.remove(&id)?;
        self.heard = now;
        self.proven = true;
        self.answered = true;
        Some(held.request)
    }

    /// Nobody waits for a request any more. Whether it has that request.
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

    /// Everything that somebody still waits for.
    pub(super) fn into_requests(self) -> impl Iterator<Item = Request> {
        self.held.into_values().filter_map(|held| held.request)
    }

    /// Whether it counts: it is not on its way out, and does not lag behind
    /// with a request that nobody waits for.
    pub(super) fn counts(&self) -> bool {
        !self.retired && self.held.values().all(|held| held.abandoned.is_none())
    }

    /// Whether it has shown that it works.
    pub(super) fn is_proven(&self) -> bool {
        self.proven
    }

    /// Whether it has said that it is ready.
    pub(super) fn said_ready(&self) -> bool {
        self.concurrency.is_some()
    }

    /// Whether its keeper must look at it after an answer.
    pub(super) fn is_on_watch(&self) -> bool {
        !self.counts()
    }

    pub(super) fn load(&self) -> usize {
        self.held.len()
    }

    /// Whether it said that it works on several requests at once, and has room.
    pub(super) fn has_said_room(&self, now: Instant) -> bool {
        let most = self.concurrency.unwrap_or_default();
        self.counts() && self.held.len() < most && self.left_alone_until() <= Some(now)
    }

    /// Until when a request that it has is not to be disturbed.
    pub(super) fn left_alone_until(&self) -> Option<Instant> {
        let alone = |held: &Held| {
            let request = held.request.as_ref()?;
            request.again.then(|| held.since + ALONE)
        };
        self.held.values().filter_map(alone).max()
    }

    /// Whether it may be given a request now. `waits_for_ready`: its kind says
    /// when it is ready, so nothing is sent before.
    pub(super) fn has_room(&self, waits_for_ready: bool, now: Instant) -> bool {
        let most = match (self.concurrency, self.opens_at(waits_for_ready)) {
            (Some(most), _) => most,
            (None, Some(then)) if then > now => usize::from(self.proven || !waits_for_ready),
            (None, Some(_)) => MOST_AT_ONCE,
            (None, None) => 1,
        };
        self.counts() && self.held.len() < most && self.left_alone_until() <= Some(now)
    }

    /// When it is given more at once although it has not said that it may.
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

    /// When it has had its time.
    pub(super) fn due(&self, limits: &WorkerLimits, now: Instant) -> Due {
        let passed = |limit: Option<Instant>, due: Due| match limit {
            Some(limit) if limit <= now => due,
            Some(limit) => Due::NotBefore(limit),
            None => Due::NotYet,
        };
        let Some(abandoned) = self.held.values().filter_map(|held| held.abandoned).min() else {
            return match (self.held.is_empty(), self.retired) {
                (true, true) => Due::Dismissed,
                (true, false) => passed(self.heard.checked_add(limits.idle), Due::Dismissed),
                (false, _) => Due::NotYet,
            };
        };
        let silent_since = abandoned.max(self.heard);
        let others_wait = self.held.values().any(|held| held.request.is_some());
        match (others_wait, self.concurrency) {
            (false, _) => passed(Some(silent_since + GRACE), Due::Hangs),
            // It works on them, whatever became of the one that is late.
            (true, Some(2..)) => Due::NotYet,
            (true, _) => passed(Some(silent_since + HANG), Due::Hangs),
        }
    }
}
