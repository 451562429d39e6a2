//! Applies the permission updates that a hook or the approver asked for.

use super::state::Authorization;
use crate::permission::decision::{Stage, Step, StepResult};
use snaphook_engine::permission::RequestedUpdate;

/// Applies the updates and notes each as a step. Does nothing where rules take no
/// part.
pub(super) async fn apply(authorization: &mut Authorization<'_>, wanted: Vec<RequestedUpdate>) {
    let Some(current) = &authorization.current else {
        return;
    };
    let made = authorization.session.apply_updates(current, wanted).await;
    for one in &made {
        let what = one.update.as_ref().map(|update| update.kind.to_string());
        let what = what.unwrap_or_else(|| "an update".to_owned());
        let words = match (&one.why_not, &one.file) {
            (Some(why), _) => format!("{what}: {why}"),
            (None, Some(file)) => format!("{what}: written into {file}"),
            (None, None) => format!("{what}: for this session"),
        };
        authorization.steps.push(Step {
            stage: Stage::Updates,
            result: match one.applied {
                true => StepResult::Applied,
                false => StepResult::Nothing,
            },
            by: None,
            reason: Some(words),
        });
    }
    authorization.updates.extend(made);
}
