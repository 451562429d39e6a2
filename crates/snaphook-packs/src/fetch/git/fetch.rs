//! The objects of a commit, and the commits between two of them.

use std::path::PathBuf;

use super::command::{GitRun, Transport};
use super::remote::{GitFetcher, RemoteRev};
use crate::fetch::FetchError;
use crate::source::is_commit;
use crate::store::ScratchFolder;

/// Where fetched commits are in the repository that is thrown away.
const HERE: &str = "refs/packs/fetched";

/// The most commits that are told.
const MOST_COMMITS: &str = "200";

/// A bare repository with the objects of one commit. It is removed when it is dropped.
#[derive(Debug)]
pub struct FetchedRepository {
    pub(super) scratch: ScratchFolder,
    /// The commit.
    pub commit: String,
}

/// A commit as it is told of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitLine {
    /// Its name.
    pub commit: String,
    /// Who wrote it.
    pub author: String,
    /// When: `2026-11-19`.
    pub date: String,
    /// Its first line.
    pub subject: String,
}

impl GitFetcher {
    /// Fetches the objects of a revision, and checks that they are those of its commit.
    ///
    /// # Errors
    /// When they cannot be fetched, or Git finds them damaged.
    pub fn fetch(&self, rev: &RemoteRev) -> Result<FetchedRepository, FetchError> {
        let repository = self.empty(&rev.commit)?;
        let by_commit = format!("{}:{HERE}", rev.commit);
        let shallow = ["--depth=1"];
        let result = self.fetch_into(&repository, &shallow, &[&by_commit]);
        if let Err(error) = result {
            // A server may give commits by the names of refs only.
            let name = rev.name.as_ref().map(|name| format!("+{name}:{HERE}"));
            let all = [
                "+refs/heads/*:refs/packs/heads/*",
                "+refs/tags/*:refs/packs/tags/*",
            ];
            let again = match &name {
                Some(name) => self.fetch_into(&repository, &shallow, &[name]),
                None => self.fetch_into(&repository, &[], &all),
            };
            if again.is_err() || !repository.has(&rev.commit) {
                return Err(error);
            }
        }
        match repository.has(&rev.commit) {
            true => Ok(repository),
            false => Err(FetchError::NoRev(rev.commit.clone())),
        }
    }

    /// The commits that came after one of them up to another, the newest first; `None` if
    /// the first is not among those before the second: history was written anew.
    ///
    /// # Errors
    /// When they cannot be fetched.
    pub fn commits_between(
        &self,
        old: &str,
        new: &RemoteRev,
    ) -> Result<Option<Vec<CommitLine>>, FetchError> {
        let repository = self.empty(&new.commit)?;
        let spec = match &new.name {
            Some(name) => format!("+{name}:{HERE}"),
            None => format!("{}:{HERE}", new.commit),
        };
        // Commits alone, where the server can leave the files out.
        self.fetch_into(&repository, &["--filter=tree:0"], &[&spec])?;
        if !is_commit(old) || !repository.has(old) {
            return Ok(None);
        }
        let is_before = repository.git(
            "merge-base",
            &["merge-base", "--is-ancestor", old, &new.commit],
        );
        if is_before.is_err() {
            return Ok(None);
        }
        let range = format!("{old}..{}", new.commit);
        let format = "--format=%H%x1f%an%x1f%as%x1f%s";
        let printed = repository.git(
            "log",
            &[
                "log",
                "--no-show-signature",
                "--no-mailmap",
                "-z",
                "-n",
                MOST_COMMITS,
                format,
                &range,
                "--",
            ],
        )?;
        let text = String::from_utf8_lossy(&printed);
        let lines = text.split('\0').filter_map(|line| {
            let mut parts = line.splitn(4, '\u{1f}').map(|part| part.trim().to_owned());
            Some(CommitLine {
                commit: parts.next().filter(|commit| is_commit(commit))?,
                author: parts.next()?,
                date: parts.next()?,
                subject: parts.next()?,
            })
        });
        Ok(Some(lines.collect()))
    }

    fn empty(&self, commit: &str) -> Result<FetchedRepository, FetchError> {
        let scratch = ScratchFolder::new(&self.store).map_err(|source| FetchError::Io {
            path: self.store.clone(),
            source,
        })?;
        let format = if commit.len() == 64 { "sha256" } else { "sha1" };
        let format = format!("--object-format={format}");
        let init = GitRun {
            step: "init",
            folder: scratch.path(),
            transport: Transport::None,
            args: vec![
                "init",
                "--quiet",
                "--bare",
                "--template=",
                &format,
                "repository",
            ],
            input: None,
        };
        init.run()?;
        Ok(FetchedRepository {
            scratch,
            commit: commit.to_owned(),
        })
    }

    fn fetch_into(
        &self,
        repository: &FetchedRepository,
        options: &[&str],
        specs: &[&str],
    ) -> Result<(), FetchError> {
        let before = [
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            "--no-auto-maintenance",
        ];
        let args = [&before, options, &["--", &self.url], specs].concat();
        let folder = repository.folder();
        let run = GitRun {
            step: "fetch",
            folder: &folder,
            transport: Transport::of(&self.url),
            args,
            input: None,
        };
        run.run().map(drop)
    }
}

impl FetchedRepository {
    pub(super) fn folder(&self) -> PathBuf {
        self.scratch.path().join("repository")
    }

    /// Runs Git in it, without any transport.
    pub(super) fn git(&self, step: &'static str, args: &[&str]) -> Result<Vec<u8>, FetchError> {
        self.git_with(step, args, None)
    }

    pub(super) fn git_with(
        &self,
        step: &'static str,
        args: &[&str],
        input: Option<&[u8]>,
    ) -> Result<Vec<u8>, FetchError> {
        let folder = self.folder();
        let run = GitRun {
            step,
            folder: &folder,
            transport: Transport::None,
            args: args.to_vec(),
            input,
        };
        run.run()
    }

    fn has(&self, commit: &str) -> bool {
        let object = format!("{commit}^{{commit}}");
        self.git("cat-file", &["cat-file", "-e", &object]).is_ok()
    }
}
