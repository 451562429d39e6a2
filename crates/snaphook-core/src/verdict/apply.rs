//! What an answer does on its event.

use serde_json::Value;

use super::judge::{JudgeContext, Verdict};
use super::policy::{apply_block, deny_permission, push_block};
use super::terminal;
use crate::answer::{
    Answer, AnswerDecision, ElicitationAction, PermissionDecision, RequestBehavior, RequestDecision,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::event::{OnBlock, OutputFields};
use crate::json::Json;
use crate::merge::{
    BlockedBy, Effects, ElicitationAnswer, MergedPermission, PermissionUpdate, RequestAnswer,
    Rewrite, RewriteRank, RewriteTarget,
};
use crate::outcome::Status;

/// The reason of a block whose hook gave none.
const NO_REASON: &str = "Blocked by hook";

/// Applies an answer; `exit_2` blocks whatever it says.
pub(super) fn applied(
    context: &JudgeContext<'_>,
    mut answer: Answer,
    stderr: &str,
    exit_2: bool,
) -> Verdict {
    let mut effects = Effects::default();
    let mut diagnostics = Vec::new();
    take_direct_input(context, &mut answer, &mut diagnostics);
    let says_block = answer.decision == Some(AnswerDecision::Block);
    let denies = answer.permission == Some(PermissionDecision::Deny);
    let request_denies = answer
        .request
        .as_ref()
        .is_some_and(|request| request.behavior == RequestBehavior::Deny);
    let declines = matches!(answer.elicitation, Some((ElicitationAction::Decline, _)));
    let stop_blocks = answer.stop && context.rules.answers.stop_blocks;
    let blocks = exit_2 || says_block || denies || stop_blocks;
    let sends_back = !blocks && !answer.stop && sends_back(context, &answer);

    let fallback = || {
        let stderr = stderr.trim();
        if stderr.is_empty() { NO_REASON } else { stderr }.to_owned()
    };
    let own_reason = own_reason(&answer, denies, stop_blocks && !says_block);
    // Where nothing can be blocked, the stock phrase would only mislead.
    let silent = context.spec.on_block == OnBlock::Notice
        && own_reason.is_none()
        && stderr.trim().is_empty();
    if blocks && !silent {
        let reason = own_reason.clone().unwrap_or_else(fallback);
        apply_block(context, &mut effects, reason, BlockedBy::Hook);
    } else if sends_back {
        let reason = answer.additional_context.take().unwrap_or_default();
        apply_block(context, &mut effects, reason, BlockedBy::Hook);
    } else if !blocks {
        effects.permission = permission(context, &mut answer);
    }
    if let Some(request) = answer.request.take() {
        let no_reason = fallback();
        apply_request(context, request, no_reason, &mut effects, &mut diagnostics);
    }
    if let Some((action, content)) = answer.elicitation.take()
        && effects.elicitation.is_none()
    {
        effects.elicitation = Some(ElicitationAnswer { action, content });
        if declines {
            let reason = own_reason.unwrap_or_else(fallback);
            push_block(context, &mut effects, reason, BlockedBy::Hook);
        }
    }
    if answer.stop {
        if context.spec.stop_denies && !blocks {
            let why = answer.stop_reason.clone();
            let why = why.unwrap_or_else(|| "the agent is to stop".to_owned());
            effects.permission = Some(deny_permission(context, why));
        }
        effects.stop = Some(answer.stop_reason.take());
    }
    let rank = match blocks {
        true => RewriteRank::OfBlock,
        false => RewriteRank::Usual,
    };
    let rewrites = rewrites(context, &mut answer, &mut diagnostics);
    effects
        .rewrites
        .extend(rewrites.into_iter().map(|(target, value)| Rewrite {
            hook: context.hook.id.clone(),
            lane: context.lane,
            target,
            rank,
            value,
        }));
    apply_texts(&mut answer, &mut effects, &mut diagnostics);

    let status = if blocks || request_denies || declines || sends_back {
        Status::Blocked
    } else {
        Status::Success
    };
    Verdict {
        ends_row: status == Status::Blocked || effects.stop.is_some(),
        status,
        effects,
        error: None,
        suppress_output: answer.suppress_output,
        diagnostics,
    }
}

/// Where a permission request may be answered by `permissionDecision`, too: what
/// such an answer rewrites beside an allow belongs to the answer.
fn take_direct_input(
    context: &JudgeContext<'_>,
    answer: &mut Answer,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let fields = OutputFields::DECISION.and(OutputFields::UPDATED_INPUT);
    if !context.spec.output.contains(fields) {
        return;
    }
    let direct = answer.updated_input.take();
    match &mut answer.request {
        Some(request) if request.behavior == RequestBehavior::Allow => {
            request.updated_input = request.updated_input.take().or(direct);
        }
        None if answer.permission == Some(PermissionDecision::Allow) => {
            answer.request = Some(RequestDecision {
                behavior: RequestBehavior::Allow,
                updated_input: direct,
                updated_permissions: Vec::new(),
                message: None,
                interrupt: false,
            });
        }
        _ if direct.is_some() => diagnostics.push(ignored(
            "the answer's `updatedInput` counts only beside an allow and is ignored",
        )),
        _ => {}
    }
}

/// Whether context alone sends the agent back here.
fn sends_back(context: &JudgeContext<'_>, answer: &Answer) -> bool {
    let text = answer.additional_context.as_deref().unwrap_or_default();
    context.can_block && context.spec.context_blocks && !text.trim().is_empty()
}

/// The reason that the answer itself gives for a block.
fn own_reason(answer: &Answer, denies: bool, only_stops: bool) -> Option<String> {
    let reason = if denies && answer.permission_reason.is_some() {
        &answer.permission_reason
    } else if only_stops && answer.stop_reason.is_some() {
        &answer.stop_reason
    } else if answer.decision == Some(AnswerDecision::Approve) {
        // An approval's reason is not a reason for a block.
        &None
    } else {
        &answer.reason
    };
    reason.clone().filter(|reason| !reason.trim().is_empty())
}

/// The permission of an answer that does not block.
fn permission(context: &JudgeContext<'_>, answer: &mut Answer) -> Option<MergedPermission> {
    let approves = answer.decision == Some(AnswerDecision::Approve);
    let (decision, reason) = match answer.permission {
        Some(decision) => (decision, answer.permission_reason.take()),
        None if approves && context.spec.on_block == OnBlock::Deny => {
            (PermissionDecision::Allow, answer.reason.take())
        }
        None => return None,
    };
    Some(MergedPermission {
        decision,
        reason,
        by: vec![context.hook.id.clone()],
    })
}

/// The answer to a permission request.
fn apply_request(
    context: &JudgeContext<'_>,
    request: RequestDecision,
    no_reason: String,
    effects: &mut Effects,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let hook = &context.hook.id;
    effects.request = Some(RequestAnswer {
        behavior: request.behavior,
        message: request.message.clone(),
        interrupt: request.interrupt,
        by: vec![hook.clone()],
    });
    if request.behavior == RequestBehavior::Deny {
        let reason = request.message.unwrap_or(no_reason);
        push_block(context, effects, reason, BlockedBy::Hook);
        return;
    }
    effects
        .rewrites
        .extend(request.updated_input.map(|value| Rewrite {
            hook: hook.clone(),
            lane: context.lane,
            target: RewriteTarget::ToolInput,
            rank: RewriteRank::Usual,
            value,
        }));
    let known = context.rules.answers.permission_updates;
    for update in request.updated_permissions {
        match update.get("type").and_then(Value::as_str) {
            Some(kind) if !known.contains(&kind) => diagnostics.push(unknown_update(kind, known)),
            _ => effects.updated_permissions.push(PermissionUpdate {
                hook: hook.clone(),
                value: update,
            }),
        }
    }
}

/// What the answer rewrites.
fn rewrites(
    context: &JudgeContext<'_>,
    answer: &mut Answer,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(RewriteTarget, Json)> {
    let of_mcp = answer.updated_mcp_tool_output.take();
    if of_mcp.is_some() && !context.mcp_tool {
        diagnostics.push(ignored(
            "the answer's `updatedMCPToolOutput` counts for tools of MCP servers only and is ignored; use `updatedToolOutput`",
        ));
    }
    let output = answer.updated_tool_output.take();
    let output = output.or(of_mcp.filter(|_| context.mcp_tool));
    let prompt = answer.updated_prompt.take();
    let all = [
        (RewriteTarget::ToolInput, answer.updated_input.take()),
        (RewriteTarget::ToolOutput, output),
        (
            RewriteTarget::Prompt,
            prompt.map(|prompt| Value::String(prompt).into()),
        ),
        (RewriteTarget::Request, answer.updated_request.take()),
        (RewriteTarget::Response, answer.updated_response.take()),
    ];
    let given = all.into_iter();
    given
        .filter_map(|(target, value)| Some((target, value?)))
        .collect()
}

/// What the answer says beside its decision.
fn apply_texts(answer: &mut Answer, effects: &mut Effects, diagnostics: &mut Vec<Diagnostic>) {
    let full = |text: &mut Option<String>| text.take().filter(|text| !text.is_empty());
    effects
        .additional_context
        .extend(full(&mut answer.additional_context));
    effects
        .classifier_context
        .extend(full(&mut answer.classifier_context));
    effects
        .system_messages
        .extend(full(&mut answer.system_message));
    effects.initial_user_message = full(&mut answer.initial_user_message);
    effects.session_title = full(&mut answer.session_title);
    effects.display_content = full(&mut answer.display_content);
    effects.worktree_path = full(&mut answer.worktree_path);
    effects.watch_paths = answer.watch_paths.take();
    effects.reload_skills = answer.reload_skills;
    effects.retry = answer.retry;
    effects.suppress_original_prompt = answer.suppress_original_prompt;
    match full(&mut answer.terminal_sequence) {
        Some(sequence) if terminal::is_allowed(&sequence) => {
            effects.terminal_sequences.push(sequence);
        }
        Some(_) => diagnostics.push(ignored(
            "the answer's `terminalSequence` is ignored: only titles and notifications (OSC 0, 1, 2, 9, 99, 777) and BEL are let through",
        )),
        None => {}
    }
}

fn unknown_update(kind: &str, known: &[&str]) -> Diagnostic {
    ignored(format!(
        "the answer's permission update `{kind}` is ignored; this dialect knows {}",
        known.join(", ")
    ))
}

fn ignored(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Severity::Warning, "field-not-honoured", message)
}
