//! Decides which worker gets which request. The functions are pure: they return
//! [`PoolStep`]s, which the pool performs.
//!
//! A request goes to the first of these that exists:
//!
//! 1. an idle worker that has answered or announced itself
//! 2. a worker that announced room for several requests, and has room
//! 3. a new worker, if the pool may grow
//! 4. a worker that has not answered for a while: it may handle several requests
//!
//! and waits otherwise. A request that lost a worker is retried before all others
//! and alone, on an idle worker: if it ends that one, too, it takes no others with
//! it. It is not the first request of a new worker while other workers succeed.

use std::collections::VecDeque;
use std::sync::Arc;

use snaphook_core::answer::{Failure, Response};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::error::ProtocolError;
use super::file_stamps::FileStamps;
use super::limits::{ALONE, WorkerLimits};
use super::outbox::WorkerOutbox;
use super::slot::{WorkerDue, WorkerLoss, WorkerReply, WorkerRequest, WorkerSlot};
use super::start::{FIRST_PAUSE, StartDecision};
use crate::back_off::BackOff;

/// What the pool does after the state is unlocked, in this order.
#[derive(Debug)]
pub(super) enum PoolStep {
    /// Send a line to a worker.
    Send(Arc<WorkerOutbox>, u64, Vec<u8>),
    /// Start a worker.
    Start(u64, Arc<WorkerOutbox>),
    /// Send a reply to the future that waits for it.
    Reply(oneshot::Sender<WorkerReply>, WorkerReply),
    /// Look again at this time.
    Alarm(Instant),
}

/// The workers of one command, and the requests that wait for them.
#[derive(Debug, Default)]
pub(super) struct PoolState {
    pub(super) size: usize,
    slots: Vec<WorkerSlot>,
    queue: VecDeque<WorkerRequest>,
    pub(super) stamps: Arc<FileStamps>,
    generation: u64,
    back_off: BackOff,
    /// Whether the last worker announced that it is ready: the next one will, too.
    says_ready: bool,
    last_id: u64,
    last_number: u64,
    alarm: Option<Instant>,
    /// Whether the pool is closed: no request goes to a worker any more.
    closed: bool,
}

impl PoolState {
    pub(super) fn has_workers(&self) -> bool {
        !self.slots.is_empty()
    }

    /// How many workers there are, and how many requests wait for one.
    pub(super) fn load(&self) -> (usize, usize) {
        (self.slots.len(), self.queue.len())
    }

    pub(super) fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Notes the current scripts. Workers that were started from other versions get
    /// no further requests. Returns the generation that new requests belong to.
    pub(super) fn seen(&mut self, stamps: Arc<FileStamps>) -> u64 {
        if !Arc::ptr_eq(&self.stamps, &stamps) && self.stamps != stamps {
            self.stamps = stamps;
            self.generation += 1;
            self.says_ready = false;
            for slot in &mut self.slots {
                slot.retired = true;
                slot.outbox.nudge.notify_one();
            }
        }
        self.generation
    }

    pub(super) fn submit(&mut self, request: WorkerRequest, now: Instant) -> Vec<PoolStep> {
        if request.again {
            self.queue.push_front(request);
        } else {
            self.queue.push_back(request);
        }
        self.pump(now)
    }

    /// Gives as many waiting requests to workers as possible.
    pub(super) fn pump(&mut self, now: Instant) -> Vec<PoolStep> {
        if self.closed {
            return self.close();
        }
        let mut steps = Vec::new();
        while let Some(next) = self.queue.front() {
            if next.generation != self.generation {
                let why = "its script was changed while it waited for a worker; the next event \
                    runs the new script";
                self.refuse_next(why, &mut steps);
                continue;
            }
            let alone = next.wants_to_be_alone(now);
            if let Some(at) = self.idle(alone, now) {
                self.give(0, at, now, &mut steps);
                continue;
            }
            let may_start = self.may_start(now);
            if may_start == Some(StartDecision::Now) && self.start_one(now, &mut steps) {
                continue;
            }
            if let Some(StartDecision::Refused(why)) = may_start
                && !self.slots.iter().any(WorkerSlot::counts)
            {
                self.refuse_next(&why, &mut steps);
                continue;
            }
            match self.least_busy(now).filter(|_| !alone) {
                Some(at) => self.give(0, at, now, &mut steps),
                None => break,
            }
        }
        steps.extend(self.next_alarm(now).map(PoolStep::Alarm));
        steps
    }

