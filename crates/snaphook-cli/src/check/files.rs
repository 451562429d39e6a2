//! Finds the files to check, and groups them by project.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook::hook::Scope;
use snaphook::{Claude, Dialect, FileState, Finding};
use snaphook_settings::{LoadContext, discover, plugin_files, plugin_of_manifest};

use super::belongs::{owner, scope_of};
use super::folder::{as_plugin, in_folder};
use crate::error::CommandError;
use crate::policy;
use crate::world;

/// The dialect of files, and the agent in them.
#[derive(Clone)]
pub(super) struct FileDialect {
    pub(super) dialect: Arc<dyn Dialect>,
    pub(super) agent: Option<String>,
}

impl FileDialect {
    pub(super) fn loading(&self) -> LoadContext {
        LoadContext::of(Arc::clone(&self.dialect))
            .kinds(snaphook::kinds())
            .agent(self.agent.clone())
    }
}

/// The settings files of one project: they are used together.
pub(super) struct Project {
    pub(super) dir: PathBuf,
    pub(super) files: Vec<(PathBuf, Scope)>,
    /// Their dialect.
    pub(super) words: FileDialect,
    /// Findings that belong to no single file.
    pub(super) findings: Vec<Finding>,
}

/// Finds the files at these paths; without paths, the files of every scope.
pub(super) fn find(
    paths: &[PathBuf],
    project: Option<&Path>,
    dialect: Option<&str>,
    choose: impl Fn(&[PathBuf], &Path) -> FileDialect,
) -> Result<Vec<Project>, CommandError> {
    let cwd = world::folder(None)?;
    let named = project.map(|dir| world::folder(Some(dir))).transpose()?;
    let root = || named.clone().unwrap_or_else(|| world::project_root(&cwd));
    if paths.is_empty() {
        let words = choose(&[], &root());
        return everywhere(root(), &cwd, words).map(|project| vec![project]);
    }
    let mut projects: Vec<Project> = Vec::new();
    let mut seen = HashSet::new();
    for path in paths {
        let found: Vec<_> = if path.is_dir() {
            let folders = in_folder(path, dialect);
            if folders.is_empty() {
                return Err(nothing_in(path, dialect));
            }
            let files = folders.into_iter().flat_map(|folder| {
                let with_base = move |file| (Some(folder.base.clone()), file);
                folder.files.into_iter().map(with_base)
            });
            files.collect()
        } else if let Some(found) = of_manifest(path) {
            found.into_iter().map(|file| (None, file)).collect()
        } else if path.exists() {
            vec![(None, (path.clone(), scope_of(path)))]
        } else {
            return Err(
                CommandError::new(format!("no such file or folder: {}", path.display()))
                    .help("name a settings file, or a folder that has settings"),
            );
        };
        for (base, (file, scope)) in found {
            let real = file.canonicalize().unwrap_or_else(|_| file.clone());
            if !seen.insert(real) {
                continue;
            }
            let dir = named.clone().or_else(|| owner(&file));
            let dir = dir.or(base).unwrap_or_else(root);
            let words = choose(std::slice::from_ref(&file), &dir);
            let file = (shown(&file, &cwd), scope);
            let same = |project: &&mut Project| {
                let (own, other) = (&project.words.dialect, &words.dialect);
                project.dir == dir && own.name() == other.name()
            };
            match projects.iter_mut().find(same) {
                Some(project) => project.files.push(file),
                None => projects.push(Project {
                    dir,
                    words,
                    files: vec![file],
                    findings: Vec::new(),
                }),
            }
        }
    }
    Ok(projects)
}

/// The files of the plugin whose manifest this is; `None` for another file.
fn of_manifest(path: &Path) -> Option<Vec<(PathBuf, Scope)>> {
    let absolute = std::path::absolute(path)
        .ok()
        .filter(|path| path.exists())?;
    let root = plugin_of_manifest(&absolute)?;
    let files = as_plugin(root, plugin_files(root));
    (!files.is_empty()).then_some(files)
}

/// Finds the files of every scope, as `fire` does.
fn everywhere(root: PathBuf, cwd: &Path, words: FileDialect) -> Result<Project, CommandError> {
    let mut places = world::with_folders(&root, |folders| words.dialect.places(folders));
    places.packs = world::pack_places();
    let places = policy::readable(places);
    let found = discover(&places, &[], &mut words.loading());
    let files = found.files.into_iter();
    let files: Vec<_> = files
        .filter(|file| matches!(file.state, FileState::Read { .. } | FileState::Failed))
        .map(|file| (from_here(&file.path, cwd, &root), file.scope))
        .collect();
    if files.is_empty() {
        return Err(no_settings(&root, Some(words.dialect.name())));
    }
    let mut findings = found.findings;
    for finding in &mut findings {
        finding.location.file = from_here(&finding.location.file, cwd, &root).into();
    }
    Ok(Project {
        words,
        dir: root,
        files,
        findings,
    })
}

/// The error for a folder in which nothing is to be checked.
fn nothing_in(folder: &Path, dialect: Option<&str>) -> CommandError {
    if dialect.is_some() {
        return no_settings(folder, dialect);
    }
    CommandError::new(format!("no settings in {} or below", folder.display())).help(
        "name a settings file, or a folder with `.claude/settings.json`, `.snaphook/settings.json`, `hooks/hooks.json`, `.claude-plugin/marketplace.json`, `hooks.json` or `settings.json`",
    )
}

fn no_settings(folder: &Path, dialect: Option<&str>) -> CommandError {
    let dialect = dialect.and_then(snaphook_dialects::named);
    let dialect = dialect.unwrap_or_else(|| Arc::new(Claude));
    let folders = dialect.settings_folders().iter();
    let written: Vec<_> = match folders.len() {
        0 => world::with_folders(folder, |world| dialect.places(world).root_files)
            .iter()
            .map(|file| format!("`{file}`"))
            .collect(),
        _ => folders
            .map(|name| format!("`{name}/settings.json`"))
            .collect(),
    };
    CommandError::new(format!("no settings in {}", folder.display())).help(format!(
        "write {} there, or name a settings file",
        written.join(" or ")
    ))
}

/// The path as short as it can be written here.
fn shown(file: &Path, cwd: &Path) -> PathBuf {
    let file = file.strip_prefix(cwd).unwrap_or(file);
    file.strip_prefix(".").unwrap_or(file).to_owned()
}

/// The path of a file that was discovered, as short as it can be written here: below a
/// project's root, its files are a few folders up.
fn from_here(file: &Path, cwd: &Path, root: &Path) -> PathBuf {
    let up = cwd.strip_prefix(root).map(|below| below.components());
    let (Ok(up), Ok(below)) = (up, file.strip_prefix(root)) else {
        return shown(file, cwd);
    };
    match file.starts_with(cwd) {
        true => shown(file, cwd),
        false => up.map(|_| Path::new("..")).chain([below]).collect(),
    }
}
