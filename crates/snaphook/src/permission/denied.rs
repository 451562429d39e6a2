//! After a deny: PermissionDenied hooks may say that the model may try again.

use std::sync::LazyLock;

use snaphook_core::event::Event;
use snaphook_core::input::typed::PermissionDenied;

use super::decision::{Stage, Step, StepResult};
use super::way::Way;
use crate::fire::fire;

static EVENT: LazyLock<Event> = LazyLock::new(|| Event::resolve("PermissionDenied"));

impl Way<'_> {
    /// Tells the hooks; whether one of them lets the model try again.
    pub(super) async fn tell_of_deny(&mut self, reason: &str) -> bool {
        if !self.session.has(&EVENT) {
            return false;
        }
        let typed = PermissionDenied::new(
            &*self.call.tool,
            self.input.clone(),
            self.id.clone(),
            reason,
        );
        let cancel = self.call.cancel.clone();
        let outcome = fire(self.session, &self.common, &typed, cancel).await;
        let retry = outcome.retry;
        self.note_stop(&outcome);
        self.steps.push(Step {
            stage: Stage::PermissionDenied,
            result: match retry {
                true => StepResult::Retry,
                false => StepResult::Nothing,
            },
            by: None,
            reason: retry.then(|| "the model may try again".to_owned()),
        });
        self.outcomes.push(outcome);
        retry
    }
}
