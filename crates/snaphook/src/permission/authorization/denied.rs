//! After a deny: PermissionDenied hooks may say that the model may try again.

use std::sync::LazyLock;

use snaphook_core::event::Event;
use snaphook_core::input::typed::PermissionDenied;

use super::state::Authorization;
use crate::fire::fire;
use crate::permission::decision::{Stage, Step, StepResult};

static EVENT: LazyLock<Event> = LazyLock::new(|| Event::resolve("PermissionDenied"));

/// Fires PermissionDenied; returns whether a hook lets the model try again.
pub(super) async fn fire_permission_denied(
    authorization: &mut Authorization<'_>,
    reason: &str,
) -> bool {
    if !authorization.session.has(&EVENT) {
        return false;
    }
    let typed = PermissionDenied::new(
        &*authorization.call.tool,
        authorization.input.clone(),
        authorization.id.clone(),
        reason,
    );
    let options = authorization.call.options();
    let outcome = fire(
        authorization.session,
        &authorization.common,
        &typed,
        options,
    )
    .await;
    let retry = outcome.retry;
    authorization.note_stop(&outcome);
    authorization.steps.push(Step {
        stage: Stage::PermissionDenied,
        result: match retry {
            true => StepResult::Retry,
            false => StepResult::Nothing,
        },
        by: None,
        reason: retry.then(|| "the model may try again".to_owned()),
    });
    authorization.outcomes.push(outcome);
    retry
}
