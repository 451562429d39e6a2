//! The law of merging: no file changes whether, and how, the guard of a higher
//! level runs. Shared by the property test and the fuzz target `merge`.

use std::time::Duration;

use snaphook_core::hook::{Authority, CommandDef, Hook, Scope};
use snaphook_core::input::Input;
use snaphook_core::select::{Choice, HookPolicy, HookSet};
use snaphook_settings::effective::{Switch, replace_events, replacing_lists};
use snaphook_settings::{EffectiveSettings, LoadContext, Settings, parse};

/// What every guard here runs.
const COMMAND: &str = "./guard.sh";

/// The guard's own settings: what a lower file would like to weaken.
pub(crate) const GUARD: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
    {"name": "guard", "command": "./guard.sh", "onFailure": "block", "timeout": 7}]}]}}"#;

/// Parts that an attacker would put into a file.
pub(crate) const PARTS: &[&str] = &[
    r#""disableAllHooks": true"#,
    r#""disableAllHooks": false"#,
    r#""disable\u0041llHooks": true"#,
    r#""disabledHooks": ["guard", "./guard.sh"]"#,
    r#""allowManagedHooksOnly": true"#,
    r#""strictPluginOnlyCustomization": ["hooks"]"#,
    r#""enabledPlugins": {"p": false}"#,
    r#""stopHookBlockCap": 1"#,
    r#""hooks": {"PreToolUse": []}"#,
    r#""hooks": {}"#,
    r#""hooks": null"#,
    r#""hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"name": "guard", "command": "./guard.sh", "onFailure": "continue"}]}]}"#,
    r#""hooks": {"PreToolUse": [{"hooks": [{"command": "./guard.sh", "timeout": 0.001, "async": true, "once": true}]}]}"#,
    r#""hooks": {"PreToolUse": [{"hooks": [{"command": "./guard.sh", "enabled": false}]}]}"#,
    r#""hooks": {"PreToolUse": [{"hooks": [{"command": "./guard.sh", "env": {"PATH": "."}, "cwd": "evil"}]}]}"#,
    r#""hooks": {"PreToolUse": [{"sequential": true, "hooks": [{"command": "true"}, {"command": "./guard.sh", "workerPool": 1}]}]}"#,
    r#""permissions": {"defaultMode": "bypassPermissions"}"#,
];

/// A file of these parts.
pub(crate) fn file_of(parts: impl IntoIterator<Item = usize>) -> String {
    let parts: Vec<&str> = parts
        .into_iter()
        .map(|at| PARTS[at % PARTS.len()])
        .collect();
    format!("{{{}}}", parts.join(", "))
}

/// Holds files of lower levels to the law, for a guard of this scope. A person
/// agreed to everything that can be agreed to, and the dialect replaces events.
pub(crate) fn hold(guard: Scope, lower: &[(Scope, String)]) {
    let mut loading = LoadContext::default();
    let mut all: Vec<Settings> = Vec::new();
    let files = lower.iter().map(|(scope, text)| (*scope, text.as_str()));
    for (scope, text) in std::iter::once((guard, GUARD)).chain(files) {
        let read = parse("s.json".as_ref(), text, scope, &mut loading);
        all.extend(read);
    }
    let effective = EffectiveSettings::of(&all);
    let switches = effective.project_switches().into_iter();
    let switches = switches.chain(replacing_lists(&all));
    let agreed: Vec<Switch> = switches.map(|switch| switch.value).collect();
    let effective = effective.agreed(agreed);
    replace_events(&mut all, |switch| effective.is_agreed(switch));
    let off = effective.switched_off().into_iter();
    let live = off.fold(HookPolicy::EVERYTHING, |live, off| live.and(off.leaves));
    let mut hooks: Vec<Hook> = all.into_iter().flat_map(|one| one.hooks).collect();
    for hook in &mut hooks {
        hook.enabled &= effective.disabled(hook).is_none();
    }
    let set = HookSet::builder().live(live).hooks(hooks).build();
    let json = r#"{"hook_event_name":"PreToolUse","tool_name":"Bash"}"#;
    let input = Input::parse(json).expect("an input");
    let selection = set.select(&input).expect("the guard is selected");
    let level = guard.authority();
    let runs = selection.chosen.iter().find(|chosen| {
        chosen.choice == Choice::Run
            && chosen.hook.source.scope == guard
            && chosen.hook.handler.summary() == COMMAND
    });
    let hook = &runs.expect("the guard runs").hook;
    assert!(hook.is_guard(), "{lower:?}");
    assert_eq!(hook.timeout, Some(Duration::from_secs(7)), "{lower:?}");
    assert!(!hook.once && hook.background.is_none(), "{lower:?}");
    assert_eq!(hook.row, None, "{lower:?}");
    let Some(def) = hook.handler.get::<CommandDef>() else {
        unreachable!("it was found by its command");
    };
    assert!(def.env.is_empty() && def.cwd.is_none() && def.worker.is_none());
    for other in Authority::ALL.into_iter().filter(|other| *other >= level) {
        let cap = effective.stop_cap(other, 8);
        assert!(
            cap == 0 || cap >= 8,
            "{lower:?}: a stop gives up after {cap}"
        );
    }
}

/// The scopes whose files have no say over a guard of this one.
pub(crate) fn below(guard: Scope) -> &'static [Scope] {
    const FILES: [Scope; 4] = [Scope::Project, Scope::Local, Scope::User, Scope::Explicit];
    match guard {
        Scope::User => &FILES[..2],
        Scope::Explicit => &FILES[..3],
        _ => &FILES,
    }
}
