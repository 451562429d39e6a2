//! What must hold of the state whatever happens: every request that somebody
//! waits for is somewhere, and is told exactly once what became of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use snaphook_core::answer::Response;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::file_stamps::FileStamps;
use super::limits::WorkerLimits;
use super::protocol::RequestBody;
use super::slot::{WorkerDue, WorkerLoss, WorkerReply, WorkerRequest};
use super::state::{PoolState, PoolStep};
use crate::handler::StartSignal;

/// Something that happens.
#[derive(Debug, Clone)]
enum SimulatedEvent {
    /// A request comes, for the first time or again.
    Asked { again: bool },
    /// A worker answers one of the requests it has.
    Answers { worker: usize, request: usize },
    /// A worker says that it is ready.
    Ready { worker: usize, many: usize },
    /// A worker is gone.
    Ends { worker: usize, killed: bool },
    /// A request was cancelled.
    Abandoned { request: usize },
    /// Time passes.
    Passes { milliseconds: u64 },
    /// The script was edited.
    Edited,
}

fn happens() -> impl Strategy<Value = SimulatedEvent> {
    let index = 0_usize..8;
    prop_oneof![
        4 => any::<bool>().prop_map(|again| SimulatedEvent::Asked { again }),
        4 => (index.clone(), index.clone())
            .prop_map(|(worker, request)| SimulatedEvent::Answers { worker, request }),
        2 => (index.clone(), 1_usize..4)
            .prop_map(|(worker, many)| SimulatedEvent::Ready { worker, many }),
        2 => (index.clone(), any::<bool>())
            .prop_map(|(worker, killed)| SimulatedEvent::Ends { worker, killed }),
        1 => index.prop_map(|request| SimulatedEvent::Abandoned { request }),
        2 => (0_u64..2_000).prop_map(|milliseconds| SimulatedEvent::Passes { milliseconds }),
        1 => Just(SimulatedEvent::Edited),
    ]
}

/// The state, and a simple picture of the world around it.
struct PoolModel {
    state: PoolState,
    now: Instant,
    size: usize,
    edits: u32,
    alarms: Vec<Instant>,
    /// Workers that run, and what was sent to each and not answered.
    workers: Vec<(u64, Vec<u64>)>,
    /// What somebody waits for.
    waiting: HashMap<u64, oneshot::Receiver<WorkerReply>>,
}

impl PoolModel {
    fn new(size: usize) -> Self {
        let mut state = PoolState::default();
        state.size = size;
        Self {
            state,
            now: Instant::now(),
            size,
            edits: 0,
            alarms: Vec::new(),
            workers: Vec::new(),
            waiting: HashMap::new(),
        }
    }

    fn perform(&mut self, steps: Vec<PoolStep>) {
        // A step names its worker by the outbox; lines go to the last that was
        // started with it.
        for step in steps {
            match step {
                PoolStep::Start(number, _) => self.workers.push((number, Vec::new())),
                PoolStep::Send(outbox, id, line) => {
                    let number = self.state.number_of(&outbox).unwrap();
                    let worker = self.workers.iter_mut().find(|(own, _)| *own == number);
                    worker.unwrap().1.push(id);
                    assert!(line.starts_with(format!("{{\"id\":{id},").as_bytes()));
                }
                PoolStep::Reply(reply, said) => reply.send(said).unwrap_or_default(),
                PoolStep::Alarm(then) => {
                    assert!(then > self.now);
                    self.alarms.push(then);
                }
            }
        }
        // Those on their way out are bounded, too.
        assert!(self.workers.len() <= 2 * self.size + 2);
    }

    fn stamps(&self) -> Arc<FileStamps> {
        let files = (0..self.edits).map(|edit| format!("/no/such/file/{edit}").into());
        Arc::new(FileStamps::of(files))
    }

