//! What many settings say together: hooks are united elsewhere; of everything
//! else the file with the highest precedence decides.
//!
//! managed > explicit > local > project > user; within a scope the later file.
//! Plugins, skills and agents bring hooks and nothing else.

use std::collections::{BTreeMap, HashSet};

use snaphook_core::event::EventName;
use snaphook_core::hook::{Hook, Scope};
use snaphook_core::select::Live;

use crate::read::{AuditLogSettings, Settings, Switches};
use crate::setting::Setting;

/// The word of `strictPluginOnlyCustomization` that concerns hooks.
const HOOKS: &str = "hooks";

/// Where a scope stands; none: its files bring hooks and nothing else.
fn precedence(scope: Scope) -> Option<u8> {
    match scope {
        Scope::User => Some(0),
        Scope::Project => Some(1),
        Scope::Local => Some(2),
        Scope::Explicit => Some(3),
        Scope::Managed => Some(4),
        Scope::Plugin | Scope::Skill | Scope::Agent | Scope::Host | Scope::Session => None,
    }
}

/// A switch that keeps hooks from running.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwitchedOff {
    /// Who says so: a key and where it stands, or the host's own words.
    pub by: String,
    /// The scope of the file that says so; nothing when it is the host.
    pub scope: Option<Scope>,
    /// The hooks that still run.
    pub leaves: Live,
}

impl SwitchedOff {
    fn new<T>(key: &str, setting: &Setting<T>, leaves: Live) -> Self {
        let by = format!("`{key}` in {}", setting.place());
        Self {
            by,
            scope: Some(setting.scope),
            leaves,
        }
    }
}

/// The switches of all files, decided.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Effective {
    /// Whether all hooks are off, and who said it last.
    pub disable_all_hooks: Option<Setting<bool>>,
    /// Whether only managed hooks run.
    pub allow_managed_hooks_only: Option<Setting<bool>>,
    /// What may only come from plugins.
    pub strict_plugin_only: Option<Setting<Vec<String>>>,
    /// How often in a row a stop may be blocked.
    pub stop_hook_block_cap: Option<Setting<u32>>,
    /// Hooks that are off, by name or id, in all files together.
    pub disabled_hooks: Vec<Setting<String>>,
    /// What is said of the audit log; fields that are not to be kept, in all
    /// files together.
    pub audit_log: AuditLogSettings,
    enabled_plugins: Vec<Setting<(String, bool)>>,
    plugin_options: Vec<Setting<(String, BTreeMap<String, String>)>>,
}

