//! Git as a transport, from `git daemon` and from a folder.

use snaphook_packs::fetch::{FetchError, GitFetcher, RefKind};
use snaphook_packs::{EntryMode, TreeError};

use crate::common::{Repository, files_in, has_git};

#[test]
fn a_tag_is_its_commit_and_the_bytes_are_those_that_were_committed() {
    if !has_git() {
        return;
    }
    let repository = Repository::new();
    repository.write("hooks/x.sh", "echo 1\r\n");
    repository.write("other", "2\n");
    repository.write(".gitattributes", "* text=auto eol=crlf\n");
    // The attributes would convert the first file on the way in.
    repository.git(&["config", "core.autocrlf", "false"]);
    let commit = repository.commit("one");
    repository.git(&["tag", "-a", "v1", "-m", "v1"]);
    repository.git(&["tag", "light"]);
    let server = repository.serve();
    let fetcher = GitFetcher::new(server.url(), repository.store());
    for rev in ["v1", "light", "refs/tags/v1"] {
        let found = fetcher.resolve(Some(rev)).unwrap();
        assert_eq!(
            (found.kind, &found.commit),
            (RefKind::Tag, &commit),
            "{rev}"
        );
    }
    let head = fetcher.resolve(None).unwrap();
    assert_eq!((head.kind, &head.commit), (RefKind::Branch, &commit));
    let fetched = fetcher
        .fetch(&fetcher.resolve(Some("v1")).unwrap())
        .unwrap();
    let content = fetched.read(None).unwrap();
    let blob = repository.git(&["cat-file", "-p", "HEAD:hooks/x.sh"]);
    assert_eq!(
        content.file("hooks/x.sh").unwrap().trim_ascii(),
        blob.as_bytes()
    );
    let folder = fetched.read(Some("hooks")).unwrap();
    assert_eq!(folder.files().next().unwrap().0, "x.sh");
    assert!(matches!(
        fetched.read(Some("none")),
        Err(FetchError::NoFolder(_))
    ));
    assert!(matches!(
        fetched.read(Some("other")),
        Err(FetchError::NoFolder(_))
    ));
    drop(fetched);
    // Nothing is left behind.
    assert_eq!(files_in(&repository.store()), [""; 0]);
    let error = fetcher.resolve(Some("none")).unwrap_err();
    assert!(matches!(error, FetchError::NoRev(_)), "{error}");
    repository.git(&["branch", "v1"]);
    let error = fetcher.resolve(Some("v1")).unwrap_err();
    assert!(matches!(error, FetchError::AmbiguousRev(_)), "{error}");
}

#[test]
fn line_endings_are_as_committed_whatever_the_user_has_set() {
    if !has_git() {
        return;
    }
    let repository = Repository::new();
    repository.write("crlf.sh", "a\r\nb\r\n");
    repository.write("lf.sh", "a\nb\n");
    repository.commit("one");
    let url = format!("file://{}", repository.path().display());
    let fetcher = GitFetcher::new(url, repository.store());
    let fetched = fetcher.fetch(&fetcher.resolve(None).unwrap()).unwrap();
    let content = fetched.read(None).unwrap();
    assert_eq!(content.file("crlf.sh").unwrap(), b"a\r\nb\r\n");
    assert_eq!(content.file("lf.sh").unwrap(), b"a\nb\n");
}

#[test]
fn modes_and_symlinks_are_read_without_a_checkout() {
    if !has_git() {
        return;
    }
    use std::os::unix::fs::{PermissionsExt, symlink};
    let repository = Repository::new();
    repository.write("run.sh", "x");
    let path = repository.path().join("run.sh");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    symlink("run.sh", repository.path().join("link")).unwrap();
    repository.commit("one");
    let url = format!("file://{}", repository.path().display());
    let fetcher = GitFetcher::new(url, repository.store());
    let content = fetcher
        .fetch(&fetcher.resolve(None).unwrap())
        .unwrap()
        .read(None)
        .unwrap();
    let modes: Vec<_> = content
        .files()
        .map(|(path, mode, _)| (path, mode))
        .collect();
    assert_eq!(
        modes,
        [
            ("link", EntryMode::Symlink),
            ("run.sh", EntryMode::Executable)
        ]
    );
}

