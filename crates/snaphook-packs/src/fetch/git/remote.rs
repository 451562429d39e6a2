//! Which commit a revision is, in the repository that others publish.

use std::path::PathBuf;

use super::command::{GitRun, Transport};
use crate::fetch::FetchError;
use crate::source::{check_rev, is_commit};
use crate::store::ScratchFolder;

/// Fetches from one repository, into a store's own folders.
#[derive(Debug)]
pub struct GitFetcher {
    pub(super) url: String,
    pub(super) store: PathBuf,
}

/// What a revision is in the repository now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteRev {
    /// Its kind.
    pub kind: RefKind,
    /// The full name of the ref; `None` for a commit.
    pub name: Option<String>,
    /// The commit.
    pub commit: String,
}

/// The kind of a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefKind {
    /// A tag, which is not meant to move.
    Tag,
    /// A branch, or `HEAD`.
    Branch,
    /// A commit by its whole name.
    Commit,
}

impl GitFetcher {
    /// Fetches from this URL; work in progress is kept in the store's folder.
    #[must_use]
    pub fn new(url: impl Into<String>, store: impl Into<PathBuf>) -> Self {
        Self {
            url: url.into(),
            store: store.into(),
        }
    }

    /// Asks the repository which commit a revision is; without one, which `HEAD` is.
    ///
    /// # Errors
    /// When the repository cannot be asked, or has no such revision.
    pub fn resolve(&self, rev: Option<&str>) -> Result<RemoteRev, FetchError> {
        let Some(rev) = rev else {
            let refs = self.refs(&["HEAD"])?;
            let head = refs.into_iter().find(|(name, _)| name == "HEAD");
            let (name, commit) = head.ok_or_else(|| FetchError::NoRev("HEAD".to_owned()))?;
            return Ok(RemoteRev {
                kind: RefKind::Branch,
                name: Some(name),
                commit,
            });
        };
        check_rev(rev)?;
        if is_commit(rev) {
            return Ok(RemoteRev {
                kind: RefKind::Commit,
                name: None,
                commit: rev.to_owned(),
            });
        }
        let (tag, branch) = match rev {
            _ if rev.starts_with("refs/tags/") => (Some(rev.to_owned()), None),
            _ if rev.starts_with("refs/") => (None, Some(rev.to_owned())),
            "HEAD" => (None, Some(rev.to_owned())),
            _ => (
                Some(format!("refs/tags/{rev}")),
                Some(format!("refs/heads/{rev}")),
            ),
        };
        // The commit of an annotated tag stands under another name.
        let peeled = tag.as_ref().map(|tag| format!("{tag}^{{}}"));
        let wanted: Vec<&str> = [&tag, &peeled, &branch]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        let refs = self.refs(&wanted)?;
        let commit_of = |name: &Option<String>| {
            let name = name.as_ref()?;
            let found = refs.iter().find(|(known, _)| known == name)?;
            Some(found.1.clone())
        };
        let of_tag = commit_of(&peeled).or_else(|| commit_of(&tag));
        match (of_tag, commit_of(&branch)) {
            (Some(_), Some(_)) => Err(FetchError::AmbiguousRev(rev.to_owned())),
            (Some(commit), None) => Ok(RemoteRev {
                kind: RefKind::Tag,
                name: tag,
                commit,
            }),
            (None, Some(commit)) => Ok(RemoteRev {
                kind: RefKind::Branch,
                name: branch,
                commit,
            }),
            (None, None) => Err(FetchError::NoRev(rev.to_owned())),
        }
    }

    /// The names of all tags.
    ///
    /// # Errors
    /// When the repository cannot be asked.
    pub fn tags(&self) -> Result<Vec<String>, FetchError> {
        let refs = self.refs(&["refs/tags/*"])?;
        let name = |(name, _): (String, String)| {
            let name = name.strip_prefix("refs/tags/")?.to_owned();
            (!name.ends_with("^{}")).then_some(name)
        };
        Ok(refs.into_iter().filter_map(name).collect())
    }

    /// The refs of the repository that have one of these names, and their objects.
    fn refs(&self, wanted: &[&str]) -> Result<Vec<(String, String)>, FetchError> {
        let scratch = ScratchFolder::new(&self.store).map_err(|source| FetchError::Io {
            path: self.store.clone(),
            source,
        })?;
        let printed = GitRun {
            step: "ls-remote",
            folder: scratch.path(),
            transport: Transport::of(&self.url),
            args: [&["ls-remote", "--quiet", "--", &self.url], wanted].concat(),
            input: None,
        }
        .run()?;
        let text = String::from_utf8_lossy(&printed);
        let lines = text.lines().filter_map(|line| line.split_once('\t'));
        let refs = lines.filter(|(object, _)| is_commit(object));
        Ok(refs
            .map(|(object, name)| (name.to_owned(), object.to_owned()))
            .collect())
    }
}
