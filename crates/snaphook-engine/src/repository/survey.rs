//! Whether read-only commands of git could run a program that somebody wrote into
//! the repository, and which files it tracks.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use snaphook_rules::Repository;

use super::config::{ConfigEntry, entries};
use super::find::{self, FoundRepository, GitSearch};
use super::index::{TrackedName, names};
use super::programs::names_program;
use crate::links::follow_links;

/// Larger settings are not read.
const MOST_SETTINGS: u64 = 1024 * 1024;

/// A larger index is not read.
const MOST_INDEX: u64 = 64 * 1024 * 1024;

/// Repositories within repositories that are looked at.
const MOST_REPOSITORIES: usize = 64;

/// The hook that runs when a reading command refreshes the index.
const HOOK: &str = "post-index-change";

/// What could make a read-only command of git in this folder run a program.
pub(crate) fn could_run(folder: &Path) -> Option<String> {
    match find::from(folder) {
        GitSearch::Nothing => None,
        GitSearch::Unclear(why) => Some(why),
        GitSearch::Repository(found) => {
            let mut left = MOST_REPOSITORIES;
            repository_runs(&found, &mut left)
        }
    }
}

/// The repository that a folder belongs to.
pub(crate) fn repository(folder: &Path) -> Option<Repository> {
    let GitSearch::Repository(found) = find::from(folder) else {
        return None;
    };
    let tracked = settings(&found)
        .ok()
        .and_then(|settings| tracked(&found, &settings));
    let paths = |names: Vec<TrackedName>| names.into_iter().map(|name| name.path).collect();
    Some(Repository {
        tracked: tracked.map(paths),
        root: found.root,
    })
}

fn repository_runs(found: &FoundRepository, left: &mut usize) -> Option<String> {
    if *left == 0 {
        return Some("it holds too many repositories".to_owned());
    }
    *left -= 1;
    let settings = match settings(found) {
        Ok(settings) => settings,
        Err(why) => return Some(why),
    };
    let file = found.shared.join("config");
    if let Some(entry) = settings.iter().find(|entry| runs(entry, found)) {
        return Some(format!("`{}` in {}", entry.name(), file.display()));
    }
    if let Some(hook) = hook(found, &settings) {
        return Some(format!("the hook {}", hook.display()));
    }
    let Some(tracked) = tracked(found, &settings) else {
        return Some(format!(
            "{} cannot be read",
            found.own.join("index").display()
        ));
    };
    // Reading goes into the repositories that it tracks.
    let mut inner = tracked.iter().filter(|name| name.is_repository);
    inner.find_map(|name| {
        let root = found.root.join(&name.path);
        let dot = root.join(".git");
        fs::symlink_metadata(&dot).ok()?;
        match find::at(&root, &dot) {
            GitSearch::Nothing => None,
            GitSearch::Unclear(why) => Some(why),
            GitSearch::Repository(found) => repository_runs(&found, left),
        }
    })
}

fn runs(entry: &ConfigEntry, found: &FoundRepository) -> bool {
    if (entry.section.as_str(), entry.key.as_str()) != ("core", "worktree") {
        return names_program(entry);
    }
    let named = entry.value.as_deref().unwrap_or_default();
    follow_links(&found.own.join(named)) != follow_links(&found.root)
}

/// The hook that reading may run, where there is one.
fn hook(found: &FoundRepository, settings: &[ConfigEntry]) -> Option<PathBuf> {
    let named = settings
        .iter()
        .rev()
        .find(|entry| (entry.section.as_str(), entry.key.as_str()) == ("core", "hookspath"));
    let folder = match named.map(|entry| entry.value.as_deref().unwrap_or_default()) {
        None | Some("") => found.shared.join("hooks"),
        // Whose home that is, only git knows.
        Some(folder) if folder.starts_with(['~', '%']) => return Some(folder.into()),
        Some(folder) => found.root.join(folder),
    };
    let hook = folder.join(HOOK);
    let is_missing = |error: &std::io::Error| {
        matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
    };
    match fs::symlink_metadata(&hook) {
        Err(error) if is_missing(&error) => None,
        _ => Some(hook),
    }
}

/// All settings of a repository.
fn settings(found: &FoundRepository) -> Result<Vec<ConfigEntry>, String> {
    let mut all = Vec::new();
    for file in [
        found.shared.join("config"),
        found.own.join("config.worktree"),
    ] {
        let unreadable = || format!("{} cannot be read", file.display());
        match read(&file, MOST_SETTINGS) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes).map_err(|_| unreadable())?;
                all.extend(entries(&text).ok_or_else(unreadable)?);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(_) => return Err(unreadable()),
        }
    }
    Ok(all)
}

