//! The settings beside the hooks: switches, lists, and what is said of plugins.

use std::collections::BTreeMap;

use snaphook_core::Severity;
use snaphook_core::hook::{Authority, Scope};
use snaphook_core::merge::OnRewriteConflict;
use snaphook_packs::PackPolicy;

use super::approvals::ApprovalsSettings;
use super::audit_log::AuditLogSettings;
use super::fields::{NodeFields, wrong_type};
use super::file::FileReader;
use crate::bridge_on_error::BridgeOnError;
use crate::node::{Kind, Node};
use crate::policy::WrittenPolicySource;
use crate::setting::Setting;
use crate::switch::Switch;

/// What one file says beside its hooks.
#[derive(Debug, Clone, Default)]
pub struct Switches {
    /// `disableAllHooks`, if it says so either way.
    pub disable_all_hooks: Option<Setting<bool>>,
    /// `allowManagedHooksOnly`; only managed files say it.
    pub allow_managed_hooks_only: Option<Setting<bool>>,
    /// `strictPluginOnlyCustomization`: what may only come from plugins; only
    /// managed files say it.
    pub strict_plugin_only: Option<Setting<Vec<String>>>,
    /// `stopHookBlockCap`: how often in a row a stop may be blocked.
    pub stop_hook_block_cap: Option<Setting<u32>>,
    /// `onRewriteConflict`: what is done where hooks rewrite an input differently.
    pub on_rewrite_conflict: Option<Setting<OnRewriteConflict>>,
    /// `disabledHooks`: names or ids.
    pub disabled_hooks: Vec<Setting<String>>,
    /// `enabledPlugins`: plugins by name, and whether they are.
    pub enabled_plugins: Vec<Setting<(String, bool)>>,
    /// `pluginConfigs`: plugins by name, and the options chosen for them; a
    /// project's files do not say it.
    pub plugin_options: Vec<Setting<(String, BTreeMap<String, String>)>>,
    /// `auditLog`; a project's files do not say it.
    pub audit_log: AuditLogSettings,
    /// `packs`; a project's files do not say it.
    pub packs: Vec<PackPolicy>,
    /// `approvers` and `approvals`; a project's files do not say them.
    pub approvals: ApprovalsSettings,
    /// `bridge.onError`; a project's files do not say it.
    pub bridge_on_error: Option<Setting<BridgeOnError>>,
    /// `policySource`; only managed files say it.
    pub policy_source: Option<WrittenPolicySource>,
}

