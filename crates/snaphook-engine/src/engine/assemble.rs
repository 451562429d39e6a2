//! From settings to an engine: which hooks there are, which of them run, and
//! what runs them.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use snaphook_core::hook::{CommandDef, FunctionDef, Hook, HookId};
use snaphook_core::select::{HookPolicy, HookSet};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::{Function, Handler, Registry, Surroundings};
use snaphook_settings::{HelperCommand, Settings, SwitchedOff};

use super::broken::BrokenGuards;
use super::diagnostics::LoadDiagnostics;
use super::engine_shared::EngineShared;
use super::function_hook::FunctionHook;
use super::handler_settings;
use super::helper::Helpers;
use super::kept_file::{KeepReason, KeptFile};
use super::load::{SettingsInForce, SettingsRead};
use super::pack_guard::PackGuards;
use super::settings_env::{self, SettingsEnv};
use super::snapshot_data::SnapshotData;
use super::switches;
use crate::conditions::Conditions;
use crate::permission::settings as permission_settings;
use crate::session::StopCaps;

/// `SNAPHOOK=0` and its like: what is neither managed nor the host's own.
const SWITCHED_OFF: HookPolicy = HookPolicy::MANAGED_AND_SESSION;

/// Puts together what was read. The registry is as these settings want it;
/// what `before` has running goes on running, as far as it is still wanted.
pub(crate) fn assemble(
    shared: &Arc<EngineShared>,
    mut read: SettingsRead,
    kept: Vec<KeptFile>,
    before: Option<&SnapshotData>,
) -> SnapshotData {
    let recipe = &shared.recipe;
    let trust = &shared.trust;
    for skill in &mut read.skills {
        let hooks = skill.settings.hooks.iter_mut();
        hooks.for_each(|hook| trust.note_owner(hook));
    }
    let replaces = shared.dialect.replaces_events();
    let switches = switches::decide(&mut read.settings, &read.skills, replaces, trust);
    let effective = &switches.effective;
    let mut switched_off = effective.switched_off();
    switched_off.extend(recipe.switched_off.clone().map(|by| SwitchedOff {
        by,
        scope: None,
        leaves: SWITCHED_OFF,
    }));
    let off = switched_off.iter();
    let live = off.fold(HookPolicy::EVERYTHING, |live, off| live.and(off.leaves));
    let said = handler_settings::trusted(&read.settings, trust);
    let registry = match before {
        Some(before) => before.registry.reconfigured(&said),
        None => recipe.registry.configured(&said),
    };
    let home = shared.surroundings.home.as_deref();
    let helpers = Helpers::of(&read.settings, live, trust, &registry, recipe.helper_time);
    let mut to_trust = helper_hooks(&read.settings, home);
    to_trust.extend(switches.to_trust.iter().cloned());
    let mut diagnostics = LoadDiagnostics::default();
    let env = SettingsEnv::of(&read.settings, trust);
    env.report(&mut diagnostics);
    let surroundings = env.set_in(&shared.surroundings);
    let mut findings = read.findings;
    for finding in &findings {
        diagnostics.add_finding(finding);
    }
    let mut hooks: Vec<Hook> = Vec::new();
    for settings in &mut read.settings {
        if live.includes_some(settings.scope) {
            for finding in &settings.findings {
                diagnostics.add_finding(finding);
            }
        }
        hooks.append(&mut settings.hooks);
        findings.append(&mut settings.findings);
    }
    for hook in &mut hooks {
        hook.enabled &= effective.disabled(hook).is_none();
    }
    switches.report(&hooks, &switched_off, &mut diagnostics);
    let mut skills = read.skills;
    for hook in skills
        .iter_mut()
        .flat_map(|skill| &mut skill.settings.hooks)
    {
        hook.enabled &= effective.disabled(hook).is_none();
        hook.trusted = trust.vouches_for(hook);
    }
    for (_, error) in &read.errors {
        diagnostics.add(
            None,
            Diagnostic::new(Severity::Error, "settings-not-loaded", error.to_string()),
        );
    }
    for file in &kept {
        if let KeepReason::Broken(reason) = &file.because {
            let message = format!("{reason}; the previous content of the file stays in force");
            diagnostics.add(
                None,
                Diagnostic::new(Severity::Error, "settings-kept", message),
            );
        }
    }
    let judged = trust.judge(&mut hooks);
    if let Some(problem) = &judged.problem {
        diagnostics.add(
            None,
            Diagnostic::new(Severity::Error, "trust-store", problem.clone()),
        );
    }
    let functions = add_functions(recipe.functions.clone(), &mut hooks);
    let mut lost = HashSet::new();
    let hooks = with_handlers(
        hooks,
        &registry,
        &functions,
        live,
        &mut lost,
        &mut diagnostics,
    );
    report_empty_environment(&hooks, live, &shared.surroundings, &mut diagnostics);
    let permission_settings = permission_settings::trusted(&read.settings, &lost, trust, home);
    let mut configured: Vec<_> = hooks
        .iter()
        .map(|(hook, _)| Arc::new(hook.clone()))
        .collect();
    configured.sort_by_key(|hook| hook.source.scope);
    let own: Vec<Hook> = hooks.iter().map(|(hook, _)| hook.clone()).collect();
    let broken = BrokenGuards::of(&read.errors, &own, shared.rules, trust);
    let set = HookSet::builder()
        .aliases(recipe.aliases.clone())
        .live(live)
        .hooks(own)
        .hooks(broken.on_events)
        .on_any_other_event(broken.on_any_other)
        .build();
    // The set has its own order; handlers follow it.
    let mut by_id: HashMap<HookId, Arc<dyn Handler>> = hooks
        .into_iter()
        .filter_map(|(hook, handler)| Some((hook.id, handler?)))
        .collect();
    let all = set.all();
    let watch = |hook: &Arc<Hook>| judged.watches.get(&hook.id).cloned();
    SnapshotData {
        handlers: all.iter().map(|hook| by_id.remove(&hook.id)).collect(),
        conditions: Conditions::of(&all, &*shared.dialect, shared.condition_language),
        watches: match judged.watches.is_empty() {
            true => Vec::new(),
            false => all.iter().map(watch).collect(),
        },
        set,
        configured: configured.into(),
        handler_settings: said,
        registry,
        helpers,
        stop_caps: StopCaps::of(effective, &surroundings),
        surroundings,
        env,
        on_rewrite_conflict: effective.on_rewrite_conflict(),
        diagnostics,
        findings: findings.into(),
        loaded: SettingsInForce {
            effective: Arc::new(switches.effective),
            switched_off: switched_off.into(),
            files: read.files.into(),
            skills: skills.into(),
            helpers: to_trust,
            errors: read.errors.into_iter().map(|(_, error)| error).collect(),
            sources: read.sources,
        },
        judged,
        permission_settings,
        kept,
        shared: Arc::clone(shared),
    }
}

