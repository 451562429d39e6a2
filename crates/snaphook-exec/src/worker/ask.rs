//! One request, until it is answered. A request that lost its worker is retried
//! once; workers that somebody killed do not count.

use std::sync::Arc;

use snaphook_core::answer::{Failure, Response};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::limits::MOST_LOSSES;
use super::pool::Pool;
use super::protocol::RequestBody;
use super::slot::{WorkerLoss, WorkerReply, WorkerRequest};
use crate::handler::StartSignal;

impl Pool {
    /// Sends a request and waits for the answer. Dropping the future abandons the
    /// request.
    pub(super) async fn ask(
        self: &Arc<Self>,
        question: RequestBody,
        begun: &StartSignal,
    ) -> Response {
        let question = Arc::new(question);
        let stamps = self.look();
        let mut losses: Vec<WorkerLoss> = Vec::new();
        let why = loop {
            let again = !losses.is_empty();
            if let Some(last) = losses.last() {
                let to_blame = losses.iter().filter(|loss| !loss.killed).count();
                if to_blame > 1 || losses.len() == MOST_LOSSES {
                    break last.why.clone();
                }
                // The hook was selected for the scripts as they were then.
                if !stamps.are_current() {
                    let changed = "it was not asked again, because its script has changed since";
                    break format!("{}; {changed}", last.why);
                }
            }
            let (reply, receiver) = oneshot::channel();
            let id = self.submit(Arc::clone(&stamps), |id, generation| WorkerRequest {
                id,
                question: Arc::clone(&question),
                again,
                since: Instant::now(),
                generation,
                begun: begun.clone(),
                reply,
            });
            let waits = AbandonOnDrop { pool: self, id };
            let result = receiver.await;
            // The pool no longer holds the request.
            std::mem::forget(waits);
            match result {
                Ok(WorkerReply::Answer(response)) => return response,
                Ok(WorkerReply::Lost(loss)) => losses.push(loss),
                Err(_) => break "was abandoned".to_owned(),
            }
        };
        Failure::new(format!("its worker {why}")).into()
    }
}

/// Abandons a request when the future that waits for it is dropped.
struct AbandonOnDrop<'a> {
    pool: &'a Arc<Pool>,
    id: u64,
}

impl Drop for AbandonOnDrop<'_> {
    fn drop(&mut self) {
        self.pool.abandon(self.id);
    }
}
