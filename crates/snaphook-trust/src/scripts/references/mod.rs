//! Finds the files beside a script that its text names, as a pure function.
//!
//! Trust covers the files that a definition names. A script may load others
//! from its own folder; those that its text names plainly are covered, too.
//! Where the text only shows that the script looks beside itself, the files that
//! it loads are unknown: such a script *needs its place*. It does not run from a
//! copy, and the person who grants trust is told.
//!
//! | language | names a file plainly | needs its place |
//! |---|---|---|
//! | shell | `"$(dirname "$0")"/lib.sh`, `"$DIR/lib.sh"` where `DIR` is that folder; `. "$CLAUDE_PROJECT_DIR"/lib.sh`, `source hooks/lib.sh`, which stay in their place | any other `$0`, `BASH_SOURCE` |
//! | Python | `import lib` | `__file__`, `sys.path`, `importlib` and their like |
//! | JavaScript | `require('./lib')`, `import … from './lib.mjs'` | packages, `__dirname`, `import.meta` and their like |
//! | other | nothing | any word for its own place, `require`, `include` |
//!
//! The search is lenient. Covering one file too many does no harm; a script that
//! is wrongly held to need its place runs there, and is checked again.

mod found;
mod kind;
mod node;
mod other;
mod python;
mod shell;

pub(crate) use found::{References, Sibling};
pub(crate) use kind::ScriptLanguage;
