//! An engine that follows its settings, and sessions that hear of files.
//!
//! [`Engine::watch`] reloads the settings whenever a file they come from
//! changes. [`Watching::session`] fires FileChanged in a session for files that
//! its hooks name (in matchers of FileChanged, and in `watchPaths`). What comes
//! of it is told to whoever asks for it ([`Watching::events`]).
//!
//! | file | does |
//! |---|---|
//! | `settings` | watches the files of the settings, and reloads |
//! | `session` | watches the files of one session, and fires FileChanged |
//! | `targets` | what is to be watched |
//! | `told` | what is told |
//! | `watching` | the handle |

mod session;
mod settings;
mod targets;
mod told;
mod watching;

pub use session::WatchedSession;
pub use snaphook_watch::{ChangeKind, Options, StartError, Trouble};
pub use told::WatchEvent;
pub use watching::Watching;

#[expect(unused_imports, reason = "the documentation links to it")]
use crate::engine::Engine;