#[test]
fn a_repository_whose_checkout_would_run_code_runs_none() {
    if !has_git() {
        return;
    }
    let repository = Repository::new();
    let ran = repository.path().with_file_name("ran");
    let touch = format!("touch {}", ran.display());
    repository.write("x.txt", "x");
    repository.write(".gitattributes", "*.txt filter=evil\n");
    repository.commit("one");
    // In the configuration of the repository that is fetched from, too.
    repository.git(&["config", "core.fsmonitor", &touch]);
    repository.git(&["config", "filter.evil.smudge", &touch]);
    repository.git(&["config", "uploadpack.packObjectsHook", &touch]);
    for hook in ["post-checkout", "reference-transaction", "post-merge"] {
        repository.write(
            &format!(".git/hooks/{hook}"),
            format!("#!/bin/sh\n{touch}\n"),
        );
    }
    let url = format!("file://{}", repository.path().display());
    let fetcher = GitFetcher::new(url, repository.store());
    let fetched = fetcher.fetch(&fetcher.resolve(None).unwrap()).unwrap();
    let error = fetched.read(None).unwrap().checked().unwrap_err();
    assert!(matches!(error, TreeError::Attribute { .. }), "{error}");
    drop(fetched);
    assert!(!ran.exists());
    assert_eq!(files_in(&repository.store()), [""; 0]);
}

#[test]
fn submodules_are_refused() {
    if !has_git() {
        return;
    }
    let repository = Repository::new();
    repository.write("x", "x");
    let commit = repository.commit("one");
    let gitlink = format!("160000,{commit},module");
    repository.git(&["update-index", "--add", "--cacheinfo", &gitlink]);
    repository.git(&["commit", "--quiet", "-m", "two"]);
    let url = format!("file://{}", repository.path().display());
    let fetcher = GitFetcher::new(url, repository.store());
    let fetched = fetcher.fetch(&fetcher.resolve(None).unwrap()).unwrap();
    let error = fetched.read(None).unwrap_err();
    assert!(matches!(error, FetchError::Submodule(_)), "{error}");
}

#[test]
fn history_that_was_written_anew_is_noticed() {
    if !has_git() {
        return;
    }
    let repository = Repository::new();
    repository.write("x", "1");
    let first = repository.commit("one \u{1b}[31mred");
    repository.write("x", "2");
    let second = repository.commit("two");
    let server = repository.serve();
    let fetcher = GitFetcher::new(server.url(), repository.store());
    let now = fetcher.resolve(Some("main")).unwrap();
    let commits = fetcher.commits_between(&first, &now).unwrap().unwrap();
    let told: Vec<_> = commits
        .iter()
        .map(|line| (&*line.commit, &*line.subject))
        .collect();
    assert_eq!(told, [(&*second, "two")]);
    repository.git(&["reset", "--quiet", "--hard", &first]);
    repository.write("x", "3");
    repository.commit("another two");
    let now = fetcher.resolve(Some("main")).unwrap();
    assert_eq!(fetcher.commits_between(&second, &now).unwrap(), None);
}

#[test]
fn other_transports_are_not_used_whatever_leads_to_them() {
    if !has_git() {
        return;
    }
    let repository = Repository::new();
    let ran = repository.path().with_file_name("ran");
    for url in [
        format!("ext::sh -c touch% {}", ran.display()),
        "fd::0".to_owned(),
    ] {
        let fetcher = GitFetcher::new(url, repository.store());
        fetcher.resolve(None).unwrap_err();
    }
    assert!(!ran.exists());
    assert_eq!(files_in(&repository.store()), [""; 0]);
}
