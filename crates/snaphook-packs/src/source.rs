//! What people write where a pack is named: `SOURCE[@REV][#PATH]`.
//!
//! | written | means |
//! |---|---|
//! | `github:owner/repo` | `https://github.com/owner/repo.git` |
//! | `https://…`, `ssh://…`, `git://…`, `file://…`, `git@host:path` | a Git repository |
//! | `https://….tar.gz@sha256:…` (`.tgz`, `.tar`) | an archive and its digest |
//! | anything else | a folder |
//!
//! Texts that Git would take for an option or for a program to run are refused here,
//! before any process sees them.

use std::fmt;

use crate::tree::check_path;

/// Where a pack comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackSource {
    /// A repository, as people wrote it.
    Git(String),
    /// An archive, by its address.
    Archive(String),
    /// A folder of this machine.
    Folder(String),
}

/// A source with what is wanted of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSpec {
    /// Where the pack comes from.
    pub source: PackSource,
    /// The revision, or for an archive its digest (`sha256:…`).
    pub rev: Option<String>,
    /// The folder in it, or for a marketplace the plugin.
    pub path: Option<String>,
}

/// Why a text does not name a pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// There is nothing.
    #[error("the source of the pack is empty")]
    Empty,
    /// It has characters that no address has.
    #[error("the source `{}` has invisible characters or blanks in it", .0.escape_default())]
    Characters(String),
    /// Git would take it for an option.
    #[error("the source `{0}` begins with `-`: Git would take it for an option")]
    Option(String),
    /// Git would run a program.
    #[error(
        "the source `{0}` names a transport helper, which runs a program; use https, ssh, git or file"
    )]
    Helper(String),
    /// Another scheme.
    #[error("`{scheme}` is not a scheme that packs are fetched by; use https, ssh, git or file")]
    Scheme {
        /// The scheme.
        scheme: String,
    },
    /// `http://` to another machine.
    #[error("`{0}` is not encrypted, so anybody on the way can change it; use https")]
    Unencrypted(String),
    /// There is a password in it.
    #[error(
        "the source has a password in it, and it would be written to the lock file; use a credential helper of Git or SSH"
    )]
    Password,
    /// `github:` without owner and repository.
    #[error("`{0}` is not `github:owner/repo`")]
    GitHub(String),
    /// A revision that Git cannot have, or would take for something else.
    #[error("`{}` is not a tag, a branch or a commit", .0.escape_default())]
    Rev(String),
    /// An archive without its digest.
    #[error("an archive needs its digest: `{0}@sha256:<64 hexadecimal digits>`")]
    NoDigest(String),
    /// A folder has no revisions.
    #[error(
        "a folder has no revision; for a repository in it write `file://` and its absolute path"
    )]
    FolderRev,
    /// The path leads out of the source.
    #[error("the path `{}` after `#`: {why}", .path.escape_default())]
    Path {
        /// The path.
        path: String,
        /// What is wrong with it.
        why: String,
    },
}

const ARCHIVES: [&str; 3] = [".tar.gz", ".tgz", ".tar"];

