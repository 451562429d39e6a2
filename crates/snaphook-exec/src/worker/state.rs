//! Who gets which request. Nothing here waits or does: what is decided comes
//! back as [`Step`]s.
//!
//! A request goes to the first of these that there is:
//!
//! 1. a worker that has shown it works, and has nothing to do
//! 2. one that says it works on several at once, and has room
//! 3. a new one, if there may be more of them
//! 4. one that has not answered for a while: it may work on several at once
//!
//! and waits otherwise. A request over which a worker was lost goes before all
//! others, to a worker that has nothing else to do: if it ends that one, too, it
//! takes no others with it. It is not what a new worker is tried with while
//! there are others that work.

use std::collections::VecDeque;
use std::sync::Arc;

use snaphook_core::answer::{Failure, Response};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::limits::{ALONE, WorkerLimits};
use super::marks::Marks;
use super::outbox::Outbox;
use super::slot::{Due, Loss, Reply, Request, Slot};
use super::start::{FIRST_PAUSE, Start};
use crate::back_off::BackOff;

/// What is to be done, in this order, when the state is not locked any more.
#[derive(Debug)]
pub(super) enum Step {
    /// Send a line to a worker.
    Send(Arc<Outbox>, u64, Vec<u8>),
    /// Start a worker.
    Start(u64, Arc<Outbox>),
    /// Tell whoever waits.
    Reply(oneshot::Sender<Reply>, Reply),
    /// Look again at this time.
    Alarm(Instant),
}

/// The workers of one command, and the requests that wait for them.
#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) size: usize,
    slots: Vec<Slot>,
    queue: VecDeque<Request>,
    pub(super) marks: Arc<Marks>,
    generation: u64,
    back_off: BackOff,
    /// The last worker that was heard of has said that it is ready: the next
    /// will, too.
    says_ready: bool,
    last_id: u64,
    last_number: u64,
    alarm: Option<Instant>,
    /// Nothing is given out any more.
    closed: bool,
}

impl State {
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

    /// What the scripts are now. Workers that were started from others get no
    /// further requests. Gives the generation that requests belong to.
    pub(super) fn seen(&mut self, marks: Arc<Marks>) -> u64 {
        if !Arc::ptr_eq(&self.marks, &marks) && self.marks != marks {
            self.marks = marks;
            self.generation += 1;
            self.says_ready = false;
            for slot in &mut self.slots {
                slot.retired = true;
                slot.outbox.nudge.notify_one();
            }
        }
        self.generation
    }

    pub(super) fn submit(&mut self, request: Request, now: Instant) -> Vec<Step> {
        if request.again {
            self.queue.push_front(request);
        } else {
            self.queue.push_back(request);
        }
        self.pump(now)
    }

    /// Gives out what can be given out.
    pub(super) fn pump(&mut self, now: Instant) -> Vec<Step> {
        if self.closed {
            return self.close();
        }
        let mut steps = Vec::new();
        while let Some(next) = self.queue.front() {
            if next.generation != self.generation {
                let why = "its script was changed while it waited for a worker; the next event meets the new one";
                self.refuse_next(why, &mut steps);
                continue;
            }
            let alone = next.wants_to_be_alone(now);
            if let Some(at) = self.idle(alone, now) {
                self.give(0, at, now, &mut steps);
                continue;
            }
            let may_start = self.may_start(now);
            if may_start == Some(Start::Now) && self.start_one(now, &mut steps) {
                continue;
            }
            if let Some(Start::Refused(why)) = may_start
                && !self.slots.iter().any(Slot::counts)
            {
                self.refuse_next(&why, &mut steps);
                continue;
            }
            match self.least_busy(now).filter(|_| !alone) {
                Some(at) => self.give(0, at, now, &mut steps),
                None => break,
            }
        }
        steps.extend(self.next_alarm(now).map(Step::Alarm));
        steps
    }

