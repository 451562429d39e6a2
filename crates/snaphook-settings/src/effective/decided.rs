//! The switches of all files: what they say together, and for whose hooks.
//!
//! A level switches off what it configured itself, and what lower levels did
//! (`snaphook_core::hook::Authority`). A switch of a project counts beyond the
//! project only when a person agreed to it, and never for a guard.

use std::collections::BTreeMap;

use snaphook_core::hook::{Authority, Hook, Scope};
use snaphook_core::merge::OnRewriteConflict;
use snaphook_core::select::HookPolicy;
use snaphook_packs::PackPolicy;

use super::precedence::in_rising_precedence;
use crate::bridge_on_error::BridgeOnError;
use crate::read::{ApprovalsSettings, AuditLogSettings, Settings, Switches};
use crate::setting::Setting;
use crate::switch::{Switch, is_called, same_plugin};

/// The word of `strictPluginOnlyCustomization` that concerns hooks.
const HOOKS: &str = "hooks";

/// A switch that keeps hooks from running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitchedOff {
    /// Who says so: a key and where it is, or the host's own words.
    pub by: String,
    /// The scope of the file that says so; `None` if it is the host.
    pub scope: Option<Scope>,
    /// The hooks that still run.
    pub leaves: HookPolicy,
}

impl SwitchedOff {
    fn new<T>(key: &str, setting: &Setting<T>, leaves: HookPolicy) -> Self {
        let by = format!("`{key}` in {}", setting.place());
        Self {
            by,
            scope: Some(setting.scope),
            leaves,
        }
    }

    /// Whether it is a project's, and reaches no further than the project.
    #[must_use]
    pub fn is_the_projects_own(&self) -> bool {
        self.leaves == HookPolicy::above(Authority::Project)
    }
}

/// The switches of all files, decided.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct EffectiveSettings {
    /// Whether only managed hooks run.
    pub allow_managed_hooks_only: Option<Setting<bool>>,
    /// What may only come from plugins.
    pub strict_plugin_only: Option<Setting<Vec<String>>>,
    /// How often in a row a stop may be blocked, as the file with the highest
    /// precedence says.
    pub stop_hook_block_cap: Option<Setting<u32>>,
    /// Hooks that are off, by name or id, in all files together.
    pub disabled_hooks: Vec<Setting<String>>,
    /// What is said of the audit log; fields that are not to be kept, in all
    /// files together.
    pub audit_log: AuditLogSettings,
    /// Who may answer requests for approval, and how they wait.
    pub approvals: ApprovalsSettings,
    /// What the bridge answers when it fails itself: the strictest that a file says.
    pub bridge_on_error: BridgeOnError,
    /// Which packs are accepted: by all of these together.
    pub packs: Vec<PackPolicy>,
    /// The following of every file, in rising precedence.
    disable_all_hooks: Vec<Setting<bool>>,
    stop_hook_block_caps: Vec<Setting<u32>>,
    on_rewrite_conflict: Vec<Setting<OnRewriteConflict>>,
    enabled_plugins: Vec<Setting<(String, bool)>>,
    plugin_options: Vec<Setting<(String, BTreeMap<String, String>)>>,
    /// Switches of the project that a person agreed to.
    agreed: Vec<Switch>,
}