impl Effective {
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
        replace(&mut self.disable_all_hooks, &switches.disable_all_hooks);
        replace(
            &mut self.allow_managed_hooks_only,
            &switches.allow_managed_hooks_only,
        );
        replace(&mut self.strict_plugin_only, &switches.strict_plugin_only);
        replace(&mut self.stop_hook_block_cap, &switches.stop_hook_block_cap);
        self.audit_log.take(&switches.audit_log);
        let list = &mut self.disabled_hooks;
        list.extend(switches.disabled_hooks.iter().cloned());
        let list = &mut self.enabled_plugins;
        list.extend(switches.enabled_plugins.iter().cloned());
        let list = &mut self.plugin_options;
        list.extend(switches.plugin_options.iter().cloned());
    }

    /// Which hooks run at all.
    #[must_use]
    pub fn live(&self) -> Live {
        let off = self.switched_off().into_iter();
        off.fold(Live::EVERYTHING, |live, off| live.and(off.leaves))
    }

    /// Every switch that keeps hooks from running; nothing when they are on.
    #[must_use]
    pub fn switched_off(&self) -> Vec<SwitchedOff> {
        let only_managed = Live {
            plugins: false,
            files: false,
            ..Live::EVERYTHING
        };
        let mut off = Vec::new();
        if let Some(flag) = self.disable_all_hooks.as_ref().filter(|flag| flag.value) {
            let leaves = Live {
                managed: flag.scope != Scope::Managed,
                ..only_managed
            };
            off.push(SwitchedOff::new("disableAllHooks", flag, leaves));
        }
        let flag = self.allow_managed_hooks_only.as_ref();
        if let Some(flag) = flag.filter(|flag| flag.value) {
            let leaves = Live {
                session: false,
                ..only_managed
            };
            off.push(SwitchedOff::new("allowManagedHooksOnly", flag, leaves));
        }
        let strict = self.strict_plugin_only.as_ref();
        if let Some(list) = strict.filter(|list| list.value.iter().any(|word| word == HOOKS)) {
            let leaves = Live {
                files: false,
                ..Live::EVERYTHING
            };
            let key = "strictPluginOnlyCustomization";
            off.push(SwitchedOff::new(key, list, leaves));
        }
        off
    }

    /// Who disabled a hook by its name or id: nothing when nobody did. Only a
    /// managed file disables a managed hook.
    #[must_use]
    pub fn disabled(&self, hook: &Hook) -> Option<&Setting<String>> {
        self.disabling(hook).next()
    }

    /// Every entry that disables a hook: it is on when the last of them is gone.
    pub fn disabling(&self, hook: &Hook) -> impl Iterator<Item = &Setting<String>> {
        let managed = hook.source.scope == Scope::Managed;
        self.disabled_hooks.iter().filter(move |entry| {
            (entry.value == hook.name || entry.value == hook.id.as_str())
                && (!managed || entry.scope == Scope::Managed)
        })
    }

    /// Whether a plugin is on: unless the settings say otherwise, one that is
    /// installed is.
    #[must_use]
    pub fn plugin_is_on(&self, name: &str) -> bool {
        let said = self.enabled_plugins.iter().rev();
        said.map(|entry| &entry.value)
            .find(|(known, _)| same_plugin(known, name))
            .is_none_or(|(_, on)| *on)
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

/// Files that may say more than hooks, the one that decides last.
pub fn in_rising_precedence<'a>(
    settings: impl IntoIterator<Item = &'a Settings>,
) -> impl DoubleEndedIterator<Item = &'a Settings> {
    let mut sorted: Vec<(u8, &Settings)> = settings
        .into_iter()
        .filter_map(|settings| Some((precedence(settings.scope)?, settings)))
        .collect();
    sorted.sort_by_key(|(precedence, _)| *precedence);
    sorted.into_iter().map(|(_, settings)| settings)
}

/// An event that a file has takes the place of that event in every file of
/// lower precedence: also an empty list, which switches the event off. Plugins
/// and their like are left alone, and so are managed files, which neither give
/// way nor take anybody's guards away.
pub fn replace_events(settings: &mut [Settings]) {
    let takes_part = |settings: &Settings| {
        precedence(settings.scope).is_some() && settings.scope != Scope::Managed
    };
    let mut order: Vec<usize> = (0..settings.len())
        .filter(|at| takes_part(&settings[*at]))
        .collect();
    order.sort_by_key(|at| precedence(settings[*at].scope));
    let mut replaced: HashSet<EventName> = HashSet::new();
    for at in order.into_iter().rev() {
        let own = &mut settings[at];
        own.hooks
            .retain(|hook| !replaced.contains(hook.event.name()));
        replaced.extend(own.events.iter().cloned());
    }
}

/// `formatter` is also `formatter@market`; two markets are two plugins.
pub(crate) fn same_plugin(one: &str, other: &str) -> bool {
    let name = |text: &str| {
        text.split_once('@')
            .map_or(text.to_owned(), |(name, _)| name.to_owned())
    };
    one == other || (one.contains('@') != other.contains('@') && name(one) == name(other))
}

fn replace<T: Clone>(value: &mut Option<T>, by: &Option<T>) {
    if by.is_some() {
        value.clone_from(by);
    }
}
