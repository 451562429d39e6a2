//! What hooks, rules and the mode come to. Pure: the table of the protocol.

use snaphook_core::answer::PermissionDecision;
use snaphook_core::permission::{Behavior, Mode};
use snaphook_rules::permission::{ByMode, Situation, by_mode};

/// What a call comes to before anybody is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Concluded {
    Allow(By),
    Deny(By),
    Ask(By),
    Defer,
    /// The mode decides.
    ByMode,
}

/// Whose word it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    Hook,
    Rule,
    /// It would have been asked, and the mode is stricter than that.
    Mode,
}

/// Whether the mode stands in the way of asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ModeSays {
    /// It denies such a call, or lets nobody be asked.
    Deny,
    Other,
}

impl ModeSays {
    pub(super) fn of(mode: Mode, call: Situation) -> Self {
        match by_mode(mode, call) {
            _ if mode == Mode::DontAsk => Self::Deny,
            ByMode::Says(Behavior::Deny) => Self::Deny,
            _ => Self::Other,
        }
    }
}

/// Deny beats defer beats ask beats allow, whoever says it; a hook's deny has
/// been heard before.
pub(super) fn conclude(
    hook: Option<PermissionDecision>,
    ruled: Option<Behavior>,
    mode: ModeSays,
) -> Concluded {
    use PermissionDecision as Hook;
    let concluded = match (hook, ruled) {
        (Some(Hook::Deny), _) => Concluded::Deny(By::Hook),
        (_, Some(Behavior::Deny)) => Concluded::Deny(By::Rule),
        (Some(Hook::Defer), _) => Concluded::Defer,
        (_, Some(Behavior::Ask)) => Concluded::Ask(By::Rule),
        (Some(Hook::Ask), _) => Concluded::Ask(By::Hook),
        (Some(Hook::Allow), _) => Concluded::Allow(By::Hook),
        (None, Some(Behavior::Allow)) => Concluded::Allow(By::Rule),
        (None, None) => Concluded::ByMode,
    };
    match concluded {
        Concluded::Ask(_) if mode == ModeSays::Deny => Concluded::Deny(By::Mode),
        other => other,
    }
}

/// The stricter of two answers of hooks: a recheck only tightens, so that what
/// the second says beside that does not count.
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
