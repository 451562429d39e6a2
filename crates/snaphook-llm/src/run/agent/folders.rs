//! The folders that an agent may read, and the way into them.
//!
//! A path is made real first (symlinks resolved); only then it is asked whether
//! it lies in one of the folders. It is opened by that real path, and nothing
//! else may have taken its place meanwhile.

use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;
use snaphook_exec::Call;
use snaphook_files::open_real;

/// The folders, by their real paths; the first is where relative paths begin.
#[derive(Debug)]
pub(super) struct ReadableFolders {
    home: PathBuf,
    others: Vec<PathBuf>,
}

impl ReadableFolders {
    /// The input's `cwd`, or the project's root where there is none, and the
    /// input's `additional_directories`.
    pub(super) fn of(call: &Call) -> Result<Self, String> {
        let fields = call.input.input().fields();
        let cwd = fields.text("cwd").filter(|cwd| !cwd.is_empty());
        let home = match (&cwd, &call.surroundings.project_dir) {
            (Some(cwd), _) => Path::new(cwd.as_ref()),
            (None, Some(project)) => project,
            (None, None) => {
                return Err("files cannot be found: the input has no `cwd`".into());
            }
        };
        let home = real_folder(home)
            .ok_or_else(|| format!("the folder `{}` does not exist", home.display()))?;
        let others = match fields.value("additional_directories") {
            Some(Value::Array(items)) => items
                .iter()
                .filter_map(Value::as_str)
                .filter_map(|item| real_folder(Path::new(item)))
                .collect(),
            _ => Vec::new(),
        };
        Ok(Self { home, others })
    }

    /// The real path of what the model named, if it may be read.
    pub(super) fn real(&self, named: &str) -> Result<PathBuf, String> {
        let path = without_dots(&self.home.join(named.trim()));
        match path.canonicalize() {
            Ok(real) if self.hold(&real) => Ok(real),
            Ok(_) => Err(self.outside(named)),
            // Whether something is there that may not be read is not told.
            Err(_) if !self.nearest(&path).is_some_and(|real| self.hold(&real)) => {
                Err(self.outside(named))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(format!("`{named}` does not exist"))
            }
            Err(error) => Err(format!("`{named}` cannot be read: {error}")),
        }
    }

    /// Opens a plain file by its real path.
    pub(super) fn open(&self, real: &Path) -> Result<File, String> {
        open_plain(real).map_err(|why| format!("`{}` {why}", self.show(real)))
    }

    /// A path as the model may name it.
    pub(super) fn show(&self, real: &Path) -> String {
        let inside = real.strip_prefix(&self.home).unwrap_or(real);
        if inside.as_os_str().is_empty() {
            return ".".to_owned();
        }
        inside.to_string_lossy().into_owned()
    }

    fn hold(&self, real: &Path) -> bool {
        real.starts_with(&self.home) || self.others.iter().any(|other| real.starts_with(other))
    }

    /// The real path of the nearest folder above that is there.
    fn nearest(&self, path: &Path) -> Option<PathBuf> {
        let mut above = path.ancestors().skip(1);
        above.find_map(|folder| folder.canonicalize().ok())
    }

    fn outside(&self, named: &str) -> String {
        let others = self.others.iter();
        let all = std::iter::once(&self.home).chain(others);
        let all: Vec<_> = all
            .map(|folder| format!("`{}`", folder.display()))
            .collect();
        format!(
            "`{named}` is outside the folders that may be read: {}",
            all.join(", ")
        )
    }
}

/// Opens a file that must be a plain one. Says what is wrong with it.
pub(super) fn open_plain(real: &Path) -> Result<File, String> {
    let opened = open_real(real).map_err(|error| format!("cannot be opened: {error}"))?;
    let about = opened
        .metadata()
        .map_err(|error| format!("cannot be read: {error}"))?;
    if about.is_dir() {
        return Err("is a folder".to_owned());
    }
    if !about.is_file() {
        return Err("is not a regular file".to_owned());
    }
    Ok(opened)
}

fn real_folder(path: &Path) -> Option<PathBuf> {
    let real = path.canonicalize().ok().filter(|_| path.is_absolute())?;
    real.is_dir().then_some(real)
}

/// The path with `.` and `..` taken as they are written, so that a missing
/// folder in the middle does not matter.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}
