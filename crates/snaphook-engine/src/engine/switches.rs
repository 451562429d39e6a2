//! Who switched off what: which switches of a project count beyond it, and what
//! every outcome says of switches.
//!
//! A project that somebody has just cloned does not switch off what the user
//! relies on. Each switch that would is trusted as a hook is, by itself.

use std::collections::BTreeSet;

use serde_json::Value;
use snaphook_core::event::EventName;
use snaphook_core::hook::{Authority, Hook, Scope};
use snaphook_core::{Diagnostic, Severity};
use snaphook_settings::effective::{Switch, replace_events, replacing_lists};
use snaphook_settings::{EffectiveSettings, Setting, Settings, Skill, SwitchedOff};

use super::diagnostics::LoadDiagnostics;
use super::handler_settings::as_hook;
use super::trust::Trust;

/// The switches of all files, decided.
pub(super) struct SwitchDecision {
    pub(super) effective: EffectiveSettings,
    /// Switches of the project that a person must agree to, as hooks.
    pub(super) to_trust: Vec<Hook>,
    project: Vec<SwitchReach>,
}

/// A switch of the project, and the hooks beyond the project that it is about.
struct SwitchReach {
    switch: Setting<Switch>,
    guards: BTreeSet<String>,
    others: BTreeSet<String>,
    /// The only event it concerns.
    event: Option<EventName>,
}

/// Decides, and takes away the hooks that others replace.
pub(super) fn decide(
    settings: &mut [Settings],
    skills: &[Skill],
    replaces: bool,
    trust: &Trust,
) -> SwitchDecision {
    let effective = EffectiveSettings::of(&*settings);
    let mut switches = effective.project_switches();
    if replaces {
        switches.extend(replacing_lists(settings));
    }
    let project: Vec<SwitchReach> = switches
        .into_iter()
        .map(|switch| SwitchReach::of(switch, settings, skills))
        .filter(|reaching| !reaching.guards.is_empty() || !reaching.others.is_empty())
        .collect();
    let asked = project
        .iter()
        .filter(|reaching| !reaching.others.is_empty());
    let mut to_trust: Vec<Hook> = asked.clone().map(|one| switch_hook(&one.switch)).collect();
    trust.judge(&mut to_trust);
    let agreed = asked.zip(&to_trust).filter(|(_, hook)| hook.trusted);
    let agreed = agreed.map(|(one, _)| one.switch.value.clone()).collect();
    let effective = effective.agreed(agreed);
    if replaces {
        replace_events(settings, |switch| effective.is_agreed(switch));
    }
    SwitchDecision {
        effective,
        to_trust,
        project,
    }
}

impl SwitchReach {
    fn of(switch: Setting<Switch>, settings: &[Settings], skills: &[Skill]) -> Self {
        let of_skills = skills.iter().map(|skill| &skill.settings);
        let files = settings.iter().chain(of_skills);
        let hooks = files.flat_map(|settings| &settings.hooks);
        let hooks = hooks.filter(|hook| switch.value.could_reach(hook));
        let (guards, others): (Vec<&Hook>, Vec<&Hook>) = hooks.partition(|hook| hook.is_guard());
        let names = |hooks: Vec<&Hook>| hooks.iter().map(|hook| hook.name.to_string()).collect();
        Self {
            guards: names(guards),
            others: names(others),
            event: match &switch.value {
                Switch::Event(event) => Some(event.clone()),
                _ => None,
            },
            switch,
        }
    }

    fn report(&self, effective: &EffectiveSettings, diagnostics: &mut LoadDiagnostics) {
        let Setting { value: switch, .. } = &self.switch;
        let by = format!("`{}` in {}", switch.key(), self.switch.place());
        let mut add = |code, message| {
            let diagnostic = Diagnostic::new(Severity::Warning, code, message);
            diagnostics.add(self.event.clone(), diagnostic);
        };
        match effective.is_agreed(switch) {
            _ if self.others.is_empty() => {}
            true => add(
                SWITCHED_OFF,
                format!("{by} {}: {}", switch.words(), listed(&self.others)),
            ),
            false => add(
                NOT_COUNTED,
                format!(
                    "{by} does not count for hooks that are not the project's: {}; help: `snaphook trust` shows it, and asks whether it may",
                    listed(&self.others)
                ),
            ),
        }
        if !self.guards.is_empty() {
            add(
                NOT_COUNTED,
                format!(
                    "{by} never switches off guards that are not the project's: {}; help: only the file that defines a guard, or one of a higher level, switches it off",
                    listed(&self.guards)
                ),
            );
        }
    }
}

const SWITCHED_OFF: &str = "switched-off";
const NOT_COUNTED: &str = "switch-not-counted";

impl SwitchDecision {
    /// Says of every switch whether it took effect, and for which hooks.
    pub(super) fn report(
        &self,
        hooks: &[Hook],
        switched_off: &[SwitchedOff],
        diagnostics: &mut LoadDiagnostics,
    ) {
        for reaching in &self.project {
            reaching.report(&self.effective, diagnostics);
        }
        for off in switched_off.iter().filter(|off| off.scope.is_some()) {
            // What it does beyond the project is told above.
            let told = |hook: &Hook| {
                let of_project = off.scope.map(Scope::authority) == Some(Authority::Project);
                of_project && hook.source.authority() > Authority::Project
            };
            let concerned = hooks.iter();
            let concerned = concerned.filter(|hook| !off.leaves.includes(hook) && !told(hook));
            let names: BTreeSet<String> = concerned.map(|hook| hook.name.to_string()).collect();
            if !names.is_empty() {
                let message = format!("{} switches off {}", off.by, listed(&names));
                let diagnostic = Diagnostic::new(Severity::Hint, SWITCHED_OFF, message);
                diagnostics.add(None, diagnostic);
            }
        }
        for hook in hooks {
            self.report_entries(hook, diagnostics);
        }
    }

    /// Says which entries of `disabledHooks` disable a hook, and which do not.
    fn report_entries(&self, hook: &Hook, diagnostics: &mut LoadDiagnostics) {
        let event = || Some(hook.event.name().clone());
        for entry in self.effective.disabling(hook) {
            let message = format!(
                "`disabledHooks` in {} switches off `{}`",
                entry.place(),
                hook.name
            );
            let diagnostic = Diagnostic::new(Severity::Hint, SWITCHED_OFF, message);
            diagnostics.add(event(), diagnostic.about(&hook.id));
        }
        for entry in self.effective.too_low(hook) {
            let message = format!(
                "`disabledHooks` in {} does not switch off `{}`, which is defined by {} settings; help: name it where it is defined, or in a file of a higher level",
                entry.place(),
                hook.name,
                hook.source.scope.as_str()
            );
            let diagnostic = Diagnostic::new(Severity::Warning, NOT_COUNTED, message);
            diagnostics.add(event(), diagnostic.about(&hook.id));
        }
    }
}

/// A switch as a hook on an event that no agent fires, to be trusted like one.
fn switch_hook(setting: &Setting<Switch>) -> Hook {
    let switch = &setting.value;
    let words = switch.words();
    let mut hook = as_hook(setting, switch.key(), switch.what(), &Value::from(&*words));
    hook.description = Some(words);
    hook
}

fn listed(names: &BTreeSet<String>) -> String {
    const MOST: usize = 5;
    let named: Vec<String> = names
        .iter()
        .take(MOST)
        .map(|name| format!("`{name}`"))
        .collect();
    let mut text = named.join(", ");
    if let Some(more) = names.len().checked_sub(MOST).filter(|more| *more > 0) {
        text.push_str(&format!(" and {more} more"));
    }
    text
}
