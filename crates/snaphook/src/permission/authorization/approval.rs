//! A call needs approval: PermissionRequest hooks may decide, then a person does.

use std::sync::{Arc, LazyLock};

use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::Event;
use snaphook_core::hook::Scope;
use snaphook_core::json::Json;
use snaphook_core::outcome::{HookEntry, Outcome};
use snaphook_core::permission::{Behavior, Update, UpdateKind};
use snaphook_rules::permission::{ByMode, PermissionRule, RuleDecision, by_mode, mode_overrules};

use super::apply::apply;
use super::approval_request::{ApprovalRequest, PersonReply, RequestHooksReply};
use super::before::{HookDecision, recheck};
use super::host_question;
use super::mode::{classify, denied_by_mode};
use super::rule_check::{RuleCheck, decider};
use super::state::{Authorization, FinalDecision, deciding_hook, hook_decider, unclear};
use crate::permission::decision::{CallDecision, Decider, Stage, Step, StepResult};
use snaphook_engine::permission::RequestedUpdate;
use snaphook_exec::QuestionAsker;

static PERMISSION_REQUEST: LazyLock<Event> = LazyLock::new(|| Event::resolve("PermissionRequest"));

/// A call that needs approval.
pub(super) struct PendingApproval {
    /// The hook, rule or mode that asks.
    pub(super) asker: Decider,
    pub(super) reason: Option<String>,
    /// The ask rules that match the call.
    pub(super) asks: Vec<Arc<PermissionRule>>,
    pub(super) suggestions: Vec<Update>,
    /// Only a person may allow it, not a PermissionRequest hook: a rule may match or
    /// not, or a hook of the host asks for a person.
    pub(super) only_person: bool,
}

/// Asks PermissionRequest hooks, then a person.
pub(super) async fn ask(
    authorization: &mut Authorization<'_>,
    mut pending: PendingApproval,
) -> FinalDecision {
    if authorization.session.has(&PERMISSION_REQUEST) {
        let asker = asker_name(&pending.asker);
        let asking = approval_request(authorization, &asker, &pending, None);
        let (outcome, requested) = asking.hooks().await;
        let wanted = RequestedUpdate::of(&outcome);
        let request = outcome.permission_request.clone();
        let by = deciding_hook(&outcome);
        let reason = outcome
            .block_reason
            .clone()
            .or_else(|| outcome.why_stopped());
        authorization.steps.push(Step {
            stage: Stage::PermissionRequest,
            result: match requested {
                RequestHooksReply::Allow if pending.only_person => StepResult::Nothing,
                RequestHooksReply::Allow => StepResult::Allow,
                RequestHooksReply::Deny => StepResult::Deny,
                RequestHooksReply::Nothing => StepResult::Nothing,
            },
            by: (requested != RequestHooksReply::Nothing).then(|| by.clone()),
            reason: match requested {
                RequestHooksReply::Allow if pending.only_person => {
                    Some("it would allow the call, but only a person may do so".to_owned())
                }
                _ => reason.clone(),
            },
        });
        authorization.note_stop(&outcome);
        let text = outcome.text_for_model();
        authorization.outcomes.push(outcome);
        if authorization.is_cancelled() {
            return authorization.cancelled();
        }
        match requested {
            RequestHooksReply::Deny => {
                let mut denied = FinalDecision::new(CallDecision::Deny, by, reason);
                denied.text = text;
                denied.interrupt = request.is_some_and(|request| request.interrupt);
                return denied;
            }
            // Only a person may allow the call, so the hook's rewrite is dropped too.
            RequestHooksReply::Allow if pending.only_person => {}
            RequestHooksReply::Allow => {
                let rewrite = request.and_then(|request| request.updated_input);
                let stands = match rewrite.filter(|input| *input != authorization.input) {
                    None => Ok(true),
                    Some(input) => {
                        authorization.rewrite(input);
                        allow_stands(authorization, &mut pending).await
                    }
                };
                match stands {
                    Err(decision) => return decision,
                    Ok(true) => {
                        apply(authorization, wanted).await;
                        return FinalDecision::new(CallDecision::Allow, by, None);
                    }
                    // A person must look at what the hook made of it.
                    Ok(false) => {}
                }
            }
            RequestHooksReply::Nothing => {}
        }
    }
    ask_person(authorization, pending).await
}

