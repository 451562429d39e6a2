//! The script files inside the project that a hook names.
//!
//! | file | does |
//! |---|---|
//! | `marks` | variables that are known before a command runs |
//! | `comments` | a shell's text without its comments |
//! | `names` | a hook's words, and the folders they start from |
//! | `walk` | follows a path, link by link |
//! | `content` | reads a file |
//! | `find` | words → scripts |
//! | `runs` | what a command runs that no word names as a file |
//! | `cover` | such runs → the files that are covered for them |
//! | `folders` | all files of a folder |
//! | `follow` | scripts → the files beside them that they load |
//! | `references` | what a script's text says of such files |
//! | `probe` | looks again |
//!
//! What it cannot see: files whose names are put together at run time, and what
//! a script loads in ways that `references` does not read. Relative paths are taken from the project and from
//! the hook's own `cwd`, not from a session that went elsewhere.

mod comments;
mod content;
mod cover;
mod find;
mod folders;
mod follow;
mod marks;
mod names;
mod probe;
mod references;
mod runs;
mod script;
mod walk;

pub(crate) use content::read_whole;
pub(crate) use find::{FoundScripts, find};
pub(crate) use follow::Detail;
pub(crate) use probe::{FileMoment, Probe};
pub(crate) use references::ScriptLanguage;
pub use script::{Link, ScriptError, ScriptState, TrustedScript};
pub(crate) use walk::Root;
