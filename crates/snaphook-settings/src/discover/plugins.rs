//! Plugins: a folder with hooks in `hooks/hooks.json` or `plugin.json`.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use snaphook_core::Severity;
use snaphook_core::hook::{Origin, Scope};

use super::places::Places;
use super::{Discovery, FileState};
use crate::effective::{Effective, same_plugin};
use crate::finding::Finding;
use crate::load::{LoadError, load_hooks_of, load_node};
use crate::node::Node;
use crate::read::{Fields, Loading, Settings};

/// Where a plugin says what it is.
const MANIFESTS: [&str; 2] = [".claude-plugin/plugin.json", "plugin.json"];
const HOOKS: &str = "hooks/hooks.json";
/// What installed a plugin says where it is.
const INSTALLED: &str = "installed_plugins.json";

/// A plugin that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plugin {
    /// Its name: `formatter`, or `formatter@market`.
    pub name: String,
    /// Its folder.
    pub root: PathBuf,
    /// The folder for what it keeps.
    pub data: PathBuf,
}

/// Finds all plugins and reads the hooks of those that are on.
pub(super) fn find(
    places: &Places,
    effective: &Effective,
    loading: &mut Loading,
    discovery: &mut Discovery,
) {
    let mut found: Vec<Plugin> = Vec::new();
    let mut add = |plugin: Plugin| {
        if !found.iter().any(|known| known.root == plugin.root) {
            found.push(plugin);
        }
    };
    for home in &places.plugin_homes {
        installed(home).into_iter().for_each(&mut add);
        subfolders(home).into_iter().for_each(&mut add);
    }
    for root in &places.plugins {
        let home = root.parent().unwrap_or(root);
        add(Plugin::of(home, root, None));
    }
    for wanted in effective.wanted_plugins() {
        let name = &wanted.value.0;
        if !found.iter().any(|plugin| same_plugin(&plugin.name, name)) {
            discovery.findings.push(Finding {
                severity: Severity::Warning,
                code: "plugin-missing",
                message: format!("the plugin `{name}` is enabled, but it is not installed"),
                help: Some("install it, or remove it from `enabledPlugins`".to_owned()),
                location: wanted.location.clone(),
                event: None,
                hook: None,
            });
        }
    }
    for plugin in found {
        let on = effective.plugin_is_on(&plugin.name);
        let options = effective.plugin_options(&plugin.name);
        plugin.read(on, options, loading, discovery);
        if on {
            discovery.plugins.push(plugin);
        }
    }
}

