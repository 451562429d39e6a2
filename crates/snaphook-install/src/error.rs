//! Why the bridge could not be put into a configuration. Whatever it is, nothing was
//! written.

use std::io;
use std::path::PathBuf;

use snaphook_settings::edit::EditError;

/// Why a configuration was not changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InstallError {
    /// The agent does not have the event.
    #[error("unknown event `{event}` of {agent}; help: it has {}", .known.join(", "))]
    UnknownEvent {
        /// The agent's title.
        agent: &'static str,
        /// The name that was given.
        event: String,
        /// The agent's events.
        known: Vec<&'static str>,
    },
    /// The agent has no configuration of this scope.
    #[error("{agent} has no hook configuration for the scope `{scope}`")]
    NoSuchScope {
        /// The agent's title.
        agent: &'static str,
        /// `user`, `project` or `managed`.
        scope: &'static str,
    },
    /// The agent's hooks are not entries in a file.
    #[error("hooks of {0} are not entries of a file that snaphook can write")]
    ByHand(&'static str),
    /// There is no home folder.
    #[error("the home folder is unknown; help: set HOME")]
    NoHome,
    /// A JSON file cannot be edited.
    #[error(transparent)]
    Json(#[from] EditError),
    /// A file does not have the form that it must have.
    #[error("{}: {what}; nothing was changed: correct it first", .file.display())]
    Form {
        /// The file.
        file: PathBuf,
        /// What is wrong, with its place.
        what: String,
    },
    /// Another program's file stands where ours belongs.
    #[error("{}: the file of another program stands there; help: move it away, or have it run `{command}`", .file.display())]
    Occupied {
        /// The file.
        file: PathBuf,
        /// What the file would have to run.
        command: String,
    },
    /// The edit would have changed more than our own entries.
    #[error("{}: the edit would change more than the entries of snaphook; nothing was changed: make the change by hand", .0.display())]
    Unsafe(PathBuf),
    /// A file is too large.
    #[error("{}: larger than {} MiB; nothing was changed", .file.display(), .most / (1024 * 1024))]
    TooLarge {
        /// The file.
        file: PathBuf,
        /// How many bytes are read at most.
        most: u64,
    },
    /// A file is not a plain file, or not text.
    #[error("{}: {what}; nothing was changed", .file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// Why.
        what: &'static str,
    },
    /// A file was changed by somebody else between the plan and the writing.
    #[error("{}: the file was changed meanwhile; nothing was written: try again", .0.display())]
    ChangedMeanwhile(PathBuf),
    /// The system did not let it.
    #[error("failed to {what} {}: {source}", .path.display())]
    Io {
        /// What was tried.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The program is not where a hook can find it later.
    #[error("{}: {why}", .program.display())]
    Program {
        /// The program.
        program: PathBuf,
        /// What is wrong, and what to do.
        why: &'static str,
    },
}

impl InstallError {
    pub(crate) fn io(what: &'static str, path: &std::path::Path, source: io::Error) -> Self {
        Self::Io {
            what,
            path: path.to_owned(),
            source,
        }
    }

    pub(crate) fn form(file: &std::path::Path, what: impl Into<String>) -> Self {
        Self::Form {
            file: file.to_owned(),
            what: what.into(),
        }
    }
}
