//! What is to be watched.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use snaphook_watch::WatchTarget;

use snaphook_engine::Engine;
use snaphook_engine::Session;

/// Every file that settings come from, or would come from if it were there; and
/// the file in which trust is kept.
pub(super) fn of_settings(engine: &Engine) -> Vec<WatchTarget> {
    let snapshot = engine.snapshot();
    let sources = snapshot.sources();
    // What was named by the current folder is meant to be there.
    let absolute = |path: &Path| std::path::absolute(path).ok();
    let read = sources.read_files().iter();
    let read = read.filter(|(_, source)| !source.passing);
    let files: BTreeSet<PathBuf> = read
        .map(|(path, _)| path.as_path())
        .chain(sources.looked_for().iter().map(PathBuf::as_path))
        .chain(engine.trust_file())
        .filter_map(absolute)
        .collect();
    let folders = sources.listed_folders().iter();
    let folders = folders.filter_map(|folder| absolute(folder));
    files
        .into_iter()
        .map(WatchTarget::File)
        .chain(folders.map(WatchTarget::Names))
        .collect()
}

/// What the hooks of a session want to hear of, seen from the folder it is in.
pub(super) fn of_session(session: &Session, cwd: &Path) -> Vec<WatchTarget> {
    let named = session.watched_names();
    let listed = session.watched();
    let listed = listed.iter().filter(|path| !path.is_empty());
    let named = named.iter().map(|name| WatchTarget::File(cwd.join(name)));
    let listed = listed.map(|path| WatchTarget::Tree(normal(&cwd.join(path))));
    let all: BTreeSet<WatchTarget> = named
        .chain(listed)
        .filter(|target| target.path().is_absolute())
        .collect();
    all.iter()
        .filter(|one| !all.iter().any(|other| is_part_of(one, other)))
        .cloned()
        .collect()
}

/// Whether a file is watched already because of another target.
fn is_part_of(one: &WatchTarget, other: &WatchTarget) -> bool {
    let whole = matches!(other, WatchTarget::Tree(_));
    let inside = one.path().strip_prefix(other.path());
    // The insides of `.git` are left out of a tree; who names them means them.
    let left_out = |path: &Path| path.iter().any(|name| name == ".git");
    one != other && whole && inside.is_ok_and(|inside| !left_out(inside))
}

/// Without `.`, and without a slash at the end.
fn normal(path: &Path) -> PathBuf {
    path.components().collect()
}
