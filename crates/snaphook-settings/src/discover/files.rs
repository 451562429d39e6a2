//! The settings files of every scope but plugins, in the order in which they
//! merge.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use snaphook_core::hook::Scope;

use crate::load::LoadError;
use crate::places::Places;
use crate::sources::Sources;

/// A file to look at with its scope, or a folder of files that cannot be listed.
type FileCandidate = Result<(Scope, PathBuf), (Scope, LoadError)>;

/// The format that every agent reads comes first and is always told of; the
/// others only where they are there.
pub(super) const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// The files to look at, with their scopes.
pub(super) fn candidates(places: &Places, sources: &mut Sources) -> Vec<FileCandidate> {
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
    for (scope, pattern) in &places.listed {
        match matching(pattern, sources) {
            Ok(found) => files.extend(found.into_iter().map(|file| Ok((*scope, file)))),
            Err(error) => files.push(Err((*scope, error))),
        }
    }
    without_copies(files)
}

/// The files that a path with at most one `*` means, by name. Without one, the path itself.
fn matching(pattern: &Path, sources: &mut Sources) -> Result<Vec<PathBuf>, LoadError> {
    let parts: Vec<&OsStr> = pattern.iter().collect();
    let star = parts
        .iter()
        .position(|part| part.as_encoded_bytes().starts_with(b"*"));
    let Some((star, ending)) =
        star.and_then(|at| Some((at, parts[at].to_str()?.strip_prefix('*')?)))
    else {
        return Ok(vec![pattern.to_owned()]);
    };
    let folder: PathBuf = parts[..star].iter().collect();
    let rest: PathBuf = parts[star + 1..].iter().collect();
    let fits = |entry: &PathBuf| {
        let name = entry.file_name().and_then(OsStr::to_str);
        name.is_some_and(|name| name.ends_with(ending) && !name.starts_with('.'))
    };
    let mut found = entries_of(&folder, sources)?;
    found.retain(fits);
    if rest.as_os_str().is_empty() {
        found.retain(|file| sources.is_file(file));
        return Ok(found);
    }
    let inside = found.into_iter().map(|entry| entry.join(&rest));
    Ok(inside.filter(|file| sources.is_file(file)).collect())
}

/// What is in a folder; nothing where it is not there.
fn entries_of(folder: &Path, sources: &mut Sources) -> Result<Vec<PathBuf>, LoadError> {
    match sources.entries(folder) {
        Ok(entries) => Ok(entries),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(source) => Err(LoadError::Unreadable {
            path: folder.to_owned(),
            source,
        }),
    }
}

fn add(files: &mut Vec<FileCandidate>, sources: &mut Sources, scope: Scope, stem: &Path) {
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
    let mut files = entries_of(folder, sources)?;
    files.retain(|file| {
        let extension = file.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
    });
    Ok(files)
}

/// A file that is found twice counts once, where it was found first: somebody
/// whose project is the home folder has trusted their own settings.
fn without_copies(files: Vec<FileCandidate>) -> Vec<FileCandidate> {
    let mut seen = std::collections::HashSet::new();
    files
        .into_iter()
        .filter(|found| match found {
            Ok((_, file)) => file.canonicalize().map_or(true, |real| seen.insert(real)),
            Err(_) => true,
        })
        .collect()
}
