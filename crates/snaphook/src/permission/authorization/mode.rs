//! What the permission mode says of a call; in mode `auto` the host's classifier
//! decides in its place.

use snaphook_core::permission::{Behavior, Mode};
use snaphook_core::tool::ToolClass;
use snaphook_exec::catch_panics;
use snaphook_rules::permission::ByMode;

use super::state::{Authorization, FinalDecision};
use crate::permission::decision::{CallDecision, Decider, Stage, Step, StepResult};
use snaphook_engine::permission::ClassifierCall;

/// Applies what the mode says: returns who asks for approval and why, or the
/// decision as the error.
pub(super) async fn apply_mode(
    authorization: &mut Authorization<'_>,
    mode: Mode,
    says: ByMode,
    class: ToolClass,
) -> Result<(Decider, Option<String>), FinalDecision> {
    let mode = Decider::Mode { mode };
    let (behavior, by, reason) = match says {
        ByMode::Says(behavior) => (behavior, mode, None),
        ByMode::Classifier(otherwise) => match classify(authorization, class).await {
            Some((behavior, reason)) => (behavior, Decider::Classifier, reason),
            None => (otherwise, mode, None),
        },
    };
    authorization.steps.push(Step {
        stage: Stage::Mode,
        result: behavior.into(),
        by: Some(by.clone()),
        reason: reason.clone(),
    });
    match behavior {
        Behavior::Allow => Err(FinalDecision::new(CallDecision::Allow, by, reason)),
        Behavior::Deny => Err(FinalDecision::new(CallDecision::Deny, by, reason)),
        Behavior::Ask => Ok((by, reason)),
    }
}

/// Asks the host's classifier; `None` if it has no opinion, panics, or the call is
/// cancelled.
pub(super) async fn classify(
    authorization: &Authorization<'_>,
    class: ToolClass,
) -> Option<(Behavior, Option<String>)> {
    let options = authorization.session.engine().permission_options();
    let classifier = options.host_classifier()?;
    let call = ClassifierCall::new(
        authorization.common.session_id.as_str(),
        authorization.call.tool.as_ref(),
        authorization.input.clone(),
        class,
    );
    let classifying = catch_panics(|| classifier.classify(call));
    let classified = match &authorization.call.cancel {
        None => classifying.await,
        Some(cancel) => tokio::select! {
            biased;
            () = cancel.cancelled() => return None,
            classified = classifying => classified,
        },
    };
    let classified = classified.ok()??;
    Some((classified.behavior, classified.reason))
}

/// Denies a call that needs approval, in a mode that does not ask for it.
pub(super) fn denied_by_mode(authorization: &mut Authorization<'_>) -> FinalDecision {
    let mode = authorization.mode();
    let reason = match mode {
        Mode::DontAsk => "it needs approval, and in this mode nobody is asked",
        Mode::Plan => "in this mode only calls that read are allowed",
        _ => "it needs approval, and this mode denies such calls",
    };
    let by = Decider::Mode { mode };
    authorization.steps.push(Step {
        stage: Stage::Mode,
        result: StepResult::Deny,
        by: Some(by.clone()),
        reason: Some(reason.to_owned()),
    });
    FinalDecision::new(CallDecision::Deny, by, Some(reason.to_owned()))
}
