//! The order of the steps that decide about one tool call. The gate, the tower layer,
//! `Engine::authorize`, `Session::authorize` and the server all call [`authorize`].

use std::sync::Arc;

use snaphook_core::input::{CommonFields, names_a_tool};
use snaphook_exec::Approver;

use super::approval::{self, PendingApproval};
use super::conclude::{judge_by_hooks, judge_by_rules};
use super::finish::finish;
use super::state::{Authorization, FinalDecision};
use super::{before, host_question};
use crate::permission::decision::{CallDecision, Decider, Decision};
use crate::permission::host_hooks::HostHooks;
use crate::tool_call::ToolCall;
use snaphook_engine::Session;

/// What is to be decided about a call, and who takes part.
pub(crate) struct AuthorizationRequest<'a> {
    pub(crate) session: &'a Session,
    pub(crate) common: &'a CommonFields,
    pub(crate) call: ToolCall,
    /// The approver that is asked when the call needs approval.
    pub(crate) approver: Option<Arc<dyn Approver>>,
    /// Whether rules and the mode take part. Without them only hooks decide, and
    /// the approver where a hook asks.
    pub(crate) rules: bool,
    /// The named hooks of a gate.
    pub(crate) host_hooks: Option<&'a mut dyn HostHooks>,
}

/// Decides about one call.
pub(crate) async fn authorize(request: AuthorizationRequest<'_>) -> Decision {
    let mut authorization = Authorization::start(request);
    let decision = Box::pin(decide(&mut authorization)).await;
    finish(authorization, decision).await
}

/// Runs the steps until one of them decides.
async fn decide(authorization: &mut Authorization<'_>) -> FinalDecision {
    match needs_approval(authorization).await {
        Ok(pending) => approval::ask(authorization, pending).await,
        Err(decision) => decision,
    }
}

/// Runs the steps before anybody is asked: returns what is to be asked, or the
/// decision as the error.
async fn needs_approval(
    authorization: &mut Authorization<'_>,
) -> Result<PendingApproval, FinalDecision> {
    if authorization.is_cancelled() {
        return Err(authorization.cancelled());
    }
    check_tool_name(&authorization.call.tool)?;
    let by_hooks = before::pre_tool_use(authorization).await?;
    let judged = match authorization.current.is_some() {
        true => judge_by_rules(authorization, by_hooks).await,
        false => judge_by_hooks(by_hooks),
    };
    // A call that is denied or deferred already is not shown to the host's hooks.
    if let Err(decision) = &judged
        && decision.decision != CallDecision::Allow
    {
        return judged;
    }
    match host_question::run(authorization).await? {
        None => judged,
        Some(question) => host_question::join(authorization, judged, question),
    }
}

/// Denies a call without a usable tool name: hooks and rules match by name.
fn check_tool_name(tool: &str) -> Result<(), FinalDecision> {
    if names_a_tool(tool) {
        return Ok(());
    }
    let reason = format!("invalid tool name {tool:?}");
    let mut denied = FinalDecision::new(CallDecision::Deny, Decider::Engine, Some(reason));
    denied.text = Some("The tool call was denied: it names no tool".to_owned());
    Err(denied)
}