impl SourceSpec {
    /// Reads what a person wrote.
    ///
    /// # Errors
    /// When it names nothing that can be fetched safely.
    pub fn parse(text: &str) -> Result<Self, SourceError> {
        if text.is_empty() {
            return Err(SourceError::Empty);
        }
        let hidden = |c: char| c.is_control() || c.is_whitespace() || is_invisible(c);
        if text.starts_with('-') {
            return Err(SourceError::Option(text.escape_default().to_string()));
        }
        let (rest, path) = match text.rsplit_once('#') {
            Some((rest, path)) => (rest, Some(path.trim_end_matches('/').to_owned())),
            None => (text, None),
        };
        let path = path.filter(|path| !matches!(path.as_str(), "" | "." | "./"));
        let path = path.map(|path| path.strip_prefix("./").unwrap_or(&path).to_owned());
        if let Some(path) = &path {
            check_path(path).map_err(|error| SourceError::Path {
                path: path.clone(),
                why: error.to_string(),
            })?;
        }
        let (source, rev) = split_rev(rest);
        let kind = kind_of(source)?;
        if !matches!(kind, PackSource::Folder(_)) && rest.chars().any(hidden) {
            return Err(SourceError::Characters(rest.to_owned()));
        }
        match (&kind, rev) {
            (PackSource::Folder(_), Some(_)) => return Err(SourceError::FolderRev),
            (PackSource::Archive(url), None) => return Err(SourceError::NoDigest(url.clone())),
            (PackSource::Archive(url), Some(rev)) if !is_digest(rev) => {
                return Err(SourceError::NoDigest(url.clone()));
            }
            (PackSource::Git(_), Some(rev)) => check_rev(rev)?,
            _ => {}
        }
        Ok(Self {
            source: kind,
            rev: rev.map(str::to_owned),
            path,
        })
    }
}

impl PackSource {
    /// Reads a source without revision and path, as the lock file has it.
    ///
    /// # Errors
    /// When it could not be fetched safely.
    pub fn parse(text: &str) -> Result<Self, SourceError> {
        if text.starts_with('-') {
            return Err(SourceError::Option(text.escape_default().to_string()));
        }
        let source = kind_of(text)?;
        let hidden = |c: char| c.is_control() || c.is_whitespace() || is_invisible(c);
        match &source {
            PackSource::Folder(_) => {}
            _ if text.chars().any(hidden) => return Err(SourceError::Characters(text.to_owned())),
            _ => {}
        }
        Ok(source)
    }

    /// The address that Git fetches from.
    #[must_use]
    pub fn git_url(&self) -> Option<String> {
        let Self::Git(text) = self else { return None };
        Some(match text.strip_prefix("github:") {
            Some(repository) => format!("https://github.com/{repository}.git"),
            None => text.clone(),
        })
    }

    /// Whether what is fetched can be changed on the way.
    #[must_use]
    pub fn is_unencrypted(&self) -> bool {
        let (Self::Git(url) | Self::Archive(url)) = self else {
            return false;
        };
        url.starts_with("git://") || url.starts_with("http://")
    }

    /// The source as it stands in the lock file.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Git(text) | Self::Archive(text) | Self::Folder(text) => text,
        }
    }
}

impl fmt::Display for PackSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Checks a revision: a tag, a branch, a full name of a ref, or a commit.
///
/// # Errors
/// When Git could not have it as a name, or would take it for an option or an expression.
pub fn check_rev(rev: &str) -> Result<(), SourceError> {
    let plain = |c: char| {
        !c.is_control()
            && !c.is_whitespace()
            && !is_invisible(c)
            && !matches!(c, '~' | '^' | ':' | '?' | '*' | '[' | '\\')
    };
    let good = !rev.is_empty()
        && rev.len() <= 255
        && rev.chars().all(plain)
        && !rev.starts_with(['-', '/', '.', '+'])
        && !rev.ends_with(['/', '.'])
        && !rev.ends_with(".lock")
        && !rev.contains("..")
        && !rev.contains("//")
        && !rev.contains("@{")
        && rev != "@";
    match good {
        true => Ok(()),
        false => Err(SourceError::Rev(rev.to_owned())),
    }
}

/// Whether a revision is a whole commit.
#[must_use]
pub fn is_commit(rev: &str) -> bool {
    matches!(rev.len(), 40 | 64) && rev.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
}

/// Whether a text is `sha256:` and a digest.
#[must_use]
pub fn is_digest(text: &str) -> bool {
    let digits = text.strip_prefix("sha256:").unwrap_or_default();
    digits.len() == 64 && digits.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
}

