//! Skills and agents: their hooks stand in the front matter of a Markdown file
//! and live while the skill or the agent is active.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::hook::{Origin, Scope};

use super::places::Places;
use super::plugins::belonging_to;
use super::{Discovery, FileState};
use crate::front_matter::load_front_matter;
use crate::load::LoadError;
use crate::read::{Loading, Settings};
use crate::sources::Sources;

/// A skill or an agent that has hooks.
#[derive(Debug)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// Its hooks.
    pub settings: Settings,
}

/// Reads the hooks of a skill or an agent; nothing if it has none.
///
/// # Errors
/// When the file cannot be read, or its front matter is not YAML.
pub fn load_skill(
    path: &Path,
    scope: Scope,
    loading: &mut Loading,
) -> Result<Option<Skill>, LoadError> {
    let Some(found) = load_front_matter(path, scope, loading)? else {
        return Ok(None);
    };
    let root =
        std::path::absolute(path.parent().unwrap_or(path)).unwrap_or_else(|_| path.to_owned());
    // A skill is a folder, an agent is a file.
    let file = match scope {
        Scope::Agent => path.file_stem(),
        _ => root.file_name(),
    };
    let of_file = || file.map(|name| name.to_string_lossy().into_owned());
    let name = found.name.or_else(of_file).unwrap_or_default();
    let origin = Arc::new(Origin {
        name: name.clone(),
        root,
        ..Origin::default()
    });
    Ok(Some(Skill {
        name,
        settings: belonging_to(found.settings, &origin),
    }))
}

/// Finds every skill and agent with hooks.
pub(super) fn find(places: &Places, loading: &mut Loading, discovery: &mut Discovery) {
    let plugins = discovery.plugins.iter().map(|plugin| plugin.root.clone());
    let own = places.user.iter().cloned().chain(places.project_folders());
    let mut seen = HashSet::new();
    let folders: Vec<PathBuf> = own
        .chain(plugins)
        .filter(|folder| loading.sources.is_dir(folder))
        .map(|folder| {
            let real = folder.canonicalize();
            (folder.clone(), real.unwrap_or(folder))
        })
        // The user's own folder may be the project's, too.
        .filter_map(|(folder, real)| seen.insert(real).then_some(folder))
        .collect();
    for folder in folders {
        let sources = &mut loading.sources;
        let skills = entries(sources, &folder.join("skills"));
        let agents = entries(sources, &folder.join("agents"));
        let skills = skills
            .into_iter()
            .map(|skill| (Scope::Skill, skill.join("SKILL.md")))
            .filter(|(_, file)| sources.is_file(file));
        let agents = agents
            .into_iter()
            .filter(|file| file.extension().is_some_and(|extension| extension == "md"))
            .map(|file| (Scope::Agent, file));
        let files: Vec<_> = skills.chain(agents).collect();
        for (scope, file) in files {
            match load_skill(&file, scope, loading) {
                Ok(None) => {}
                Ok(Some(skill)) => {
                    let hooks = skill.settings.hooks.len();
                    discovery.note(scope, &file, FileState::Read { hooks });
                    discovery.skills.push(skill);
                }
                Err(error) => discovery.fail(scope, &file, error),
            }
        }
    }
}

/// What is in a folder, by name.
fn entries(sources: &mut Sources, folder: &Path) -> Vec<PathBuf> {
    sources.entries(folder).unwrap_or_default()
}
