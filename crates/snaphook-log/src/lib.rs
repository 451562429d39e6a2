//! The audit log: what every dispatch read, what each hook said and how long it
//! took, and what came of it.
//!
//! | part | does |
//! |---|---|
//! | [`AuditLog`] | is told of dispatches ([`AuditLog::recorder`] for an engine), and writes them |
//! | [`LogOptions`] | where, how long, how much, without what |
//! | [`Record`] | what is kept of one dispatch |
//! | [`LogReader`], [`Filter`] | reads a log, or imports one of JSON lines |
//! | [`compare`], [`as_kept`] | an event then and now |
//!
//! A dispatch never waits for the log. What it leaves behind goes through a
//! bounded queue to one thread: secrets are taken out there, long texts cut, and
//! many records written at once, into an SQLite database (or a file of JSON lines)
//! that several processes share.

pub mod compare;
mod cut;
mod error;
mod json_lines;
mod keep;
mod kept;
mod late;
mod log;
mod options;
mod percentiles;
mod queue;
mod read;
mod record;
mod sqlite;
mod writer;

pub use error::LogError;
pub use kept::as_kept;
pub use log::AuditLog;
pub use options::LogOptions;
pub use percentiles::Percentiles;
pub use read::{Body, Filter, HookStats, LogReader, LoggedEvent, Words};
pub use record::{Decision, HookLine, Record, hooks_of};
pub use snaphook_core::secret::Redaction;

/// The Rust in the book's page, compiled with the documentation.
#[cfg(doctest)]
#[expect(
    rustdoc::invalid_codeblock_attributes,
    reason = "other tests read what stands behind `json`: `file=settings.json`"
)]
#[doc = include_str!("../../../docs/src/log.md")]
struct Page;
