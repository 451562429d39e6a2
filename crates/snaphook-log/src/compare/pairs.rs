//! Which hook of then is which hook of now.
//!
//! An id stands for one definition, a name may stand for several: the name that a
//! command gives is only its beginning. So the id decides. An id goes with every
//! edit, though, and where it is gone the name tells what became of the hook.

use serde_json::Value;
use snaphook_core::hook::Scope;

/// A hook that took part, or would.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Participant<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) status: &'a str,
    /// It ran in the background.
    pub(super) background: bool,
    /// The decision was its.
    pub(super) decided: bool,
}

/// The hooks of an outcome that ran, and that settings can have: functions of a
/// host, and hooks that a skill, an agent or a session brought, are not there when
/// an event is tried again.
pub(super) fn participated(outcome: &Value) -> Vec<Participant<'_>> {
    let hooks = entries(outcome).filter(|hook| hook["status"] != "skipped");
    hooks
        .filter_map(|hook| participant(outcome, hook))
        .collect()
}

/// The hooks that did not run for one of these reasons.
pub(super) fn held_back<'a>(outcome: &'a Value, reasons: &[&str]) -> Vec<Participant<'a>> {
    let reason = |hook: &&Value| {
        let reason = hook["skipReason"].as_str();
        reason.is_some_and(|reason| reasons.contains(&reason))
    };
    let hooks = entries(outcome).filter(reason);
    hooks
        .filter_map(|hook| participant(outcome, hook))
        .collect()
}

fn entries(outcome: &Value) -> impl Iterator<Item = &Value> {
    let passing = [Scope::Skill, Scope::Agent, Scope::Session].map(Scope::as_str);
    let hooks = outcome["hooks"].as_array().into_iter().flatten();
    hooks.filter(move |hook| {
        let scope = hook["scope"].as_str();
        hook["type"] != "function" && !scope.is_some_and(|scope| passing.contains(&scope))
    })
}

fn participant<'a>(outcome: &Value, hook: &'a Value) -> Option<Participant<'a>> {
    let decided = outcome["decidedBy"].as_array();
    Some(Participant {
        id: hook["id"].as_str().unwrap_or_default(),
        name: hook["name"].as_str()?,
        status: hook["status"].as_str()?,
        background: hook["background"] == true || hook["status"] == "background",
        decided: decided.is_some_and(|ids| ids.contains(&hook["id"])),
    })
}

/// For each hook of then, the place of the same one among those of now. `known`
/// tells whether today's settings have an id: such a hook is not another one.
pub(super) fn pairs(
    then: &[Participant<'_>],
    now: &[Participant<'_>],
    known: impl Fn(&str) -> bool,
) -> Vec<Option<usize>> {
    let mut free = vec![true; now.len()];
    let mut pairs = vec![None; then.len()];
    let mut pair = |same: &dyn Fn(&Participant<'_>, &Participant<'_>) -> bool| {
        for (hook, place) in then.iter().zip(&mut pairs) {
            if place.is_none() {
                *place = (0..now.len()).find(|at| free[*at] && same(hook, &now[*at]));
                if let Some(at) = *place {
                    free[at] = false;
                }
            }
        }
    };
    pair(&|hook, other| hook.id == other.id);
    pair(&|hook, other| hook.name == other.name && !known(hook.id));
    pairs
}