/// Whether the allow of a PermissionRequest hook holds for its rewrite of the input.
/// If not, a person is asked.
async fn allow_stands(
    authorization: &mut Authorization<'_>,
    pending: &mut PendingApproval,
) -> Result<bool, FinalDecision> {
    let mut rechecked = HookDecision::none();
    recheck(authorization, &mut rechecked).await?;
    if rechecked.decision == Some(PermissionDecision::Defer) {
        return Err(FinalDecision::new(
            CallDecision::Defer,
            rechecked.by,
            rechecked.reason,
        ));
    }
    let question = host_question::run(authorization).await?;
    // The PermissionRequest hook has answered what this PreToolUse hook asks.
    let answered =
        rechecked.decision == Some(PermissionDecision::Ask) && rechecked.by == pending.asker;
    let unasked = (rechecked.decision.is_none() || answered) && question.is_none();
    let destination = authorization.update_destination();
    let Some(current) = &authorization.current else {
        return Ok(unasked);
    };
    let mode = current.mode;
    let findings = RuleCheck::new(current, authorization.session).look(
        &authorization.call.tool,
        &authorization.input,
        destination,
    );
    authorization.steps.extend(findings.steps);
    if let RuleDecision::Deny(matched) = findings.ruled {
        return Err(FinalDecision::denied_by(&matched));
    }
    let mode_denies = match by_mode(mode, findings.situation) {
        ByMode::Says(behavior) => behavior == Behavior::Deny,
        ByMode::Classifier(_) => {
            let judged = classify(authorization, findings.situation.class).await;
            judged.is_some_and(|(behavior, _)| behavior == Behavior::Deny)
        }
    };
    let allowed = matches!(findings.ruled, RuleDecision::Allow(_))
        && !mode_overrules(mode, findings.situation);
    if mode_denies && !allowed {
        return Err(denied_by_mode(authorization));
    }
    if let RuleDecision::Unclear(matched) = &findings.ruled {
        pending.asker = decider(&matched.rule);
        pending.reason = Some(unclear(matched));
        pending.only_person = true;
        return Ok(false);
    }
    let is_known =
        |rule: &Arc<PermissionRule>| pending.asks.iter().any(|one| Arc::ptr_eq(one, rule));
    Ok(findings.asks.iter().all(is_known) && unasked)
}

async fn ask_person(
    authorization: &mut Authorization<'_>,
    pending: PendingApproval,
) -> FinalDecision {
    let asker = asker_name(&pending.asker);
    // Offered only where the mode asks: an allow rule does not override an ask rule.
    let by_mode = matches!(pending.asker, Decider::Mode { .. });
    let rules = |update: &&Update| matches!(update.kind, UpdateKind::AddRules { .. });
    let always = pending.suggestions.iter().find(rules).filter(|_| by_mode);
    let always = always.filter(|_| !authorization.rewritten).cloned();
    let offered = always.as_ref().map(|update| {
        let engine = authorization.session.engine();
        match engine.permission_file(update.destination) {
            Some(file) => format!("{} in {}", update.kind, file.display()),
            None => format!("{} in this session", update.kind),
        }
    });
    let replied = approval_request(authorization, &asker, &pending, offered)
        .person()
        .await;
    let (decision, by) = match replied {
        PersonReply::Yes | PersonReply::Always | PersonReply::Edited(_) => {
            (CallDecision::Allow, Decider::Approver)
        }
        PersonReply::No | PersonReply::NoBecause(_) => (CallDecision::Deny, Decider::Approver),
        PersonReply::Nobody => (CallDecision::Deny, Decider::Nobody),
    };
    let reason = match &replied {
        PersonReply::NoBecause(words) => Some(words.clone()),
        PersonReply::No | PersonReply::Nobody => pending.reason.clone(),
        _ => None,
    };
    authorization.steps.push(Step {
        stage: Stage::Approver,
        result: match decision {
            CallDecision::Allow => StepResult::Allow,
            _ => StepResult::Deny,
        },
        by: Some(by.clone()),
        reason: None,
    });
    if authorization.is_cancelled() {
        return authorization.cancelled();
    }
    if let PersonReply::Edited(input) = replied {
        return run_edited(authorization, pending, input).await;
    }
    if let Some(update) = always.filter(|_| replied == PersonReply::Always) {
        apply(
            authorization,
            vec![RequestedUpdate {
                value: update.to_value(),
                by: Decider::Approver.to_string(),
                // A person's own update counts as one of the user's settings.
                scope: Scope::User,
            }],
        )
        .await;
    }
    FinalDecision::new(decision, by, reason)
}