    /// Finds a worker that is idle or, unless a request must be `alone`, announced
    /// room.
    fn idle(&self, alone: bool, now: Instant) -> Option<usize> {
        let has_time = |slot: &WorkerSlot| match (slot.is_proven(), slot.load()) {
            (_, 0) => slot.has_room(self.says_ready, now),
            (true, _) => !alone && slot.has_said_room(now),
            (false, _) => false,
        };
        let free = self.slots.iter().enumerate();
        let free = free.filter(|(_, slot)| has_time(slot));
        let best = free.min_by_key(|(_, slot)| (!slot.is_proven(), slot.load()));
        best.map(|(at, _)| at)
    }

    fn least_busy(&self, now: Instant) -> Option<usize> {
        let open = self.slots.iter().enumerate();
        let open = open.filter(|(_, slot)| slot.has_room(self.says_ready, now));
        open.min_by_key(|(_, slot)| slot.load()).map(|(at, _)| at)
    }

    /// Decides whether one more worker may be started; `None` if the pool is full.
    fn may_start(&self, now: Instant) -> Option<StartDecision> {
        let counting = self.slots.iter().filter(|slot| slot.counts()).count();
        // Workers that are about to end are processes, too.
        let room = counting < self.size && self.slots.len() < 2 * self.size + 2;
        room.then(|| StartDecision::after(&self.back_off, now))
    }

    /// Starts a worker, if a request could use it.
    fn start_one(&mut self, now: Instant, steps: &mut Vec<PoolStep>) -> bool {
        if self.says_ready {
            // Nothing is sent to it before it announces that it is ready.
            let useful = !self.too_many_starting();
            if useful {
                self.start(now, steps);
            }
            return useful;
        }
        let Some(index) = self.tried_with() else {
            return false;
        };
        let at = self.start(now, steps);
        self.give(index, at, now, steps);
        true
    }

    /// Chooses the first request of a new worker.
    fn tried_with(&self) -> Option<usize> {
        let fresh = self.queue.iter().position(|request| !request.again);
        let works = |slot: &WorkerSlot| slot.counts() && slot.is_proven();
        let others = self.slots.iter().any(works);
        fresh.or((!others).then_some(0))
    }

    fn too_many_starting(&self) -> bool {
        let starting = |slot: &&WorkerSlot| slot.counts() && !slot.is_proven();
        self.slots.iter().filter(starting).count() >= self.queue.len()
    }

    fn start(&mut self, now: Instant, steps: &mut Vec<PoolStep>) -> usize {
        self.last_number += 1;
        let slot = WorkerSlot::new(self.last_number, now);
        steps.push(PoolStep::Start(slot.number, Arc::clone(&slot.outbox)));
        self.slots.push(slot);
        self.slots.len() - 1
    }

    fn give(&mut self, index: usize, at: usize, now: Instant, steps: &mut Vec<PoolStep>) {
        let (Some(request), Some(slot)) = (self.queue.remove(index), self.slots.get_mut(at)) else {
            return;
        };
        let line = request.question.line(request.id);
        steps.push(PoolStep::Send(Arc::clone(&slot.outbox), request.id, line));
        slot.give(request, now);
    }

    fn refuse_next(&mut self, why: &str, steps: &mut Vec<PoolStep>) {
        if let Some(request) = self.queue.pop_front() {
            let failure = Failure::new(why).into();
            steps.push(PoolStep::Reply(request.reply, WorkerReply::Answer(failure)));
        }
    }

    /// When the queue must be checked again; `None` if an alarm is already set.
    fn next_alarm(&mut self, now: Instant) -> Option<Instant> {
        if self.queue.is_empty() {
            return None;
        }
        let opening = |slot: &WorkerSlot| {
            let times = [slot.opens_at(self.says_ready), slot.left_alone_until()];
            times.into_iter().flatten().filter(|then| *then > now).min()
        };
        let opens = self.slots.iter().filter_map(opening).min();
        let front = self
            .queue
            .front()
            .filter(|next| next.wants_to_be_alone(now));
        let joins = front.map(|next| next.since + ALONE);
        let starts = match self.may_start(now) {
            Some(StartDecision::At(then)) => Some(then),
            _ => None,
        };
        let next = opens.into_iter().chain(joins).chain(starts).min()?;
        let is_set = self.alarm.is_some_and(|set| set > now && set <= next);
        if is_set {
            return None;
        }
        self.alarm = Some(next);
        self.alarm
    }

