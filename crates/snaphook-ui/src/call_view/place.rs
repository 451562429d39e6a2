//! Where a path leads, in words that a person decides by.

use std::path::{Component, Path, PathBuf};

use serde_json::{Value, json};

/// A path of a call, with where it leads.
pub(super) fn place(path: &str, cwd: Option<&str>, is_written: bool) -> Value {
    let mut view = json!({"path": path, "written": is_written});
    let Some(absolute) = absolute(path, cwd) else {
        view["notes"] = json!(["it is not known where this leads"]);
        return view;
    };
    let mut notes = Vec::new();
    let real = real(&absolute);
    if real != absolute {
        notes.push("a symbolic link leads there".to_owned());
    }
    if !real.exists() {
        notes.push("does not exist yet".to_owned());
    }
    if let Some(cwd) = cwd.map(Path::new) {
        let folder = cwd.canonicalize().unwrap_or_else(|_| cwd.to_owned());
        if !real.starts_with(&folder) {
            notes.push("outside the working folder".to_owned());
        }
    }
    view["real"] = real.to_string_lossy().into();
    view["notes"] = notes.into();
    view
}

/// The path without `.` and `..`; `None` where nobody can say which file is meant, and for
/// paths of other machines, which must not be asked.
pub(super) fn absolute(path: &str, cwd: Option<&str>) -> Option<PathBuf> {
    if path.is_empty() || path.contains('\0') || path.starts_with("//") || path.starts_with("\\\\")
    {
        return None;
    }
    let joined = match (Path::new(path), cwd) {
        (path, _) if path.is_absolute() => path.to_owned(),
        (path, Some(cwd)) if Path::new(cwd).is_absolute() => Path::new(cwd).join(path),
        _ => return None,
    };
    let mut plain = PathBuf::new();
    for part in joined.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if !plain.exists() => {
                plain.pop();
            }
            // Only the system knows where `..` leads behind a link.
            Component::ParentDir => {
                plain = plain.canonicalize().unwrap_or(plain);
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// The path without links, as far as it exists.
fn real(path: &Path) -> PathBuf {
    for ancestor in path.ancestors() {
        if let Ok(found) = ancestor.canonicalize() {
            let rest = path.strip_prefix(ancestor).unwrap_or(Path::new(""));
            return match rest.as_os_str().is_empty() {
                true => found,
                false => found.join(rest),
            };
        }
    }
    path.to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn links_and_ways_out_of_the_folder_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let project = root.join("project");
        std::fs::create_dir(&project).unwrap();
        std::fs::write(root.join("secret"), "").unwrap();
        std::os::unix::fs::symlink(root.join("secret"), project.join("harmless")).unwrap();
        let cwd = project.to_str().unwrap();
        let notes = |path: &str| place(path, Some(cwd), false)["notes"].to_string();
        assert!(notes("harmless").contains("symbolic link"));
        assert!(notes("harmless").contains("outside"));
        assert!(notes("../secret").contains("outside"));
        assert_eq!(notes("new.txt"), "[\"does not exist yet\"]");
        assert!(place("//server/share", Some(cwd), false)["real"].is_null());
    }
}