/// Holds the input that a person wrote against hooks and rules, as a hook's rewrite is. What
/// only asks has the person's answer already.
async fn run_edited(
    authorization: &mut Authorization<'_>,
    mut pending: PendingApproval,
    input: Json,
) -> FinalDecision {
    if input != authorization.input {
        if let Some(key) = lost_field(&authorization.input, &input) {
            let reason = format!("the edited input has no text `{key}`");
            return FinalDecision::new(CallDecision::Deny, Decider::Approver, Some(reason));
        }
        authorization.rewrite(input);
        if let Err(decision) = allow_stands(authorization, &mut pending).await {
            return decision;
        }
        if authorization.is_cancelled() {
            return authorization.cancelled();
        }
    }
    FinalDecision::new(CallDecision::Allow, Decider::Approver, None)
}

/// The field that hooks and rules look at and that an edited input does not have any more.
fn lost_field(before: &Json, after: &Json) -> Option<&'static str> {
    const LOOKED_AT: &[&str] = &["command", "file_path", "notebook_path", "path"];
    let has = |input: &Json, key: &str| {
        let text = input.get(key).and_then(serde_json::Value::as_str);
        text.is_some_and(|text| !text.is_empty())
    };
    let mut keys = LOOKED_AT.iter().copied();
    keys.find(|key| has(before, key) && !has(after, key))
}

fn approval_request<'w>(
    authorization: &'w Authorization<'_>,
    asker: &'w str,
    pending: &'w PendingApproval,
    always: Option<String>,
) -> ApprovalRequest<'w> {
    ApprovalRequest {
        session: authorization.session,
        common: &authorization.common,
        tool: &authorization.call.tool,
        input: &authorization.input,
        approver: authorization.approver.as_ref(),
        id: &authorization.id,
        asker,
        reason: pending.reason.as_deref(),
        askers: askers(authorization, pending),
        suggestions: pending.suggestions.iter().map(Update::to_value).collect(),
        always,
        options: authorization.call.options(),
    }
}

/// Everybody who asks: who decided that a person is asked, other ask rules that match,
/// and hooks.
fn askers(authorization: &Authorization<'_>, pending: &PendingApproval) -> Vec<QuestionAsker> {
    let mut askers = vec![QuestionAsker {
        name: asker_name(&pending.asker),
        reason: pending.reason.clone(),
    }];
    let mut add = |name: String, reason: Option<String>| {
        if askers.iter().all(|known| known.name != name) {
            askers.push(QuestionAsker { name, reason });
        }
    };
    for rule in &pending.asks {
        add(decider(rule).to_string(), None);
    }
    let asks = |outcome: &&Outcome| outcome.permission_decision == Some(PermissionDecision::Ask);
    for outcome in authorization.outcomes.iter().filter(asks) {
        let reason = outcome.permission_decision_reason.as_deref();
        let lines: Vec<_> = reason.unwrap_or_default().lines().collect();
        let decided = |entry: &&HookEntry| outcome.decided_by.contains(&entry.id);
        let hooks: Vec<_> = outcome.hooks.iter().filter(decided).collect();
        for (place, entry) in hooks.iter().enumerate() {
            // Each hook's reason is a line, unless one of them has several.
            let own = match lines.len() == hooks.len() {
                true => lines.get(place).copied(),
                false => reason,
            };
            let decider = hook_decider(outcome, entry);
            add(decider.to_string(), own.map(str::to_owned));
        }
    }
    askers
}

/// Who asks, in the words of the question to a person.
fn asker_name(asker: &Decider) -> String {
    match asker {
        // A hook of the host is known by its name.
        Decider::Hook { id: None, name, .. } => name.clone(),
        other => other.to_string(),
    }
}
