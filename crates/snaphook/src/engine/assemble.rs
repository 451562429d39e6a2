//! From settings to an engine: which hooks there are, which of them run, and
//! what runs them.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use snaphook_core::hook::{HandlerDef, Hook, HookId};
use snaphook_core::select::{HookSet, Live};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::{Function, Handler, Processes, Registry};
use snaphook_settings::{Claude, SwitchedOff};

use super::builder::EngineBuilder;
use super::diagnostics::LoadDiagnostics;
use super::function_hook::FunctionHook;
use super::handle::{Inner, Limits};
use super::handler_settings;
use super::helper::Helpers;
use super::load::Loaded;
use super::permission_settings;
use super::trust::Trust;
use crate::permission::{Destinations, EnginePermissions};
use crate::session::DEFAULT_CAP;

/// `SNAPHOOK=0` and its like: what is neither managed nor the host's own.
const SWITCHED_OFF: Live = Live {
    plugins: false,
    files: false,
    ..Live::EVERYTHING
};

pub(super) fn assemble(
    builder: EngineBuilder,
    mut loaded: Loaded,
    processes: Arc<Processes>,
    registry: Registry,
) -> Inner {
    let by_host = builder.switched_off.map(|by| SwitchedOff {
        by,
        scope: None,
        leaves: SWITCHED_OFF,
    });
    loaded.switched_off.extend(by_host);
    let off = loaded.switched_off.iter();
    let live = off.fold(Live::EVERYTHING, |live, off| live.and(off.leaves));
    let destinations = Destinations::of(builder.places.as_ref());
    let trust = Trust {
        policy: builder.trust,
        // A host that looks for no settings may still be given a skill of its
        // project.
        project: builder
            .places
            .and_then(|places| places.project)
            .or_else(|| builder.context.project().map(Path::to_owned)),
        home: builder.context.home_dir().map(Path::to_owned),
    };
    let registry = registry.configured(&handler_settings::trusted(&loaded.settings, &trust));
    let permission_settings =
        permission_settings::trusted(&loaded.settings, &trust, builder.context.home_dir());
    let limits = Limits {
        background: builder.max_background.unwrap_or(64),
        force_sync: builder.force_sync,
        approver: builder.approver,
        recorder: builder.recorder,
        helpers: Helpers::of(&loaded, live, &trust, &registry, builder.helper_time),
        stop_cap: loaded
            .effective
            .stop_hook_block_cap
            .as_ref()
            .map_or(DEFAULT_CAP, |cap| cap.value),
    };
    let mut diagnostics = LoadDiagnostics::default();
    let mut findings = std::mem::take(&mut loaded.findings);
    for finding in &findings {
        diagnostics.add_finding(finding);
    }
    let mut hooks: Vec<Hook> = Vec::new();
    for settings in std::mem::take(&mut loaded.settings) {
        if live.includes(settings.scope) {
            for finding in &settings.findings {
                diagnostics.add_finding(finding);
            }
        }
        hooks.extend(settings.hooks);
        findings.extend(settings.findings);
    }
    for hook in &mut hooks {
        hook.enabled &= loaded.effective.disabled(hook).is_none();
    }
    let of_skills = loaded.skills.iter_mut();
    for hook in of_skills.flat_map(|skill| &mut skill.settings.hooks) {
        hook.enabled &= loaded.effective.disabled(hook).is_none();
        hook.trusted = trust.vouches_for(hook);
    }
    for error in &loaded.errors {
        diagnostics.add(
            None,
            Diagnostic::new(Severity::Error, "settings-not-loaded", error.to_string()),
        );
    }
    let judged = trust.judge(&mut hooks);
    if let Some(problem) = &judged.problem {
        diagnostics.add(
            None,
            Diagnostic::new(Severity::Error, "trust-store", problem.clone()),
        );
    }
    let dialect = builder.dialect.unwrap_or_else(|| Arc::new(Claude));
    let functions = add_functions(builder.functions, &mut hooks);
    let hooks = with_handlers(hooks, &registry, &functions, live, &mut diagnostics);
    let mut configured: Vec<_> = hooks
        .iter()
        .map(|(hook, _)| Arc::new(hook.clone()))
        .collect();
    configured.sort_by_key(|hook| hook.source.scope);
    let set = HookSet::builder()
        .aliases(builder.aliases)
        .live(live)
        .hooks(hooks.iter().map(|(hook, _)| hook.clone()))
        .build();
    // The set has its own order; handlers follow it.
    let mut by_id: HashMap<HookId, Arc<dyn Handler>> = hooks
        .into_iter()
        .filter_map(|(hook, handler)| Some((hook.id, handler?)))
        .collect();
    let handlers = set
        .all()
        .iter()
        .map(|hook| by_id.remove(&hook.id))
        .collect();
    Inner::new(
        set,
        handlers,
        configured,
        builder.context,
        processes,
        limits,
        registry,
        builder.strategy.unwrap_or(dialect.rules().strategy),
        dialect,
        diagnostics,
        findings,
        loaded,
        trust,
        judged,
        permission_settings,
        EnginePermissions::new(builder.permissions),
        destinations,
    )
}

/// Adds the host's functions, each under an id of its own: ids are short, and
/// whoever writes settings could find a command with that of a function, which
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
/// diagnostic; a guard stays and fails.
fn with_handlers(
    hooks: Vec<Hook>,
    registry: &Registry,
    functions: &HashMap<HookId, Function>,
    live: Live,
    diagnostics: &mut LoadDiagnostics,
) -> Vec<(Hook, Option<Arc<dyn Handler>>)> {
    let mut kept = Vec::with_capacity(hooks.len());
    for mut hook in hooks {
        let made = match &hook.handler {
            HandlerDef::Unloadable { .. } => {
                kept.push((hook, None));
                continue;
            }
            HandlerDef::Function => functions
                .get(&hook.id)
                .map(|function| Arc::new(function.clone()) as Arc<dyn Handler>)
                .ok_or_else(|| "the function is not registered".to_owned()),
            _ => registry.make(&hook),
        };
        match made {
            Ok(handler) => kept.push((hook, Some(handler))),
            Err(reason) => {
                if live.includes(hook.source.scope) {
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
                    hook.handler = HandlerDef::Unloadable {
                        kind: hook.handler.kind(),
                        reason,
                    };
                    kept.push((hook, None));
                }
            }
        }
    }
    kept
}
