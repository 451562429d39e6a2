//! What the model of one hook needed, however its run ends.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use snaphook_core::answer::{Failure, Response, Usage};
use tokio_util::sync::CancellationToken;

/// Adds up what every completion of one run needed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Meter(Arc<Mutex<Option<Usage>>>);

impl Meter {
    /// Counts one completion.
    pub(crate) fn add(&self, usage: &Usage) {
        let mut sum = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sum = sum.get_or_insert_default();
        sum.input_tokens = sum.input_tokens.saturating_add(usage.input_tokens);
        sum.output_tokens = sum.output_tokens.saturating_add(usage.output_tokens);
        if usage.model.is_some() {
            sum.model.clone_from(&usage.model);
        }
    }

    /// The response, with what was needed for it; as it is, if no model
    /// answered.
    fn around(&self, response: Response) -> Response {
        let sum = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match sum {
            Some(usage) => Response::Metered(Box::new(response), usage),
            None => response,
        }
    }
}

/// Runs until it is done or told to stop. Also a run that is cut short says what
/// it needed.
pub(crate) async fn metered<F>(stop: &CancellationToken, work: impl FnOnce(Meter) -> F) -> Response
where
    F: Future<Output = Result<Response, String>>,
{
    let meter = Meter::default();
    let response = tokio::select! {
        biased;
        () = stop.cancelled() => Failure::cancelled().into(),
        done = work(meter.clone()) => done.unwrap_or_else(|why| Failure::new(why).into()),
    };
    meter.around(response)
}
