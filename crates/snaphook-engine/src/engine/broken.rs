//! Files that cannot be read and may hold a guard: each acts as a guard that
//! failed, on every event but ConfigChange, until it can be read.
//!
//! | file | acts so where |
//! |---|---|
//! | of a plugin | its text speaks of a guard, or nobody can read it |
//! | of the user, or named by the caller | the same, and where it is not there though it is meant to be |
//! | of the project | one of its hooks was trusted, and the first of these |
//! | managed | never: without it the engine does not start, unless it is told to |
//! | managed, where its policy must be in force and is not | always |
//! | of a skill or an agent | never: activating it fails |

use std::collections::BTreeSet;

use snaphook_core::dialect::Rules;
use snaphook_core::event::Event;
use snaphook_core::hook::{CommandDef, HandlerDef, Hook, HookId, OnFailure, Scope, Source};
use snaphook_core::matching::GroupMatcher;
use snaphook_settings::LoadError;

use super::trust::Trust;

/// The event by which a file is put right.
const CONFIG_CHANGE: &str = "ConfigChange";

/// The guards that stand for broken files.
#[derive(Default)]
pub(super) struct BrokenGuards {
    /// On every event of the dialect, and on every other one that has hooks.
    pub(super) on_events: Vec<Hook>,
    /// For events that nobody has named.
    pub(super) on_any_other: Vec<Hook>,
}

impl BrokenGuards {
    /// The guards for these files, beside these hooks.
    pub(super) fn of(
        errors: &[(Scope, LoadError)],
        hooks: &[Hook],
        rules: &Rules,
        trust: &Trust,
    ) -> Self {
        let broken = errors
            .iter()
            .filter(|(scope, error)| acts(*scope, error, trust));
        let broken: Vec<&(Scope, LoadError)> = broken.collect();
        if broken.is_empty() {
            return Self::default();
        }
        let custom = hooks.iter().map(|hook| &hook.event);
        let custom: BTreeSet<&str> = custom
            .filter(|event| event.is_custom())
            .map(Event::as_str)
            .collect();
        let known = rules.events.iter().map(|row| row.name);
        let named = known.filter(|name| *name != CONFIG_CHANGE).chain(custom);
        let events: Vec<Event> = named.map(|name| rules.event(name)).collect();
        let mut guards = Self::default();
        for (number, (scope, error)) in broken.into_iter().enumerate() {
            for event in &events {
                let guard = guard(event.clone(), *scope, error, number);
                guards.on_events.push(guard);
            }
            let other = rules.event(ANY_OTHER);
            guards
                .on_any_other
                .push(guard(other, *scope, error, number));
        }
        guards
    }
}

const ANY_OTHER: &str = "any other event";
const ID: &str = "unreadable-";

fn guard(event: Event, scope: Scope, error: &LoadError, number: usize) -> Hook {
    let reason = match error {
        LoadError::Policy { reason, .. } => reason.clone(),
        _ => format!(
            "{error}; the file may hold a guard, so it counts as one that failed until it can be read"
        ),
    };
    let handler = HandlerDef::unloadable(CommandDef::KIND, reason);
    let source = Source {
        scope,
        file: Some(error.file().into()),
        line: None,
        origin: None,
    };
    let id = format!("{ID}{number}-{}", event.as_str());
    let mut hook = Hook::new(event, GroupMatcher::all(), handler, source);
    hook.id = HookId::from(&*id);
    hook.name = error.file().display().to_string().into();
    hook.on_failure = OnFailure::Block;
    hook
}

fn acts(scope: Scope, error: &LoadError, trust: &Trust) -> bool {
    match scope {
        Scope::Managed if matches!(error, LoadError::Policy { .. }) => true,
        // Without its managed files an engine starts only where the host wants it.
        Scope::Managed | Scope::Skill | Scope::Agent | Scope::Host | Scope::Session => false,
        Scope::Plugin => error.may_hold_guard(),
        // A link that leads nowhere, and a file that was named and is not there,
        // were meant to hold something.
        Scope::User | Scope::Explicit => {
            error.may_hold_guard() || matches!(error, LoadError::Missing(_))
        }
        Scope::Project | Scope::Local => error.may_hold_guard() && trust.trusted_in(error.file()),
    }
}