/// What a repository tracks.
fn tracked(found: &FoundRepository, settings: &[ConfigEntry]) -> Option<Vec<TrackedName>> {
    let format = settings
        .iter()
        .find(|entry| entry.section == "extensions" && entry.key == "objectformat");
    let hash = match format.and_then(|entry| entry.value.as_deref()) {
        None | Some("sha1") => 20,
        Some("sha256") => 32,
        Some(_) => return None,
    };
    match read(&found.own.join("index"), MOST_INDEX) {
        Ok(index) => names(&index, hash),
        Err(error) if error.kind() == ErrorKind::NotFound => Some(Vec::new()),
        Err(_) => None,
    }
}

/// Reads a file that is not larger than this.
fn read(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(ErrorKind::InvalidInput.into());
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    match u64::try_from(bytes.len()) {
        Ok(length) if length <= most => Ok(bytes),
        _ => Err(ErrorKind::FileTooLarge.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{could_run, repository};

    const ORDINARY: &str = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n[remote \"origin\"]\n\turl = https://example.com/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n\tvscode-merge-base = origin/main\n[user]\n\temail = a@example.com\n[lfs]\n\trepositoryformatversion = 0\n[submodule \"lib\"]\n\tactive = true\n[pager]\n\tlog = false\n[diff]\n\trenames = copies\n";

    /// Makes `folder` a repository with these settings.
    fn make(git: &Path, config: &str) {
        fs::create_dir_all(git.join("objects")).unwrap();
        fs::create_dir_all(git.join("refs")).unwrap();
        fs::create_dir_all(git.join("hooks")).unwrap();
        fs::write(git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::write(git.join("config"), config).unwrap();
    }

    /// An index of version 2 with these names; one that ends with `/` is a repository.
    fn index(names: &[&str]) -> Vec<u8> {
        let mut bytes = b"DIRC\0\0\0\x02".to_vec();
        bytes.extend(u32::try_from(names.len()).unwrap().to_be_bytes());
        for name in names {
            let mode: u32 = if name.ends_with('/') {
                0o160_000
            } else {
                0o100_644
            };
            let name = name.trim_end_matches('/');
            let start = bytes.len();
            bytes.extend([0; 24]);
            bytes.extend(mode.to_be_bytes());
            bytes.extend([0; 32]);
            bytes.extend(u16::try_from(name.len()).unwrap().to_be_bytes());
            bytes.extend(name.bytes());
            let zeros = 8 - (bytes.len() - start) % 8;
            bytes.extend(vec![0; zeros]);
        }
        bytes.extend([0; 20]);
        bytes
    }

    #[test]
    fn nothing_runs_in_an_ordinary_repository() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(could_run(folder.path()), None, "no repository");
        make(&folder.path().join(".git"), ORDINARY);
        assert_eq!(could_run(folder.path()), None);
        fs::create_dir_all(folder.path().join("sub/deep")).unwrap();
        assert_eq!(could_run(&folder.path().join("sub/deep")), None);
        fs::write(
            folder.path().join(".git/hooks/post-index-change.sample"),
            "x",
        )
        .unwrap();
        fs::write(folder.path().join(".git/index"), index(&["a", "sub/b.rs"])).unwrap();
        assert_eq!(could_run(folder.path()), None);
        let found = repository(&folder.path().join("sub")).unwrap();
        assert_eq!(found.root, folder.path().canonicalize().unwrap());
        assert_eq!(found.tracked.unwrap(), ["a", "sub/b.rs"]);
    }

    #[test]
    fn a_repository_that_names_a_program_is_found_out() {
        for setting in [
            "[core]\nfsmonitor = ./x",
            "[core]\nfsmonitor = \"./x\"",
            "[core] FSMonitor=/bin/x",
            "[core]\npager = x",
            "[core]\nworktree = /etc",
            "[core]\nvirtualfilesystem = x",
            "[core]\nhookspath = hooks",
            "[core]\nhookspath = ~/hooks",
            "[diff]\nexternal = x",
            "[diff \"x\"]\ntextconv = x",
            "[diff.x]\ncommand = x",
            "[filter \"x\"]\nclean = x",
            "[filter \"lfs\"]\nprocess = x",
            "[gpg]\nprogram = x",
            "[gpg \"ssh\"]\nprogram = x",
            "[pager]\nlog = x",
            "[include]\npath = ../x",
            "[includeIf \"gitdir:/\"]\npath = x",
            "[extensions]\npartialClone = origin",
            "[remote \"origin\"]\npromisor = true",
            "[lfs \"extension.x\"]\nclean = x",
            "[hook \"x\"]\ncommand = x",
            "[core\nbare = x",
            "[core]\nbare = \"x",
        ] {
            let folder = tempfile::tempdir().unwrap();
            make(
                &folder.path().join(".git"),
                &format!("{ORDINARY}{setting}\n"),
            );
            fs::create_dir(folder.path().join("hooks")).unwrap();
            fs::write(folder.path().join("hooks/post-index-change"), "x").unwrap();
            assert!(could_run(folder.path()).is_some(), "{setting}");
        }
        // Settings that only sound like it.
        for setting in [
            "[core]\nfsmonitor = true",
            "[core]\nhookspath = .husky/_",
            "[core]\nsshCommand = ssh -i key",
            "[alias]\nst = status",
            "[merge]\ntool = x",
            "[log]\nshowSignature = true",
            "[filter \"x\"]\nrequired = true",
        ] {
            let folder = tempfile::tempdir().unwrap();
            make(
                &folder.path().join(".git"),
                &format!("{ORDINARY}{setting}\n"),
            );
            assert_eq!(could_run(folder.path()), None, "{setting}");
        }
    }

    #[test]
    fn hooks_and_places_that_are_not_ordinary_are_found_out() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        make(&root.join(".git"), ORDINARY);
        fs::write(root.join(".git/hooks/post-index-change"), "x").unwrap();
        assert!(could_run(root).unwrap().contains("post-index-change"));
        // The settings of one working tree.
        fs::remove_file(root.join(".git/hooks/post-index-change")).unwrap();
        fs::write(root.join(".git/config.worktree"), "[core]\nfsmonitor=x\n").unwrap();
        assert!(could_run(root).unwrap().contains("core.fsmonitor"));
        fs::remove_file(root.join(".git/config.worktree")).unwrap();
        // An index that cannot be read, or only in part.
        fs::write(root.join(".git/index"), "x").unwrap();
        assert!(could_run(root).unwrap().contains("index"));
        assert_eq!(repository(root).unwrap().tracked, None);
        let mut split = index(&["a"]);
        split.splice(split.len() - 20..split.len() - 20, *b"link\0\0\0\0");
        fs::write(root.join(".git/index"), &split).unwrap();
        assert!(could_run(root).is_some());
        // What git would pass by to look further up, nobody can tell.
        fs::write(root.join(".git/HEAD"), "x").unwrap();
        assert!(could_run(root).is_some());
        let bare = tempfile::tempdir().unwrap();
        make(bare.path(), ORDINARY);
        assert!(could_run(bare.path()).is_some());
    }

    #[test]
    fn a_working_tree_elsewhere_goes_by_the_settings_it_shares() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        make(&root.join("main/.git"), ORDINARY);
        let own = root.join("main/.git/worktrees/side");
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("HEAD"), "ref: refs/heads/side\n").unwrap();
        fs::write(own.join("commondir"), "../..\n").unwrap();
        fs::create_dir(root.join("side")).unwrap();
        fs::write(
            root.join("side/.git"),
            format!("gitdir: {}\n", own.display()),
        )
        .unwrap();
        assert_eq!(could_run(&root.join("side")), None);
        fs::write(root.join("main/.git/config"), "[core]\nfsmonitor=x\n").unwrap();
        assert!(could_run(&root.join("side")).is_some());
        fs::write(root.join("side/.git"), "gitdir: /nonexistent/x\n").unwrap();
        assert!(could_run(&root.join("side")).is_some());
    }

    #[test]
    fn a_repository_within_counts_too() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        make(&root.join(".git"), ORDINARY);
        fs::write(root.join(".git/index"), index(&["a", "lib/"])).unwrap();
        assert_eq!(could_run(root), None, "not checked out");
        let inner = root.join(".git/modules/lib");
        make(&inner, "[core]\nworktree = ../../../lib\n");
        fs::create_dir(root.join("lib")).unwrap();
        fs::write(root.join("lib/.git"), "gitdir: ../.git/modules/lib\n").unwrap();
        assert_eq!(could_run(root), None);
        fs::write(inner.join("config"), "[core]\nfsmonitor = x\n").unwrap();
        assert!(could_run(root).is_some());
    }
}
