//! What the settings say of permissions, as far as it may be trusted.
//!
//! What a project denies, or wants to be asked about, holds at once. What it
//! allows (a rule, a folder, a mode) is trusted as a hook is, each by itself: a
//! project that somebody has just cloned does not decide what runs unasked.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use snaphook_core::hook::Hook;
use snaphook_core::permission::{Behavior, Mode, Update, UpdateKind};
use snaphook_rules::Rule;
use snaphook_rules::permission::{PermissionSource, Permissions};
use snaphook_settings::effective::in_rising_precedence;
use snaphook_settings::{Location, PermissionSettings, Setting, Settings};

use crate::engine::{Trust, as_hook};
use crate::links::follow_links;

/// What all files say together, without what nobody trusts.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct TrustedPermissions {
    pub(crate) permissions: Permissions,
    /// How much was left out.
    pub(crate) untrusted: usize,
}

/// `lost` are the files of which a hook that guards tool calls cannot be run.
pub(crate) fn trusted(
    settings: &[Settings],
    lost: &HashSet<Arc<Path>>,
    trust: &Trust,
    home: Option<&Path>,
) -> TrustedPermissions {
    let without_guard: Vec<bool> = in_rising_precedence(settings)
        .map(|file| file.permissions.suspended.is_some() || lost.contains(file.source.file()))
        .collect();
    let files = || in_rising_precedence(settings).map(|settings| &settings.permissions);
    // All at once: a store is read once, however many rules there are.
    let mut hooks: Vec<Hook> = files().flat_map(|file| loosening(file, home)).collect();
    trust.judge(&mut hooks);
    let mut trusted = hooks.iter().map(|hook| hook.trusted);
    let mut holds = || trusted.next().unwrap_or(false);
    let mut permissions = Permissions::default();
    for (file, without_guard) in files().zip(without_guard) {
        // What may be without its guard allows nothing.
        let mut holds = || holds() && !without_guard;
        for setting in &file.rules {
            let (behavior, rule) = &setting.value;
            if *behavior != Behavior::Allow || holds() {
                permissions.add_rule(*behavior, rule.clone(), source_of(setting));
            }
        }
        for setting in &file.directories {
            if holds() {
                let folder = folder(&setting.value, file, home);
                permissions.add_folder(folder, source_of(setting));
            }
        }
        if let Some(setting) = &file.default_mode {
            // Without trust, nobody takes somebody else's strictness back.
            let so_far = permissions.mode().map(|(mode, _)| mode);
            let tightens = is_strict(setting.value)
                && so_far.is_none_or(|mode| !matches!(mode, Mode::Plan | Mode::DontAsk));
            if holds() || tightens {
                permissions.set_mode(setting.value, source_of(setting));
            }
        }
        if let Some(setting) = &file.bypass_forbidden {
            permissions.forbid_bypass(source_of(setting));
        }
    }
    TrustedPermissions {
        permissions,
        untrusted: hooks.iter().filter(|hook| !hook.trusted).count(),
    }
}

/// What a person must trust of it, as hooks.
pub(crate) fn to_trust(settings: &[Settings], home: Option<&Path>) -> Vec<Hook> {
    let files = settings.iter().map(|settings| &settings.permissions);
    files.flat_map(|file| loosening(file, home)).collect()
}

/// What a file allows, in the order in which it is heard.
fn loosening(file: &PermissionSettings, home: Option<&Path>) -> Vec<Hook> {
    let allows = |setting: &&Setting<(Behavior, Rule)>| setting.value.0 == Behavior::Allow;
    let rules = file.rules.iter().filter(allows).map(rule_hook);
    let folders = file.directories.iter().map(|setting| {
        let folder = folder(&setting.value, file, home);
        folder_hook(setting, &setting.value, &folder)
    });
    let mode = file.default_mode.iter().map(mode_hook);
    rules.chain(folders).chain(mode).collect()
}

/// Modes that allow no more than the default.
fn is_strict(mode: Mode) -> bool {
    matches!(mode, Mode::Default | Mode::Plan | Mode::DontAsk)
}

/// What an update allows, as the hooks that must be trusted once it is written
/// into this file.
pub(crate) fn granted(update: &Update, file: &Path) -> Vec<Hook> {
    let written = Setting {
        value: (),
        scope: update.destination.scope(),
        location: Location {
            file: file.into(),
            line: 1,
            column: 1,
            span: 0..0,
        },
    };
    let each = |key: &str, texts: Vec<String>| {
        let hooks = texts.iter().map(|text| text_hook(&written, key, text));
        hooks.collect()
    };
    match &update.kind {
        UpdateKind::AddRules { rules, behavior } | UpdateKind::ReplaceRules { rules, behavior }
            if *behavior == Behavior::Allow =>
        {
            let rules = rules.iter().map(ToString::to_string);
            // As the file will be read.
            let rules = rules.filter_map(|rule| Rule::parse(&rule).ok());
            each(ALLOW, rules.map(|rule| rule.to_string()).collect())
        }
        UpdateKind::AddDirectories { directories } => directories
            .iter()
            .map(|folder| folder_hook(&written, folder, Path::new(folder)))
            .collect(),
        UpdateKind::SetMode { mode } => each(MODE, vec![mode.as_str().to_owned()]),
        _ => Vec::new(),
    }
}

const ALLOW: &str = "permissions.allow";
const DIRECTORIES: &str = "permissions.additionalDirectories";
const MODE: &str = "permissions.defaultMode";

fn rule_hook(setting: &Setting<(Behavior, Rule)>) -> Hook {
    text_hook(setting, ALLOW, &setting.value.1.to_string())
}

/// Trust rests on where the folder leads, too.
fn folder_hook<T>(setting: &Setting<T>, text: &str, folder: &Path) -> Hook {
    let real = follow_links(folder).unwrap_or_else(|| folder.to_owned());
    let value = json!({ "folder": text, "leadsTo": real.to_string_lossy() });
    as_hook(setting, DIRECTORIES, text, &value)
}

fn mode_hook(setting: &Setting<Mode>) -> Hook {
    text_hook(setting, MODE, setting.value.as_str())
}

fn text_hook<T>(setting: &Setting<T>, key: &str, text: &str) -> Hook {
    as_hook(setting, key, text, &Value::from(text))
}

/// A folder that is not absolute starts where the file's paths do.
fn folder(text: &str, file: &PermissionSettings, home: Option<&Path>) -> PathBuf {
    match (text.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ if text == "~" && home.is_some() => home.unwrap_or(Path::new("~")).to_owned(),
        _ => file.base.clone().unwrap_or_default().join(text),
    }
}

fn source_of<T>(setting: &Setting<T>) -> PermissionSource {
    PermissionSource {
        scope: setting.scope,
        place: Some(setting.place().into()),
    }
}