impl EffectiveSettings {
    /// What these files say together.
    #[must_use]
    pub fn of<'a>(settings: impl IntoIterator<Item = &'a Settings>) -> Self {
        let mut effective = Self::default();
        for switches in in_rising_precedence(settings).map(|settings| &settings.switches) {
            effective.add(switches);
        }
        effective
    }

    /// Takes what a file of at least the same precedence says.
    fn add(&mut self, switches: &Switches) {
        replace(
            &mut self.allow_managed_hooks_only,
            &switches.allow_managed_hooks_only,
        );
        replace(&mut self.strict_plugin_only, &switches.strict_plugin_only);
        replace(&mut self.stop_hook_block_cap, &switches.stop_hook_block_cap);
        let list = &mut self.stop_hook_block_caps;
        list.extend(switches.stop_hook_block_cap.iter().cloned());
        let list = &mut self.on_rewrite_conflict;
        list.extend(switches.on_rewrite_conflict.iter().cloned());
        let list = &mut self.disable_all_hooks;
        list.extend(switches.disable_all_hooks.iter().cloned());
        self.audit_log.take(&switches.audit_log);
        self.packs.extend(switches.packs.iter().cloned());
        self.approvals.take(&switches.approvals);
        if let Some(said) = &switches.bridge_on_error {
            self.bridge_on_error = self.bridge_on_error.max(said.value);
        }
        let list = &mut self.disabled_hooks;
        list.extend(switches.disabled_hooks.iter().cloned());
        let list = &mut self.enabled_plugins;
        list.extend(switches.enabled_plugins.iter().cloned());
        let list = &mut self.plugin_options;
        list.extend(switches.plugin_options.iter().cloned());
    }

    /// The switches of the project: each counts beyond the project when a person
    /// agrees to it.
    #[must_use]
    pub fn project_switches(&self) -> Vec<Setting<Switch>> {
        let of_project = |scope: Scope| scope.authority() == Authority::Project;
        let mut switches: Vec<Setting<Switch>> = Vec::new();
        let all = self.flag_of(Authority::Project).filter(|flag| flag.value);
        switches.extend(all.map(|flag| flag.with(Switch::AllHooks)));
        let named = self.disabled_hooks.iter();
        let named = named.filter(|entry| of_project(entry.scope));
        switches.extend(named.map(|entry| entry.with(Switch::Hook(entry.value.clone()))));
        let mut plugins: BTreeMap<&str, &Setting<(String, bool)>> = BTreeMap::new();
        let entries = self.enabled_plugins.iter();
        for entry in entries.filter(|entry| of_project(entry.scope)) {
            plugins.insert(&entry.value.0, entry);
        }
        let off = plugins.into_values().filter(|entry| !entry.value.1);
        switches.extend(off.map(|entry| entry.with(Switch::Plugin(entry.value.0.clone()))));
        switches
    }

    /// What counts where a person agreed to these switches of the project.
    #[must_use]
    pub fn agreed(mut self, agreed: Vec<Switch>) -> Self {
        self.agreed = agreed;
        self
    }

    /// Whether a person agreed to a switch of the project.
    #[must_use]
    pub fn is_agreed(&self, switch: &Switch) -> bool {
        self.agreed.contains(switch)
    }

    /// What the files of a level say of all hooks: of several the last.
    fn flag_of(&self, level: Authority) -> Option<&Setting<bool>> {
        let flags = self.disable_all_hooks.iter().rev();
        let mut flags = flags.filter(|flag| flag.scope.authority() == level);
        flags.next()
    }

    /// Every switch that keeps hooks from running; nothing when they are on.
    #[must_use]
    pub fn switched_off(&self) -> Vec<SwitchedOff> {
        let mut off = Vec::new();
        for level in Authority::ALL {
            let Some(flag) = self.flag_of(level).filter(|flag| flag.value) else {
                continue;
            };
            let says_no = |level| self.flag_of(level).is_some_and(|flag| !flag.value);
            // Who starts the engine, and the organisation, may take it back.
            let back = [Authority::Caller, Authority::Managed];
            if back
                .into_iter()
                .any(|above| above > level && says_no(above))
            {
                continue;
            }
            let mut leaves = HookPolicy::above(level);
            let reaches = level == Authority::Project && self.is_agreed(&Switch::AllHooks);
            if reaches && !says_no(Authority::User) {
                leaves = leaves.others_above(Authority::User);
            }
            off.push(SwitchedOff::new("disableAllHooks", flag, leaves));
        }
        let flag = self.allow_managed_hooks_only.as_ref();
        if let Some(flag) = flag.filter(|flag| flag.value) {
            let leaves = HookPolicy::ONLY_MANAGED;
            off.push(SwitchedOff::new("allowManagedHooksOnly", flag, leaves));
        }
        let strict = self.strict_plugin_only.as_ref();
        if let Some(list) = strict.filter(|list| list.value.iter().any(|word| word == HOOKS)) {
            let leaves = HookPolicy::MANAGED_AND_PLUGINS;
            let key = "strictPluginOnlyCustomization";
            off.push(SwitchedOff::new(key, list, leaves));
        }
        off
    }

    /// Who disabled a hook: by its name or id, or with its plugin.
    #[must_use]
    pub fn disabled(&self, hook: &Hook) -> Option<String> {
        let entry = self.disabling(hook).next();
        let by_name = entry.map(|entry| format!("`disabledHooks` in {}", entry.place()));
        let with_plugin = || {
            let entry = self.plugin_entry(hook)?;
            let counts = self.reaches_beyond(&Switch::Plugin(entry.value.0.clone()), hook);
            counts.then(|| format!("`enabledPlugins` in {}", entry.place()))
        };
        by_name.or_else(with_plugin)
    }

    /// Every entry that disables a hook by its name or id: it is on when the last
    /// of them is gone.
    pub fn disabling(&self, hook: &Hook) -> impl Iterator<Item = &Setting<String>> {
        let named = self.disabled_hooks.iter();
        let named = named.filter(|entry| is_called(hook, &entry.value));
        named.filter(|entry| {
            entry.scope.authority() >= hook.source.authority()
                || self.of_project_reaches(entry.scope, &Switch::Hook(entry.value.clone()), hook)
        })
    }

    /// Entries that name a hook and are in a file that has no say over it. (What
    /// a project would switch off beyond itself is told of its switches.)
    pub fn too_low(&self, hook: &Hook) -> impl Iterator<Item = &Setting<String>> {
        let named = self.disabled_hooks.iter();
        named.filter(|entry| {
            let switch = Switch::Hook(entry.value.clone());
            let of_project = entry.scope.authority() == Authority::Project;
            is_called(hook, &entry.value)
                && entry.scope.authority() < hook.source.authority()
                && !(of_project && switch.could_reach(hook))
        })
    }

    fn of_project_reaches(&self, scope: Scope, switch: &Switch, hook: &Hook) -> bool {
        scope.authority() == Authority::Project && self.reaches_beyond(switch, hook)
    }

    /// Whether a switch of the project, to which a person agreed, switches off
    /// this hook that is none of the project's.
    fn reaches_beyond(&self, switch: &Switch, hook: &Hook) -> bool {
        switch.could_reach(hook) && !hook.is_guard() && self.is_agreed(switch)
    }

    /// The project's word that switches off the plugin of a hook.
    fn plugin_entry(&self, hook: &Hook) -> Option<&Setting<(String, bool)>> {
        let name = &hook.source.origin.as_ref()?.name;
        let entries = self.enabled_plugins.iter().rev();
        let mut said = entries.filter(|entry| same_plugin(&entry.value.0, name));
        // Who starts the engine, and the organisation, have the last word.
        let decides = |entry: &&Setting<(String, bool)>| {
            let level = entry.scope.authority();
            level == Authority::Project || level > Authority::User
        };
        said.find(decides)
            .filter(|entry| entry.scope.authority() == Authority::Project && !entry.value.1)
    }

    /// Whether a plugin is on: unless the settings say otherwise, one that is
    /// installed is. A project does not decide it.
    #[must_use]
    pub fn plugin_is_on(&self, name: &str) -> bool {
        let said = self.enabled_plugins.iter().rev();
        said.filter(|entry| entry.scope.authority() > Authority::Project)
            .map(|entry| &entry.value)
            .find(|(known, _)| same_plugin(known, name))
            .is_none_or(|(_, on)| *on)
    }

    /// How often in a row hooks of this level may block a stop; 0: as often as
    /// they like. A level below may only let them do so more often.
    #[must_use]
    pub fn stop_cap(&self, level: Authority, default: u32) -> u32 {
        let Some(first) = &self.stop_hook_block_cap else {
            return default;
        };
        if first.scope.authority() >= level {
            return first.value;
        }
        let caps = self.stop_hook_block_caps.iter().rev();
        let mut above = caps.filter(|cap| cap.scope.authority() >= level);
        let own = above.next().map_or(default, |cap| cap.value);
        match (own, first.value) {
            (0, _) | (_, 0) => 0,
            (own, below) => own.max(below),
        }
    }

    /// What is done where hooks rewrite an input differently. Within a level the file
    /// of the highest precedence counts, and the strictest level of all.
    #[must_use]
    pub fn on_rewrite_conflict(&self) -> OnRewriteConflict {
        let of_level = |level: Authority| {
            let said = self.on_rewrite_conflict.iter().rev();
            let mut said = said.filter(move |one| one.scope.authority() == level);
            said.next().map(|one| one.value)
        };
        let levels = Authority::ALL.into_iter().filter_map(of_level);
        levels.max().unwrap_or_default()
    }

    /// The options that were chosen for a plugin.
    #[must_use]
    pub fn plugin_options(&self, name: &str) -> BTreeMap<String, String> {
        let said = self.plugin_options.iter().map(|entry| &entry.value);
        said.filter(|(known, _)| same_plugin(known, name))
            .flat_map(|(_, options)| options.clone())
            .collect()
    }

    /// Plugins that are switched on by name.
    pub fn wanted_plugins(&self) -> impl Iterator<Item = &Setting<(String, bool)>> {
        let wanted = |entry: &&Setting<(String, bool)>| self.plugin_is_on(&entry.value.0);
        self.enabled_plugins
            .iter()
            .filter(|entry| entry.value.1)
            .filter(wanted)
    }
}

impl AuditLogSettings {
    /// Takes what a file of at least the same precedence says.
    fn take(&mut self, said: &Self) {
        replace(&mut self.enabled, &said.enabled);
        replace(&mut self.file, &said.file);
        replace(&mut self.max_days, &said.max_days);
        replace(&mut self.max_megabytes, &said.max_megabytes);
        self.redact_fields
            .extend(said.redact_fields.iter().cloned());
    }

    /// Where managed settings demand the log, if they do: then nobody but they
    /// switches it off.
    #[must_use]
    pub fn demanded(&self) -> Option<&Setting<bool>> {
        let demanded = |flag: &&Setting<bool>| flag.value && flag.scope == Scope::Managed;
        self.enabled.as_ref().filter(demanded)
    }
}

fn replace<T: Clone>(value: &mut Option<T>, by: &Option<T>) {
    if by.is_some() {
        value.clone_from(by);
    }
}
