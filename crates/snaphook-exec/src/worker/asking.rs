//! One request, until it is answered: asked again once when the worker that
//! had it is lost.

use std::sync::Arc;

use snaphook_core::answer::{Failure, Response};
use tokio::sync::oneshot;

use super::pool::Pool;
use super::protocol::Question;
use super::slot::{Reply, Request};
use crate::handler::Begun;

impl Pool {
    /// Asks, and waits for the answer. Dropped, nobody waits for it any more.
    pub(super) async fn ask(self: &Arc<Self>, question: Question, begun: &Begun) -> Response {
        let question = Arc::new(question);
        let marks = self.look();
        let mut lost = String::new();
        for again in [false, true] {
            // The hook was chosen for the scripts that were there then.
            if again && !marks.still_hold() {
                lost.push_str("; it was not asked again, because its script has changed since");
                break;
            }
            let (reply, told) = oneshot::channel();
            let id = self.submit(Arc::clone(&marks), |id, generation| Request {
                id,
                question: Arc::clone(&question),
                again,
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
                Ok(Reply::Lost(why)) => lost = why,
                Err(_) => "was given up".clone_into(&mut lost),
            }
        }
        Failure::new(format!("its worker {lost}")).into()
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
