//! Running what was hashed: a private copy of the files that trust covers.
//!
//! Between a look at a script and its start, somebody may put another one in its
//! place. So a hook runs from a copy whose bytes are the ones that were hashed.
//!
//! | file | does |
//! |---|---|
//! | `line` | a shell's text as words that can be replaced |
//! | `launch` | which of a command's words is the script that it runs |
//! | `plan` | which files are copied, and the command that runs the copy |
//! | `tree` | the files of a copy, and the digest that it is kept by |
//! | `store` | makes copies, verifies them before every use, removes old ones |
//! | `texts` | what was trusted, to compare it with what is there later |
//!
//! A script runs from the copy where the command names it in a way that can be
//! replaced word for word (`guard.sh`, `python3 "$CLAUDE_PROJECT_DIR"/guard.py`)
//! and nothing in its text needs its own place (`scripts/references`). Every
//! other file that trust covers stays where it is, and is looked at again when
//! the hook has started and when it has ended ([`FileSnapshot`](crate::FileSnapshot)).

mod launch;
mod line;
mod plan;
mod store;
mod texts;
mod tree;

pub(crate) use plan::{CopyPlan, RunPlace};
pub(crate) use store::CopyError;
pub use store::CopyStore;
pub(crate) use texts::TextStore;
pub(crate) use tree::{MOST_BYTES, Tree, TreeFile};
