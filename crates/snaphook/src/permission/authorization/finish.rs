//! The last step: an allow is checked against the rules as they are now, then the
//! decision is recorded, told to PermissionDenied hooks and returned.

use snaphook_core::{Diagnostic, Severity};
use snaphook_rules::permission::RuleDecision;
use snaphook_settings::Finding;

use super::denied::fire_permission_denied;
use super::record::record;
use super::rule_check::RuleCheck;
use super::state::{Authorization, FinalDecision, unclear};
use super::words::text_for_model;
use crate::permission::decision::{CallDecision, Decider, Decision, Stage};
use snaphook_engine::permission::CurrentPermissions;

pub(super) async fn finish(
    mut authorization: Authorization<'_>,
    decision: FinalDecision,
) -> Decision {
    let ended = recheck_allow(&authorization, decision);
    if authorization.current.is_some() {
        record(&authorization, &ended);
    }
    let tool = &authorization.call.tool;
    let text_for_model = match ended.decision {
        CallDecision::Allow => None,
        _ => Some(
            ended
                .text
                .unwrap_or_else(|| text_for_model(tool, &ended.by, ended.reason.as_deref())),
        ),
    };
    let by_somebody = !matches!(*ended.by, Decider::Cancelled | Decider::Engine);
    let denied = ended.decision == CallDecision::Deny && by_somebody;
    let retry = match &text_for_model {
        Some(text) if denied && authorization.stop.is_none() => {
            let reason = ended.reason.clone().unwrap_or_else(|| text.clone());
            fire_permission_denied(&mut authorization, &reason).await
        }
        _ => false,
    };
    let diagnostics = diagnostics(&mut authorization, ended.decision);
    let mode = authorization.mode();
    Decision {
        decision: ended.decision,
        by: *ended.by,
        reason: ended.reason,
        tool_name: authorization.call.tool.to_string(),
        tool_input: authorization.input,
        rewritten: authorization.rewritten,
        mode,
        retry,
        interrupt: ended.interrupt,
        stop: authorization.stop,
        updates: authorization.updates,
        steps: authorization.steps,
        diagnostics,
        outcomes: authorization.outcomes,
        text_for_model,
    }
}

/// Checks an allow once more: rules may have changed, or the engine may have been
/// shut down, while hooks ran and a person thought.
fn recheck_allow(authorization: &Authorization<'_>, ended: FinalDecision) -> FinalDecision {
    if ended.decision != CallDecision::Allow {
        return ended;
    }
    if authorization.is_cancelled() {
        return authorization.cancelled();
    }
    let mut steps = authorization.steps.iter();
    let waited =
        !authorization.outcomes.is_empty() || steps.any(|step| step.stage == Stage::Approver);
    if !waited || authorization.current.is_none() {
        return ended;
    }
    let now = CurrentPermissions::of(authorization.session, &authorization.common);
    let check = RuleCheck::new(&now, authorization.session);
    match check.ruled(&authorization.call.tool, &authorization.input) {
        RuleDecision::Deny(matched) => FinalDecision::denied_by(&matched),
        // Only a person's allow answers this, and no person was asked.
        RuleDecision::Unclear(matched) if *ended.by != Decider::Approver => {
            FinalDecision::new(CallDecision::Deny, Decider::Nobody, Some(unclear(&matched)))
        }
        _ => ended,
    }
}

fn diagnostics(authorization: &mut Authorization<'_>, decided: CallDecision) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let Some(current) = authorization.current.as_mut() else {
        return diagnostics;
    };
    if let Some(why) = current.refused_mode.take() {
        diagnostics.push(Diagnostic::new(Severity::Warning, "permission-mode", why));
    }
    if decided == CallDecision::Allow {
        return diagnostics;
    }
    // A rule that cannot be read is replaced by one that asks about every call.
    let findings = authorization.session.engine().findings();
    let bad = findings.iter().filter(|one| one.code == "bad-rule");
    diagnostics.extend(bad.map(Finding::to_diagnostic));
    let untrusted = current.untrusted;
    if untrusted > 0 {
        let message = format!(
            "the project has permissions that are not trusted yet ({untrusted}); review them with \
            `snaphook trust`"
        );
        diagnostics.push(Diagnostic::new(
            Severity::Hint,
            "untrusted-permissions",
            message,
        ));
    }
    diagnostics
}
