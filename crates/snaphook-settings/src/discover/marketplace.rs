//! A marketplace: a folder whose `.claude-plugin/marketplace.json` lists plugins.
//!
//! Hooks of a marketplace run only once its plugins are installed. Who publishes one
//! checks the plugins that are in the same folder.

use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;

use super::plugins::{inside, plugin_files};
use crate::load::{LoadError, load_object};
use crate::node::Node;
use crate::read::NodeFields;
use crate::sources::Sources;

const FILE: &str = ".claude-plugin/marketplace.json";

/// A plugin that a marketplace lists, in a folder of the marketplace itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPlugin {
    /// The folder of the plugin.
    pub root: PathBuf,
    /// The files with its hooks.
    pub files: Vec<PathBuf>,
}

/// The plugins with hooks that the marketplace in this folder lists, without those that
/// are fetched from elsewhere. A list that cannot be read stands for itself.
#[must_use]
pub fn listed_plugins(root: &Path) -> Vec<ListedPlugin> {
    let path = root.join(FILE);
    let list = match load_object(&path, Scope::Plugin, &mut Sources::default()) {
        Ok((_, list)) => list,
        Err(LoadError::Missing(_)) => return Vec::new(),
        Err(_) => {
            return vec![ListedPlugin {
                root: root.to_owned(),
                files: vec![path],
            }];
        }
    };
    let fields = NodeFields::of(&list);
    let base = fields
        .get("metadata")
        .and_then(|metadata| NodeFields::of(metadata).get("pluginRoot")?.text());
    let base = inside(root, base.unwrap_or_default());
    let entries = fields.get("plugins").and_then(Node::items);
    let mut plugins = Vec::new();
    for entry in entries.unwrap_or_default() {
        let entry = NodeFields::of(entry);
        let Some(source) = entry.get("source").and_then(Node::text) else {
            continue;
        };
        let plugin = match source.starts_with("./") {
            true => inside(root, source),
            false => inside(&base, source),
        };
        let named = entry.get("hooks").and_then(Node::text);
        let mut files: Vec<_> = named
            .map(|file| inside(&plugin, file))
            .into_iter()
            .collect();
        files.extend(plugin_files(&plugin));
        if !files.is_empty() {
            plugins.push(ListedPlugin {
                root: plugin,
                files,
            });
        }
    }
    plugins
}
