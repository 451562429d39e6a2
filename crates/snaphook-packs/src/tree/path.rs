//! Which paths a tree may have: those that mean one file, inside the tree, on every
//! system, and that a person can read.

use crate::source::is_invisible;

const LONGEST_PATH: usize = 1024;
const LONGEST_NAME: usize = 255;
const DEEPEST: usize = 32;

/// Names that Windows keeps for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Why a path is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreePathError {
    /// It is empty.
    #[error("it is empty")]
    Empty,
    /// It begins at the root of a file system.
    #[error("it is absolute")]
    Absolute,
    /// It has `..` in it.
    #[error("`..` leads out of the pack")]
    Outside,
    /// It has `.` or an empty name in it.
    #[error("`.` and empty names mean another path")]
    NotPlain,
    /// It has a character that some system does not allow, or that does not show.
    #[error("it has a character that does not show or that some system does not allow")]
    Characters,
    /// It is longer or deeper than systems allow.
    #[error("it is too long or too deep")]
    Long,
    /// Git works with what is there.
    #[error("`.git` is a repository, which may run programs of its own")]
    Git,
    /// Windows would open a device, or another file.
    #[error("Windows takes `{0}` for a device or another name")]
    Windows(String),
}

/// Checks a path of a tree, with `/` between its names.
///
/// # Errors
/// When it does not mean one file inside the tree, on every system.
pub fn check_path(path: &str) -> Result<(), TreePathError> {
    if path.is_empty() {
        return Err(TreePathError::Empty);
    }
    if path.len() > LONGEST_PATH || path.split('/').count() > DEEPEST {
        return Err(TreePathError::Long);
    }
    let mut letters = path.chars();
    let drive =
        letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':');
    if path.starts_with(['/', '\\']) || drive {
        return Err(TreePathError::Absolute);
    }
    if path.split(['/', '\\']).any(|name| name == "..") {
        return Err(TreePathError::Outside);
    }
    let bad = |c: char| {
        c.is_control()
            || is_invisible(c)
            || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
    };
    if path.chars().any(bad) {
        return Err(TreePathError::Characters);
    }
    path.split('/').try_for_each(check_name)
}

fn check_name(name: &str) -> Result<(), TreePathError> {
    if name.is_empty() || name == "." {
        return Err(TreePathError::NotPlain);
    }
    if name.len() > LONGEST_NAME {
        return Err(TreePathError::Long);
    }
    let lower = name.to_lowercase();
    // Windows may write the second for the first.
    if lower == ".git" || lower.starts_with("git~") {
        return Err(TreePathError::Git);
    }
    let stem = lower.split('.').next().unwrap_or_default().trim_end();
    let port = ["com", "lpt"].iter().any(|port| {
        let number = stem.strip_prefix(port).unwrap_or_default();
        number.chars().count() == 1
            && number
                .chars()
                .all(|c| matches!(c, '0'..='9' | '¹' | '²' | '³'))
    });
    match DEVICES.contains(&stem) || port || name.ends_with(['.', ' ']) {
        true => Err(TreePathError::Windows(name.to_owned())),
        false => Ok(()),
    }
}
