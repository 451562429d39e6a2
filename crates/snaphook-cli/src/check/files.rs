//! Which files are meant, and which project each belongs to.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use snaphook::hook::Scope;
use snaphook_settings::folders::{SETTINGS_FOLDERS, around_settings_folder, is_settings_folder};

use crate::error::CommandError;
use crate::world;

/// The settings in such a folder.
const NAMES: &[(&str, Scope)] = &[
    ("settings.json", Scope::Project),
    ("settings.local.json", Scope::Local),
];

/// The settings files of one project: they are used together.
pub(super) struct Project {
    pub(super) dir: PathBuf,
    pub(super) files: Vec<(PathBuf, Scope)>,
}

/// The files that were named; without any, those of the project.
pub(super) fn find(
    paths: &[PathBuf],
    project: Option<&Path>,
) -> Result<Vec<Project>, CommandError> {
    let cwd = world::folder(None)?;
    let named = project.map(|dir| world::folder(Some(dir))).transpose()?;
    let root = || named.clone().unwrap_or_else(|| world::project_root(&cwd));
    let default = [root()];
    let paths = if paths.is_empty() { &default } else { paths };

    let mut projects: Vec<Project> = Vec::new();
    let mut seen = HashSet::new();
    for path in paths {
        let found = if path.is_dir() {
            in_folder(path)?
        } else if path.exists() {
            vec![(path.clone(), scope_of(path))]
        } else {
            return Err(
                CommandError::new(format!("{}: no such file or folder", path.display()))
                    .help("name a settings file, or a folder that has `.claude/settings.json`"),
            );
        };
        for (file, scope) in found {
            let real = file.canonicalize().unwrap_or_else(|_| file.clone());
            if !seen.insert(real) {
                continue;
            }
            let dir = named.clone().or_else(|| owner(&file)).unwrap_or_else(root);
            let file = (shown(&file, &cwd), scope);
            match projects.iter_mut().find(|project| project.dir == dir) {
                Some(project) => project.files.push(file),
                None => projects.push(Project {
                    dir,
                    files: vec![file],
                }),
            }
        }
    }
    Ok(projects)
}

/// The settings of a project folder, or of a folder of settings.
fn in_folder(folder: &Path) -> Result<Vec<(PathBuf, Scope)>, CommandError> {
    let folders = if is_settings_folder(folder) {
        vec![folder.to_owned()]
    } else {
        SETTINGS_FOLDERS
            .iter()
            .map(|name| folder.join(name))
            .collect()
    };
    let files: Vec<_> = folders
        .iter()
        .flat_map(|folder| {
            NAMES
                .iter()
                .map(|(name, scope)| (folder.join(name), *scope))
        })
        .filter(|(file, _)| file.exists())
        .collect();
    if files.is_empty() {
        return Err(CommandError::new(format!(
            "{}: there are no settings here",
            folder.display()
        ))
        .help("write `.claude/settings.json` or `.snaphook/settings.json` there, or name a settings file"));
    }
    Ok(files)
}

/// The project that a file stands in by its place: `<project>/.claude/x.json`,
/// or deeper if it is a skill or an agent. The user's own settings belong to no
/// project, but hold in each.
fn owner(file: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(file).ok()?;
    let around = if is_markdown(file) {
        absolute.ancestors().find_map(around_settings_folder)
    } else {
        around_settings_folder(&absolute)
    };
    // Only this far: the settings themselves may be links to elsewhere.
    let project = around?.canonicalize().ok()?;
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    (home.as_ref() != Some(&project)).then_some(project)
}

fn scope_of(file: &Path) -> Scope {
    if is_markdown(file) {
        return front_matter_scope(file);
    }
    match owner(file) {
        None => Scope::Explicit,
        Some(_) => NAMES
            .iter()
            .find(|(name, _)| file.ends_with(name))
            .map_or(Scope::Explicit, |(_, scope)| *scope),
    }
}

/// Skills and agents are Markdown with front matter.
fn is_markdown(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("md"))
}

/// Agents stand in a folder `agents`; all else is a skill.
fn front_matter_scope(file: &Path) -> Scope {
    let absolute = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut folders = absolute
        .ancestors()
        .skip(1)
        .take_while(|folder| !is_settings_folder(folder));
    if !file.ends_with("SKILL.md") && folders.any(|folder| folder.ends_with("agents")) {
        Scope::Agent
    } else {
        Scope::Skill
    }
}

/// The path as short as it can be written here.
fn shown(file: &Path, cwd: &Path) -> PathBuf {
    let file = file.strip_prefix(cwd).unwrap_or(file);
    file.strip_prefix(".").unwrap_or(file).to_owned()
}
