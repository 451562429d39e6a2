//! One request, until it is answered: asked again once when the worker that
//! had it is lost. When somebody killed the worker, that does not count.

use std::sync::Arc;

use snaphook_core::answer::{Failure, Response};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::limits::MOST_LOSSES;
use super::pool::Pool;
use super::protocol::Question;
use super::slot::{Loss, Reply, Request};
use crate::handler::Begun;

impl Pool {
    /// Asks, and waits for the answer. Dropped, nobody waits for it any more.
    pub(super) async fn ask(self: &Arc<Self>, question: Question, begun: &Begun) -> Response {
        let question = Arc::new(question);
        let marks = self.look();
        let mut losses: Vec<Loss> = Vec::new();
        let why = loop {
            let again = !losses.is_empty();
            if let Some(last) = losses.last() {
                let to_blame = losses.iter().filter(|loss| !loss.killed).count();
                if to_blame > 1 || losses.len() == MOST_LOSSES {
                    break last.why.clone();
                }
                // The hook was chosen for the scripts that were there then.
                if !marks.still_hold() {
                    let changed = "it was not asked again, because its script has changed since";
                    break format!("{}; {changed}", last.why);
                }
            }
            let (reply, told) = oneshot::channel();
            let id = self.submit(Arc::clone(&marks), |id, generation| Request {
                id,
                question: Arc::clone(&question),
                again,
                since: Instant::now(),
                generation,
                begun: begun.clone(),
                reply,
            });
            let waits = Waits { pool: self, id };
            let told = told.await;
            // It is nowhere any more.
            std::mem::forget(waits);
            match told {
                Ok(Reply::Answer(response)) => return response,
                Ok(Reply::Lost(loss)) => losses.push(loss),
                Err(_) => break "was given up".to_owned(),
            }
        };
        Failure::new(format!("its worker {why}")).into()
    }
}

/// Somebody waits for a request.
struct Waits<'a> {
    pool: &'a Arc<Pool>,
    id: u64,
}

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.pool.abandon(self.id);
    }
}
