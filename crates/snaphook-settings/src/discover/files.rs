//! The settings files of every scope but plugins, in the order in which they
//! merge.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;

use super::places::Places;
use crate::load::LoadError;
use crate::sources::Sources;

/// A file to look at with its scope, or a folder of files that cannot be listed.
type Candidate = Result<(Scope, PathBuf), (Scope, LoadError)>;

/// The format that every agent reads comes first and is always told of; the
/// others only where they are there.
const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// The files to look at, with their scopes.
pub(super) fn candidates(places: &Places, sources: &mut Sources) -> Vec<Candidate> {
    let mut files = Vec::new();
    for folder in &places.managed {
        let stem = folder.join("managed-settings");
        add(&mut files, sources, Scope::Managed, &stem);
        match dropped_in(&folder.join("managed-settings.d"), sources) {
            Ok(dropped) => files.extend(dropped.into_iter().map(|file| Ok((Scope::Managed, file)))),
            Err(error) => files.push(Err((Scope::Managed, error))),
        }
    }
    for folder in &places.user {
        add(&mut files, sources, Scope::User, &folder.join("settings"));
    }
    for folder in places.project_folders() {
        add(
            &mut files,
            sources,
            Scope::Project,
            &folder.join("settings"),
        );
    }
    if let Some(root) = &places.project {
        let named = places.root_files.iter().map(|name| root.join(name));
        let there = named.filter(|file| sources.is_file(file));
        files.extend(there.map(|file| Ok((Scope::Project, file))));
    }
    for folder in places.project_folders().filter(|_| places.local) {
        let stem = folder.join("settings.local");
        add(&mut files, sources, Scope::Local, &stem);
    }
    without_copies(files)
}

fn add(files: &mut Vec<Candidate>, sources: &mut Sources, scope: Scope, stem: &Path) {
    for (number, extension) in EXTENSIONS.into_iter().enumerate() {
        // Not `with_extension`: the stem may have a dot of its own.
        let mut name = stem.as_os_str().to_owned();
        name.push(".");
        name.push(extension);
        let file = PathBuf::from(name);
        if number == 0 || sources.is_there(&file) {
            files.push(Ok((scope, file)));
        }
    }
}

/// The files of a drop-in folder, by name. One that is there and cannot be
/// listed may hold anything.
fn dropped_in(folder: &Path, sources: &mut Sources) -> Result<Vec<PathBuf>, LoadError> {
    let mut files = match sources.entries(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => {
            return Err(LoadError::Unreadable {
                path: folder.to_owned(),
                source,
            });
        }
    };
    files.retain(|file| {
        let extension = file.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
    });
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
