//! The settings files of every scope but plugins, in the order in which they
//! merge.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;

use super::places::Places;
use crate::load::LoadError;

/// A file to look at with its scope, or a folder of files that cannot be listed.
type Candidate = Result<(Scope, PathBuf), (Scope, LoadError)>;

/// The format that every agent reads comes first and is always told of; the
/// others only where they are there.
const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// The files to look at, with their scopes.
pub(super) fn candidates(places: &Places) -> Vec<Candidate> {
    let mut files = Vec::new();
    for folder in &places.managed {
        add(&mut files, Scope::Managed, &folder.join("managed-settings"));
        match dropped_in(&folder.join("managed-settings.d")) {
            Ok(dropped) => files.extend(dropped.into_iter().map(|file| Ok((Scope::Managed, file)))),
            Err(error) => files.push(Err((Scope::Managed, error))),
        }
    }
    for folder in &places.user {
        add(&mut files, Scope::User, &folder.join("settings"));
    }
    for folder in places.project_folders() {
        add(&mut files, Scope::Project, &folder.join("settings"));
    }
    if let Some(root) = &places.project {
        let named = places.root_files.iter().map(|name| root.join(name));
        let there = named.filter(|file| file.is_file());
        files.extend(there.map(|file| Ok((Scope::Project, file))));
    }
    for folder in places.project_folders().filter(|_| places.local) {
        add(&mut files, Scope::Local, &folder.join("settings.local"));
    }
    without_copies(files)
}

fn add(files: &mut Vec<Candidate>, scope: Scope, stem: &Path) {
    for (number, extension) in EXTENSIONS.into_iter().enumerate() {
        // Not `with_extension`: the stem may have a dot of its own.
        let mut name = stem.as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        let file = PathBuf::from(name);
        if number == 0 || file.symlink_metadata().is_ok() {
            files.push(Ok((scope, file)));
        }
    }
}

/// The files of a drop-in folder, by name. One that is there and cannot be
/// listed may hold anything.
fn dropped_in(folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let failed = |source| LoadError::Unreadable {
        path: folder.to_owned(),
        source,
    };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let entries: Result<Vec<_>, _> = entries.collect();
    let mut files: Vec<PathBuf> = entries
        .map_err(failed)?
        .into_iter()
        .map(|entry| entry.path())
        .filter(|file| {
            let extension = file.extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
        })
        .collect();
    files.sort();
    Ok(files)
}

/// A file that is found twice counts once, where it was found first: somebody
/// whose project is the home folder has trusted their own settings.
fn without_copies(files: Vec<Candidate>) -> Vec<Candidate> {
    let mut seen = std::collections::HashSet::new();
    files
        .into_iter()
        .filter(|found| match found {
            Ok((_, file)) => file.canonicalize().map_or(true, |real| seen.insert(real)),
            Err(_) => true,
        })
        .collect()
}