/// Splits the revision off: the `@` must come after the host, which may have one itself.
fn split_rev(text: &str) -> (&str, Option<&str>) {
    let from = match text.find("://") {
        Some(scheme) => {
            let host = scheme + 3;
            text[host..]
                .find('/')
                .map_or(text.len(), |slash| host + slash)
        }
        None if is_folder(text) => return folder_rev(text),
        None => text.find(':').unwrap_or(0),
    };
    match text[from..].find('@') {
        Some(at) => (&text[..from + at], Some(&text[from + at + 1..])),
        None => (text, None),
    }
}

/// A folder has no revision: an `@` is a part of its name, unless it looks like one.
fn folder_rev(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('@') {
        Some((folder, rev))
            if !folder.is_empty() && !rev.contains('/') && !folder.ends_with('/') =>
        {
            (folder, Some(rev))
        }
        _ => (text, None),
    }
}

/// Neither an address nor `user@host:path`.
fn is_folder(text: &str) -> bool {
    let scp = text
        .split_once(':')
        .is_some_and(|(host, _)| !host.contains('/') && !host.is_empty());
    text.starts_with(['.', '/', '~']) || !scp
}

fn kind_of(text: &str) -> Result<PackSource, SourceError> {
    if text.is_empty() {
        return Err(SourceError::Empty);
    }
    if let Some(repository) = text.strip_prefix("github:") {
        let plain = |part: &str| {
            !part.is_empty()
                && !part.starts_with(['-', '.'])
                && part
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        };
        return match repository.split_once('/') {
            Some((owner, name)) if plain(owner) && plain(name) => {
                Ok(PackSource::Git(text.to_owned()))
            }
            _ => Err(SourceError::GitHub(text.escape_default().to_string())),
        };
    }
    if let Some((scheme, rest)) = text.split_once("://") {
        if scheme.contains("::") {
            return Err(SourceError::Helper(text.escape_default().to_string()));
        }
        return with_scheme(text, scheme, rest);
    }
    if is_folder(text) {
        return Ok(PackSource::Folder(text.to_owned()));
    }
    let (host, path) = text.split_once(':').unwrap_or_default();
    if path.starts_with(':') || !host.contains('@') {
        return Err(SourceError::Helper(text.escape_default().to_string()));
    }
    check_host(host)?;
    match path.starts_with('-') || path.is_empty() {
        true => Err(SourceError::Option(path.escape_default().to_string())),
        false => Ok(PackSource::Git(text.to_owned())),
    }
}

fn with_scheme(text: &str, scheme: &str, rest: &str) -> Result<PackSource, SourceError> {
    let authority = rest.split('/').next().unwrap_or_default();
    check_host(authority)?;
    let path = rest.strip_prefix(authority).unwrap_or_default();
    if path.starts_with("/-") || path.len() < 2 {
        return Err(SourceError::Option(path.escape_default().to_string()));
    }
    let is_archive = ARCHIVES.iter().any(|ending| path.ends_with(ending));
    match scheme {
        "https" | "http" if scheme == "http" && !is_loopback(authority) => {
            Err(SourceError::Unencrypted(text.escape_default().to_string()))
        }
        "https" | "http" if is_archive => Ok(PackSource::Archive(text.to_owned())),
        "https" | "http" | "ssh" | "git" | "file" => Ok(PackSource::Git(text.to_owned())),
        _ => Err(SourceError::Scheme {
            scheme: scheme.escape_default().to_string(),
        }),
    }
}

/// A host that SSH would take for an option, or a password that would be kept.
fn check_host(authority: &str) -> Result<(), SourceError> {
    let (user, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    if user.contains(':') {
        return Err(SourceError::Password);
    }
    match user.starts_with('-') || host.starts_with('-') {
        true => Err(SourceError::Option(authority.escape_default().to_string())),
        false => Ok(()),
    }
}

fn is_loopback(authority: &str) -> bool {
    let host = authority
        .rsplit_once('@')
        .map_or(authority, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    matches!(host, "localhost" | "127.0.0.1" | "::1")
}

/// Characters that take no room or turn the direction of writing.
pub(crate) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{f0000}'..='\u{10ffff}'
    )
}
