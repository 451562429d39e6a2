//! The variables that settings set for hooks (`env`), as far as they are trusted.
//!
//! | of | reaches |
//! |---|---|
//! | managed, named and user files | every hook, as part of the world around it; what a managed file sets, no hook changes |
//! | a project, once trusted | its own hooks; other hooks unless they are guards or the variable decides which code runs |
//!
//! Of files that set the same variable the one with the highest precedence counts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::Value;
use snaphook_core::hook::{Authority, Hook, Scope};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::Surroundings;
use snaphook_settings::effective::in_rising_precedence;
use snaphook_settings::{Setting, Settings};

use super::diagnostics::LoadDiagnostics;
use super::handler_settings::as_hook;
use super::trust::Trust;
use crate::session::gets_project_variable;

/// The key of the settings.
const KEY: &str = "env";

/// The variables of all files.
#[derive(Debug, Default)]
pub(crate) struct SettingsEnv {
    /// Those of files that are not the project's.
    world: BTreeMap<String, String>,
    /// The names that managed files set.
    managed: BTreeSet<String>,
    /// Those of the project that no file of higher precedence sets.
    project: BTreeMap<String, String>,
    /// Names that the project sets and nobody has trusted.
    untrusted: BTreeSet<String>,
}

impl SettingsEnv {
    /// Collects what all files set, without what nobody trusts.
    pub(super) fn of(settings: &[Settings], trust: &Trust) -> Self {
        let variables: Vec<&Setting<(String, String)>> = in_rising_precedence(settings)
            .flat_map(|settings| &settings.env)
            .collect();
        let mut hooks: Vec<Hook> = variables.iter().map(|one| variable_hook(one)).collect();
        trust.judge(&mut hooks);
        let mut env = Self::default();
        for (variable, hook) in variables.into_iter().zip(hooks) {
            env.add(variable, hook.trusted);
        }
        env
    }

    /// Takes a variable of a file of at least the same precedence.
    fn add(&mut self, variable: &Setting<(String, String)>, trusted: bool) {
        let (name, value) = variable.value.clone();
        match (variable.scope, trusted) {
            (scope, true) if scope.authority() == Authority::Project => {
                self.project.insert(name, value);
            }
            (scope, false) if scope.authority() == Authority::Project => {
                self.untrusted.insert(name);
            }
            (_, false) => {}
            (scope, true) => {
                if scope != Scope::User {
                    self.project.remove(&name);
                    self.untrusted.remove(&name);
                }
                if scope == Scope::Managed {
                    self.managed.insert(name.clone());
                }
                self.world.insert(name, value);
            }
        }
    }

    /// The world around hooks, with what is set for every hook.
    pub(super) fn set_in(&self, world: &Arc<Surroundings>) -> Arc<Surroundings> {
        match self.world.is_empty() {
            true => Arc::clone(world),
            false => Arc::new(world.with_variables(&self.world)),
        }
    }

    /// What a hook gets beyond the world around it: the project's variables, and
    /// above them those of its session.
    pub(crate) fn for_hook(
        &self,
        hook: &Hook,
        session: Vec<(String, Option<String>)>,
    ) -> Vec<(String, Option<String>)> {
        if self.project.is_empty() && self.managed.is_empty() {
            return session;
        }
        let project = self.project.iter();
        let project = project.filter(|(name, _)| gets_project_variable(hook, name));
        let project = project.map(|(name, value)| (name.clone(), Some(value.clone())));
        let is_managed = |name: &str| {
            let mut managed = self.managed.iter();
            managed.any(|known| Surroundings::is_same_variable(known, name))
        };
        let session = session.into_iter().filter(|(name, _)| !is_managed(name));
        project.chain(session).collect()
    }

    /// Says which variables are not set for want of trust.
    pub(super) fn report(&self, diagnostics: &mut LoadDiagnostics) {
        if self.untrusted.is_empty() {
            return;
        }
        let names: Vec<String> = self
            .untrusted
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let message = format!(
            "variables in the project's `env` are not set, because they are not trusted: {}; \
            help: `snaphook trust` shows them, and asks whether to set them",
            names.join(", ")
        );
        let diagnostic = Diagnostic::new(Severity::Hint, "untrusted-env", message);
        diagnostics.add(None, diagnostic);
    }
}

/// What a person must trust of it, as hooks.
pub(super) fn to_trust(settings: &[Settings]) -> impl Iterator<Item = Hook> {
    settings
        .iter()
        .flat_map(|settings| &settings.env)
        .map(variable_hook)
}

/// A variable as a hook on an event that no agent fires, to be trusted like one.
fn variable_hook(variable: &Setting<(String, String)>) -> Hook {
    let (name, value) = &variable.value;
    as_hook(variable, KEY, name, &Value::from(&**value))
}
