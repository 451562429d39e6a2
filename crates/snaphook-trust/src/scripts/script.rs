//! A file that a hook names, as it was found.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::content::{ContentError, LARGEST, read_whole};
use crate::Digest;

/// A file inside the project that a hook names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TrustedScript {
    /// Its path as the hook names it, from the project; absolute where only
    /// its real path is inside.
    pub path: String,
    /// Every symlink on the way to it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links: Vec<Link>,
    /// What is there.
    #[serde(flatten)]
    pub state: ScriptState,
}

impl TrustedScript {
    /// Reads the bytes of the file in a project, if the digest is of them.
    ///
    /// # Errors
    /// When they cannot be read, or have changed.
    pub fn read(&self, project: &Path) -> Result<Vec<u8>, ScriptError> {
        let ScriptState::File { sha256 } = self.state else {
            return Err(ScriptError(ScriptErrorKind::NoFile));
        };
        let path = project.join(&self.path);
        let real = snaphook_files::canonical(&path).map_err(ContentError::from)?;
        let bytes = read_whole(&real, LARGEST)?;
        match Digest::of(&bytes) == sha256 {
            true => Ok(bytes),
            false => Err(ScriptError(ScriptErrorKind::Changed)),
        }
    }
}

/// Why the text of a script cannot be shown.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ScriptError(ScriptErrorKind);

#[derive(Debug, thiserror::Error)]
enum ScriptErrorKind {
    #[error("it has no file that could be shown")]
    NoFile,
    #[error(transparent)]
    Content(ContentError),
    #[error("it changed while it was looked at; run this again")]
    Changed,
}

impl From<ContentError> for ScriptError {
    fn from(error: ContentError) -> Self {
        Self(ScriptErrorKind::Content(error))
    }
}

/// A symlink on the way to a script.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Link {
    /// Where it is: from the project if it is inside.
    pub path: String,
    /// Where it points, as it is written in it.
    pub target: String,
}

/// What is there under a script's path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
#[non_exhaustive]
pub enum ScriptState {
    /// A file with this content.
    File {
        /// As `sha256sum` shows it.
        sha256: Digest,
    },
    /// Nothing.
    Missing,
    /// Something whose content cannot be vouched for; a hook that names it is
    /// never trusted.
    Unreadable {
        /// Why not, and what to do.
        why: String,
    },
}
