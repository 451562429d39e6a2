//! Which files are meant, and which project each belongs to.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use snaphook::hook::Scope;
use snaphook::{Claude, Dialect, FileState, Finding};
use snaphook_dialects::{files_in, settings_folders};
use snaphook_settings::folders::is_settings_folder;
use snaphook_settings::{Loading, discover};

use super::belongs::{owner, scope_of};
use crate::error::CommandError;
use crate::world;

/// The words that files are in.
#[derive(Clone)]
pub(super) struct Words {
    pub(super) dialect: Arc<dyn Dialect>,
    pub(super) agent: Option<String>,
}

impl Words {
    pub(super) fn loading(&self) -> Loading {
        Loading::of(Arc::clone(&self.dialect))
            .kinds(snaphook::kinds())
            .agent(self.agent.clone())
    }
}

/// The settings files of one project: they are used together.
pub(super) struct Project {
    pub(super) dir: PathBuf,
    pub(super) files: Vec<(PathBuf, Scope)>,
    /// The words they are in.
    pub(super) words: Words,
    /// What is wrong beside the files' own findings.
    pub(super) findings: Vec<Finding>,
}

/// The files that were named; without any, those of every scope.
pub(super) fn find(
    paths: &[PathBuf],
    project: Option<&Path>,
    dialect: Option<&str>,
    choose: impl Fn(&[PathBuf], &Path) -> Words,
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
        let (base, found) = if path.is_dir() {
            let (base, found) = in_folder(path, dialect)?;
            (Some(base), found)
        } else if path.exists() {
            (None, vec![(path.clone(), scope_of(path))])
        } else {
            return Err(
                CommandError::new(format!("{}: no such file or folder", path.display()))
                    .help("name a settings file, or a folder that has settings"),
            );
        };
        for (file, scope) in found {
            let real = file.canonicalize().unwrap_or_else(|_| file.clone());
            if !seen.insert(real) {
                continue;
            }
            let dir = named.clone().or_else(|| owner(&file));
            let dir = dir.or_else(|| base.clone()).unwrap_or_else(root);
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

/// Every scope, as `fire` would find it.
fn everywhere(root: PathBuf, cwd: &Path, words: Words) -> Result<Project, CommandError> {
    let places = world::with_folders(&root, |folders| words.dialect.places(folders));
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

/// The settings of a project folder, or of a folder of settings, and the
/// project: those of one dialect, or of all.
fn in_folder(
    folder: &Path,
    dialect: Option<&str>,
) -> Result<(PathBuf, Vec<(PathBuf, Scope)>), CommandError> {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    // `.` stays at the end of `absolute`; components drop it.
    let absolute: PathBuf = absolute.components().collect();
    let root = match absolute.parent() {
        Some(parent) if is_settings_folder(&absolute, &settings_folders()) => parent,
        _ => &absolute,
    };
    let wanted = |known: &&&dyn Dialect| dialect.is_none_or(|name| known.name() == name);
    let files: Vec<_> = snaphook_dialects::ALL
        .iter()
        .filter(wanted)
        .flat_map(|dialect| files_in(*dialect, root))
        .filter(|file| file.path.starts_with(&absolute))
        .map(|file| (file.path, file.scope))
        .collect();
    if files.is_empty() {
        return Err(no_settings(folder, dialect));
    }
    Ok((root.to_owned(), files))
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
    CommandError::new(format!("{}: there are no settings here", folder.display())).help(format!(
        "write {} there, or name a settings file",
        written.join(" or ")
    ))
}

/// The path as short as it can be written here.
fn shown(file: &Path, cwd: &Path) -> PathBuf {
    let file = file.strip_prefix(cwd).unwrap_or(file);
    file.strip_prefix(".").unwrap_or(file).to_owned()
}

/// The same for a file that nobody has named: below a project's root, its files
/// are a few folders up.
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
