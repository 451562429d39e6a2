//! The audit log: for every dispatch its input, the answer and the duration of
//! each hook, and the outcome.
//!
//! | part | does |
//! |---|---|
//! | [`AuditLog`] | receives dispatches ([`AuditLog::recorder`] for an engine) and writes them |
//! | [`LogOptions`] | where the log is, how long and how much it keeps, what it leaves out |
//! | [`LogRecord`] | what the log keeps of one dispatch |
//! | [`LogReader`], [`Filter`] | read a log, or import one of JSON lines |
//! | [`prepare`] | makes the log's database, for crates that keep more in it |
//! | [`LogReader::verify`], [`ChainHead`] | show that nobody changed the log |
//! | [`compare`], [`as_kept`] | compare a recorded outcome with a new one |
//!
//! A dispatch never waits for the log. Its copy goes through a bounded queue to
//! one thread, which takes out secrets, cuts long texts, and writes many records
//! at once into an SQLite database (or a file of JSON lines) that several
//! processes share.

mod about;
mod chain;
pub mod compare;
mod cut;
mod error;
mod json_lines;
mod keep;
mod kept;
mod late;
mod log;
mod options;
#[cfg(doctest)]
mod page;
mod percentiles;
mod queue;
mod read;
mod record;
mod sqlite;
mod writer;

pub use about::{SUMMARY_CHARACTERS, about};
pub use chain::{ChainHead, ChainProblem, LogVerification};
pub use error::LogError;
pub use kept::as_kept;
pub use log::AuditLog;
pub use options::LogOptions;
pub use percentiles::Percentiles;
pub use read::{
    Filter, FilterField, HookActivity, HookStats, LogReader, LoggedBody, LoggedEvent,
    ObservedStats, PageAnchors,
};
pub use record::{HookLine, LogRecord, LoggedDecision, hooks_of};
pub use snaphook_redact::Redaction;
pub use sqlite::prepare;
