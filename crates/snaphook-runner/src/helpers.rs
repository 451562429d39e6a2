//! What a list of answers means together: pure functions, for hosts that do not
//! want to decide by themselves.
//!
//! What one answer decides about a tool call:
//!
//! | answer | is |
//! |---|---|
//! | `permissionDecision` deny, `decision` block, a denied permission request | a deny, whatever is beside it |
//! | `permissionDecision` ask or defer | no decision |
//! | `permissionDecision` allow, an allowed permission request, else `decision` approve | an allow |
//! | anything else, `{"async": true}` | no decision |

use snaphook_core::answer::{Answer, AnswerDecision, PermissionDecision, RequestBehavior};
use snaphook_core::json::Json;

use crate::answer::CallbackReply;

/// The rule that picks one of several decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DecisionRule {
    /// The first allow or deny in array order decides.
    #[default]
    FirstDecides,
    /// Any deny wins, the first of them decides; else the first allow.
    DenyWins,
}

/// What the answers decide about a tool call.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ToolPermission<'a> {
    /// Allow, deny, or ask if no callback decided. Never defer.
    pub decision: PermissionDecision,
    /// The reason that the deciding callback gave.
    pub reason: Option<&'a str>,
    /// The answer that decided.
    pub by: Option<&'a CallbackReply>,
    /// The tool input to use instead, of the answer that allowed. What others
    /// rewrote is in the list and does not count: they did not decide.
    pub updated_input: Option<&'a Json>,
}

/// Whether a tool call may go on. If no callback decides, a person is asked.
#[must_use]
pub fn permission(answers: &[CallbackReply], rule: DecisionRule) -> ToolPermission<'_> {
    let mut decided = answers.iter().filter_map(decision);
    let first = match rule {
        DecisionRule::FirstDecides => decided.next(),
        DecisionRule::DenyWins => {
            let denied = |one: &ToolPermission<'_>| one.decision == PermissionDecision::Deny;
            decided.clone().find(denied).or_else(|| decided.next())
        }
    };
    first.unwrap_or(ToolPermission {
        decision: PermissionDecision::Ask,
        reason: None,
        by: None,
        updated_input: None,
    })
}

/// What one answer decides, if it does.
fn decision(answered: &CallbackReply) -> Option<ToolPermission<'_>> {
    let answer = answered.answer()?;
    let request = answer.request.as_ref();
    let behavior = request.map(|request| request.behavior);
    let denies = answer.permission == Some(PermissionDecision::Deny)
        || behavior == Some(RequestBehavior::Deny)
        || answer.decision == Some(AnswerDecision::Block);
    let (decision, reason) = match (answer.permission, behavior, answer.decision) {
        _ if denies => (PermissionDecision::Deny, denial_reason(answer)),
        (Some(PermissionDecision::Allow), ..) => (
            PermissionDecision::Allow,
            non_empty(answer.permission_reason.as_deref()),
        ),
        (None, Some(RequestBehavior::Allow), _) => (PermissionDecision::Allow, None),
        (None, None, Some(AnswerDecision::Approve)) => (
            PermissionDecision::Allow,
            non_empty(answer.reason.as_deref()),
        ),
        _ => return None,
    };
    let updated_input = answer
        .updated_input
        .as_ref()
        .or_else(|| request.and_then(|request| request.updated_input.as_ref()))
        .filter(|_| decision == PermissionDecision::Allow);
    Some(ToolPermission {
        decision,
        reason,
        by: Some(answered),
        updated_input,
    })
}

/// Why an answer refuses: its own word for a denial, else the reason of a
/// block. An approval's reason is none.
fn denial_reason(answer: &Answer) -> Option<&str> {
    let denies = answer.permission == Some(PermissionDecision::Deny);
    let permission = answer.permission_reason.as_deref().filter(|_| denies);
    let request = answer.request.as_ref();
    let message = request
        .filter(|request| request.behavior == RequestBehavior::Deny)
        .and_then(|request| request.message.as_deref());
    let approves = answer.decision == Some(AnswerDecision::Approve);
    let reason = answer.reason.as_deref().filter(|_| !approves);
    [permission, message, reason]
        .into_iter()
        .find_map(non_empty)
}

/// A text that is not blank.
fn non_empty(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.trim().is_empty())
}

/// Whether an agent that wants to stop does.
#[derive(Debug, Clone, PartialEq)]
pub enum StopDecision<'a> {
    /// It stops.
    Stops,
    /// It goes on.
    GoesOn {
        /// The reasons of those answers, one per line.
        reason: Option<String>,
        /// The answers that make it go on.
        by: Vec<&'a CallbackReply>,
    },
}

/// Whether an agent that wants to stop does. An answer with `continue: true`, or
/// a block, makes it go on; `continue: false`, which is the last word of a row,
/// clears that, as it does everywhere in the protocol.
#[must_use]
pub fn stop(answers: &[CallbackReply]) -> StopDecision<'_> {
    let stops = |answered: &CallbackReply| answered.answer().is_some_and(|answer| answer.stop);
    let by: Vec<_> = answers
        .iter()
        .filter(|answered| answered.goes_on() || answered.answer().is_some_and(Answer::blocks))
        .collect();
    if by.is_empty() || answers.iter().any(stops) {
        return StopDecision::Stops;
    }
    let reasons = by
        .iter()
        .filter_map(|answered| denial_reason(answered.answer()?));
    StopDecision::GoesOn {
        reason: join_texts(reasons),
        by,
    }
}

/// What the answers have to tell: system messages first, then additional
/// contexts, a line each. Nothing, when none of them says anything.
#[must_use]
pub fn context(answers: &[CallbackReply]) -> Option<String> {
    let texts = |text: fn(&Answer) -> Option<&String>| {
        answers
            .iter()
            .filter_map(move |answered| text(answered.answer()?))
            .map(String::as_str)
            .filter(|text| !text.is_empty())
    };
    let messages = texts(|answer| answer.system_message.as_ref());
    join_texts(messages.chain(texts(|answer| answer.additional_context.as_ref())))
}

fn join_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Option<String> {
    let texts: Vec<_> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}