    /// The number of the worker with this stdin.
    #[cfg(test)]
    pub(super) fn number_of(&self, outbox: &Arc<WorkerOutbox>) -> Option<u64> {
        let mut slots = self.slots.iter();
        let slot = slots.find(|slot| Arc::ptr_eq(&slot.outbox, outbox));
        slot.map(|slot| slot.number)
    }

    fn slot(&mut self, number: u64) -> Option<&mut WorkerSlot> {
        self.slots.iter_mut().find(|slot| slot.number == number)
    }

    /// Notes that a worker is ready for this many requests at once.
    pub(super) fn ready(&mut self, number: u64, many: usize, now: Instant) -> Vec<PoolStep> {
        self.says_ready = true;
        if let Some(slot) = self.slot(number) {
            slot.ready(many, now);
        }
        self.pump(now)
    }

    /// Notes an answer. Returns also whether the worker's keeper must check it.
    ///
    /// # Errors
    /// When the worker does not have the request.
    pub(super) fn answered(
        &mut self,
        number: u64,
        id: u64,
        response: Response,
        now: Instant,
    ) -> Result<(Vec<PoolStep>, bool), ProtocolError> {
        let slot = self.slot(number);
        let answered = slot.and_then(|slot| {
            let request = slot.answer(id, now)?;
            Some((request, slot.is_on_watch(), slot.said_ready()))
        });
        let Some((request, on_watch, said_ready)) = answered else {
            return Err(ProtocolError::UnknownRequest { id });
        };
        self.back_off.clear();
        self.says_ready = said_ready;
        // The worker gets its next request before the answer is processed.
        let mut steps = self.pump(now);
        steps.extend(
            request.map(|request| PoolStep::Reply(request.reply, WorkerReply::Answer(response))),
        );
        Ok((steps, on_watch))
    }

    /// Abandons a request.
    pub(super) fn abandon(&mut self, id: u64, now: Instant) -> Vec<PoolStep> {
        let before = self.queue.len();
        self.queue.retain(|request| request.id != id);
        if self.queue.len() == before {
            for slot in &mut self.slots {
                if slot.abandon(id, now) {
                    slot.outbox.nudge.notify_one();
                }
            }
        }
        self.pump(now)
    }

    /// Gives a worker no further requests.
    pub(super) fn retire(&mut self, number: u64, now: Instant) -> Vec<PoolStep> {
        if let Some(slot) = self.slot(number) {
            slot.retired = true;
        }
        self.pump(now)
    }

    /// When a worker must end. One that must end now gets no further requests.
    pub(super) fn due(&mut self, number: u64, limits: &WorkerLimits, now: Instant) -> WorkerDue {
        let Some(slot) = self.slot(number) else {
            return WorkerDue::Dismissed;
        };
        let due = slot.due(limits, now);
        if matches!(due, WorkerDue::Dismissed | WorkerDue::Hangs) {
            slot.retired = true;
        }
        due
    }

    /// Removes a worker that has ended; `loss` says how, if it should not have.
    pub(super) fn ended(
        &mut self,
        number: u64,
        loss: Option<WorkerLoss>,
        now: Instant,
    ) -> Vec<PoolStep> {
        let Some(at) = self.slots.iter().position(|slot| slot.number == number) else {
            return Vec::new();
        };
        let slot = self.slots.swap_remove(at);
        if let Some(loss) = &loss
            && !slot.answered
            && !loss.killed
        {
            self.back_off.failed(&loss.why, FIRST_PAUSE, now);
        }
        let loss = loss.unwrap_or_else(|| WorkerLoss {
            why: "ended".to_owned(),
            killed: false,
        });
        let lost = |request: WorkerRequest| {
            PoolStep::Reply(request.reply, WorkerReply::Lost(loss.clone()))
        };
        let mut steps: Vec<_> = slot.into_requests().map(lost).collect();
        steps.extend(self.pump(now));
        steps
    }

    /// Closes the pool and refuses every waiting request.
    pub(super) fn close(&mut self) -> Vec<PoolStep> {
        self.closed = true;
        let mut steps = Vec::new();
        while !self.queue.is_empty() {
            self.refuse_next("the engine was shut down", &mut steps);
        }
        steps
    }
}