impl FileReader<'_> {
    pub(super) fn read_switches(&mut self, fields: &NodeFields<'_>) {
        let mut switches = Switches {
            disable_all_hooks: self.read_flag(fields, "disableAllHooks"),
            ..Switches::default()
        };
        if let Some(flag) = self.read_flag(fields, "allowManagedHooksOnly") {
            switches.allow_managed_hooks_only = self.only_managed("allowManagedHooksOnly", flag);
        }
        for node in fields.all("stopHookBlockCap") {
            let is_safer = |cap: u32, known: u32| known != 0 && (cap == 0 || cap >= known);
            match whole_number(node) {
                Some(cap) => {
                    let known = switches.stop_hook_block_cap.as_ref();
                    if known.is_none_or(|known| is_safer(cap, known.value)) {
                        switches.stop_hook_block_cap = Some(self.setting(node, cap));
                    }
                }
                None => self.error(node, wrong_type("stopHookBlockCap", "a whole number", node)),
            }
        }
        for node in fields.all("onRewriteConflict") {
            match node.text().and_then(OnRewriteConflict::named) {
                Some(word) => {
                    let known = switches.on_rewrite_conflict.as_ref();
                    if known.is_none_or(|known| word >= known.value) {
                        switches.on_rewrite_conflict = Some(self.setting(node, word));
                    }
                }
                None => {
                    let message = format!(
                        "`onRewriteConflict` must be \"last\", \"ask\" or \"deny\", not {}; it counts as \"deny\"",
                        node.described()
                    );
                    self.error(node, message);
                    let strictest = OnRewriteConflict::Deny;
                    switches.on_rewrite_conflict = Some(self.setting(node, strictest));
                }
            }
        }
        if let Some(node) = fields.get("strictPluginOnlyCustomization") {
            let texts = self.read_texts("strictPluginOnlyCustomization", "a list of words", node);
            let words = texts.into_iter().map(|(text, _)| text).collect();
            let list = self.setting(node, words);
            switches.strict_plugin_only = self.only_managed("strictPluginOnlyCustomization", list);
        }
        for (number, node) in fields.all("disabledHooks").enumerate() {
            let texts = self.read_texts("disabledHooks", "a list of names or ids", node);
            let names = texts.into_iter();
            let names: Vec<_> = names.map(|(text, item)| self.setting(item, text)).collect();
            let known = &switches.disabled_hooks;
            // Of two lists, only what is in both is off.
            let in_both = |name: &Setting<String>| {
                number == 0 || known.iter().any(|known| known.value == name.value)
            };
            switches.disabled_hooks = names.into_iter().filter(in_both).collect();
        }
        for node in fields.all("enabledPlugins") {
            let plugins = self.read_enabled_plugins(node);
            switches.enabled_plugins.extend(plugins);
        }
        // One that is on and off in one file is on.
        let on = |entry: &&Setting<(String, bool)>| entry.value.1;
        let on = switches.enabled_plugins.iter().filter(on);
        let on: Vec<String> = on.map(|entry| entry.value.0.clone()).collect();
        let plugins = &mut switches.enabled_plugins;
        plugins.retain(|entry| entry.value.1 || !on.contains(&entry.value.0));
        if let Some(node) = fields.get("pluginConfigs") {
            // Options become part of the commands of a plugin that needs no
            // trust: a project that chose them could run what it likes.
            if matches!(self.scope(), Scope::Project | Scope::Local) {
                self.warn(
                    node.span.clone(),
                    "not-in-project-settings",
                    "`pluginConfigs` has no effect in a project's file: only the user chooses options of plugins"
                        .to_owned(),
                    Some("move it to your own settings, such as ~/.claude/settings.json".to_owned()),
                );
            } else {
                switches.plugin_options = self.read_plugin_options(node);
            }
        }
        if let Some(node) = fields.get("auditLog") {
            switches.audit_log = self.read_audit_log(node);
        }
        for node in fields.all("packs") {
            switches.packs.extend(self.read_packs(node));
        }
        switches.approvals = self.read_approvals(fields);
        for node in fields.all("bridge") {
            let said = self.read_bridge(node);
            let known = switches.bridge_on_error.take();
            switches.bridge_on_error = stricter(known, said);
        }
        if let Some(node) = fields.get("policySource") {
            switches.policy_source = self.read_policy_source(node);
        }
        self.hint_at_reach(&switches);
        self.settings.switches = switches;
    }

    /// Says of a project's switches how far they reach: no file shows it.
    fn hint_at_reach(&mut self, switches: &Switches) {
        if self.scope().authority() != Authority::Project {
            return;
        }
        let all = switches.disable_all_hooks.iter();
        let all = all
            .filter(|flag| flag.value)
            .map(|flag| flag.with(Switch::AllHooks));
        let plugins = switches.enabled_plugins.iter();
        let plugins = plugins.filter(|entry| !entry.value.1);
        let plugins = plugins.map(|entry| entry.with(Switch::Plugin(entry.value.0.clone())));
        let reaching: Vec<Setting<Switch>> = all.chain(plugins).collect();
        for setting in reaching {
            let switch = &setting.value;
            self.find(
                Severity::Hint,
                setting.location.span.clone(),
                "project-switch",
                format!(
                    "`{}` in a project's file {}, but only once a person has agreed",
                    switch.key(),
                    switch.words()
                ),
                Some("run `snaphook trust` to see it and agree".to_owned()),
            );
        }
    }

    /// A setting, where the file is one that may have it.
    fn only_managed<T>(&mut self, key: &str, setting: Setting<T>) -> Option<Setting<T>> {
        if self.scope() == Scope::Managed {
            return Some(setting);
        }
        self.warn(
            setting.location.span,
            "only-in-managed-settings",
            format!("`{key}` has no effect here: only managed settings may set it"),
            Some("remove it, or move it to /etc/snaphook/managed-settings.json".to_owned()),
        );
        None
    }

    pub(super) fn setting<T>(&self, node: &Node, value: T) -> Setting<T> {
        Setting {
            value,
            scope: self.scope(),
            location: self.settings.source.at(node.span.clone()),
        }
    }

    fn read_flag(&mut self, fields: &NodeFields<'_>, key: &str) -> Option<Setting<bool>> {
        let node = fields.get(key)?;
        match node.kind {
            Kind::Bool(flag) => Some(self.setting(node, flag)),
            _ => {
                self.error(node, wrong_type(key, "true or false", node));
                None
            }
        }
    }

    /// The texts of a list, each with where it is.
    pub(super) fn read_texts<'n>(
        &mut self,
        key: &str,
        wanted: &str,
        node: &'n Node,
    ) -> Vec<(String, &'n Node)> {
        let Some(items) = node.items() else {
            self.error(node, wrong_type(key, wanted, node));
            return Vec::new();
        };
        let mut texts = Vec::with_capacity(items.len());
        for item in items {
            match item.text() {
                Some(text) => texts.push((text.to_owned(), item)),
                None => {
                    self.error(item, wrong_type(&format!("{key}[]"), "a string", item));
                }
            }
        }
        texts
    }

    /// `{"formatter": true}`, or a list of names.
    fn read_enabled_plugins(&mut self, node: &Node) -> Vec<Setting<(String, bool)>> {
        if node.items().is_some() {
            let names = self.read_texts("enabledPlugins", "a list of names", node);
            let enabled = |(name, item): (String, &Node)| self.setting(item, (name, true));
            return names.into_iter().map(enabled).collect();
        }
        let Some(members) = node.members() else {
            let wanted = "an object with true or false for each plugin";
            self.error(node, wrong_type("enabledPlugins", wanted, node));
            return Vec::new();
        };
        let mut plugins = Vec::with_capacity(members.len());
        for member in members {
            match member.value.kind {
                Kind::Bool(flag) => {
                    plugins.push(self.setting(&member.value, (member.key.clone(), flag)));
                }
                _ => {
                    let key = format!("enabledPlugins.{}", member.key);
                    self.error(
                        &member.value,
                        wrong_type(&key, "true or false", &member.value),
                    );
                }
            }
        }
        plugins
    }

    /// `{"formatter": {"options": {"line": 100}}}`.
    fn read_plugin_options(
        &mut self,
        node: &Node,
    ) -> Vec<Setting<(String, BTreeMap<String, String>)>> {
        let Some(members) = node.members() else {
            let wanted = "an object with an entry for each plugin";
            self.error(node, wrong_type("pluginConfigs", wanted, node));
            return Vec::new();
        };
        let mut plugins = Vec::with_capacity(members.len());
        for member in members {
            if member.value.members().is_none() {
                let key = format!("pluginConfigs.{}", member.key);
                let wanted = "an object with `options`";
                self.error(&member.value, wrong_type(&key, wanted, &member.value));
            }
            let Some(options) = NodeFields::of(&member.value).get("options") else {
                continue;
            };
            let Some(options) = options.members() else {
                let key = format!("pluginConfigs.{}.options", member.key);
                self.error(options, wrong_type(&key, "an object", options));
                continue;
            };
            let options = options
                .iter()
                .filter_map(|option| Some((option.key.clone(), option.value.plain_text()?)))
                .collect();
            plugins.push(self.setting(&member.value, (member.key.clone(), options)));
        }
        plugins
    }
}

/// A number without a fraction that is not negative.
pub(super) fn whole_number(node: &Node) -> Option<u32> {
    match node.kind {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be whole and small"
        )]
        Kind::Number(number) if number.fract() == 0.0 && (0.0..=1e6).contains(&number) => {
            Some(number as u32)
        }
        _ => None,
    }
}

/// The stricter of two settings.
fn stricter<T: Ord>(one: Option<Setting<T>>, other: Option<Setting<T>>) -> Option<Setting<T>> {
    match (one, other) {
        (Some(one), Some(other)) if other.value > one.value => Some(other),
        (one, other) => one.or(other),
    }
}
