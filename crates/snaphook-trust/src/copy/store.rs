//! Copies in a folder, each under its digest: made whole or not at all, verified
//! before every use, and removed when nobody has used them for a month.
//!
//! What the copies are protected by is what the store of trust itself is
//! protected by: the folder belongs to the user, and nobody else may write it.
//! Programs of the same user could; they could as well trust whatever they like.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use super::tree::{MOST_BYTES, Tree, TreeFile};
use crate::Digest;
use crate::os;
use crate::scripts::read_whole;

/// Copies that were not used for so long are removed.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// A use is noted so often.
const NOTED_EVERY: Duration = Duration::from_secs(24 * 60 * 60);
/// Half a copy that is so old was left by a crash.
const HALF_MADE: Duration = Duration::from_secs(60 * 60);

/// A folder of copies of trusted scripts, in the host's state folder.
#[derive(Debug, Clone)]
pub struct CopyStore {
    state: PathBuf,
    folder: PathBuf,
}

/// Why there is no copy.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CopyError {
    /// A file of the project is no longer what was trusted.
    Changed(String),
    /// The folder cannot be used: why.
    Folder(String),
}

impl CopyStore {
    /// The copies in this state folder, which need not exist yet.
    #[must_use]
    pub fn new(state: &Path) -> Self {
        Self {
            state: state.to_owned(),
            folder: Self::folder_in(state),
        }
    }

    /// The folder of the copies in a state folder.
    #[must_use]
    pub fn folder_in(state: &Path) -> PathBuf {
        state.join("scripts").join("copies")
    }

    /// Where a copy of these files is, made or not.
    pub(crate) fn folder_of(&self, tree: &Tree) -> PathBuf {
        self.folder.join(tree.digest().to_string())
    }

    /// The folder of a copy that was verified a moment ago: the one that is
    /// there, or a new one of the project's files, each held to its digest.
    pub(crate) fn provide(&self, tree: &Tree, project: &Path) -> Result<PathBuf, CopyError> {
        let folder = self.folder_of(tree);
        let mut problem = String::new();
        for _ in 0..2 {
            match verify(&folder, tree) {
                Ok(()) => {
                    self.check()?;
                    self.note_use(&folder);
                    return Ok(folder);
                }
                Err(error) if is_missing(&error) => {}
                Err(error) => {
                    problem = error.to_string();
                    // It was changed. A process that runs it still has it open.
                    self.put_away(&folder);
                }
            }
            self.make(tree, project, &folder)?;
        }
        Err(CopyError::Folder(format!(
            "{} changed after it was created: {problem}",
            folder.display()
        )))
    }

    /// Whether programs in the folder may be started.
    pub(crate) fn starts_files(&self) -> bool {
        os::starts_files(&self.folder)
    }

    /// Whether the folders are ours alone.
    fn check(&self) -> Result<(), CopyError> {
        let scripts = self.state.join("scripts");
        for folder in [&self.state, &scripts, &self.folder] {
            let meta = fs::symlink_metadata(folder).map_err(|error| failed(folder, &error))?;
            let why = match meta.is_dir() {
                // The state folder may be a link that the user made.
                false if folder == &self.state && meta.is_symlink() => None,
                false => Some("it is not a folder".to_owned()),
                true => os::exposed_folder(&meta).map(|(why, _)| why),
            };
            if let Some(why) = why {
                let folder = folder.display();
                return Err(CopyError::Folder(format!("{folder} is not used: {why}")));
            }
        }
        Ok(())
    }

    fn make(&self, tree: &Tree, project: &Path, folder: &Path) -> Result<(), CopyError> {
        os::make_folder(&self.folder).map_err(|error| failed(&self.folder, &error))?;
        self.check()?;
        self.remove_old();
        let new = self.unused(".new");
        let made = fill(&new, tree, project).and_then(|()| {
            let renamed = fs::rename(&new, folder);
            // Another process was faster; what it made is verified like any.
            match renamed {
                Err(_) if fs::symlink_metadata(folder).is_ok() => Ok(()),
                renamed => renamed.map_err(|error| failed(folder, &error)),
            }
        });
        remove(&new);
        made
    }

    /// Moves a copy that is not what it should be out of the way.
    fn put_away(&self, folder: &Path) {
        let old = self.unused(".old");
        match fs::rename(folder, &old) {
            Ok(()) => remove(&old),
            Err(_) => remove(folder),
        }
    }

    /// A path in the folder that nothing else has.
    fn unused(&self, start: &str) -> PathBuf {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let time = time.unwrap_or_default().as_nanos();
        let process = std::process::id();
        self.folder
            .join(format!("{start}-{process}-{time}-{number}"))
    }

