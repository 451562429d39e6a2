//! The script files inside the project that a hook names.
//!
//! | file | does |
//! |---|---|
//! | `marks` | variables that are known before a command runs |
//! | `words` | cuts any text into words |
//! | `names` | a hook's words, and the folders they start from |
//! | `walk` | follows a path, link by link |
//! | `content` | reads a file |
//! | `find` | words → scripts |
//! | `probe` | looks again |
//!
//! What it cannot see: files that a script loads by itself, globs, folders
//! (`run-parts hooks.d`), modules (`python -m hooks`), and names that are put
//! together at run time. Relative paths are taken from the project and from
//! the hook's own `cwd`, not from a session that went elsewhere.

mod content;
mod find;
mod marks;
mod names;
mod probe;
mod script;
mod walk;
mod words;

pub(crate) use find::{Found, find};
pub(crate) use probe::Probe;
pub use script::{Link, Script, ScriptState};
pub(crate) use walk::Root;
