//! Settings files → hooks.
//!
//! The loader is lenient and loud: one bad entry costs only itself, and every
//! one is a [`Finding`] with its file, line and column.
//!
//! | module | step |
//! |---|---|
//! | [`node`] | text → a tree of values that know their place |
//! | [`read`] | the tree → hooks and switches |
//! | [`mod@load`] | a file → both |
//! | [`effective`] | many files → what they say together |
//! | [`folders`] | which folders hold settings |
//! | [`mod@lint`] | hooks → what their author did not mean |
//!
//! ```
//! use snaphook_core::hook::Scope;
//! use snaphook_settings::{Numbering, parse};
//!
//! let text = r#"{ "hooks": { "Stop": [ { "hooks": [ { "command": "make test" } ] } ] } } // done"#;
//! let settings = parse("settings.json".as_ref(), text, Scope::Explicit, &mut Numbering::default())?;
//! assert_eq!(settings.hooks[0].name, "make test");
//! # Ok::<(), snaphook_settings::LoadError>(())
//! ```

pub mod effective;
pub mod finding;
pub mod folders;
pub mod lint;
pub mod load;
pub mod node;
pub mod read;
pub mod setting;
pub mod source_text;

pub use effective::Effective;
pub use finding::{Finding, Location};
pub use lint::{Files, Found, LintContext, lint};
pub use load::{LoadError, load, parse};
pub use read::{HelperCommand, HookSpans, Numbering, Settings, Switches};
pub use setting::Setting;
pub use source_text::SourceText;
