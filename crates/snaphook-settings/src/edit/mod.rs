//! Changing a settings file without losing anything.
//!
//! An [`Edit`] is a value: what is to be different. It is applied to a text
//! ([`Edit::apply`], pure) or to a file ([`Edit::apply_to_file`], under a lock).
//! Everything else stays byte for byte: comments, order, indentation, trailing
//! commas, line endings, a byte order mark. Also a comment beside an entry that
//! is removed: only its author knows whether it was about more. (One inside a
//! list or an object that goes is a part of it.)
//!
//! | file | holds |
//! |---|---|
//! | `changes` | what can be changed: [`Edit`] |
//! | `apply` | an edit on a text |
//! | `document` | the text and its tree; finding the way by keys |
//! | `append`, `remove`, `render` | children of a list or an object come and go |
//! | `gap`, `style`, `patch` | what is between values; how the file is written; changing bytes |
//! | `file` | an edit on a file that others change, too |
//! | `json_text` | any JSON text, changed by paths: [`JsonText`] |
//!
//! Places come from the tree that settings are read from, so that what the
//! loader accepts can be edited, and means the same. Bytes are only ever taken
//! away where a value, a comma or blanks stand.
//!
//! `jsonc-parser` has a tree for editing, `cst`, which we do not use: when it removes an
//! entry, it also removes the comments before it and behind it on the same line. It would
//! be a second reading of the file, too, beside the one that knows what the loader does.
//!
//! ```
//! use snaphook_core::permission::Behavior;
//! use snaphook_settings::edit::Edit;
//!
//! let text = "{\n  // mine\n  \"permissions\": { \"allow\": [\"Read\"] }\n}\n";
//! let edit = Edit::new().add_rules(Behavior::Allow, ["Bash(git push *)"]);
//! let applied = edit.apply("settings.json".as_ref(), Some(text))?;
//! assert_eq!(
//!     applied.text,
//!     "{\n  // mine\n  \"permissions\": { \"allow\": [\"Read\", \"Bash(git push *)\"] }\n}\n",
//! );
//! assert!(!edit.apply("settings.json".as_ref(), Some(&applied.text))?.changed);
//! # Ok::<(), snaphook_settings::edit::EditError>(())
//! ```

mod append;
mod apply;
mod changes;
mod document;
mod error;
mod file;
mod gap;
mod json_text;
mod patch;
mod remove;
mod render;
mod style;

pub use apply::AppliedEdit;
pub use changes::{Edit, WrittenHook};
pub use error::EditError;
pub use file::EditedFile;
pub use json_text::{JsonStep, JsonText};
