//! Puts together what hooks, rules and the mode say: the table of the protocol in
//! `conclude`, and the steps around it.

use snaphook_core::answer::PermissionDecision;
use snaphook_core::permission::{Behavior, Mode};
use snaphook_rules::permission::{ByMode, RuleDecision, Situation, by_mode, mode_overrules};

use super::approval::PendingApproval;
use super::before::HookDecision;
use super::mode::{apply_mode, denied_by_mode};
use super::rule_check::{RuleCheck, RuleFindings, decider};
use super::state::{Authorization, FinalDecision, unclear};
use crate::permission::decision::{CallDecision, Decider};

/// What a call comes to before anybody is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Conclusion {
    Allow(ConcludedBy),
    Deny(ConcludedBy),
    Ask(ConcludedBy),
    Defer,
    /// The mode decides.
    ByMode,
}

/// Who decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConcludedBy {
    Hook,
    Rule,
    /// The call would need approval, and the mode denies it instead.
    Mode,
}

/// What the mode denies of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ModeDenies {
    /// The call, even where a rule allows it.
    Allowed,
    /// The call, where it would need approval.
    Asked,
    Nothing,
}

impl ModeDenies {
    /// `allowed` says that allow rules cover the call, whatever else is said of it.
    fn of(mode: Mode, call: Situation, allowed: bool) -> Self {
        match by_mode(mode, call) {
            _ if mode_overrules(mode, call) => Self::Allowed,
            _ if mode == Mode::DontAsk => Self::Asked,
            ByMode::Says(Behavior::Deny) if !allowed => Self::Asked,
            _ => Self::Nothing,
        }
    }
}

/// Decides by hooks, rules and the mode: returns what is to be asked, or the decision
/// as the error.
pub(super) async fn judge_by_rules(
    authorization: &mut Authorization<'_>,
    by_hooks: HookDecision,
) -> Result<PendingApproval, FinalDecision> {
    let destination = authorization.update_destination();
    let Some(current) = &authorization.current else {
        return judge_by_hooks(by_hooks);
    };
    let RuleFindings {
        ruled,
        steps,
        situation,
        allowed,
        asks,
        suggestions,
    } = RuleCheck::new(current, authorization.session).look(
        &authorization.call.tool,
        &authorization.input,
        destination,
    );
    let mode = current.mode;
    authorization.steps.extend(steps);
    let by_hook =
        |decision| FinalDecision::new(decision, by_hooks.by.clone(), by_hooks.reason.clone());
    let mode_denies = ModeDenies::of(mode, situation, allowed);
    let concluded = conclude(by_hooks.decision, ruled.behavior(), mode_denies);
    let mut only_person = false;
    let (asker, reason) = match (concluded, ruled) {
        (Conclusion::Deny(ConcludedBy::Mode), _) => return Err(denied_by_mode(authorization)),
        (Conclusion::Deny(_), RuleDecision::Deny(matched)) => {
            return Err(FinalDecision::denied_by(&matched));
        }
        (Conclusion::Deny(_), _) => return Err(by_hook(CallDecision::Deny)),
        (Conclusion::Defer, _) => return Err(by_hook(CallDecision::Defer)),
        (Conclusion::Allow(ConcludedBy::Hook), _) => return Err(by_hook(CallDecision::Allow)),
        (Conclusion::Allow(_), RuleDecision::Allow(rules)) => {
            let by = rules.first().map(|rule| decider(rule));
            let by = by.unwrap_or(Decider::Mode { mode });
            return Err(FinalDecision::new(CallDecision::Allow, by, None));
        }
        (Conclusion::Ask(_), RuleDecision::Unclear(matched)) => {
            only_person = true;
            (decider(&matched.rule), Some(unclear(&matched)))
        }
        (Conclusion::Ask(_), RuleDecision::Ask(matched)) => {
            let how = format!("the rule `{}` {}", matched.rule.rule, matched.how);
            (decider(&matched.rule), Some(how))
        }
        (Conclusion::Ask(_), _) => (by_hooks.by, by_hooks.reason),
        (Conclusion::Allow(_) | Conclusion::ByMode, _) => {
            let says = by_mode(mode, situation);
            apply_mode(authorization, mode, says, situation.class).await?
        }
    };
    Ok(PendingApproval {
        asker,
        reason,
        asks,
        suggestions,
        only_person,
    })
}

/// Decides by hooks alone, where rules take no part.
pub(super) fn judge_by_hooks(by_hooks: HookDecision) -> Result<PendingApproval, FinalDecision> {
    let decision = match by_hooks.decision {
        Some(PermissionDecision::Deny) => CallDecision::Deny,
        Some(PermissionDecision::Defer) => CallDecision::Defer,
        Some(PermissionDecision::Allow) | None => CallDecision::Allow,
        Some(PermissionDecision::Ask) => {
            return Ok(PendingApproval {
                asker: by_hooks.by,
                reason: by_hooks.reason,
                asks: Vec::new(),
                suggestions: Vec::new(),
                only_person: false,
            });
        }
    };
    Err(FinalDecision::new(decision, by_hooks.by, by_hooks.reason))
}

/// Deny beats defer beats ask beats allow, no matter who says it. A hook's deny has ended
/// the authorization before.
fn conclude(
    hook: Option<PermissionDecision>,
    ruled: Option<Behavior>,
    mode_denies: ModeDenies,
) -> Conclusion {
    use PermissionDecision as Hook;
    let concluded = match (hook, ruled) {
        (Some(Hook::Deny), _) => Conclusion::Deny(ConcludedBy::Hook),
        (_, Some(Behavior::Deny)) => Conclusion::Deny(ConcludedBy::Rule),
        (Some(Hook::Defer), _) => Conclusion::Defer,
        (_, Some(Behavior::Ask)) => Conclusion::Ask(ConcludedBy::Rule),
        (Some(Hook::Ask), _) => Conclusion::Ask(ConcludedBy::Hook),
        (Some(Hook::Allow), _) => Conclusion::Allow(ConcludedBy::Hook),
        (None, Some(Behavior::Allow)) => Conclusion::Allow(ConcludedBy::Rule),
        (None, None) => Conclusion::ByMode,
    };
    match concluded {
        Conclusion::Allow(ConcludedBy::Rule) if mode_denies == ModeDenies::Allowed => {
            Conclusion::Deny(ConcludedBy::Mode)
        }
        Conclusion::Ask(_) if mode_denies != ModeDenies::Nothing => {
            Conclusion::Deny(ConcludedBy::Mode)
        }
        other => other,
    }
}

/// The stricter of the answers of hooks to a call and to its rewrite: a recheck only
/// tightens, so its allow does not count.
pub(super) fn tighter(
    first: Option<PermissionDecision>,
    second: Option<PermissionDecision>,
) -> Option<PermissionDecision> {
    match (first, second) {
        (first, None | Some(PermissionDecision::Allow)) => first,
        (None, second) => second,
        (Some(first), Some(second)) => Some(first.max(second)),
    }
}
