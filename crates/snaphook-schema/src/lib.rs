//! JSON Schemas (draft 2020-12) of everything that hooks and hosts exchange.
//!
//! Nothing here knows the protocol by itself. Each schema is made from what the
//! engine works with, so that the two cannot say different things:
//!
//! | schema of | is made from |
//! |---|---|
//! | [`settings`] | the keys that the reader of settings knows, and the event table |
//! | [`input`] | the typed input of the event, and its row |
//! | [`output`] | the fields of answers, and what the row honours |
//! | [`outcome`] | the type that is serialised |
//! | [`serve`] | the types of the protocol of `snaphook serve` |
//!
//! [`all`] has them as files; those in `schemas/` are the same, and a test fails
//! when they are not.
//!
//! ```
//! let schema = snaphook_schema::input("PreToolUse")?;
//! assert_eq!(schema["properties"]["tool_name"]["type"], "string");
//!
//! let error = snaphook_schema::input("PreTolUse").unwrap_err();
//! assert_eq!(error.near(), Some("PreToolUse"));
//! # Ok::<(), snaphook_schema::UnknownEvent>(())
//! ```

mod derived;
mod document;
mod event;
mod files;
mod input;
mod json;
mod lock;
mod outcome;
mod output;
mod serve;
mod settings;
mod words;

pub use document::text;
pub use files::{SchemaFile, all};
pub use input::input;
pub use lock::lock;
pub use outcome::outcome;
pub use output::output;
pub use serve::serve;
pub use settings::settings;
pub use snaphook_core::event::UnknownEvent;
