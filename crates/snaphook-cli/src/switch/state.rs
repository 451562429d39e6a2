//! Whether a hook is on, and if not, why.

use snaphook::hook::{Hook, Scope};
use snaphook::{Effective, Engine, Setting};

/// How hooks are to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    On,
    Off,
}

/// Whether nothing switches a hook off. Trust is another matter: a hook that
/// nobody trusts yet is on, and waits.
pub(super) fn is_on(engine: &Engine, hook: &Hook) -> bool {
    let scope = hook.source.scope;
    let mut off = engine.switched_off().iter();
    hook.enabled && off.all(|off| off.leaves.includes(scope))
}

/// Everything that switches a hook off.
pub(super) fn why_off(engine: &Engine, hook: &Hook) -> Vec<String> {
    let settings = engine.settings();
    let scope = hook.source.scope;
    let mut why: Vec<String> = settings
        .disabling(hook)
        .map(|entry| {
            let by = format!("`disabledHooks` in {}", entry.place());
            with_owner(by, entry.scope)
        })
        .collect();
    if !hook.enabled && why.is_empty() {
        let place = hook.source.place().unwrap_or_default();
        why.push(with_owner(
            format!("`\"enabled\": false` in its definition, {place}"),
            scope,
        ));
    }
    let switches = engine.switched_off().iter();
    why.extend(switches.filter(|off| !off.leaves.includes(scope)).map(
        |off| match of_organisation(settings, &off.by) {
            true => with_owner(off.by.clone(), Scope::Managed),
            false => off.by.clone(),
        },
    ));
    why
}

fn with_owner(by: String, scope: Scope) -> String {
    match scope {
        Scope::Managed => format!("{by}, which only the organisation changes"),
        _ => by,
    }
}

/// Whether a managed file says what switches hooks off.
fn of_organisation(settings: &Effective, by: &str) -> bool {
    fn place<T>(setting: Option<&Setting<T>>) -> Option<String> {
        setting
            .filter(|setting| setting.scope == Scope::Managed)
            .map(Setting::place)
    }
    let places = [
        place(settings.disable_all_hooks.as_ref()),
        place(settings.allow_managed_hooks_only.as_ref()),
        place(settings.strict_plugin_only.as_ref()),
    ];
    places.iter().flatten().any(|place| by.ends_with(&**place))
}
