//! An engine that follows its settings, and sessions that hear of files.
//!
//! [`EngineExt::watch`](crate::EngineExt::watch) reloads the settings whenever a file they come from
//! changes. [`WatchHandle::session`] fires FileChanged in a session for files that
//! its hooks name (in matchers of FileChanged, and in `watchPaths`). What comes
//! of it is told to anyone who asks for it ([`WatchHandle::events`]).
//!
//! | file | does |
//! |---|---|
//! | `settings` | watches the files of the settings, and reloads |
//! | `session` | watches the files of one session, and fires FileChanged |
//! | `targets` | what is to be watched |
//! | `event` | the events that a host receives |
//! | `watching` | the handle |

mod event;
mod session;
mod settings;
mod targets;
mod watching;

pub use event::WatchEvent;
pub use session::WatchedSession;
pub use snaphook_watch::{ChangeKind, StartError, WatchOptions, WatchProblem};
pub use watching::WatchHandle;