    /// A worker that has time: it has nothing to do, or, unless a request wants
    /// to be `alone`, says that it has room.
    fn idle(&self, alone: bool, now: Instant) -> Option<usize> {
        let has_time = |slot: &Slot| match (slot.is_proven(), slot.load()) {
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

    /// Whether there may be one more; nothing when there may not.
    fn may_start(&self, now: Instant) -> Option<Start> {
        let counting = self.slots.iter().filter(|slot| slot.counts()).count();
        // Those on their way out are processes, too.
        let room = counting < self.size && self.slots.len() < 2 * self.size + 2;
        room.then(|| Start::after(&self.back_off, now))
    }

    /// Starts a worker, if one more would be of use.
    fn start_one(&mut self, now: Instant, steps: &mut Vec<Step>) -> bool {
        if self.says_ready {
            // Nothing is sent to it before it says so.
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

    /// The request that a new worker is tried with.
    fn tried_with(&self) -> Option<usize> {
        let fresh = self.queue.iter().position(|request| !request.again);
        let works = |slot: &Slot| slot.counts() && slot.is_proven();
        let others = self.slots.iter().any(works);
        fresh.or((!others).then_some(0))
    }

    fn too_many_starting(&self) -> bool {
        let starting = |slot: &&Slot| slot.counts() && !slot.is_proven();
        self.slots.iter().filter(starting).count() >= self.queue.len()
    }

    fn start(&mut self, now: Instant, steps: &mut Vec<Step>) -> usize {
        self.last_number += 1;
        let slot = Slot::new(self.last_number, now);
        steps.push(Step::Start(slot.number, Arc::clone(&slot.outbox)));
        self.slots.push(slot);
        self.slots.len() - 1
    }

    fn give(&mut self, index: usize, at: usize, now: Instant, steps: &mut Vec<Step>) {
        let (Some(request), Some(slot)) = (self.queue.remove(index), self.slots.get_mut(at)) else {
            return;
        };
        let line = request.question.line(request.id);
        steps.push(Step::Send(Arc::clone(&slot.outbox), request.id, line));
        slot.give(request, now);
    }

    fn refuse_next(&mut self, why: &str, steps: &mut Vec<Step>) {
        if let Some(request) = self.queue.pop_front() {
            let failure = Failure::new(why).into();
            steps.push(Step::Reply(request.reply, Reply::Answer(failure)));
        }
    }

    /// When to look again for whoever waits; nothing if somebody will already.
    fn next_alarm(&mut self, now: Instant) -> Option<Instant> {
        if self.queue.is_empty() {
            return None;
        }
        let opening = |slot: &Slot| {
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
            Some(Start::At(then)) => Some(then),
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

    /// Which worker has this stdin.
    #[cfg(test)]
    pub(super) fn number_of(&self, outbox: &Arc<Outbox>) -> Option<u64> {
        let mut slots = self.slots.iter();
        let slot = slots.find(|slot| Arc::ptr_eq(&slot.outbox, outbox));
        slot.map(|slot| slot.number)
    }

    fn slot(&mut self, number: u64) -> Option<&mut Slot> {
        self.slots.iter_mut().find(|slot| slot.number == number)
    }

    /// A worker is ready for so many requests at once.
    pub(super) fn ready(&mut self, number: u64, many: usize, now: Instant) -> Vec<Step> {
        self.says_ready = true;
        if let Some(slot) = self.slot(number) {
            slot.ready(many, now);
        }
        self.pump(now)
    }

    /// A worker answered. Gives also whether its keeper must look at it.
    ///
    /// # Errors
    /// When it was not given such a request.
    pub(super) fn answered(
        &mut self,
        number: u64,
        id: u64,
        response: Response,
        now: Instant,
    ) -> Result<(Vec<Step>, bool), String> {
        let slot = self.slot(number);
        let answered = slot.and_then(|slot| {
            let request = slot.answer(id, now)?;
            Some((request, slot.is_on_watch(), slot.said_ready()))
        });
        let Some((request, on_watch, said_ready)) = answered else {
            return Err(format!("answered a request that it does not have: id {id}"));
        };
        self.back_off.clear();
        self.says_ready = said_ready;
        // The worker goes on before anybody looks at the answer.
        let mut steps = self.pump(now);
        steps.extend(request.map(|request| Step::Reply(request.reply, Reply::Answer(response))));
        Ok((steps, on_watch))
    }

    /// Nobody waits for a request any more.
    pub(super) fn abandon(&mut self, id: u64, now: Instant) -> Vec<Step> {
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

    /// A worker gets no further requests.
    pub(super) fn retire(&mut self, number: u64, now: Instant) -> Vec<Step> {
        if let Some(slot) = self.slot(number) {
            slot.retired = true;
        }
        self.pump(now)
    }

    /// When a worker has had its time. One that has gets no further requests.
    pub(super) fn due(&mut self, number: u64, limits: &WorkerLimits, now: Instant) -> Due {
        let Some(slot) = self.slot(number) else {
            return Due::Dismissed;
        };
        let due = slot.due(limits, now);
        if matches!(due, Due::Dismissed | Due::Hangs) {
            slot.retired = true;
        }
        due
    }

    /// A worker is gone; how, if it should not be.
    pub(super) fn ended(&mut self, number: u64, loss: Option<Loss>, now: Instant) -> Vec<Step> {
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
        let loss = loss.unwrap_or_else(|| Loss {
            why: "was ended".to_owned(),
            killed: false,
        });
        let lost = |request: Request| Step::Reply(request.reply, Reply::Lost(loss.clone()));
        let mut steps: Vec<_> = slot.into_requests().map(lost).collect();
        steps.extend(self.pump(now));
        steps
    }

    /// From now on nothing is given out.
    pub(super) fn close(&mut self) -> Vec<Step> {
        self.closed = true;
        let mut steps = Vec::new();
        while !self.queue.is_empty() {
            self.refuse_next("the engine was shut down", &mut steps);
        }
        steps
    }
}
