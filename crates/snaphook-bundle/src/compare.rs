//! What another bundle changes, in words: hooks, rules, rights and other settings, and the
//! files beside them.

use std::collections::BTreeMap;

use serde_json::Value;
use snaphook_core::hook::Hook;
use snaphook_core::kind::Kinds;
use snaphook_settings::Settings;
use snaphook_settings::node::Node;

use crate::bundle::PolicyBundle;
use crate::error::BundleError;

/// Says in words what `new` changes against `old`: a line for each change.
///
/// # Errors
/// When the settings of one of them cannot be read.
pub fn compare_bundles(
    old: &PolicyBundle,
    new: &PolicyBundle,
    kinds: &Kinds,
) -> Result<Vec<String>, BundleError> {
    let (before, after) = (old.read_settings(kinds)?, new.read_settings(kinds)?);
    let mut lines = about_manifests(old, new);
    compare("hook", &hooks_of(&before), &hooks_of(&after), &mut lines);
    compare("rule", &rules_of(&before), &rules_of(&after), &mut lines);
    let (rights, new_rights) = (rights_of(&before), rights_of(&after));
    compare("right", &rights, &new_rights, &mut lines);
    let (others, new_others) = (other_settings(old)?, other_settings(new)?);
    compare("setting", &others, &new_others, &mut lines);
    compare("file", &files_of(old), &files_of(new), &mut lines);
    Ok(lines)
}

/// Things by name, and in words what each of them is.
type Described = BTreeMap<String, String>;

fn compare(what: &str, old: &Described, new: &Described, lines: &mut Vec<String>) {
    let shown = |name: &str, about: &str| match about {
        "" => name.to_owned(),
        about => format!("{name}: {about}"),
    };
    for (name, about) in old.iter().filter(|(name, _)| !new.contains_key(*name)) {
        lines.push(format!("{what} removed: {}", shown(name, about)));
    }
    for (name, about) in new {
        match old.get(name) {
            None => lines.push(format!("{what} added: {}", shown(name, about))),
            Some(before) if before == about => {}
            Some(_) if what == "file" => lines.push(format!("{what} changed: {name}")),
            Some(before) => {
                lines.push(format!("{what} changed: {name}: {before}, now {about}"));
            }
        }
    }
}

fn about_manifests(old: &PolicyBundle, new: &PolicyBundle) -> Vec<String> {
    let (before, after) = (old.manifest(), new.manifest());
    let mut lines = Vec::new();
    let mut add = |what: &str, before: String, after: String| {
        if before != after {
            lines.push(format!("{what}: {before}, now {after}"));
        }
    };
    add("revision", before.revision.clone(), after.revision.clone());
    let (before, after) = (&before.metadata.snaphook, &after.metadata.snaphook);
    let number = |number: u64| number.to_string();
    add("sequence", number(before.sequence), number(after.sequence));
    let as_json = |value: Result<String, serde_json::Error>| value.unwrap_or_default();
    add(
        "mode",
        as_json(serde_json::to_string(&before.mode)),
        as_json(serde_json::to_string(&after.mode)),
    );
    add(
        "rollout",
        as_json(serde_json::to_string(&before.rollout)),
        as_json(serde_json::to_string(&after.rollout)),
    );
    let never = || "never".to_owned();
    add(
        "expires",
        before.expires.clone().unwrap_or_else(never),
        after.expires.clone().unwrap_or_else(never),
    );
    add("signed by", old.key().to_owned(), new.key().to_owned());
    lines
}

fn hooks_of(settings: &[Settings]) -> Described {
    let mut described = Described::new();
    for hook in settings.iter().flat_map(|settings| &settings.hooks) {
        let matcher = hook.matcher.text().map_or("*", |text| text);
        let name = format!("{} on {} `{matcher}`", hook.name, hook.event.as_str());
        let mut unique = name.clone();
        let mut number = 1;
        while described.contains_key(&unique) {
            number += 1;
            unique = format!("{name} ({number})");
        }
        described.insert(unique, about_hook(hook));
    }
    described
}

fn about_hook(hook: &Hook) -> String {
    let flag = |is: bool, word: &str| is.then(|| word.to_owned());
    let parts = [
        Some(format!(
            "{} `{}`",
            hook.handler.kind(),
            hook.handler.summary()
        )),
        hook.condition.as_ref().map(|rule| format!("if {rule}")),
        flag(hook.is_guard(), "a guard"),
        flag(hook.observe, "only observes"),
        flag(hook.once, "once"),
        flag(hook.background.is_some(), "in the background"),
        flag(!hook.enabled, "switched off"),
        hook.timeout
            .map(|timeout| format!("at most {} s", timeout.as_secs_f64())),
        hook.handler
            .why_unloadable()
            .map(|reason| format!("cannot run: {reason}")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

fn rules_of(settings: &[Settings]) -> Described {
    let rules = settings.iter().flat_map(|one| &one.permissions.rules);
    let rules = rules.map(|rule| format!("{} {}", rule.value.0.as_str(), rule.value.1));
    rules.map(|rule| (rule, String::new())).collect()
}

/// What settings let agents do beside their rules.
fn rights_of(settings: &[Settings]) -> Described {
    let mut described = Described::new();
    for permissions in settings.iter().map(|settings| &settings.permissions) {
        if let Some(mode) = &permissions.default_mode {
            described.insert("mode".to_owned(), mode.value.as_str().to_owned());
        }
        if permissions.bypass_forbidden.is_some() {
            let name = "the mode bypassPermissions is forbidden".to_owned();
            described.insert(name, String::new());
        }
        for folder in &permissions.directories {
            described.insert(format!("work in {}", folder.value), String::new());
        }
    }
    described
}

/// Every key at the top of the settings but those that are described above.
fn other_settings(bundle: &PolicyBundle) -> Result<Described, BundleError> {
    let mut described = Described::new();
    for (name, text) in bundle.settings()? {
        let parsed = match name.ends_with(".json") {
            true => Node::parse_json(text),
            false => Node::parse_yaml(text),
        };
        let root =
            parsed.map_err(|error| BundleError::Settings(format!("{name}: {}", error.message)))?;
        for member in root.members().unwrap_or_default() {
            if ["hooks", "permissions", "$schema"].contains(&&*member.key) {
                continue;
            }
            let value: Value = member.value.to_value();
            let key = format!("{} in {name}", member.key);
            described.insert(key, value.to_string());
        }
    }
    Ok(described)
}

fn files_of(bundle: &PolicyBundle) -> Described {
    let beside = |name: &str| !name.starts_with("settings/");
    let files = bundle.own_files().filter(|(name, _)| beside(name));
    let digest = |content: &[u8]| crate::encoding::sha256_hex(content);
    let described = files.map(|(name, content)| (name.to_owned(), digest(content)));
    described.collect()
}