    /// Notes that a copy is used, so that it is kept.
    fn note_use(&self, folder: &Path) {
        if age(folder).is_some_and(|age| age > NOTED_EVERY) {
            let touched =
                fs::File::open(folder).and_then(|dir| dir.set_modified(SystemTime::now()));
            // It only lets the copy be removed sooner, and made again.
            let _ = touched;
        }
    }

    /// Removes unused copies and what a crash left behind.
    fn remove_old(&self) {
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let half = entry.file_name().to_string_lossy().starts_with('.');
            let most = if half { HALF_MADE } else { KEPT_FOR };
            let path = entry.path();
            if age(&path).is_some_and(|age| age > most) {
                remove(&path);
            }
        }
    }
}

/// How long ago something was changed.
fn age(path: &Path) -> Option<Duration> {
    let modified = fs::symlink_metadata(path).ok()?.modified().ok()?;
    SystemTime::now().duration_since(modified).ok()
}

fn failed(path: &Path, error: &io::Error) -> CopyError {
    CopyError::Folder(format!("{}: {error}", path.display()))
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Writes the files of the project into a new folder, each held to its digest.
fn fill(folder: &Path, tree: &Tree, project: &Path) -> Result<(), CopyError> {
    os::make_folder(folder).map_err(|error| failed(folder, &error))?;
    let mut left = MOST_BYTES;
    let mut folders = BTreeSet::from([folder.to_owned()]);
    for file in tree.files() {
        let bytes = source(file, project, left)?;
        left = left.saturating_sub(bytes.len() as u64);
        let path = folder.join(&file.path);
        for parent in path.ancestors().skip(1) {
            if parent == folder {
                break;
            }
            folders.insert(parent.to_owned());
        }
        let written = path
            .parent()
            .map_or(Ok(()), os::make_folder)
            .and_then(|()| os::write_sealed(&path, &bytes, file.executable));
        written.map_err(|error| failed(&path, &error))?;
    }
    // The innermost first.
    for folder in folders.iter().rev() {
        os::seal_folder(folder).map_err(|error| failed(folder, &error))?;
    }
    Ok(())
}

/// The bytes that were trusted, as the project has them.
fn source(file: &TreeFile, project: &Path, left: u64) -> Result<Vec<u8>, CopyError> {
    let changed = |why: &str| CopyError::Changed(format!("{}: {why}", file.path));
    let bytes =
        read_whole(&project.join(&file.path), left).map_err(|error| changed(&error.to_string()))?;
    match Digest::of(&bytes) == file.sha256 {
        true => Ok(bytes),
        false => Err(changed("it has changed since it was trusted")),
    }
}

/// Whether a folder holds exactly the files of a tree, for their owner alone.
fn verify(folder: &Path, tree: &Tree) -> io::Result<()> {
    let wrong =
        |path: &Path, why: &str| Err(io::Error::other(format!("{}: {why}", path.display())));
    let mut expected: BTreeSet<PathBuf> = BTreeSet::new();
    for file in tree.files() {
        let path = Path::new(&file.path);
        expected.extend(path.ancestors().map(Path::to_owned));
    }
    let mut folders = vec![PathBuf::new()];
    let mut count = 0;
    while let Some(below) = folders.pop() {
        let path = folder.join(&below);
        let meta = fs::symlink_metadata(&path)?;
        if !meta.is_dir() || os::exposed_file(&meta).is_some() {
            return wrong(&path, "it is not a private folder of this user");
        }
        count += 1;
        for entry in fs::read_dir(&path)? {
            let entry = entry?;
            let below = below.join(entry.file_name());
            if !expected.contains(&below) {
                return wrong(&entry.path(), "it is an unknown file");
            }
            match entry.file_type()?.is_dir() {
                true => folders.push(below),
                false => count += 1,
            }
        }
    }
    if count != expected.len() {
        return wrong(folder, "files are missing");
    }
    for file in tree.files() {
        let path = folder.join(&file.path);
        let opened = snaphook_files::open_to_read(&path)?;
        let meta = opened.metadata()?;
        if !meta.is_file() || os::exposed_file(&meta).is_some() {
            return wrong(&path, "it is not a private file of this user");
        }
        if os::is_executable(&meta).is_some_and(|mode| mode != file.executable) {
            return wrong(&path, "its mode was changed");
        }
        let (digest, _) = Digest::of_reader(io::Read::take(&opened, MOST_BYTES + 1))?;
        if digest != file.sha256 {
            return wrong(&path, "its content was changed");
        }
    }
    Ok(())
}

/// Removes whatever is there. What cannot be removed now is tried again later.
fn remove(path: &Path) {
    let Ok(meta) = fs::symlink_metadata(path) else {
        return;
    };
    if !meta.is_dir() {
        let _ = fs::remove_file(path);
        return;
    }
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        let _ = os::unseal_folder(&folder);
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
        }
    }
    let _ = fs::remove_dir_all(path);
}