/// The commands of `statusLine` and `fileSuggestion`, what handlers are told,
/// and what is allowed, of every file: as hooks, to be trusted.
fn helper_hooks(settings: &[Settings], home: Option<&Path>) -> Vec<Hook> {
    let helpers = settings.iter().flat_map(|settings| {
        let helpers = settings.status_line.iter().chain(&settings.file_suggestion);
        helpers.map(HelperCommand::to_hook)
    });
    helpers
        .chain(handler_settings::to_trust(settings))
        .chain(settings_env::to_trust(settings))
        .chain(permission_settings::to_trust(settings, home))
        .collect()
}

/// Adds the host's functions, each under an id of its own: ids are short, and
/// anyone who writes settings could find a command with that of a function, which
/// would then be without its handler.
fn add_functions(functions: Vec<FunctionHook>, hooks: &mut Vec<Hook>) -> HashMap<HookId, Function> {
    let mut by_id = HashMap::new();
    let mut taken: HashSet<HookId> = hooks.iter().map(|hook| hook.id.clone()).collect();
    for mut function in functions {
        function.hook.id = function.hook.id.unless(|id| taken.contains(id));
        taken.insert(function.hook.id.clone());
        by_id.insert(function.hook.id.clone(), function.function);
        hooks.push(function.hook);
    }
    by_id
}

/// Makes every hook's handler. A hook that cannot have one is dropped, with a
/// diagnostic; a guard stays and fails. The files of those that guard tool calls
/// are `lost`.
fn with_handlers(
    hooks: Vec<Hook>,
    registry: &Registry,
    functions: &HashMap<HookId, Function>,
    live: HookPolicy,
    lost: &mut HashSet<Arc<Path>>,
    diagnostics: &mut LoadDiagnostics,
) -> Vec<(Hook, Option<Arc<dyn Handler>>)> {
    let mut kept = Vec::with_capacity(hooks.len());
    let mut packs = PackGuards::default();
    for mut hook in hooks {
        if hook.handler.why_unloadable().is_some() {
            kept.push((hook, None));
            continue;
        }
        let made = match hook.handler.is::<FunctionDef>() {
            true => functions
                .get(&hook.id)
                .map(|function| Arc::new(function.clone()) as Arc<dyn Handler>)
                .ok_or_else(|| "the function is not registered".to_owned()),
            false => registry.make(&hook).map_err(|error| error.to_string()),
        };
        match made {
            Ok(handler) => {
                let handler = packs.hold(&hook, handler);
                kept.push((hook, Some(handler)));
            }
            Err(reason) => {
                if matches!(hook.event.as_str(), "PreToolUse" | "PermissionRequest") {
                    lost.extend(hook.source.file.clone());
                }
                if live.includes(&hook) {
                    let message = match hook.source.place() {
                        Some(place) => format!("{place}: {reason}"),
                        None => reason.clone(),
                    };
                    diagnostics.add(
                        Some(hook.event.name().clone()),
                        Diagnostic::new(Severity::Error, "no-handler", message).about(&hook.id),
                    );
                }
                if hook.is_guard() {
                    hook.handler = hook.handler.to_unloadable(reason);
                    kept.push((hook, None));
                }
            }
        }
    }
    kept
}

/// Says so when commands would run without even a `PATH`: the host forgot to
/// describe the world.
fn report_empty_environment(
    hooks: &[(Hook, Option<Arc<dyn Handler>>)],
    live: HookPolicy,
    world: &Surroundings,
    diagnostics: &mut LoadDiagnostics,
) {
    let runs_command = |hook: &Hook| {
        hook.handler.is::<CommandDef>() && hook.enabled && hook.trusted && live.includes(hook)
    };
    if world.is_without_environment() && hooks.iter().any(|(hook, _)| runs_command(hook)) {
        let message = "command hooks run with an empty environment, without even a PATH; help: \
            give the builder a context: `.context(Context::from_process())`";
        let diagnostic = Diagnostic::new(Severity::Warning, "empty-environment", message);
        diagnostics.add(None, diagnostic);
    }
}