impl Plugin {
    fn of(home: &Path, root: &Path, name: Option<String>) -> Self {
        let folder = || {
            root.file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        let name = name
            .or_else(|| manifest(root).and_then(|(_, node)| own_name(&node)))
            .or_else(folder)
            .unwrap_or_default();
        Self {
            data: home.join("data").join(file_name(&name)),
            root: root.to_owned(),
            name,
        }
    }

    fn read(
        &self,
        on: bool,
        chosen: BTreeMap<String, String>,
        loading: &mut Loading,
        discovery: &mut Discovery,
    ) {
        let manifest = manifest(&self.root);
        let mut options = manifest
            .as_ref()
            .map(|(_, node)| default_options(node))
            .unwrap_or_default();
        options.extend(chosen);
        let origin = Arc::new(Origin {
            name: self.name.clone(),
            root: self.root.clone(),
            data: Some(self.data.clone()),
            options,
        });
        for path in self.hook_files(manifest.as_ref()) {
            if !on {
                discovery.note(Scope::Plugin, &path, FileState::Off);
                continue;
            }
            let loaded = load_hooks_of(&path, Scope::Plugin, loading);
            discovery.take(
                Scope::Plugin,
                &path,
                loaded.map(|settings| belonging_to(settings, &origin)),
            );
        }
    }

    /// The files with its hooks: the usual one, those that the manifest names,
    /// and the manifest itself where they stand in it.
    fn hook_files(&self, manifest: Option<&(PathBuf, Node)>) -> Vec<PathBuf> {
        let usual = self.root.join(HOOKS);
        let mut files = Vec::new();
        if usual.exists() {
            files.push(usual);
        }
        let Some((path, node)) = manifest else {
            return files;
        };
        let Some(hooks) = Fields::of(node).get("hooks") else {
            return files;
        };
        if hooks.members().is_some() {
            files.push(path.clone());
            return files;
        }
        let named = match hooks.items() {
            Some(items) => items.iter().filter_map(Node::text).collect(),
            None => hooks.text().into_iter().collect::<Vec<_>>(),
        };
        for file in named {
            let file = inside(&self.root, file);
            if !files.contains(&file) {
                files.push(file);
            }
        }
        files
    }
}

/// Every hook of the settings belongs to this plugin or skill.
pub(super) fn belonging_to(mut settings: Settings, origin: &Arc<Origin>) -> Settings {
    for hook in &mut settings.hooks {
        hook.source.origin = Some(Arc::clone(origin));
    }
    settings
}

/// A plugin has nothing to name outside of its own folder.
fn inside(root: &Path, file: &str) -> PathBuf {
    let plain = Path::new(file)
        .components()
        .filter(|part| matches!(part, Component::Normal(_)));
    root.join(plain.collect::<PathBuf>())
}

/// The plugins that were installed by a tool that keeps a list.
fn installed(home: &Path) -> Vec<Plugin> {
    let Ok(list) = load_node(&home.join(INSTALLED)) else {
        return Vec::new();
    };
    let plugins = Fields::of(&list).get("plugins").and_then(Node::members);
    let mut found = Vec::new();
    for member in plugins.unwrap_or_default() {
        // One entry, or a list of them: the same plugin in several scopes.
        let entries = match member.value.items() {
            Some(items) => items.iter().collect(),
            None => vec![&member.value],
        };
        for entry in entries {
            if let Some(path) = Fields::of(entry).get("installPath").and_then(Node::text) {
                let root = home.join(path);
                found.push(Plugin::of(home, &root, Some(member.key.clone())));
            }
        }
    }
    found
}

/// The subfolders that are plugins.
fn subfolders(home: &Path) -> Vec<Plugin> {
    let Ok(entries) = std::fs::read_dir(home) else {
        return Vec::new();
    };
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|folder| {
            let has = |file: &str| folder.join(file).is_file();
            has(HOOKS) || MANIFESTS.into_iter().any(has)
        })
        .collect();
    folders.sort();
    let plugin = |root: &PathBuf| Plugin::of(home, root, None);
    folders.iter().map(plugin).collect()
}

fn manifest(root: &Path) -> Option<(PathBuf, Node)> {
    let files = MANIFESTS.map(|name| root.join(name));
    files.into_iter().find_map(|path| {
        let node: Result<Node, LoadError> = load_node(&path);
        node.ok().map(|node| (path, node))
    })
}

fn own_name(manifest: &Node) -> Option<String> {
    let name = Fields::of(manifest).get("name")?.text()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// What the plugin itself chooses: `"userConfig": {"line": {"default": 80}}`.
fn default_options(manifest: &Node) -> BTreeMap<String, String> {
    let config = Fields::of(manifest)
        .get("userConfig")
        .and_then(Node::members);
    let default = |node: &Node| Fields::of(node).get("default")?.plain_text();
    config
        .unwrap_or_default()
        .iter()
        .filter_map(|member| Some((member.key.clone(), default(&member.value)?)))
        .collect()
}

/// A name as one folder, whatever is in it.
fn file_name(name: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
            c
        } else {
            '-'
        }
    };
    let folder: String = name.chars().map(plain).collect();
    match folder.trim_matches('.') {
        "" => "plugin".to_owned(),
        _ => folder,
    }
}
