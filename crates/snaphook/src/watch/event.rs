//! The events that a host receives while its engine watches.

use std::path::PathBuf;
use std::sync::Arc;

use snaphook_core::outcome::Outcome;
use snaphook_watch::{ChangeKind, WatchProblem};

use snaphook_engine::ReloadReport;

/// Something that happened.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum WatchEvent {
    /// Settings were loaded anew, by the watcher or by hand.
    Settings(Arc<ReloadReport>),
    /// A watched file changed, and FileChanged was fired.
    FileChanged {
        /// In this session.
        session: Arc<str>,
        /// The file.
        path: PathBuf,
        /// What happened to it.
        change: ChangeKind,
        /// What hooks said.
        outcome: Arc<Outcome>,
    },
    /// Other files are watched for a session from now on.
    Watched {
        /// For this session.
        session: Arc<str>,
        /// The files and folders.
        paths: Vec<PathBuf>,
    },
    /// Something is not watched as it should be.
    Problem(WatchProblem),
}
