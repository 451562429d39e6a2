//! Which repository git finds from a folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::links::follow_links;

/// Larger files that name a folder are not read.
const MOST_BYTES: u64 = 4096;

/// A repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FoundRepository {
    /// The folder that holds its files.
    pub root: PathBuf,
    /// Its own settings, index and state.
    pub own: PathBuf,
    /// What it shares with its other working trees.
    pub shared: PathBuf,
}

/// What git finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum GitSearch {
    /// No repository.
    Nothing,
    /// Nobody knows; the text says why.
    Unclear(String),
    Repository(FoundRepository),
}

/// What git finds from a folder, which need not be there.
pub(super) fn from(folder: &Path) -> GitSearch {
    let Some(folder) = follow_links(folder) else {
        return GitSearch::Unclear("the working directory is not known".to_owned());
    };
    for root in folder.ancestors() {
        let dot = root.join(".git");
        if fs::symlink_metadata(&dot).is_ok() {
            return at(root, &dot);
        }
        if is_repository(root) {
            let folder = root.display();
            return GitSearch::Unclear(format!("`{folder}` is a repository without `.git`"));
        }
    }
    GitSearch::Nothing
}

/// The repository whose `.git` is this.
pub(super) fn at(root: &Path, dot: &Path) -> GitSearch {
    let unclear = || GitSearch::Unclear(format!("`{}` is not a repository", dot.display()));
    let own = match fs::metadata(dot) {
        Ok(about) if about.is_dir() => dot.to_owned(),
        Ok(about) if about.is_file() && about.len() <= MOST_BYTES => {
            let text = fs::read_to_string(dot).unwrap_or_default();
            match text.strip_prefix("gitdir: ") {
                Some(folder) => root.join(folder.trim_end_matches(['\n', '\r'])),
                None => return unclear(),
            }
        }
        _ => return unclear(),
    };
    let common = own.join("commondir");
    let shared = match fs::read_to_string(&common) {
        Ok(folder) => own.join(folder.trim_end_matches(['\n', '\r'])),
        Err(_) if fs::symlink_metadata(&common).is_ok() => return unclear(),
        Err(_) => own.clone(),
    };
    if !has_head(&own) || !shared.join("objects").is_dir() || !shared.join("refs").is_dir() {
        return unclear();
    }
    GitSearch::Repository(FoundRepository {
        root: root.to_owned(),
        own,
        shared,
    })
}

/// Whether there is a `HEAD` that git would take: else it looks further up.
fn has_head(folder: &Path) -> bool {
    let head = folder.join("HEAD");
    if fs::symlink_metadata(&head).is_ok_and(|about| about.is_symlink()) {
        return false;
    }
    let text = fs::read_to_string(head).unwrap_or_default();
    let text = text.trim_end();
    let is_hash = matches!(text.len(), 40 | 64) && text.bytes().all(|b| b.is_ascii_hexdigit());
    let named = text.strip_prefix("ref:").map(str::trim_start);
    is_hash || named.is_some_and(|name| name.starts_with("refs/"))
}

/// Whether git would take a folder itself for a repository.
fn is_repository(folder: &Path) -> bool {
    let has = |name: &str| fs::symlink_metadata(folder.join(name)).is_ok();
    has("HEAD") && has("objects") && has("refs")
}
