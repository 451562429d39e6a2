//! The manifest of a plugin: what it says of itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;

use crate::load::{LoadError, load_object};
use crate::node::Node;
use crate::read::NodeFields;
use crate::sources::Sources;

/// Where it may stand, from the plugin's folder.
pub(super) const FILES: [&str; 2] = [".claude-plugin/plugin.json", "plugin.json"];

/// What a plugin says of itself, and in which file; `None` if it does not.
pub(super) fn find(
    root: &Path,
    sources: &mut Sources,
) -> Result<Option<(PathBuf, Node)>, (PathBuf, LoadError)> {
    for path in FILES.map(|name| root.join(name)) {
        match load_object(&path, Scope::Plugin, sources) {
            Ok((_, node)) => return Ok(Some((path, node))),
            Err(LoadError::Missing(_)) => {}
            Err(error) => return Err((path, error)),
        }
    }
    Ok(None)
}

/// The name that the plugin gives itself.
pub(super) fn name(manifest: &Node) -> Option<String> {
    let name = NodeFields::of(manifest).get("name")?.text()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// What the plugin itself chooses: `"userConfig": {"line": {"default": 80}}`.
pub(super) fn options(manifest: &Node) -> BTreeMap<String, String> {
    let config = NodeFields::of(manifest)
        .get("userConfig")
        .and_then(Node::members);
    let default = |node: &Node| NodeFields::of(node).get("default")?.plain_text();
    config
        .unwrap_or_default()
        .iter()
        .filter_map(|member| Some((member.key.clone(), default(&member.value)?)))
        .collect()
}
