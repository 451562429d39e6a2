//! Plugins that a tool has installed: it keeps a list of them.

use std::path::Path;

use snaphook_core::Severity;
use snaphook_core::hook::Scope;

use super::discovery::Discovery;
use super::plugins::Plugin;
use crate::effective::EffectiveSettings;
use crate::finding::{Finding, Location};
use crate::load::{LoadError, load_object};
use crate::node::Node;
use crate::read::NodeFields;
use crate::sources::Sources;
use crate::switch::same_plugin;

/// The code of a finding about a plugin that is not there.
pub const PLUGIN_MISSING: &str = "plugin-missing";

/// The list, in the folder of plugins.
const LIST: &str = "installed_plugins.json";

/// The plugins that were installed by a tool that keeps a list, and where they
/// are in it.
pub(super) fn read(
    home: &Path,
    project: Option<&Path>,
    sources: &mut Sources,
    discovery: &mut Discovery,
) -> Vec<(Plugin, Location)> {
    let path = home.join(LIST);
    let (source, list) = match load_object(&path, Scope::Plugin, sources) {
        Ok(loaded) => loaded,
        Err(LoadError::Missing(_)) => return Vec::new(),
        Err(error) => {
            discovery.fail(Scope::Plugin, &path, error);
            return Vec::new();
        }
    };
    let plugins = NodeFields::of(&list).get("plugins").and_then(Node::members);
    let mut found = Vec::new();
    for member in plugins.unwrap_or_default() {
        // One entry, or a list of them: the same plugin in several scopes.
        let entries = match member.value.items() {
            Some(items) => items.iter().collect(),
            None => vec![&member.value],
        };
        for entry in entries {
            let fields = NodeFields::of(entry);
            let of_project = fields.get("projectPath").and_then(Node::text);
            if of_project.is_some_and(|other| !is_same(Path::new(other), project)) {
                continue;
            }
            if let Some(path) = fields.get("installPath").and_then(Node::text) {
                let root = home.join(path);
                let plugin = Plugin::of(home, &root, Some(member.key.clone()), sources);
                found.push((plugin, source.at(member.key_span.clone())));
            }
        }
    }
    found
}

/// Whether this is the project's folder.
fn is_same(folder: &Path, project: Option<&Path>) -> bool {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    project.is_some_and(|project| real(project) == real(folder))
}

/// Plugins that somebody counts on, and that are not there.
pub(super) fn missing(
    effective: &EffectiveSettings,
    found: &[Plugin],
    gone: &[(Plugin, Location)],
) -> Vec<Finding> {
    let finding = |severity, location: &Location, message: String, help: &str| Finding {
        severity,
        code: PLUGIN_MISSING,
        message,
        help: Some(help.to_owned()),
        location: location.clone(),
        event: None,
        hook: None,
    };
    let is_there = |name: &str| found.iter().any(|plugin| same_plugin(&plugin.name, name));
    let is_gone = |name: &str| gone.iter().any(|(one, _)| same_plugin(&one.name, name));
    let wanted = effective.wanted_plugins().filter_map(|wanted| {
        let name = &wanted.value.0;
        (!is_there(name) && !is_gone(name)).then(|| {
            // A team's repository names plugins that not everybody has.
            finding(
                Severity::Hint,
                &wanted.location,
                format!("the plugin `{name}` is enabled but not installed"),
                "install it, or remove it from `enabledPlugins`",
            )
        })
    });
    let gone = gone.iter().filter_map(|(plugin, location)| {
        let name = &plugin.name;
        (effective.plugin_is_on(name) && !is_there(name)).then(|| {
            finding(
                Severity::Warning,
                location,
                format!(
                    "the folder of the installed plugin `{name}` is missing: {}",
                    plugin.root.display()
                ),
                "install it again, or set it to false in `enabledPlugins`",
            )
        })
    });
    wanted.chain(gone).collect()
}
