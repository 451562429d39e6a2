//! Skills and agents: their hooks are in the front matter of a Markdown file
//! and live while the skill or the agent is active.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook_core::hook::{Origin, Scope};

use super::discovery::{Discovery, FileState};
use super::plugins::belonging_to;
use crate::front_matter::load_front_matter;
use crate::load::LoadError;
use crate::places::Places;
use crate::read::{LoadContext, Settings};
use crate::sources::Sources;

/// A skill or an agent that has hooks.
#[derive(Debug)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// Its hooks.
    pub settings: Settings,
}

/// Reads the hooks of a skill or an agent; `None` if it has none.
///
/// # Errors
/// When the file cannot be read, or its front matter is not YAML.
pub fn load_skill(
    path: &Path,
    scope: Scope,
    loading: &mut LoadContext,
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
        name: name.as_str().into(),
        root,
        ..Origin::default()
    });
    Ok(Some(Skill {
        name,
        settings: belonging_to(found.settings, &origin),
    }))
}

/// Finds every skill and agent with hooks.
pub(super) fn find(places: &Places, loading: &mut LoadContext, discovery: &mut Discovery) {
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
        for (file, scope) in files_in(&folder, &mut loading.sources) {
            match load_skill(&file, scope, loading) {
                Ok(None) => {}
                Ok(Some(skill)) => {
                    let hooks = skill.settings.hooks.len();
                    discovery.note(scope, &file, FileState::Read { hooks });
                    discovery.skills.push(skill);
                }
                // `check` reads it again and says why. Until somebody activates it,
                // which fails, nothing of it would run.
                Err(_) => discovery.note(scope, &file, FileState::Failed),
            }
        }
    }
}

/// The skills and agents in a folder of settings or of a plugin: those with hooks, and
/// those of which nobody can say it.
#[must_use]
pub fn skill_files(folder: &Path) -> Vec<(PathBuf, Scope)> {
    let mut loading = LoadContext::default();
    let mut files = files_in(folder, &mut loading.sources);
    files.retain(|(file, scope)| !matches!(load_skill(file, *scope, &mut loading), Ok(None)));
    files
}

/// All skills and agents in a folder, by name.
fn files_in(folder: &Path, sources: &mut Sources) -> Vec<(PathBuf, Scope)> {
    let skills = entries(sources, &folder.join("skills"));
    let agents = entries(sources, &folder.join("agents"));
    let skills = skills
        .into_iter()
        .map(|skill| (skill.join("SKILL.md"), Scope::Skill))
        .filter(|(file, _)| sources.is_file(file));
    let agents = agents
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "md"))
        .map(|file| (file, Scope::Agent));
    skills.chain(agents).collect()
}

/// What is in a folder, by name.
fn entries(sources: &mut Sources, folder: &Path) -> Vec<PathBuf> {
    sources.entries(folder).unwrap_or_default()
}
