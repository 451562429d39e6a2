//! Finds out whether a hook is on, and if not, why.

use snaphook::Engine;
use snaphook::hook::{Hook, Scope};

/// The state that the user asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WantedState {
    On,
    Off,
}

/// Whether nothing switches a hook off. Trust does not count: a hook that is not trusted
/// yet is on.
pub(super) fn is_on(engine: &Engine, hook: &Hook) -> bool {
    let switched_off = engine.switched_off();
    let mut off = switched_off.iter();
    hook.enabled && off.all(|off| off.leaves.includes(hook))
}

/// Everything that switches a hook off.
pub(super) fn why_off(engine: &Engine, hook: &Hook) -> Vec<String> {
    let scope = hook.source.scope;
    let settings = engine.settings();
    let entries = settings.disabling(hook);
    let mut why: Vec<String> = entries
        .map(|entry| {
            let by = format!("`disabledHooks` in {}", entry.place());
            with_owner(by, Some(entry.scope))
        })
        .collect();
    if !hook.enabled && why.is_empty() {
        let place = hook.source.place().unwrap_or_default();
        let by = format!("`\"enabled\": false` in its definition, {place}");
        why.push(with_owner(by, Some(scope)));
    }
    let switched_off = engine.switched_off();
    let switches = switched_off.iter();
    let switches = switches.filter(|off| !off.leaves.includes(hook));
    why.extend(switches.map(|off| with_owner(off.by.clone(), off.scope)));
    why
}

fn with_owner(by: String, scope: Option<Scope>) -> String {
    match scope {
        Some(Scope::Managed) => format!("{by}, which only the organisation changes"),
        _ => by,
    }
}
