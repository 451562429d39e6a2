//! Plugins: a folder with hooks in `hooks/hooks.json` or `plugin.json`.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use snaphook_core::hook::{Origin, Scope};

use super::discovery::{Discovery, FileState};
use super::{installed, manifest};
use crate::effective::EffectiveSettings;
use crate::finding::Location;
use crate::load::{LoadError, load_hooks_of};
use crate::node::Node;
use crate::places::Places;
use crate::read::{LoadContext, NodeFields, Settings};
use crate::sources::Sources;

const HOOKS: &str = "hooks/hooks.json";

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
    effective: &EffectiveSettings,
    loading: &mut LoadContext,
    discovery: &mut Discovery,
) {
    let mut found: Vec<Plugin> = Vec::new();
    let mut gone: Vec<(Plugin, Location)> = Vec::new();
    let mut add = |plugin: Plugin| {
        if !found.iter().any(|known| known.root == plugin.root) {
            found.push(plugin);
        }
    };
    for home in &places.plugin_homes {
        let project = places.project.as_deref();
        let sources = &mut loading.sources;
        for (plugin, location) in installed::read(home, project, sources, discovery) {
            if sources.is_dir(&plugin.root) {
                add(plugin);
            } else {
                gone.push((plugin, location));
            }
        }
        subfolders(home, sources).into_iter().for_each(&mut add);
    }
    for root in &places.plugins {
        // What a plugin keeps is the user's, wherever the plugin itself is.
        let home = places.plugin_homes.first().map(PathBuf::as_path);
        let home = home.or(root.parent()).unwrap_or(root);
        add(Plugin::of(home, root, None, &mut loading.sources));
    }
    let findings = installed::missing(effective, &found, &gone);
    discovery.findings.extend(findings);
    for plugin in found {
        let on = effective.plugin_is_on(&plugin.name);
        let options = effective.plugin_options(&plugin.name);
        plugin.read(on, options, loading, discovery);
        if on {
            discovery.plugins.push(plugin);
        }
    }
}

/// The files with the hooks of the plugin in this folder, as `hooks/hooks.json`, its
/// manifest or both say; the manifest too where it cannot be read. Nothing if it is not
/// the folder of a plugin with hooks.
#[must_use]
pub fn plugin_files(root: &Path) -> Vec<PathBuf> {
    let sources = &mut Sources::default();
    let (manifest, broken) = match manifest::find(root, sources) {
        Ok(manifest) => (manifest, None),
        Err((path, _)) => (None, Some(path)),
    };
    let plugin = Plugin::of(root, root, None, sources);
    let mut files = plugin.hook_files(manifest.as_ref(), sources);
    files.extend(broken);
    files
}

/// The folder of the plugin whose manifest this file is, by its name and place.
#[must_use]
pub fn plugin_of_manifest(file: &Path) -> Option<&Path> {
    let root = manifest::FILES.iter().find_map(|name| {
        let names = Path::new(name).components().count();
        let is_manifest = file.ends_with(name);
        file.ancestors().nth(names).filter(|_| is_manifest)
    })?;
    Some(root)
}

impl Plugin {
    pub(super) fn of(
        home: &Path,
        root: &Path,
        name: Option<String>,
        sources: &mut Sources,
    ) -> Self {
        let folder = || {
            root.file_name()
                .map(|name| name.to_string_lossy().into_owned())
        };
        let name = name
            .or_else(|| manifest::name(&manifest::find(root, sources).ok()??.1))
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
        loading: &mut LoadContext,
        discovery: &mut Discovery,
    ) {
        let manifest = match manifest::find(&self.root, &mut loading.sources) {
            Ok(manifest) => manifest,
            Err((path, error)) => {
                if on {
                    discovery.fail(Scope::Plugin, &path, error);
                }
                None
            }
        };
        let mut options = manifest
            .as_ref()
            .map(|(_, node)| manifest::options(node))
            .unwrap_or_default();
        options.extend(chosen);
        let origin = Arc::new(Origin {
            name: self.name.as_str().into(),
            root: self.root.clone(),
            data: Some(self.data.clone()),
            options,
            of_project: false,
            pack: None,
        });
        for path in self.hook_files(manifest.as_ref(), &mut loading.sources) {
            if !on {
                discovery.note(Scope::Plugin, &path, FileState::Off);
                continue;
            }
            match load_hooks_of(&path, Scope::Plugin, loading) {
                // The manifest names it: its hooks are counted on.
                Err(error @ LoadError::Missing(_)) => discovery.fail(Scope::Plugin, &path, error),
                loaded => {
                    let loaded = loaded.map(|settings| belonging_to(settings, &origin));
                    discovery.take(Scope::Plugin, &path, loaded, &mut loading.sources);
                }
            }
        }
    }

    /// The files with its hooks: the usual one, those that the manifest names,
    /// and the manifest itself where they are in it.
    fn hook_files(
        &self,
        manifest: Option<&(PathBuf, Node)>,
        sources: &mut Sources,
    ) -> Vec<PathBuf> {
        let usual = self.root.join(HOOKS);
        let mut files = Vec::new();
        if sources.is_there(&usual) {
            files.push(usual);
        }
        let Some((path, node)) = manifest else {
            return files;
        };
        for hooks in NodeFields::of(node).all("hooks") {
            if hooks.members().is_some() {
                if !files.contains(path) {
                    files.push(path.clone());
                }
                continue;
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
pub(super) fn inside(root: &Path, file: &str) -> PathBuf {
    let plain = Path::new(file)
        .components()
        .filter(|part| matches!(part, Component::Normal(_)));
    root.join(plain.collect::<PathBuf>())
}

/// The subfolders that are plugins.
fn subfolders(home: &Path, sources: &mut Sources) -> Vec<Plugin> {
    let mut folders = sources.entries(home).unwrap_or_default();
    folders.retain(|folder| {
        let mut has = |file: &str| sources.is_file(&folder.join(file));
        has(HOOKS) || manifest::FILES.into_iter().any(has)
    });
    let mut plugin = |root: &PathBuf| Plugin::of(home, root, None, sources);
    folders.iter().map(&mut plugin).collect()
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