    fn happen(&mut self, what: &SimulatedEvent) {
        let now = self.now;
        let steps = match *what {
            SimulatedEvent::Asked { again } => {
                let (reply, told) = oneshot::channel();
                let id = self.state.next_id();
                let generation = self.state.seen(self.stamps());
                self.waiting.insert(id, told);
                let request = WorkerRequest {
                    id,
                    question: Arc::new(RequestBody::new(&Arc::new(b"{}".to_vec()), None, &[])),
                    again,
                    since: now,
                    generation,
                    begun: StartSignal::default(),
                    reply,
                };
                self.state.submit(request, now)
            }
            SimulatedEvent::Answers { worker, request } => {
                let Some((number, held)) = self.workers.get_mut(worker) else {
                    return;
                };
                if request >= held.len() {
                    return;
                }
                let id = held.remove(request);
                let response = Response::Text(id.to_string());
                let (number, now) = (*number, self.now);
                self.state.answered(number, id, response, now).unwrap().0
            }
            SimulatedEvent::Ready { worker, many } => {
                let Some((number, _)) = self.workers.get(worker) else {
                    return;
                };
                self.state.ready(*number, many, now)
            }
            SimulatedEvent::Ends { worker, killed } => {
                if worker >= self.workers.len() {
                    return;
                }
                let (number, _) = self.workers.remove(worker);
                let why = "crashed".to_owned();
                self.state
                    .ended(number, Some(WorkerLoss { why, killed }), now)
            }
            SimulatedEvent::Abandoned { request } => {
                let mut ids: Vec<u64> = self.waiting.keys().copied().collect();
                ids.sort_unstable();
                let Some(id) = ids.get(request) else {
                    return;
                };
                self.waiting.remove(id);
                self.state.abandon(*id, now)
            }
            SimulatedEvent::Passes { milliseconds } => {
                self.now += Duration::from_millis(milliseconds);
                self.end_those_whose_time_has_come();
                // Nobody looks without a reason.
                let before = self.alarms.len();
                self.alarms.retain(|then| *then > self.now);
                if self.alarms.len() == before {
                    return;
                }
                self.state.pump(self.now)
            }
            SimulatedEvent::Edited => {
                self.edits += 1;
                return;
            }
        };
        self.perform(steps);
        self.hear();
    }

    /// What keepers do.
    fn end_those_whose_time_has_come(&mut self) {
        let numbers: Vec<u64> = self.workers.iter().map(|(number, _)| *number).collect();
        for number in numbers {
            let due = self.state.due(number, &WorkerLimits::default(), self.now);
            if matches!(due, WorkerDue::Dismissed | WorkerDue::Hangs) {
                self.workers.retain(|(own, _)| *own != number);
                let steps = self.state.ended(number, None, self.now);
                self.perform(steps);
            }
        }
    }

    /// Takes what was told, and holds it to what was asked.
    fn hear(&mut self) {
        self.waiting.retain(|id, told| match told.try_recv() {
            Ok(WorkerReply::Answer(Response::Text(text))) => {
                assert_eq!(text, id.to_string(), "another's answer");
                false
            }
            Ok(_) => false,
            Err(oneshot::error::TryRecvError::Empty) => true,
            Err(error) => panic!("request {id} is nowhere: {error}"),
        });
    }
}

proptest! {
    #[test]
    fn nothing_is_lost_and_nothing_is_mixed_up(
        size in 1_usize..4,
        story in proptest::collection::vec(happens(), 0..120),
    ) {
        let mut world = PoolModel::new(size);
        for what in &story {
            world.happen(what);
        }
        // Workers that work bring everything to an end.
        for _ in 0..2_000 {
            if world.waiting.is_empty() {
                break;
            }
            for worker in 0..world.workers.len() {
                world.happen(&SimulatedEvent::Answers { worker, request: 0 });
            }
            world.happen(&SimulatedEvent::Passes { milliseconds: 500 });
        }
        prop_assert!(world.waiting.is_empty(), "left: {:?}", world.waiting.keys());
    }
}
